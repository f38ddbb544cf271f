/**
 * Function words as heads (after Kohita, Noji & Matsumoto 2017, but exactly reversible). In Universal Dependencies a
 * function word is a leaf below its content word h. Here the function words f1, f2, …, fk of h, from the nearest to the
 * farthest, become a chain above h:
 *
 *     head of h → fk → … → f1 → h     fk gets the label of h; below it, each word of the chain gets the label of the
 *                                     function word above it and the sign ↔
 *
 *     on   the  table  slept          heads 3 3 4 0    case  det  obl    root
 *                                     heads 4 3 1 0    obl   det  case↔  root
 *
 * If a function word is between h and a dependent of h, the dependent moves to the function word (to the outermost of
 * several), so that a projective phrase remains projective. Dependents that function words had there before get the
 * sign ·. Function words of function words keep their heads.
 *
 * Phrases are encoded from the bottom up and decoded from the top down. Decoding restores every tree, projective or not.
 * The time is linear, except for sorting the function words of each phrase.
 */
import { LabelSigns } from './label-signs.ts'
import type { StepKind } from './step.ts'
import { dependentsOf, topDown, type Tree } from '../tree.ts'

const [CHAIN, OWN_DEPENDENT] = [0, 1]

export const functionHeads: StepKind = {
  name: 'function-heads',
  parts: ['case', 'mark', 'aux', 'cop', 'cc'],
  labels: 'd↔: the head is a function word of the phrase, with the label d; d·: the head is a function word',
  guarantees: 'every tree comes back; projective trees stay projective',
  make: (parts, labels) => {
    const signs = new LabelSigns(labels, '↔·', parts)
    return { encode: (tree) => encode(tree, signs), decode: (tree) => decode(tree, signs) }
  },
}

/** Whether `word` is beyond `limit` as seen from `from`. */
const isBeyond = (word: number, limit: number, from: number): boolean =>
  from < limit ? word > limit : word < limit

/** Encodes a tree in place; returns the number of function words that become heads. */
function encode(tree: Tree, signs: LabelSigns): number {
  const { head, label } = tree
  const dependents = dependentsOf(tree)
  const words = topDown(dependents).slice(1)
  const isFunction = new Uint8Array(tree.size + 1)
  for (const word of words) {
    signs.refuse(label[word])
    const canBe = head[word] > 0 && isFunction[head[word]] === 0
    if (canBe && signs.isChosen(label[word])) isFunction[word] = 1
  }
  const topOf = Int32Array.from(head.keys()) // by word: the top of its phrase
  let newHeadCount = 0
  for (const word of words.reverse()) {
    if (isFunction[word] === 1) continue
    const chain = dependents[word].filter((one) => isFunction[one] === 1)
    if (chain.length === 0) continue
    const byDistance = (a: number, b: number): number => Math.abs(a - word) - Math.abs(b - word) || a - b
    chain.sort(byDistance)
    for (const one of chain) {
      for (const dependentTop of dependents[one].map((dependent) => topOf[dependent]))
        if (isBeyond(dependentTop, one, word))
          label[dependentTop] = signs.add(label[dependentTop], OWN_DEPENDENT)
    }
    const others = dependents[word].filter((one) => isFunction[one] === 0).map((one) => topOf[one])
    const outermost = [word, word] // before and after the word: the outermost function word that is nearer than the dependent
    let passed = 0
    for (const top of others.sort(byDistance)) {
      for (; passed < chain.length && byDistance(chain[passed], top) < 0; passed++)
        outermost[Number(chain[passed] > word)] = chain[passed]
      head[top] = outermost[Number(top > word)]
    }
    const names = chain.map((one) => signs.add(label[one], CHAIN))
    const top = (topOf[word] = chain.at(-1)!)
    ;[head[top], label[top]] = [head[word], label[word]]
    chain.forEach((one, i) => {
      const below = i === 0 ? word : chain[i - 1]
      ;[head[below], label[below]] = [one, names[i]]
    })
    newHeadCount += chain.length
  }
  return newHeadCount
}

/** Decodes a tree in place; returns the number of signs that could not be undone. */
function decode(tree: Tree, signs: LabelSigns): number {
  const { size, head, label } = tree
  if (!signs.areIn(tree)) return 0
  const dependents = dependentsOf(tree)
  const inChain = (word: number): boolean => signs.signOf(label[word]) === CHAIN
  let unresolvedCount = 0
  const strip = (word: number): void => {
    label[word] = signs.base(label[word])
  }
  // The tops of phrases, each with the head of the phrase in the decoded tree.
  const tops: [top: number, above: number][] = dependents[0].map((top) => [top, 0])
  for (let next = tops.pop(); next !== undefined; next = tops.pop()) {
    const [top, above] = next
    if (inChain(top)) {
      strip(top)
      unresolvedCount++
    }
    const chain = [top] // the function words from the top, then the content word
    for (
      let below = dependents[top].find(inChain);
      below !== undefined;
      below = dependents[below].find(inChain)
    )
      chain.push(below)
    const word = chain.pop()!
    const names = chain.map((_, i) => signs.base(label[chain[i + 1] ?? word]))
    ;[head[word], label[word]] = [above, label[top]]
    for (const dependent of dependents[word]) tops.push([dependent, word])
    chain.forEach((one, i) => {
      for (const dependent of dependents[one]) {
        if (dependent === (chain[i + 1] ?? word)) continue
        const isOwn = signs.signOf(label[dependent]) === OWN_DEPENDENT
        if (!isBeyond(dependent, one, word)) tops.push([dependent, one])
        else if (!isOwn) tops.push([dependent, word])
        else {
          strip(dependent)
          tops.push([dependent, one])
        }
      }
      ;[head[one], label[one]] = [word, names[i]]
    })
  }
  for (let word = 1; word <= size; word++) {
    if (signs.signOf(label[word]) < 0) continue
    strip(word)
    unresolvedCount++
  }
  return unresolvedCount
}
