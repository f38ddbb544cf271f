/**
 * The right-branching parser of the paper (right-branching transformation, section 4). Every transition that can be applied
 * is allowed; the models, whose classes are the transitions of the training data, choose. The result can contain vestigial
 * arcs.
 *
 *     reduce           the buffer is not empty, s ≠ 0
 *     right-arc        the buffer is not empty (for every mark)
 */
import type { Configuration } from '../core/configuration.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import { rightBranchingFamily } from './right-branching-family.ts'

export function rightBranchingLearned(settings: Settings): TransitionSystem {
  return Object.freeze({ ...rightBranchingFamily, name: 'rb-learned', settings, allowed })
}

function allowed(c: Configuration): number {
  if (c.front > c.limit) return 0
  return c.height > 1 ? 0b1111 : 0b1110
}
