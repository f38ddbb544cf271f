/**
 * What the hypotheses of a beam have in common at each step, so that their scores compare: in right-branching parsing
 * the words read, since each is attached by one transition after any number of reductions; in arc-eager parsing the
 * number of transitions (Zhang & Clark 2008; Zhang & Nivre 2011), and those that have ended wait for the others.
 */
import type { TransitionSystem } from '../core/transition-system.ts'
import { REDUCE } from '../systems/right-branching-family.ts'

/** No kind: every transition is a step. */
export const NO_REDUCTION = -1

const reductionTypes: Record<TransitionSystem['family'], number> = {
  'right-branching': REDUCE,
  'arc-eager': NO_REDUCTION,
}

/** The kind, without label, that may be repeated within a step: it climbs the spine. NO_SPINE where there is none. */
export function reductionTypeOf(system: TransitionSystem): number {
  return reductionTypes[system.family]
}
