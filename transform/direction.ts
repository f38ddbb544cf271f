/**
 * The direction in which a treebank is transformed. If most heads come after their dependents, the mirror image loses
 * less accuracy. The share of arc *length* that points left predicts the better direction; the share of arcs does not.
 */
import type { Tree } from './tree.ts'

/** `right`: every head is before its dependents. `left`: every head is after its dependents (the mirror image). */
export type Direction = 'right' | 'left'

/** The direction is `left` if the share of arc length that points left is larger than this. */
export const LEFT_ABOVE = 0.6

/** Sums over the arcs of trees, except arcs from the artificial root. Lengths are in words. */
export interface DirectionTally {
  arcs: number
  leftArcs: number
  length: number
  leftLength: number
}

export function directionTally(): DirectionTally {
  return { arcs: 0, leftArcs: 0, length: 0, leftLength: 0 }
}

/** Adds the arcs of `tree` to `tally`. */
export function tallyDirection(tree: Tree, tally: DirectionTally): void {
  const { size, head } = tree
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (h <= 0) continue
    tally.arcs++
    tally.length += Math.abs(h - word)
    if (h < word) continue
    tally.leftArcs++
    tally.leftLength += h - word
  }
}

/** The share of arcs that point left, 0..1; 0 if there are no arcs. */
export function shareOfLeftArcs(tally: DirectionTally): number {
  return tally.arcs === 0 ? 0 : tally.leftArcs / tally.arcs
}

/** The share of arc length that points left, 0..1; 0 if there are no arcs. */
export function shareOfLeftLength(tally: DirectionTally): number {
  return tally.length === 0 ? 0 : tally.leftLength / tally.length
}

export function betterDirection(tally: DirectionTally): Direction {
  return shareOfLeftLength(tally) > LEFT_ABOVE ? 'left' : 'right'
}
