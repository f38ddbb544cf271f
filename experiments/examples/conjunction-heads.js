/**
 * A custom step: coordination with the conjunction as the head (the Prague style of Nilsson, Nivre & Hall 2006 and Popel et al. 2013). In
 * Universal Dependencies the first conjunct h is the head of the others, and a conjunction depends on the conjunct after
 * it. Here the last conjunction t, which depends on the conjunct c, becomes the head of all conjuncts:
 *
 *     apples  ,  and  pears  fell      heads 5 4 4 1 0     nsubj  punct  cc     conj  root
 *                                      heads 3 3 5 3 0     cc⇔    punct  nsubj  conj  root
 *
 * t gets the head and the label of h; h gets the label of t and the sign ⇔. To keep projective trees projective, the
 * dependents of h after the first of the other conjuncts or t move to t, and so do the dependents of c between t and what
 * is before it, a conjunct or h. Signs mark them there: own dependents of t have the sign ›, dependents of h
 * the sign ‹. A coordination without a conjunction between h and c, as its right neighbour, stays as it is.
 *
 * Coordinations are encoded from the bottom up and decoded from the top down, so that every tree comes back. The time is
 * linear. `schemes` compares it with other choices of heads.
 */

const SIGNS = '⇔›‹'
const [FIRST, OWN, OF_FIRST] = [0, 1, 2]

export const steps = [
  {
    name: 'conjunction-heads',
    parts: [],
    labels:
      'd⇔: the head is a conjunction with the label d; d› and d‹: a dependent of the conjunction, or of the first conjunct',
    guarantees: 'every tree comes back',
    make: (_, labels) => {
      const signs = new Signs(labels)
      return { encode: (tree) => encode(tree, signs), decode: (tree) => decode(tree, signs) }
    },
  },
]

/** Encodes a tree in place; returns the number of conjunctions that become heads. */
function encode(tree, signs) {
  const { size, head, label } = tree
  const dependents = dependentsOf(tree)
  const words = topDown(dependents)
  const conjunctionOf = new Int32Array(size + 1) // by first conjunct
  const becomesHead = new Uint8Array(size + 1)
  for (const word of words) {
    signs.refuse(label[word])
    if (becomesHead[word] === 1) continue
    const conjuncts = dependents[word].filter((one) => one > word && signs.isConjunct(label[one]))
    for (let i = conjuncts.length - 1; i >= 0 && conjunctionOf[word] === 0; i--) {
      const [before, after] = [conjuncts[i - 1] ?? word, conjuncts[i]]
      const between = (one) => before < one && one < after && signs.isConjunction(label[one])
      conjunctionOf[word] = dependents[after].find(between) ?? 0
    }
    becomesHead[conjunctionOf[word]] = 1
  }
  const topOf = Int32Array.from(head.keys()) // by word: the top of its phrase
  let heads = 0
  for (const first of words.reverse()) {
    const conjunction = conjunctionOf[first]
    if (conjunction === 0) continue
    const next = head[conjunction]
    const sign = (word, one) => (label[word] = signs.add(label[word], one))
    for (const own of dependents[conjunction]) sign(topOf[own], OWN)
    const isConjunct = (one) => signs.isConjunct(label[topOf[one]])
    const others = dependents[first].filter((one) => one > first && becomesHead[one] === 0)
    const start = Math.min(conjunction, others.find(isConjunct))
    const moved = others.filter((one) => one >= start)
    const tops = moved.filter(isConjunct).map((one) => topOf[one])
    const limit = latest(tops, first, conjunction)
    const isBefore = (top) => limit < top && top < conjunction
    for (const one of moved) {
      head[topOf[one]] = conjunction
      if (isBefore(topOf[one])) sign(topOf[one], OF_FIRST)
    }
    for (const one of dependents[next])
      if (head[topOf[one]] === next && isBefore(topOf[one]) && becomesHead[one] === 0 && !isConjunct(one))
        head[topOf[one]] = conjunction
    const name = signs.add(label[conjunction], FIRST)
    ;[head[conjunction], label[conjunction]] = [head[first], label[first]]
    ;[head[first], label[first]] = [conjunction, name]
    topOf[first] = conjunction
    heads++
  }
  return heads
}

/** The last of `least` and the words before `limit`. */
const latest = (words, least, limit) =>
  words.reduce((last, word) => (word < limit ? Math.max(last, word) : last), least)

/** Decodes a tree in place; returns the number of signs that could not be undone. */
function decode(tree, signs) {
  const { head, label } = tree
  const dependents = dependentsOf(tree)
  const firstIn = (top) => dependents[top].find((one) => signs.signOf(label[one]) === FIRST) ?? top
  const strip = (word) => (label[word] = signs.base(label[word]))
  let lost = 0
  // The tops of phrases, each with the word that the phrase depends on in the decoded tree.
  const tops = dependents[0].map((top) => [top, 0])
  for (let phrase = tops.pop(); phrase !== undefined; phrase = tops.pop()) {
    const [top, above] = phrase
    if (signs.signOf(label[top]) >= 0) {
      strip(top)
      lost++
    }
    const first = firstIn(top)
    head[first] = above
    for (const one of dependents[first]) tops.push([one, first])
    if (first === top) continue
    const others = dependents[top].filter((one) => one !== first)
    const conjuncts = others.filter((one) => signs.signOf(label[one]) < 0 && signs.isConjunct(label[one]))
    const limit = latest(conjuncts, first, top)
    const after = conjuncts.map(firstIn).filter((one) => one > top)
    if (after.length === 0) lost++
    const next = after.length === 0 ? first : after.reduce((one, other) => Math.min(one, other))
    for (const one of others) {
      const sign = signs.signOf(label[one])
      if (sign === OWN || sign === OF_FIRST) strip(one)
      const isOfNext = sign < 0 && limit < one && one < top && !signs.isConjunct(label[one])
      tops.push([one, sign === OWN ? top : isOfNext ? next : first])
    }
    ;[head[top], label[first], label[top]] = [next, label[top], signs.base(label[first])]
  }
  return lost
}

/** What the labels of a table say: their signs, and whether they are of conjuncts and conjunctions. */
class Signs {
  #labels
  #known = []

  constructor(labels) {
    this.#labels = labels
  }

  /** The index of the sign of a label; -1 if it has none. */
  signOf = (label) => this.#read(label).sign
  isConjunct = (label) => this.#read(label).relation === 'conj'
  isConjunction = (label) => this.#read(label).relation === 'cc'
  base = (label) => this.#read(label).base
  add = (label, sign) => this.#idOf(this.#labels.text(label) + SIGNS[sign])

  /** Throws RangeError if a label of a tree that is to be encoded has a sign already. */
  refuse(label) {
    const text = this.#labels.text(label)
    if (this.signOf(label) >= 0)
      throw new RangeError(`label '${text}' has the reserved character '${text.at(-1)}'`)
  }

  #read(label) {
    if (this.#known[label]) return this.#known[label]
    const text = this.#labels.text(label)
    // Lifted labels end with the label of a head; lifts are undone before signs. A sign alone is a label.
    const sign = text.length > 1 && !/[↑↓]/.test(text) ? SIGNS.indexOf(text.at(-1)) : -1
    const base = sign < 0 ? text : text.slice(0, -1)
    // Labels with signs of other steps have no relation.
    const [, relation] = /^([\p{L}\p{N}_-]+)(?::[\p{L}\p{N}_:-]*)?$/u.exec(base) ?? []
    return (this.#known[label] = { sign, base: sign < 0 ? label : this.#idOf(base), relation })
  }

  #idOf(text) {
    const id = this.#labels.add(text)
    if (id < 0) throw new RangeError(`label '${text}' is not in the frozen table of labels`)
    return id
  }
}

/** By head: its dependents, in their order. */
function dependentsOf({ size, head }) {
  const dependents = Array.from({ length: size + 1 }, () => [])
  for (let word = 1; word <= size; word++) dependents[head[word]].push(word)
  return dependents
}

/** All words, heads before their dependents. */
function topDown(dependents) {
  const words = [...dependents[0]]
  for (let i = 0; i < words.length; i++) words.push(...dependents[words[i]])
  return words
}
