/** The fastest scorer that this machine can run. */
import { kernelScorer } from './kernel/scorer.ts'
import { StateScorer, type ClassScorer, type StateWeights } from './scorer.ts'

export function classScorer(weights: StateWeights, kinds: number): ClassScorer {
  return kernelScorer(weights, kinds) ?? new StateScorer(weights, kinds)
}
