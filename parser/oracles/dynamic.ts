/**
 * Dynamic oracles (Goldberg & Nivre 2012): the cost of each transition in *any* configuration, also after errors, so that
 * training can follow the transitions of the parser itself (training with exploration, Goldberg & Nivre 2013).
 *
 * The loss of a configuration is the number of gold arcs that even the best derivation from it does not build. The cost
 * of a transition is the increase of the loss; some transition always costs nothing. The label of an arc can be chosen
 * freely, so the loss does not depend on labels. A transition that adds a gold arc with a wrong label costs one more.
 * For an arc that is not gold the dependent has lost its gold arc, now or before, and every label costs the same.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'

export interface DynamicOracle {
  /** By transition type: the cost of an allowed type, in gold arcs, since the last `weigh`. */
  readonly costs: Int32Array
  /** By transition type: the label of the gold arc that an allowed type adds; -1 if it adds none, then labels do not matter. */
  readonly labels: Int32Array
  /** Sets the gold tree: a projective one that the system can derive. Linear in its size. */
  begin(gold: Tree): void
  /**
   * Computes `costs` and `labels` for the `allowed` transition types of `configuration`. Returns the mask of those with
   * the lowest cost, which is 0 if the system can derive the gold tree.
   */
  weigh(configuration: Configuration, allowed: number): number
}

/** The transition types of a non-empty mask that have the lowest cost. */
export function cheapest(costs: Int32Array, allowed: number): number {
  let least = 0
  let mask = 0
  for (let rest = allowed; rest !== 0; rest &= rest - 1) {
    const type = 31 - Math.clz32(rest & -rest)
    if (mask === 0 || costs[type] < least) {
      least = costs[type]
      mask = 1 << type
    } else if (costs[type] === least) {
      mask |= 1 << type
    }
  }
  return mask
}
