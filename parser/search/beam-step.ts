/**
 * What the hypotheses of a beam have in common at each step, so that their scores compare.
 *
 * In right-branching parsing every word is attached by one transition, after any number of reductions; hypotheses that
 * have read the same words compare, whatever their reductions. A step attaches a word at one of the places on the right
 * spine. In arc-eager parsing hypotheses that have made the same number of transitions compare (Zhang & Clark 2008;
 * Zhang & Nivre 2011), and those that have ended wait for the others.
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
