/**
 * Dynamic oracles (Goldberg & Nivre 2012): what each transition costs in *any* configuration, also where a parser has
 * erred before, so that training can follow the parser's own transitions (training with exploration, Goldberg & Nivre
 * 2013).
 *
 * The loss of a configuration is the number of gold arcs that even the best way on from it will lack. The cost of a
 * transition is by how much it raises the loss; some transition always costs nothing. Labels are free to choose for
 * every arc, so they do not enter the loss. They enter the cost of a transition *with* its label: that is one more
 * where the transition adds a gold arc under a wrong label ({@link labelledCost}). An arc that is not gold has cost its
 * dependent the gold arc, now or before, and costs the same under any label.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'

export interface DynamicOracle {
  /** By kind: what an allowed kind costs, in gold arcs, as of the last `weigh`. */
  readonly costs: Int32Array
  /** By kind: the label of the gold arc that an allowed kind adds; -1 where it adds none, and any label will do. */
  readonly labels: Int32Array
  /** Makes `gold`, a projective tree as the system can derive it, the one that counts. Linear in its size. */
  begin(gold: Tree): void
  /**
   * Fills `costs` and `labels` for the `allowed` kinds of `configuration` and returns the mask of those that cost
   * least: nothing, if `gold` was in the domain of the system.
   */
  weigh(configuration: Configuration, allowed: number): number
}

/** What `kind` costs with this label: gold heads and labels lost. */
export function labelledCost(oracle: DynamicOracle, type: number, label: number): number {
  const gold = oracle.labels[type]
  return oracle.costs[type] + (gold !== -1 && gold !== label ? 1 : 0)
}

/** The kinds of a non-empty mask that cost least. */
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
