/**
 * What the transitions of a search cost while it is learned from: each arc that is not gold, head, label and mark, the
 * same. Added to the scores, the costs make the hypotheses that a gold derivation has to beat those that are wrong in
 * much, and it has to beat them by as much as they are wrong (Taskar, Guestrin & Koller 2003; Tsochantaridis et al.
 * 2005): the perceptron learns with a margin.
 */
import type { Costs } from '../beam/beam.ts'
import { WORD, type Configuration } from '../configuration.ts'
import type { TransitionSystem } from '../system.ts'
import { LEFT_ARC } from '../systems/arc-eager-family.ts'
import { RIGHT_ARC as RIGHT_ARC_OF_RB } from '../systems/rb.ts'
import type { Tree } from '../../transform/tree.ts'

/** No label: the arc is wrong under each. */
const NONE = -1

/** The costs of arcs that `gold` does not have. */
export function arcCosts(system: TransitionSystem, cost: number, gold: Tree): Costs {
  const rightArc = (c: Configuration, mark: number): number => {
    const word = c.front
    const isGold = gold.head[word] === c.nodes[c.top + WORD] && gold.mark[word] === mark
    return isGold ? gold.label[word] : NONE
  }
  if (system.family === 'right-branching') {
    return { cost, goldLabel: (c, kind) => rightArc(c, kind - RIGHT_ARC_OF_RB) }
  }
  const leftArc = (c: Configuration): number => {
    const word = c.nodes[c.top + WORD]
    const head = gold.head[word] === 0 ? gold.size + 1 : gold.head[word]
    return head === c.front ? gold.label[word] : NONE
  }
  return { cost, goldLabel: (c, kind) => (kind === LEFT_ARC ? leftArc(c) : rightArc(c, 0)) }
}
