/**
 * Coordination in chains (Mel'čuk's style; Nilsson, Nivre & Hall 2006; Popel et al. 2013): every conjunct depends on the
 * previous conjunct. In Universal Dependencies all conjuncts depend on the first. A style with the conjunction as the head
 * is in experiments/examples/conjunction-heads.js: it does not improve any parser that was measured.
 *
 *     apples  pears  nuts      heads 0 1 1     root  conj  conj
 *                              heads 0 1 2     root  conj  conj
 *
 * A conjunct that depends on a conjunct of another coordination would look like a part of the chain; it gets the sign ∥.
 * Decoding restores every tree; both directions take linear time. A projective tree can become non-projective if a
 * dependent of the first conjunct is between two other conjuncts.
 */
import { LabelSigns } from './label-signs.ts'
import type { StepKind } from './step.ts'
import { dependentsOf, topDown, type Tree } from '../tree.ts'

const NESTED = 0

export const coordination: StepKind = {
  name: 'coordination',
  parts: ['chain'],
  labels: 'conj∥: the head is a conjunct of another coordination',
  guarantees: 'every tree comes back',
  make: (_, labels) => {
    const signs = new LabelSigns(labels, '∥', ['conj'])
    return { encode: (tree) => encode(tree, signs), decode: (tree) => decode(tree, signs) }
  },
}

/** Encodes a tree in place; returns the number of conjuncts that get a new head. */
function encode(tree: Tree, signs: LabelSigns): number {
  const { size, head, label } = tree
  const isConjunct = Uint8Array.from(label, (id, word) => (word > 0 && signs.isChosen(id) ? 1 : 0))
  const last = new Int32Array(size + 1) // by head: the last conjunct to its right that was visited
  let movedCount = 0
  for (let word = 1; word <= size; word++) {
    signs.refuse(label[word])
    if (isConjunct[word] === 0) continue
    const first = head[word]
    if (first > 0 && last[first] !== 0) {
      head[word] = last[first]
      movedCount++
    } else if (isConjunct[first] === 1) {
      label[word] = signs.add(label[word], NESTED)
    }
    if (word > first) last[first] = word
  }
  return movedCount
}

/** Decodes a tree in place; returns the number of signs that could not be undone. */
function decode(tree: Tree, signs: LabelSigns): number {
  const { head, label } = tree
  const isConjunct = (word: number): boolean => word > 0 && signs.isChosen(label[word])
  let unresolvedCount = 0
  for (const word of topDown(dependentsOf(tree)).slice(1)) {
    const above = head[word]
    if (signs.signOf(label[word]) === NESTED) {
      label[word] = signs.base(label[word])
      if (!isConjunct(word) || !isConjunct(above)) unresolvedCount++
    } else if (isConjunct(word) && isConjunct(above)) {
      head[word] = head[above]
    }
  }
  return unresolvedCount
}
