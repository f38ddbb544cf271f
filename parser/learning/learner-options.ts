/** The options of the learners, their defaults, and their metadata in model files. */
import type { Solver } from 'liblinear-wasm'
import type { ModelForm } from '../features/classifiers.ts'
import type { SystemTraits } from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'

export interface LearnerOptions {
  /** LIBLINEAR learns from choices of the static oracle; the perceptron learns while it parses. */
  readonly learner: 'liblinear' | 'perceptron'
  /** LIBLINEAR: the number of the solver. */
  readonly solver: Solver
  /** LIBLINEAR: the cost of errors, above 0. Default: 0.1, of factored models 0.05. */
  readonly C?: number
  /** LIBLINEAR: the stopping tolerance, above 0. Default: that of the solver. */
  readonly eps?: number
  /** LIBLINEAR: the value of a feature that every instance has; negative for none. Default: -1. */
  readonly bias?: number
  /** LIBLINEAR: labelled or factored models. Default: `betterForm` of the system. */
  readonly form?: ModelForm
  /**
   * `small` and `smallest` leave out weights with little effect (LIBLINEAR) or features with such weights (perceptron with a
   * beam). Default: `small`.
   */
  readonly size?: ModelSize
  /** Perceptron: the number of passes through the sentences, at least 1. */
  readonly epochs: number
  /** Perceptron without a beam: derivations follow the choices of the perceptron; requires a dynamic oracle. Default: false. */
  readonly exploration?: boolean
  /** The width of the beam that the perceptron learns with and `parse` uses, 1 to 1024. Default: 1, greedy. */
  readonly beam?: number
  /** Perceptron with a beam: the number of shards (sharded-perceptron.ts). Default: 1. */
  readonly shards?: number
  /** Perceptron with a beam: the number of members of the ensemble (sharded-perceptron.ts). Default: 1. */
  readonly ensemble?: number
  /** Perceptron: trees to select the best epoch. Label ids of the training corpus, or -1. Default: the last epoch. */
  readonly development?: Corpus
  /** The seed of everything that is random: a whole number. */
  readonly seed: number
  /** Called with reports during training. */
  readonly onProgress?: (progress: TrainProgress) => void
  /** Aborts the training, which then throws the reason of the signal. */
  readonly signal?: AbortSignal
}

/** A report on the progress of a training. */
export interface TrainProgress {
  /** `collect`: features are collected; `solve`: LIBLINEAR solves a classifier; `epoch`: the perceptron ended an epoch. */
  readonly step: 'collect' | 'solve' | 'epoch'
  /** The state of the step, as text for users. */
  readonly detail: string
  /** The completed share of the epochs, or of the classifiers (estimated), 0..1; undefined while features are collected. */
  readonly share?: number
  /** The stage of a longer training, as text for users: `stage 2 of 8, tagger`. Default: there is one stage. */
  readonly stage?: string
}

/**
 * The form of the models. Default: labelled for the perceptron; for LIBLINEAR, the form with the higher LAS on English EWT
 * (rb: labelled 85.9, factored 86.0; arc-eager-unshift: 85.3, 84.9). Throws RangeError for a factored perceptron.
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
 * A treebank with fewer words is small: each weight has more effect, and accuracy is more important than speed. Greedy
 * right-branching parsers of small treebanks relabel, which gains 0.2 to 3 LAS and halves their speed.
 */
export const SMALL_TREEBANK = 100_000

/**
 * Smaller absolute weights are left out. `small` halves models of English EWT at the same LAS on dev. For small
 * treebanks, the limits are proportional to the number of words (Hungarian Szeged: +0.6 LAS, Turkish IMST: +0.7). French
 * Sequoia, gold tags: with `small` 1.28 MB and 88.35 LAS, with `smallest` 0.97 MB and 88.24.
 */
const MIN_WEIGHT = Object.freeze({
  smallest: { labelled: 0.022, factored: 0.04 },
  small: { labelled: 0.011, factored: 0.02 },
  full: { labelled: 0, factored: 0 },
})
export type ModelSize = keyof typeof MIN_WEIGHT
export const DEFAULT_SIZE: ModelSize = 'small'

/** The costs of LIBLINEAR, chosen on dev of English EWT. */
const COST = Object.freeze({ labelled: 0.1, factored: 0.05 })

/** The options of LIBLINEAR with their defaults filled in. */
export function linearOptions(
  system: SystemTraits,
  options: LearnerOptions,
  words = SMALL_TREEBANK,
): { readonly form: ModelForm; readonly C: number; readonly bias: number; readonly least: number } {
  const form = modelFormOf(system, options)
  const { C = COST[form], bias = -1, size = DEFAULT_SIZE } = options
  return { form, C, bias, least: MIN_WEIGHT[size][form] * Math.min(1, words / SMALL_TREEBANK) }
}

/**
 * The margin of the perceptron: the minimum difference between the scores of correct and wrong transitions; with a beam, for
 * each wrong arc. The unit is the change of a weight by one update. In systems with reductions within a step, hypotheses
 * have the same number of arcs, and the margin has little effect. Other systems require a smaller margin (arc-eager, beam
 * 4, 2,000 sentences of English EWT: LAS 78.4; with a margin of 100, 72.2).
 */
export function marginOf({ reductionType }: SystemTraits, { beam = 1 }: LearnerOptions): number {
  return beam > 1 && reductionType !== undefined ? 100 : 10
}

/** The first epoch (from 0) with exploration, and its probability at each choice (Goldberg & Nivre 2012, section 5). */
export const EXPLORATION = Object.freeze({ from: 1, probability: 0.9 })

/** The metadata of the learner in a model file. */
export function learnerMetadata(
  system: SystemTraits,
  options: LearnerOptions,
): Record<string, string | number | boolean> {
  const {
    learner,
    solver,
    eps = 'default',
    epochs,
    seed,
    beam = 1,
    development,
    size = DEFAULT_SIZE,
  } = options
  if (learner === 'liblinear') {
    const { C, bias } = linearOptions(system, options)
    return { learner, solver, C, eps, bias, size, seed }
  }
  const margin = marginOf(system, options)
  const shared = { learner, epochs, margin, seed, selected: development !== undefined }
  const { shards = 1, ensemble = 1 } = options
  const parts = Object.entries({ shards, ensemble }).filter(([, count]) => count > 1)
  if (beam > 1)
    return {
      ...shared,
      beam,
      update: 'max-violation',
      ...Object.fromEntries(parts),
      ...(size !== DEFAULT_SIZE && { size }),
    }
  const { from, probability } = EXPLORATION
  return { ...shared, exploration: options.exploration ? `${probability} from epoch ${from + 1}` : 'none' }
}
