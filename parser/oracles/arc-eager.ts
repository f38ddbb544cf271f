/**
 * The dynamic oracle of arc-eager parsing without Unshift (Goldberg & Nivre 2012, section 4). Every gold arc that can
 * still be reached can be reached together with all others that can, so a transition costs the gold arcs that it
 * puts out of reach. With i the stack top, j the front of the buffer, g(w) the gold head of w:
 *
 *     left-arc    dependents of i at or behind j, and g(i) behind j
 *     right-arc   g(j) on the stack below i or behind j, and words on the stack without a head whose gold head is j
 *     reduce      dependents of i at or behind j
 *     shift       g(j) on the stack, and words on the stack without a head whose gold head is j
 *
 * It serves both roots. A root at the right end, R, lies behind every j. And a word that hangs on a root at the left
 * can wait for that as a leftover when the input ends, just as if the root lay there; its cost is the same, but that
 * a right-arc from the root is gold. (Leftovers count as right: they are labelled as roots mostly are.)
 */
import type { Tree } from '../../transform/tree.ts'
import { BELOW, HEAD, WORD, type Configuration } from '../core/configuration.ts'
import {
  LEFT_ARC,
  LEFT_ARC_BIT,
  REDUCE,
  REDUCE_BIT,
  RIGHT_ARC,
  RIGHT_ARC_BIT,
  SHIFT,
  SHIFT_BIT,
} from '../systems/arc-eager-family.ts'
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
    if (allowed & (LEFT_ARC_BIT | REDUCE_BIT)) {
      const head = gold.head[i] || root
      costs[REDUCE] = gold.ahead[i]
      costs[LEFT_ARC] = gold.ahead[i] + (head > j ? 1 : 0)
      labels[LEFT_ARC] = head === j ? gold.label[i] : -1
    }
    if (allowed & (SHIFT_BIT | RIGHT_ARC_BIT)) {
      const head = gold.head[j] || root
      const isGold = gold.head[j] === i
      const onStack = weighStack(configuration, gold, j)
      costs[SHIFT] = onStack
      costs[RIGHT_ARC] = isGold ? 0 : onStack + (head > j ? 1 : 0)
      labels[RIGHT_ARC] = isGold ? gold.label[j] : -1
    }
    return cheapest(costs, allowed)
  }

  return Object.freeze({ costs, labels, begin: (tree: Tree) => gold.begin(tree), weigh })
}

/** How many gold arcs connect j with words on the stack that may still be its head or its dependents; 0 left out. */
function weighStack(configuration: Configuration, gold: GoldArcs, j: number): number {
  const { nodes } = configuration
  const head = gold.head[j]
  const lowest = head > 0 && head < gold.leftmost[j] ? head : gold.leftmost[j]
  let count = 0
  for (let node = configuration.top; nodes[node + WORD] >= lowest; node = nodes[node + BELOW]) {
    const word = nodes[node + WORD]
    if (word === head || (gold.head[word] === j && nodes[node + HEAD] === -1)) count++
  }
  return count
}
