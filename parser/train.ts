/** Training, from a corpus of trees to a model. */
import { createEncoding, type Encoding, type NonProjective } from '../transform/encoding.ts'
import type { Symbols } from '../transform/symbols.ts'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../transform/direction.ts'
import { checkBeam } from './search/beam-options.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, type TemplateSet } from './features/templates.ts'
import type { Corpus } from './learning/corpus.ts'
import { defaultLabels, mostFrequentRootLabel } from './learning/default-labels.ts'
import { learnByLiblinear, learnByPerceptron, type Learned } from './learning/learn.ts'
import {
  learnerFacts,
  modelFormOf,
  type LearnerOptions,
  type TrainProgress,
} from './learning/learner-options.ts'
import { trainClassifier, type ClassifierTask } from './learning/liblinear.ts'
import { learnRelabelling } from './learning/relabeller-training.ts'
import { runRounds, type Rounds } from './learning/rounds.ts'
import { labelledScore } from './learning/selection.ts'
import {
  shardLearner as learnerOfShards,
  type ShardResult,
  type ShardTask,
} from './learning/sharded-perceptron.ts'
import { countTransitions, TrainingSet, type TrainingData } from './learning/training-set.ts'
import type { Labelling } from './labelling/relabeller.ts'
import { relabellingTemplates } from './labelling/arc-templates.ts'
import { checkFacts, checkPrintable } from './model/model-header.ts'
import type { Model, ModelHeader } from './model/model.ts'
import { registered } from './registry.ts'
import type { ClassifierWeights } from './model/weights.ts'
import { Sentence } from './core/sentence.ts'
import type { TransitionSystem } from './core/transition-system.ts'

export type { TrainProgress }

export interface TrainOptions extends LearnerOptions {
  /** The name of a system of the registry. */
  readonly system: string
  readonly templates: TemplateSet
  /** Whether exactly one word hangs on the artificial root. */
  readonly singleRoot: boolean
  /**
   * The direction of the transform, of right-branching systems. `auto`: left if more than 60 % of the length of all arcs
   * points left, else right.
   */
  readonly direction: 'right' | 'left' | 'auto'
  /** What happens to trees that are not projective. */
  readonly nonProjective: NonProjective
  /**
   * `early`: labels come with the transitions; `late`: finished trees are relabelled. Default: `late` for right-branching
   * systems with a beam, else `early`.
   */
  readonly labelling?: Labelling
  /** Facts for the header of the model, such as the name of the treebank. Default: none. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** The result of training. */
export interface Trained {
  readonly model: Model
  readonly statistics: TrainStatistics
}

/** Counts of a training. */
export interface TrainStatistics {
  /** The sentences that were learned from. */
  readonly sentences: number
  /** The sentences that were left out, since their trees are not projective. */
  readonly skipped: number
  /** The sentences whose trees were projectivized. */
  readonly projectivized: number
  /** The choices that were learned from, of all classifiers but the one that relabels. */
  readonly instances: number
  /** The features of the same classifiers; of LIBLINEAR, before rare ones are left out. */
  readonly features: number
  /** The classes of the same classifiers. */
  readonly classes: number
}

/**
 * Trains a model on `corpus`, whose trees have label ids of `labels`. Adds lifted labels to `labels` and freezes it.
 *
 * @throws RangeError for an unknown system, bad templates or options, a corpus without sentences to learn from, or,
 *   if options.nonProjective is `error`, a tree that is not projective; the signal's reason
 */
export function train(corpus: Corpus, labels: Symbols, options: TrainOptions): Trained {
  const prepared = prepareAll(corpus, labels, options)
  if (options.learner === 'perceptron') {
    const rounds = trainPerceptronInRounds(corpus, labels, options, prepared)
    return runRounds(rounds, learnerOfShards(prepared.data, options))
  }
  const onPass = (name: string, pass: number, violation: number): void =>
    options.onProgress?.({
      step: 'solve',
      detail: `${name}: pass ${pass}, violation ${violation.toPrecision(3)}`,
    })
  const watch = { onPass, signal: options.signal }
  const rounds = trainLinearInRounds(corpus, labels, options, prepared)
  return runRounds(rounds, (task) => trainClassifier(task, watch))
}

/** As `train` with LIBLINEAR, in rounds: the caller solves the classifiers, with `trainClassifier`. Throws as `train`. */
export function* trainLinearInRounds(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  prepared = prepareAll(corpus, labels, options),
): Rounds<ClassifierTask, ClassifierWeights, Trained> {
  return trainedOf(prepared, options, yield* learnByLiblinear(prepared.data, options))
}

/** As `train` with the perceptron, in rounds: the caller learns from the shards, with `shardLearner`. Throws as `train`. */
export function* trainPerceptronInRounds(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  prepared = prepareAll(corpus, labels, options),
): Rounds<ShardTask, ShardResult, Trained> {
  const { data, model } = prepared
  const { development, exploration } = options
  const scoreOf =
    development &&
    ((classifiers: readonly ClassifierWeights[]) => labelledScore({ ...model, classifiers }, development))
  const { name, settings } = data.system
  const dynamicOracle = exploration ? registered(name).dynamicOracle?.(settings) : undefined
  return trainedOf(prepared, options, yield* learnByPerceptron(data, options, { dynamicOracle, scoreOf }))
}

/** A function that learns from shards for `trainPerceptronInRounds` of the same corpus, labels and options. */
export function shardLearner(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
): (task: ShardTask) => ShardResult {
  return learnerOfShards(prepare(corpus, labels, options).data, options)
}

/** All that a model takes but the weights of its classifiers. */
interface Prepared {
  readonly data: TrainingData
  readonly encoding: Encoding
  readonly model: Omit<Model, 'classifiers'>
}

function trainedOf({ data, encoding, model }: Prepared, options: TrainOptions, learned: Learned): Trained {
  const { classifiers, instances, features } = learned
  const { projective, projectivized, skipped } = encoding.counts
  const statistics: TrainStatistics = {
    sentences: projective + projectivized,
    skipped,
    projectivized,
    instances,
    features,
    classes: classifiers.reduce((sum, { transitions }) => sum + transitions.length, 0),
  }
  const training = { ...options.facts, ...learnerFacts(data.system, options), ...statistics }
  return { model: { ...model, classifiers, header: { ...model.header, training } }, statistics }
}

/** As `prepare`, with the classifier that relabels finished trees, if the model has one. */
function prepareAll(corpus: Corpus, labels: Symbols, options: TrainOptions): Prepared {
  const prepared = prepare(corpus, labels, options)
  const { relabelling } = prepared.model.header
  if (!relabelling) return prepared
  options.onProgress?.({ step: 'collect', detail: `labels of ${corpus.size} trees` })
  const relabeller = learnRelabelling(corpus, relabelling, options.seed, options)
  return { ...prepared, model: { ...prepared.model, relabeller } }
}

function prepare(corpus: Corpus, labels: Symbols, options: TrainOptions): Prepared {
  checkBeam(options.beam ?? 1)
  checkFacts(options.facts ?? {})
  for (const label of labels.texts()) checkPrintable(label, 'the label')
  const system = registered(options.system).make({ singleRoot: options.singleRoot })
  const transforms = system.family === 'right-branching'
  if (!transforms && options.direction === 'left')
    throw new RangeError(`${options.system} has no direction, expected right or auto`)
  const direction = transforms ? directionOf(corpus, options.direction) : 'right'
  const encoding = createEncoding({ labels, nonProjective: options.nonProjective, direction, transforms })
  const set = new TrainingSet(corpus, (tree) => encoding.encode(tree))
  if (set.size === 0) throw new RangeError('there is no sentence to train on')
  const compiled = compileTemplates(options.templates)
  const sentence = new Sentence({ tags: corpus.tags, mirrored: direction === 'left', used: compiled.used })
  labels.freeze()
  const counts = countTransitions({ system, set, sentence })
  const header: ModelHeader = {
    system: options.system,
    singleRoot: options.singleRoot,
    direction,
    form: modelFormOf(system.family, options),
    ...(labellingOf(system, options) === 'late' && { relabelling: relabellingTemplates }),
    nonProjective: options.nonProjective,
    tags: corpus.knownTags,
    templates: options.templates,
    beam: options.beam ?? 1,
    training: {},
  }
  const rootLabel = mostFrequentRootLabel(corpus)
  const defaults = defaultLabels(system, counts, rootLabel)
  const data = { system, set, sentence, counts, extractor: new FeatureExtractor(compiled) }
  return { data, encoding, model: { header, labels, defaults, rootLabel } }
}

function labellingOf({ family }: TransitionSystem, { labelling, beam = 1 }: TrainOptions): Labelling {
  return labelling ?? (family === 'right-branching' && beam > 1 ? 'late' : 'early')
}

function directionOf(corpus: Corpus, direction: TrainOptions['direction']): Direction {
  if (direction !== 'auto') return direction
  const tally = directionTally()
  for (let i = 0; i < corpus.size; i++) tallyDirection(corpus.tree(i), tally)
  return betterDirection(tally)
}
