/** The learners by their names: from the trees of a training set to the weights of each prediction model. */
import type { Solver } from 'liblinear-wasm'
import { classifiersOf, type ModelForm } from '../model/classifiers.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import type { Model } from '../model/model.ts'
import type { DynamicOracle } from '../oracles/dynamic.ts'
import { registered } from '../registry.ts'
import { EIGHT_BITS, MOST_OF_EIGHT_BITS, type ClassifierWeights } from '../model/weights.ts'
import type { Sentence } from '../core/sentence.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'
import {
  classifierTask,
  collectInstances,
  trainClassifier,
  type ClassifierTask,
  type Watch,
} from './liblinear.ts'
import type { TransitionCounts } from './transition-counts.ts'
import { exploration, staticOracle, trainPerceptron } from './perceptron.ts'
import type { BeamPerceptronOptions } from './perceptron-beam.ts'
import { beamLearner, trainBeamPerceptron } from './perceptron-epochs.ts'
import { Best, labelledScore } from './selection.ts'
import type { Epochs, ShardLearner } from './shards.ts'
import type { TrainingSet } from './training-set.ts'

export interface LearnerOptions {
  readonly learner: 'liblinear' | 'perceptron'
  /** LIBLINEAR's number, cost (what suits the decision where absent), tolerance (its own where absent), and bias (none where absent or negative). */
  readonly solver: Solver
  readonly C?: number
  readonly eps?: number
  readonly bias?: number
  /** Whether the label of a transition is chosen with its kind or after it; what suits the learner where absent. */
  readonly form?: ModelForm
  /** How much of what LIBLINEAR learned is kept; `full` where absent. */
  readonly size?: ModelSize
  readonly epochs: number
  /** Of the perceptron: derivations follow its own choices, as the system's dynamic oracle makes possible. */
  readonly exploration?: boolean
  /** The width of the beam that the perceptron learns with and that `parse` searches with; 1, greedy, where absent. */
  readonly beam?: number
  /** Of the perceptron with a beam: into how many shards the sentences are dealt; 1 where absent. See shards.ts. */
  readonly shards?: number
  /** Of the perceptron: the epoch that does best on these trees is kept. Their label ids are the corpus's, or -1. */
  readonly development?: Corpus
  readonly seed: number
  readonly onProgress?: (progress: TrainProgress) => void
  readonly signal?: AbortSignal
}

/**
 * Margins of the perceptron, in steps by which it moves a weight: by how much what is right has to score higher than what
 * is wrong; with a beam, for each wrong arc. Chosen on development sets. A search over arc-eager parsing has to have a smaller one: with 3 epochs of 2,000
 * sentences of en_ewt and a beam of 4, LAS 78.4 where 100 gives 72.2; all of tr_imst, 51.2 and 44.1. Right-branching
 * parsing, whose hypotheses have made as many arcs as each other, hardly minds: 78.4 and 78.1, 54.4 and 54.3.
 */
const margins = Object.freeze({
  greedy: 10,
  beam: Object.freeze({ 'right-branching': 100, 'arc-eager': 10 }),
})

/** Where training stands: what it does, and how far it has come in a number that means something there. */
export interface TrainProgress {
  readonly step: 'collect' | 'solve' | 'epoch'
  readonly detail: string
}

/** What is learned from. */
export interface Task {
  readonly system: TransitionSystem
  readonly set: TrainingSet
  readonly extractor: FeatureExtractor
  readonly sentence: Sentence
  readonly counts: readonly TransitionCounts[]
  /** The model that these weights make, to be tried on trees. */
  modelOf(classifiers: ClassifierWeights[]): Model
}

export interface Learned {
  /** By classifier. */
  readonly classifiers: ClassifierWeights[]
  readonly instances: number
  readonly features: number
}

/** Epoch by epoch, where there are any. @throws RangeError for options that make no sense together; the signal's reason */
export function* learn(task: Task, options: LearnerOptions): Epochs<Learned> {
  if (options.learner === 'perceptron') return yield* learnByPerceptron(task, options)
  return learnByLiblinear(task, options)
}

/** What learns from shards for `learn`, which hands them out. */
export function shardLearnerOf(
  { system, set, extractor, sentence }: Task,
  options: LearnerOptions,
): ShardLearner {
  return beamLearner(system, set, extractor, sentence, beamOptions(system, options))
}

function beamOptions(system: TransitionSystem, options: LearnerOptions): BeamPerceptronOptions {
  const { epochs, seed, beam = 1, signal } = options
  return { epochs, seed, beam, signal, margin: marginOf(system, options), shards: shardsOf(options) }
}

function* learnByPerceptron(task: Task, options: LearnerOptions): Epochs<Learned> {
  const { system, set, extractor, sentence, counts } = task
  const { epochs, beam = 1, exploration: explores = false, development } = options
  if (beam > 1 && explores) throw new RangeError('exploration is for greedy training, without a beam')
  const best = new Best<ClassifierWeights[]>()
  const onEpoch = (epoch: number, accuracy: number, average: () => ClassifierWeights[]): void => {
    const what = beam > 1 ? 'sentences' : 'choices'
    let detail = `epoch ${epoch + 1} of ${epochs}: ${(100 * accuracy).toFixed(2)} % of the ${what} right`
    if (development) {
      const classifiers = average()
      const score = labelledScore(task.modelOf(classifiers), development)
      best.offer(score, () => classifiers)
      detail += `, LAS ${(100 * score).toFixed(2)} on dev`
    }
    options.onProgress?.({ step: 'epoch', detail })
  }
  const shared = { ...beamOptions(system, options), onEpoch }
  const oracle = explores ? dynamicOracleOf(system) : staticOracle(system)
  const last =
    beam > 1
      ? yield* trainBeamPerceptron(system, set, extractor, counts, shardLearnerOf(task, options), shared)
      : trainPerceptron(system, set, extractor, sentence, counts, oracle, { ...shared, explores })
  const classifiers = best.value ?? last
  return {
    classifiers,
    instances: counts.reduce((sum, c) => sum + [...c.values()].reduce((a, b) => a + b, 0), 0),
    features: classifiers.reduce((sum, { keys }) => sum + keys.length, 0),
  }
}

function marginOf({ family }: TransitionSystem, { beam = 1 }: LearnerOptions): number {
  return beam > 1 ? margins.beam[family] : margins.greedy
}

function shardsOf({ shards = 1, beam = 1 }: LearnerOptions): number {
  if (!Number.isInteger(shards) || shards < 1) throw new RangeError(`${shards} shards, expected 1 or more`)
  if (shards > 1 && beam === 1) throw new RangeError('shards are for the perceptron with a beam')
  return shards
}

function dynamicOracleOf({ name, settings }: TransitionSystem): DynamicOracle {
  const oracle = registered(name).dynamicOracle?.(settings)
  if (oracle) return oracle
  throw new RangeError(`no dynamic oracle is known for ${name}: it cannot be trained with exploration`)
}

/**
 * Classifiers that are asked at a glance are to settle what is easy, and to be small: rare features and classes are for
 * those behind them.
 */
const AT_A_GLANCE = Object.freeze({ largest: EIGHT_BITS, classes: 32, cutoff: 8, least: 0.02 })

function learnByLiblinear(task: Task, options: LearnerOptions): Learned {
  options.onProgress?.({ step: 'collect', detail: `features of ${task.set.size} sentences` })
  const { tasks, learnedOf } = classifierTasks(task, options)
  const onPass: Watch['onPass'] = (name, pass, violation) =>
    options.onProgress?.({
      step: 'solve',
      detail: `${name}: pass ${pass}, violation ${violation.toPrecision(3)}`,
    })
  return learnedOf(tasks.map((one) => trainClassifier(one, { onPass, signal: options.signal })))
}

/** What LIBLINEAR has to learn, apart for each classifier, and what comes of their weights. */
export interface ClassifierTasks<Outcome> {
  readonly tasks: readonly ClassifierTask[]
  learnedOf(classifiers: ClassifierWeights[]): Outcome
}

export function classifierTasks(
  { system, set, extractor, sentence }: Task,
  options: LearnerOptions,
): ClassifierTasks<Learned> {
  const { solver, eps, bias, seed, size = 'full' } = options
  const form = modelFormOf(system.family, options)
  const classifiers = classifiersOf(system, form, extractor.compiled.set)
  const { names, firstStage } = classifiers
  const collected = collectInstances(system, classifiers, set, extractor, sentence)
  const [C, least] = [options.C ?? COST[form], LEAST[size][form]]
  const tasks = collected.map((instances, i) => {
    const isSmall = form === 'factored' && instances.transitions.length <= MOST_OF_EIGHT_BITS
    const largest = isSmall ? EIGHT_BITS : undefined
    const quick = firstStage > 0 && i >= firstStage ? AT_A_GLANCE : undefined
    const settings = { solver, C, eps, bias, seed, least, largest, ...quick }
    return classifierTask(names[i], instances, extractor.compiled.most + 1, settings)
  })
  const instances = tasks.reduce((sum, { labels }) => sum + labels.length, 0)
  const features = tasks.reduce((sum, { keys }) => sum + keys.length, 0)
  return { tasks, learnedOf: (classifiers) => ({ classifiers, instances, features }) }
}

/**
 * How a model decides where nothing is said: the perceptron's jointly, since it learns from whole transitions; those of
 * LIBLINEAR as did better on the development set of en_ewt (LAS of rb jointly 85.9, stepwise 86.0; of
 * arc-eager-unshift 85.3 and 84.9).
 */
export function modelFormOf(
  family: TransitionSystem['family'],
  { learner, form }: Pick<LearnerOptions, 'learner' | 'form'>,
): ModelForm {
  if (learner === 'liblinear') return form ?? (family === 'right-branching' ? 'factored' : 'labelled')
  if (form === 'factored') throw new RangeError('the perceptron learns labelled models, not factored ones')
  return 'labelled'
}

/**
 * The weights that a model of a size does without: in `small` those too small to matter. Of English EWT that leaves
 * less than half of the model, for the same LAS on dev.
 */
const LEAST = Object.freeze({
  small: { labelled: 0.011, factored: 0.02 },
  full: { labelled: 0, factored: 0 },
})
export type ModelSize = keyof typeof LEAST

/** LIBLINEAR's cost where nothing is said, chosen on the same set. */
const COST = Object.freeze({ labelled: 0.1, factored: 0.05 })

/** What a model file says of its learner. */
export function learnerFacts(
  system: TransitionSystem,
  options: LearnerOptions,
): Record<string, string | number | boolean> {
  const { learner, solver, eps = 'default', bias = -1, epochs, seed, beam = 1, development } = options
  const { size = 'full' } = options
  const { C = COST[modelFormOf(system.family, options)] } = options
  if (learner === 'liblinear') return { learner, solver, C, eps, bias, size, seed }
  const shared = {
    learner,
    epochs,
    margin: marginOf(system, options),
    seed,
    selected: development !== undefined,
  }
  if (beam > 1) return { ...shared, beam, update: 'max-violation', ...shardFact(options) }
  const { from, probability } = exploration
  return { ...shared, exploration: options.exploration ? `${probability} from epoch ${from + 1}` : 'none' }
}

/** One shard is as if there were none, and goes without saying. */
function shardFact(options: LearnerOptions): { readonly shards?: number } {
  const shards = shardsOf(options)
  return shards > 1 ? { shards } : {}
}
