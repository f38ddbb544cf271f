/** The options of a search with a beam, and its counts. */
import type { Configuration } from '../core/configuration.ts'
import type { Transition } from '../core/transition-system.ts'
import { NODE_SIZE } from '../core/node-fields.ts'
import { widestBeam } from '../model/model.ts'

/** The number of steps of searches, and the number of hypotheses at their starts. */
export interface SearchCounts {
  steps: number
  hypotheses: number
}

/** The terms that a beam adds to the scores of labelled transitions. */
export interface Costs {
  /** The cost of a transition with any label except the free label; at least 0, in the unit of the scores. */
  readonly cost: number
  /** The label with which a transition of this type has no cost in `c`; -1 if there is none. */
  freeLabel(c: Configuration, type: number): number
}

/** Chooses a transition for a configuration if no class of the models has an `allowed` type. */
export type Fallback = (c: Configuration, allowed: number) => Transition

/** Throws RangeError if `width` is not the width of a beam. */
export function checkBeam(width: number): void {
  if (Number.isInteger(width) && width >= 1 && width <= widestBeam) return
  throw new RangeError(`a beam of ${width}, expected a whole number from 1 to ${widestBeam}`)
}

/** The options of a beam. */
export interface BeamOptions {
  readonly fallback?: Fallback
  /** Above 0: scores are log probabilities at this temperature, for greedily trained models. Default: 0 (scores are sums). */
  readonly temperature?: number
}

/** The hypotheses that a search drops before its width requires it. */
export interface Pruning {
  /** A hypothesis is dropped if its score is this much below the best score. */
  readonly margin: number
  /**
   * A reduction is not followed if the score of the configuration after it is this much below the best candidate. Two terms,
   * which predict later scores, are added to its score: `reductionWeight` times the score of the reduction, and
   * `deficitWeight` times the difference between the scores of this hypothesis and the best one (at most 0).
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

/**
 * Pruning for models that were trained with a beam, whose scores are sums. LAS on dev (beam 8, 8 epochs) and the number of
 * scored configurations per word, compared with searches that follow all reductions: English EWT 88.49 (8.1) and 88.40
 * (14.8), French Sequoia 89.98 (9.6) and 90.03 (23.1). A `reductionWeight` of 1: 88.51 (9.1) and 90.00 (10.9), Greek GDT 87.28
 * (12.8) in place of 87.27 (11.3). A weight of 4 drops hypotheses with many reductions: 88.48 (7.1), 89.26 (8.3), 87.04 (9.8).
 */
export const SUM_PRUNING: Pruning = Object.freeze({
  margin: 2,
  reach: 9,
  reductionWeight: 2,
  deficitWeight: 2,
})

// The maximum sentence length, so that a search starts only if there is enough memory for it.

/** The maximum number of bytes of nodes in a search: half of the maximum memory of the kernel. */
const MAX_NODE_BYTES = 2 ** 30
/**
 * The number of bytes of a word in one hypothesis: the node of the word, times 2 for nodes that are not freed yet
 * (registers.ts), times 2 for the capacity of the arrays.
 */
const BYTES_PER_WORD = 4 * NODE_SIZE * 2 * 2

/** The maximum number of words of a sentence for a beam of this width. A beam of 1 is greedy parsing. */
export function longestSentence(beam: number): number {
  return Math.floor(MAX_NODE_BYTES / (BYTES_PER_WORD * beam))
}

/**
 * The maximum width of a beam that searches for different trees. Several derivations can end in one tree: for Unshift with
 * several roots, four words and two labels, 6,208 derivations end in 880 trees.
 */
const MAX_RANKING_WIDTH = 2 ** 15

/** The maximum width of a beam that searches for different trees of a sentence of this length. */
export function widestBeamFor(words: number): number {
  return Math.min(MAX_RANKING_WIDTH, Math.max(1, longestSentence(Math.max(1, words))))
}

/** The error for a sentence that is too long for the beam. */
export class SentenceLengthError extends RangeError {
  override readonly name = 'SentenceLengthError'

  constructor(words: number, beam: number) {
    const greedily = beam > 1 ? `; greedily, at most ${longestSentence(1)}` : ''
    super(
      `a sentence of ${words} words, expected at most ${longestSentence(beam)} with a beam of ${beam}${greedily}`,
    )
  }
}
