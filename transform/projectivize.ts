/**
 * Pseudo-projective encoding (Nivre & Nilsson 2005): a tree is made projective by lifting arcs (`lift.ts`), and labels say
 * what was lifted. `deprojectivize.ts` is the inverse.
 *
 *     scheme      label of a lifted arc    label of an arc that others were lifted past
 *     head        d↑h                      p
 *     path        d↑                       p↓
 *     head+path   d↑h                      p↓
 *
 * d and p are the labels before the encoding, h is the label of the arc into the original head of the lifted word.
 */
import { Lifting } from './lift.ts'
import { LIFTED_UNSAID, NOT_LIFTED, type Lifts } from './lift-labels.ts'
import { isProjective } from './projectivity.ts'
import type { Tree } from './tree.ts'

const lifting = new Lifting()

export type Scheme = 'head' | 'path' | 'head+path'

/** Makes `tree` projective, with its lifts in labels; returns how many. RangeError if a frozen table lacks a label. */
export function projectivize(tree: Tree, scheme: Scheme, lifts: Lifts): number {
  if (isProjective(tree)) return 0
  lifting.lift(tree)
  const { original, passed } = lifting
  const { size, label } = tree
  let lifted = 0
  for (let word = 1; word <= size; word++) {
    const isLifted = original[word] !== -1
    const isPassed = passed[word] === 1 && scheme !== 'head'
    if (isLifted) lifted++
    if (!isLifted && !isPassed) continue
    // The original head is a word: nothing is lifted from the artificial root. Encoding a label keeps its base.
    const lift = !isLifted
      ? NOT_LIFTED
      : scheme === 'path'
        ? LIFTED_UNSAID
        : lifts.parts(label[original[word]]).base
    label[word] = lifts.compose(lifts.parts(label[word]).base, lift, isPassed)
  }
  return lifted
}
