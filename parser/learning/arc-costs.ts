/**
 * What the transitions of a search cost while it is learned from: each arc that is not gold, head, label and mark, the
 * same. Added to the scores, the costs make the hypotheses that a gold derivation has to beat those that are wrong in
 * much, and it has to beat them by as much as they are wrong (Taskar, Guestrin & Koller 2003; Tsochantaridis et al.
 * 2005): the perceptron learns with a margin.
 */
import type { Costs } from '../beam/beam.ts'
import type { TransitionSystem } from '../system.ts'
import { dependentOf, headOf, markOf } from '../systems/arcs.ts'
import type { Tree } from '../../transform/tree.ts'

/** No label: the arc is wrong under each. */
const NONE = -1

/** The costs of arcs that `gold` does not have. */
export function arcCosts({ family }: TransitionSystem, cost: number, gold: Tree): Costs {
  return {
    cost,
    goldLabel: (c, kind) => {
      const word = dependentOf(family, c, kind)
      const isGold = gold.head[word] === headOf(family, c, kind) && gold.mark[word] === markOf(family, kind)
      return isGold ? gold.label[word] : NONE
    },
  }
}
