/**
 * The costs of arcs that the gold tree does not have. A beam adds them to the scores while it learns, so that the gold
 * derivation has to beat a hypothesis by a margin for each of its wrong arcs (Taskar, Guestrin & Koller 2003;
 * Tsochantaridis et al. 2005). An arc is right if its head, label and mark are those of the gold tree.
 */
import type { Costs } from '../search/beam-options.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { dependentOf, headOf, markOf } from '../systems/arcs.ts'
import type { Tree } from '../../transform/tree.ts'

/** The costs of a search for `gold`, a tree as the system derives it; each wrong arc costs `cost`. */
export function arcCosts({ family }: TransitionSystem, gold: Tree, cost: number): Costs {
  return {
    cost,
    freeLabel: (c, type) => {
      const word = dependentOf(family, c, type)
      const isGold = gold.head[word] === headOf(family, c, type) && gold.mark[word] === markOf(family, type)
      return isGold ? gold.label[word] : -1
    },
  }
}
