/**
 * The dynamic oracle of arc-eager parsing without Unshift (Goldberg & Nivre 2012, section 4). If each of several gold arcs is
 * still reachable, all of them are reachable in one derivation, so the cost of a transition is the number of gold arcs
 * that it makes unreachable. With i the stack top, j the front of the buffer, and g(w) the gold head of w, these are:
 *
 *     left-arc    dependents of i from j on, and g(i) after j
 *     right-arc   g(j) on the stack below i or after j, and words on the stack without a head whose gold head is j
 *     reduce      dependents of i from j on
 *     shift       g(j) on the stack, and words on the stack without a head whose gold head is j
 *
 * The oracle is for both positions of the root. A root at the right end is after every j. With a root at the left end, a
 * dependent of the root can remain without a head at the end of the input, as if the root were at the right end. The
 * costs are the same, except that a right-arc from the root is gold. (A word without a head at the end counts as correct:
 * it gets the label of the root.)
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, HEAD, WORD } from '../core/node-fields.ts'
import * as Type from '../systems/arc-eager-family.ts'
import { cheapest, type DynamicOracle } from './dynamic.ts'
import { GoldArcs } from './gold-arcs.ts'

/** A dynamic oracle for `arc-eager` and `arc-eager-root`. */
export function arcEagerDynamicOracle(): DynamicOracle {
  const gold = new GoldArcs()
  const costs = new Int32Array(4)
  const labels = new Int32Array(4).fill(-1)

  function weigh(configuration: Configuration, allowed: number): number {
    const { nodes, top, front: j } = configuration
    const root = gold.size + 1
    const i = nodes[top + WORD]
    gold.moveTo(j)
    if (allowed & (Type.LEFT_ARC_BIT | Type.REDUCE_BIT)) {
      const head = gold.head[i] || root
      costs[Type.REDUCE] = gold.ahead[i]
      costs[Type.LEFT_ARC] = gold.ahead[i] + (head > j ? 1 : 0)
      labels[Type.LEFT_ARC] = head === j ? gold.label[i] : -1
    }
    if (allowed & (Type.SHIFT_BIT | Type.RIGHT_ARC_BIT)) {
      const head = gold.head[j] || root
      const isGold = gold.head[j] === i
      const stackArcCount = weighStack(configuration, gold, j)
      costs[Type.SHIFT] = stackArcCount
      costs[Type.RIGHT_ARC] = isGold ? 0 : stackArcCount + (head > j ? 1 : 0)
      labels[Type.RIGHT_ARC] = isGold ? gold.label[j] : -1
    }
    return cheapest(costs, allowed)
  }

  return Object.freeze({ costs, labels, begin: (tree: Tree) => gold.begin(tree), weigh })
}

/** The number of reachable gold arcs between j and words on the stack, except word 0. */
function weighStack(configuration: Configuration, gold: GoldArcs, j: number): number {
  const { nodes } = configuration
  const head = gold.head[j]
  const lowestWord = head > 0 && head < gold.leftmost[j] ? head : gold.leftmost[j]
  let count = 0
  for (let node = configuration.top; nodes[node + WORD] >= lowestWord; node = nodes[node + BELOW]) {
    const word = nodes[node + WORD]
    if (word === head || (gold.head[word] === j && nodes[node + HEAD] === -1)) count++
  }
  return count
}
