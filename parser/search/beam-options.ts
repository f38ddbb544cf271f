/** What a search with a beam is told, and what it counts. */
import type { Configuration } from '../core/configuration.ts'
import type { Transition } from '../core/transition-system.ts'

/** How much searches did. */
export interface SearchCounts {
  steps: number
  hypotheses: number
}

/** What a beam adds to the scores of transitions that take a label. */
export interface Costs {
  /** The cost of a transition under every label but the free one, at least 0, in the unit of the scores. */
  readonly cost: number
  /** The label under which a transition of this type costs nothing in `c`; -1 if it costs under every label. */
  freeLabel(c: Configuration, type: number): number
}

/** A transition for a configuration if the models know none of its `allowed` types. */
export type Fallback = (c: Configuration, allowed: number) => Transition

/** The widest beam there may be. */
export const widestBeam = 1024

/** Throws RangeError if `width` is not the width of a beam. */
export function checkBeam(width: number): void {
  if (Number.isInteger(width) && width >= 1 && width <= widestBeam) return
  throw new RangeError(`a beam of ${width}, expected a whole number from 1 to ${widestBeam}`)
}

/** What a search by a beam may be told. */
export interface BeamOptions {
  readonly fallback?: Fallback
  /** Above 0: scores are log probabilities at it, for greedily trained models. Default: 0, scores are sums. */
  readonly temperature?: number
}

/** Which hypotheses a search gives up before its width makes it. */
export interface Pruning {
  /** A hypothesis is given up if it scores this much less than the best one. */
  readonly margin: number
  /**
   * A reduction is not followed if the configuration behind it scores this much less than the best candidate. To its score
   * are added, because they tell what comes behind it, `reductionWeight` times the score of the reduction, and
   * `deficitWeight` times how much more than the best hypothesis this one scores (at most 0).
   */
  readonly reach: number
  readonly reductionWeight: number
  readonly deficitWeight: number
}

export const NO_PRUNING: Pruning = Object.freeze({
  margin: Infinity,
  reach: Infinity,
  reductionWeight: 0,
  deficitWeight: 0,
})
