/**
 * The preconditions of arc-eager parsing under demanded arcs (Nivre, Goldberg & McDonald 2014, Figure 2). With i the
 * stack top, j the front of the buffer, and for each word its demanded head ch and its leftmost and rightmost demanded
 * dependents lcd and rcd, they are beside those of the system:
 *
 *     left-arc(l)    ch(i) is j or open, l fits; rcd(i) < j
 *     right-arc(l)   ch(j) is i or open, l fits; j has its demanded left dependents
 *     reduce         rcd(i) < j
 *     shift          ch(j) is right of j or open; j has its demanded left dependents
 *
 * The figure lets a right-arc give j another head than a demanded one that is still in the buffer (3→2 demanded: shift,
 * right-arc, reduce, left-arc derives 1→2 and 3→1); "ch(j) is i" is what its text means.
 *
 * Left dependents come from the right to the left, so that j has all of them as soon as its latest, which its node
 * knows, is the leftmost demanded one or lies left of it. When the input has ended, all demanded arcs are there, and
 * nothing is forbidden any more.
 */
import { LEFT, NO_NODE, WORD, type Configuration } from '../core/configuration.ts'
import { LEFT_ARC_BIT, REDUCE_BIT, RIGHT_ARC_BIT, SHIFT_BIT } from '../systems/arc-eager-family.ts'
import type { ArcTables } from './arcs.ts'

/** What the demanded arcs leave of `allowed`, the kinds allowed otherwise, while there is a front of the buffer. */
export function allowedByArcs(arcs: ArcTables, configuration: Configuration, allowed: number): number {
  const { nodes, top, next, front: j } = configuration
  const i = top === NO_NODE ? 0 : nodes[top + WORD]
  let left = allowed
  if (arcs.rightmost[i] >= j) left &= ~(LEFT_ARC_BIT | REDUCE_BIT)
  if (arcs.head[i] !== -1 && arcs.head[i] !== j) left &= ~LEFT_ARC_BIT
  if (arcs.leftmost[j] < j) {
    const latest = nodes[next + LEFT]
    if (latest === -1 || latest > arcs.leftmost[j]) left &= ~(SHIFT_BIT | RIGHT_ARC_BIT)
  }
  const head = arcs.head[j]
  if (head !== -1) {
    if (head < j) left &= ~SHIFT_BIT
    if (head !== i) left &= ~RIGHT_ARC_BIT
  }
  return left
}
