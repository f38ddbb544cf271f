/**
 * Dynamic oracles (Goldberg & Nivre 2012) compute the cost of each transition in *any* configuration, also after errors, so
 * that training can follow the transitions of the parser (training with exploration, Goldberg & Nivre 2013).
 *
 * The loss of a configuration is the number of gold arcs that the best derivation from it does not build. The cost of a
 * transition is the increase of the loss; at least one transition has the cost 0. Labels can be chosen freely, so the
 * loss does not depend on them. The cost is 1 higher for a gold arc with a wrong label. For an arc that is not gold,
 * the gold arc of the dependent is lost with any label, so labels do not change the cost.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'

export interface DynamicOracle {
  /** By transition type: the cost of an allowed type, in gold arcs. `weigh` writes it. */
  readonly costs: Int32Array
  /** By transition type: the label of the gold arc that an allowed type adds; -1 if the type adds no gold arc. */
  readonly labels: Int32Array
  /** Sets the gold tree, which must be projective and derivable by the system. Linear in its size. */
  begin(gold: Tree): void
  /**
   * Computes `costs` and `labels` for the `allowed` transition types of `configuration`. Returns the mask of the types with
   * the lowest cost; this cost is 0 if the system can derive the gold tree.
   */
  weigh(configuration: Configuration, allowed: number): number
}

/** The mask of the types with the lowest cost in a non-empty mask of types. */
export function cheapest(costs: Int32Array, allowed: number): number {
  let lowestCost = 0
  let mask = 0
  for (let rest = allowed; rest !== 0; rest &= rest - 1) {
    const type = 31 - Math.clz32(rest & -rest)
    if (mask === 0 || costs[type] < lowestCost) {
      lowestCost = costs[type]
      mask = 1 << type
    } else if (costs[type] === lowestCost) {
      mask |= 1 << type
    }
  }
  return mask
}
