/**
 * Coordination with the conjunction as the head (the Prague style of Nilsson, Nivre & Hall 2006 and Popel et al. 2013). In
 * Universal Dependencies the first conjunct h is the head of the others, and a conjunction depends on the conjunct after
 * it. Here the last conjunction t, which depends on the conjunct c, becomes the head of all conjuncts:
 *
 *     apples  ,  and  pears  fell      heads 5 4 4 1 0     nsubj  punct  cc     conj  root
 *                                      heads 3 3 5 3 0     cc⇔    punct  nsubj  conj  root
 *
 * t gets the head and the label of h; h gets the label of t and the sign ⇔. To keep projective trees projective, the
 * dependents of h behind the first of the other conjuncts or t move to t, and so do the dependents of c between t and what
 * is before it, a conjunct or h. Signs tell them from others there: own dependents of t have the sign ›, dependents of h
 * the sign ‹. A coordination without a conjunction between h and c, as its right neighbour, stays as it is.
 *
 * Coordinations are encoded from the bottom up and decoded from the top down, so that every tree comes back. The time is
 * linear.
 */
import { LabelSigns } from './label-signs.ts'
import type { Step } from './step.ts'
import type { Symbols } from '../symbols.ts'
import { dependentsOf, topDown, type Tree } from '../tree.ts'

const [FIRST, OWN, OF_FIRST] = [0, 1, 2]

export function conjunctionHeads(labels: Symbols): Step {
  const signs = new LabelSigns(labels, '⇔›‹', ['conj'])
  const conjunctions = new LabelSigns(labels, '', ['cc'])
  const isConjunction = (label: number): boolean => conjunctions.isChosen(label)
  return {
    encode: (tree) => encode(tree, signs, isConjunction),
    decode: (tree) => decode(tree, signs),
  }
}

/** Encodes a tree in place; returns the number of conjunctions that become heads. */
function encode(tree: Tree, signs: LabelSigns, isConjunction: (label: number) => boolean): number {
  const { size, head, label } = tree
  const dependents = dependentsOf(tree)
  const words = topDown(dependents).slice(1)
  const conjunctionOf = new Int32Array(size + 1) // by first conjunct
  const becomesHead = new Uint8Array(size + 1)
  for (const word of words) {
    signs.refuse(label[word])
    if (becomesHead[word] === 1) continue
    const conjuncts = dependents[word].filter((one) => one > word && signs.isChosen(label[one]))
    for (let i = conjuncts.length - 1; i >= 0 && conjunctionOf[word] === 0; i--) {
      const [before, after] = [conjuncts[i - 1] ?? word, conjuncts[i]]
      const between = (one: number): boolean => before < one && one < after && isConjunction(label[one])
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
    const sign = (word: number, one: number): number => (label[word] = signs.add(label[word], one))
    for (const own of dependents[conjunction]) sign(topOf[own], OWN)
    const isConjunct = (one: number): boolean => signs.isChosen(label[topOf[one]])
    const others = dependents[first].filter((one) => one > first && becomesHead[one] === 0)
    const start = Math.min(conjunction, others.find(isConjunct)!)
    const moved = others.filter((one) => one >= start)
    const tops = moved.filter(isConjunct).map((one) => topOf[one])
    const limit = latest(tops, first, conjunction)
    const isBefore = (top: number): boolean => limit < top && top < conjunction
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
const latest = (words: readonly number[], least: number, limit: number): number =>
  words.reduce((last, word) => (word < limit ? Math.max(last, word) : last), least)

/** Decodes a tree in place; returns the number of signs that could not be undone. */
function decode(tree: Tree, signs: LabelSigns): number {
  const { head, label } = tree
  if (!signs.areIn(tree)) return 0
  const dependents = dependentsOf(tree)
  const firstIn = (top: number): number =>
    dependents[top].find((one) => signs.signOf(label[one]) === FIRST) ?? top
  const strip = (word: number): number => (label[word] = signs.base(label[word]))
  let lost = 0
  // The tops of phrases, each with the word that the phrase depends on in the decoded tree.
  const tops: [top: number, above: number][] = dependents[0].map((top) => [top, 0])
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
    const conjuncts = others.filter((one) => signs.signOf(label[one]) < 0 && signs.isChosen(label[one]))
    const limit = latest(conjuncts, first, top)
    const after = conjuncts.map(firstIn).filter((one) => one > top)
    if (after.length === 0) lost++
    const next = after.length === 0 ? first : after.reduce((one, other) => Math.min(one, other))
    for (const one of others) {
      const sign = signs.signOf(label[one])
      if (sign === OWN || sign === OF_FIRST) strip(one)
      const isOfNext = sign < 0 && limit < one && one < top && !signs.isChosen(label[one])
      tops.push([one, sign === OWN ? top : isOfNext ? next : first])
    }
    ;[head[top], label[first], label[top]] = [next, label[top], signs.base(label[first])]
  }
  return lost
}
