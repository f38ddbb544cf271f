/**
 * A beam that learns adds a cost to each wrong arc, so that the gold derivation wins by a margin (Taskar, Guestrin &
 * Koller 2003; Tsochantaridis et al. 2005). An arc is right if its head, label and mark are.
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
