/** The options of a search with a beam, and its counts. */
import type { Configuration } from '../core/configuration.ts'
import type { Transition } from '../core/transition-system.ts'
import { NODE_SIZE } from '../core/node-fields.ts'
import { widestBeam } from '../model/model.ts'

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

/** Throws RangeError if `width` is not the width of a beam. */
export function checkBeam(width: number): void {
  if (Number.isInteger(width) && width >= 1 && width <= widestBeam) return
  throw new RangeError(`a beam of ${width}, expected a whole number from 1 to ${widestBeam}`)
}

/** The options of a beam. */
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
   * A reduction is not followed if the configuration after it scores this much less than the best candidate. To its score
   * are added, because they predict what follows, `reductionWeight` times the score of the reduction, and
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

// How long a sentence may be, so that it is known before a search whether there is memory for it.

/** Bytes of nodes that a search may need in the worst case, half of what the kernel's memory may grow to. */
const MOST_BYTES = 2 ** 30
/**
 * Bytes of a word in one hypothesis: the node of the word. There are as many nodes again that are not taken back yet (see
 * registers.ts), and the arrays are up to twice as long as they have to be.
 */
const BYTES_OF_WORD = 4 * NODE_SIZE * 2 * 2

/** The longest sentence, in words, that a beam of this width searches; a beam of 1 is greedy parsing. */
export function longestSentence(beam: number): number {
  return Math.floor(MOST_BYTES / (BYTES_OF_WORD * beam))
}

/**
 * The widest beam that searches for different trees. Several derivations can end in one tree: those of Unshift with several
 * roots, four words and two labels, 6,208, end in 880 trees.
 */
const WIDEST_RANKED = 2 ** 15

/** The widest beam that searches a sentence of this many words for different trees. */
export function widestBeamFor(words: number): number {
  return Math.min(WIDEST_RANKED, Math.max(1, longestSentence(Math.max(1, words))))
}

/** A sentence is longer than the beam can search. */
export class SentenceLengthError extends RangeError {
  override readonly name = 'SentenceLengthError'

  constructor(words: number, beam: number) {
    const greedily = beam > 1 ? `; greedily, at most ${longestSentence(1)}` : ''
    super(
      `a sentence of ${words} words, expected at most ${longestSentence(beam)} with a beam of ${beam}${greedily}`,
    )
  }
}
