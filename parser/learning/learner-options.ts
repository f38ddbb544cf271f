/** The options of the learners, their defaults, and what a model file has of them. */
import type { Solver } from 'liblinear-wasm'
import type { ModelForm } from '../model/classifiers.ts'
import type { SystemTraits } from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'

export interface LearnerOptions {
  /** LIBLINEAR learns from the static oracle's choices; the perceptron learns while it parses. */
  readonly learner: 'liblinear' | 'perceptron'
  /** LIBLINEAR: the number of the solver. */
  readonly solver: Solver
  /** LIBLINEAR: the cost of errors, above 0. Default: 0.1, of factored models 0.05. */
  readonly C?: number
  /** LIBLINEAR: labelled or factored models. Default: `betterForm` of the system. */
  readonly form?: ModelForm
  /** LIBLINEAR: `small` leaves out weights that hardly matter. Default: `small`. */
  readonly size?: ModelSize
  /** Perceptron: the number of passes through the sentences, at least 1. */
  readonly epochs: number
  /** Perceptron without a beam: derivations follow its own choices, which takes a dynamic oracle. Default: false. */
  readonly exploration?: boolean
  /** The width of the beam that the perceptron learns with and `parse` uses, 1 to 1024. Default: 1, greedy. */
  readonly beam?: number
  /** Perceptron with a beam: the number of parts that learn apart, see sharded-perceptron.ts. Default: 1. */
  readonly shards?: number
  /** Perceptron with a beam: the number of members of the ensemble, see sharded-perceptron.ts. Default: 1. */
  readonly ensemble?: number
  /** Perceptron: trees to select the best epoch. Label ids of the training corpus, or -1. Default: the last epoch. */
  readonly development?: Corpus
  /** The seed of everything that is random: a whole number. */
  readonly seed: number
  /** Called as training goes on. */
  readonly onProgress?: (progress: TrainProgress) => void
  /** Ends the training, which then throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** A report on the progress of a training. */
export interface TrainProgress {
  /** `collect`: features are collected; `solve`: LIBLINEAR solves a classifier; `epoch`: the perceptron ended an epoch. */
  readonly step: 'collect' | 'solve' | 'epoch'
  /** How far the step is, as text for people. */
  readonly detail: string
  /** The share of the epochs that are done, 0..1; undefined in other steps. */
  readonly share?: number
  /** The stage of a longer training, as text for people: `stage 2 of 8, tagger`. Default: it has one stage. */
  readonly stage?: string
}

/**
 * The form of the models. Default: labelled for the perceptron; for LIBLINEAR the better one on English EWT (rb:
 * labelled 85.9, factored 86.0 LAS; arc-eager-unshift: 85.3, 84.9). Throws RangeError for a factored perceptron.
 */
export function modelFormOf(
  { betterForm = 'labelled' }: SystemTraits,
  { learner, form }: Pick<LearnerOptions, 'learner' | 'form'>,
): ModelForm {
  if (learner === 'liblinear') return form ?? betterForm
  if (form === 'factored') throw new RangeError('the perceptron learns labelled models, not factored ones')
  return 'labelled'
}

/**
 * A treebank with fewer words is small: each weight matters more, and accuracy more than speed. Greedy right-branching
 * parsers then relabel, which gains 0.2 to 3 LAS and halves their speed.
 */
export const SMALL_TREEBANK = 100_000

/**
 * Smaller absolute weights are left out. `small` halves models of English EWT at the same LAS on dev. For small
 * treebanks the limit of `small` is in proportion to their words (Hungarian Szeged: +0.6 LAS, Turkish IMST: +0.7).
 */
const LEAST_WEIGHT = Object.freeze({
  small: { labelled: 0.011, factored: 0.02 },
  full: { labelled: 0, factored: 0 },
})
export type ModelSize = keyof typeof LEAST_WEIGHT
export const DEFAULT_SIZE: ModelSize = 'small'

/** LIBLINEAR's costs, chosen on dev of English EWT. */
const COST = Object.freeze({ labelled: 0.1, factored: 0.05 })

/** The options of LIBLINEAR with their defaults filled in. */
export function linearOptions(
  system: SystemTraits,
  options: LearnerOptions,
  words = SMALL_TREEBANK,
): { readonly form: ModelForm; readonly C: number; readonly least: number } {
  const form = modelFormOf(system, options)
  const { C = COST[form], size = DEFAULT_SIZE } = options
  return { form, C, least: LEAST_WEIGHT[size][form] * Math.min(1, words / SMALL_TREEBANK) }
}

/**
 * The perceptron's margins, in steps by which it moves a weight: by how much right transitions have to score higher
 * than wrong ones; with a beam, for each wrong arc. Hypotheses of systems with reductions within a step have equally many
 * arcs, and their margin hardly matters. Those of other systems do not, and need a smaller one (arc-eager, beam 4, 2,000
 * sentences of English EWT: LAS 78.4, with 100 72.2).
 */
export function marginOf({ reductionType }: SystemTraits, { beam = 1 }: LearnerOptions): number {
  return beam > 1 && reductionType !== undefined ? 100 : 10
}

/** The epoch (from 0) and the probability of following the own choice (Goldberg & Nivre 2012, section 5). */
export const EXPLORATION = Object.freeze({ from: 1, probability: 0.9 })

/** The facts of the learner in a model file. */
export function learnerMetadata(
  system: SystemTraits,
  options: LearnerOptions,
): Record<string, string | number | boolean> {
  const { learner, solver, epochs, seed, beam = 1, development, size = DEFAULT_SIZE } = options
  if (learner === 'liblinear') {
    const { C } = linearOptions(system, options)
    return { learner, solver, C, size, seed }
  }
  const margin = marginOf(system, options)
  const shared = { learner, epochs, margin, seed, selected: development !== undefined }
  const { shards = 1, ensemble = 1 } = options
  const parts = Object.entries({ shards, ensemble }).filter(([, count]) => count > 1)
  if (beam > 1) return { ...shared, beam, update: 'max-violation', ...Object.fromEntries(parts) }
  const { from, probability } = EXPLORATION
  return { ...shared, exploration: options.exploration ? `${probability} from epoch ${from + 1}` : 'none' }
}
