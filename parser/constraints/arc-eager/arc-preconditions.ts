/**
 * The preconditions of arc-eager parsing under arc constraints (Nivre, Goldberg & McDonald 2014, Figure 2). With i the
 * stack top, j the front of the buffer, and for each word its constrained head ch and its leftmost and rightmost
 * constrained dependents lcd and rcd, a transition needs, in addition to the preconditions of the system:
 *
 *     left-arc(l)    ch(i) is j or there is none, l fits; rcd(i) < j
 *     right-arc(l)   ch(j) is i or there is none, l fits; j has its constrained left dependents
 *     reduce         rcd(i) < j
 *     shift          ch(j) is right of j or there is none; j has its constrained left dependents
 *
 * A left-arc also needs a j, and a right-arc an i, that is no leaf.
 *
 * The figure allows a right-arc to j although ch(j) is still in the buffer (constraint 3→2: shift, right-arc, reduce,
 * left-arc derives 1→2 and 3→1). Left dependents are attached from right to left, so j has all of them when the latest
 * one, which its node holds, is lcd(j) or left of it. After the end of the input nothing is forbidden.
 */
import { LEFT, NO_NODE, WORD, type Configuration } from '../../core/configuration.ts'
import { LEFT_ARC_BIT, REDUCE_BIT, RIGHT_ARC_BIT, SHIFT_BIT } from '../../systems/arc-eager-family.ts'
import type { ArcTables } from '../arc-tables.ts'

/** The transition types of `allowed` that the arcs permit. The buffer must not be empty. */
export function allowedByArcs(arcs: ArcTables, configuration: Configuration, allowed: number): number {
  const { nodes, top, next, front: j } = configuration
  const i = top === NO_NODE ? 0 : nodes[top + WORD]
  let left = allowed
  if (arcs.leaf[j] === 1) left &= ~LEFT_ARC_BIT
  if (arcs.leaf[i] === 1) left &= ~RIGHT_ARC_BIT
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
