/**
 * Pseudo-projective encoding (Nivre & Nilsson 2005): lifting arcs (`lift.ts`) makes a tree projective, and labels record
 * the lifts. `deprojectivize.ts` is the inverse.
 *
 *     scheme      label of a lifted arc    label of an arc past which others were lifted
 *     head        d↑h                      p
 *     path        d↑                       p↓
 *     head+path   d↑h                      p↓
 *
 * d and p are the labels before the encoding, h is the label of the arc into the original head of the lifted word.
 */
import { findFlaw, isProjective } from '../check.ts'
import { Lifting } from './lift.ts'
import type { Tree } from '../tree.ts'
import { LIFTED_FROM_UNKNOWN, NOT_LIFTED, type Lifts } from './lifts.ts'

const lifting = new Lifting()

export type Scheme = 'head' | 'path' | 'head+path'

/**
 * Makes `tree` projective and records the lifts in the labels. Returns the number of lifted words.
 *
 * @throws RangeError if the heads do not form a tree or a frozen table lacks a label; TypeError if the value is no tree
 */
export function projectivize(tree: Tree, scheme: Scheme, lifts: Lifts): number {
  if (isProjective(tree)) return 0
  // In a cycle, lifting would never end.
  const flaw = findFlaw(tree)
  if (flaw) throw new RangeError(`${flaw.reason}, expected a tree`)
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
        ? LIFTED_FROM_UNKNOWN
        : lifts.parts(label[original[word]]).base
    label[word] = lifts.compose(lifts.parts(label[word]).base, lift, isPassed)
  }
  return lifted
}
