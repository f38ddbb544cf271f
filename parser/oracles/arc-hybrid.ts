/**
 * The dynamic oracle of arc-hybrid parsing (Goldberg & Nivre 2013, section 3). If each of several gold arcs is still
 * reachable, all of them are reachable in one derivation, so the cost of a transition is the number of gold arcs that it
 * makes unreachable. With i the word below the stack top, j the stack top, k the front of the buffer, and g(w) the gold
 * head of w, these are:
 *
 *     shift       g(k) on the stack below j, and words on the stack whose gold head is k
 *     left-arc    dependents of j from k on, and g(j) = i or after k
 *     right-arc   dependents of j from k on, and g(j) from k on
 *
 * The artificial root is after every k. With a single root, only the lowest word of the stack can still depend on it. So a
 * shift onto other words makes the gold arc from the root to k unreachable; for the other words it is unreachable already.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, NO_NODE, WORD } from '../core/node-fields.ts'
import { LEFT_ARC, RIGHT_ARC, SHIFT } from '../systems/arc-hybrid.ts'
import { cheapest, type DynamicOracle } from './dynamic.ts'
import { GoldArcs } from './gold-arcs.ts'

/** A dynamic oracle for `arc-hybrid`. */
export function arcHybridDynamicOracle(singleRoot: boolean): DynamicOracle {
  const gold = new GoldArcs()
  const costs = new Int32Array(3)
  const labels = new Int32Array(3).fill(-1)

  function weigh({ nodes, top, front: k, size }: Configuration, allowed: number): number {
    const root = size + 1
    gold.moveTo(k)
    const below = nodes[top + BELOW]
    const [i, j] = [nodes[below + WORD], nodes[top + WORD]]
    costs[SHIFT] = k < root && singleRoot && j > 0 && gold.head[k] === 0 ? 1 : 0
    for (let node = top; k < root && node !== NO_NODE; node = nodes[node + BELOW]) {
      const word = nodes[node + WORD]
      if (gold.head[word] === k || (gold.head[k] === word && node !== top)) costs[SHIFT]++
    }
    if (j > 0) {
      const isLost = singleRoot && i > 0 && gold.head[j] === 0
      const head = isLost ? -1 : gold.head[j] || root
      costs[LEFT_ARC] = gold.ahead[j] + (head === i || head > k ? 1 : 0)
      costs[RIGHT_ARC] = gold.ahead[j] + (head >= k ? 1 : 0)
      labels[LEFT_ARC] = head === k ? gold.label[j] : -1
      labels[RIGHT_ARC] = head === i ? gold.label[j] : -1
    }
    return cheapest(costs, allowed)
  }

  return Object.freeze({ costs, labels, begin: (tree: Tree) => gold.begin(tree), weigh })
}
