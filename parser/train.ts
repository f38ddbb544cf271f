/** Training, from a corpus of trees to a model. */
import { createEncoding, type Encoding, type NonProjective } from '../transform/encoding.ts'
import type { Symbols } from '../transform/symbols.ts'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../transform/direction.ts'
import { checkBeam } from './search/beam.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, type TemplateSet } from './features/templates.ts'
import type { Corpus } from './learning/corpus.ts'
import {
  classifierTasks,
  modelFormOf,
  learn,
  learnerFacts,
  shardLearnerOf,
  type ClassifierTasks,
  type Learned,
  type LearnerOptions,
  type Task,
} from './learning/learners.ts'
import { countTransitions, type TransitionCounts } from './learning/transition-counts.ts'
import { learnRelabelling } from './learning/relabelling.ts'
import { learnHere, type Epochs, type ShardLearner } from './learning/shards.ts'
import { TrainingSet } from './learning/training-set.ts'
import type { Labelling } from './labelling/labeller.ts'
import { relabellingTemplates } from './labelling/templates.ts'
import type { Model, ModelHeader } from './model/model.ts'
import { registered } from './registry.ts'
import type { ClassifierWeights } from './model/weights.ts'
import { Sentence } from './core/sentence.ts'
import { typeOf, labelOf, type TransitionSystem } from './core/transition-system.ts'

export type { TrainProgress } from './learning/learners.ts'

export interface TrainOptions extends LearnerOptions {
  /** A name of the registry. */
  readonly system: string
  readonly templates: TemplateSet
  readonly singleRoot: boolean
  /** `auto`: left where more than 60 % of the length of all arcs points left. */
  readonly direction: 'right' | 'left' | 'auto'
  readonly nonProjective: NonProjective
  /** When labels are chosen; `late` where a right-branching parser searches, else `early`, where absent. */
  readonly labelling?: Labelling
  /** Facts for the header, such as the name of the treebank. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** What came of training. */
export interface Trained {
  readonly model: Model
  readonly statistics: TrainStatistics
}

interface Prepared {
  readonly task: Task
  readonly encoding: Encoding
  readonly header: ModelHeader
}

export interface TrainStatistics {
  readonly sentences: number
  readonly skipped: number
  readonly projectivized: number
  readonly instances: number
  readonly features: number
  readonly classes: number
}

/**
 * Trains a model on `corpus`, whose trees have label ids of `labels`; lifted labels are added to it.
 *
 * @throws RangeError for an unknown system, bad templates or options, a corpus without sentences to learn from, or,
 *   where options.nonProjective is `error`, a tree that is not projective
 */
export function train(corpus: Corpus, labels: Symbols, options: TrainOptions): Trained {
  return learnHere(trainByEpochs(corpus, labels, options))
}

/** The same, where somebody else is to see to the epochs of those who learn by epochs in shards. Throws as `train`. */
export function* trainByEpochs(corpus: Corpus, labels: Symbols, options: TrainOptions): Epochs<Trained> {
  const prepared = prepareWhole(corpus, labels, options)
  return trainedOf(prepared, options, yield* learn(prepared.task, options))
}

/** The same of LIBLINEAR, where somebody else is to see to the classifiers. Throws as `train`. */
export function trainByClassifiers(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
): ClassifierTasks<Trained> {
  const prepared = prepareWhole(corpus, labels, options)
  const { tasks, learnedOf } = classifierTasks(prepared.task, options)
  return { tasks, learnedOf: (classifiers) => trainedOf(prepared, options, learnedOf(classifiers)) }
}

function trainedOf({ task, encoding, header }: Prepared, options: TrainOptions, learned: Learned): Trained {
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
  const training = { ...options.facts, ...learnerFacts(task.system, options), ...statistics }
  return { model: { ...task.modelOf(classifiers), header: { ...header, training } }, statistics }
}

/** What learns from shards as `trainByEpochs` of the same corpus, labels and options hands them out. Throws as `train`. */
export function shardLearner(corpus: Corpus, labels: Symbols, options: TrainOptions): ShardLearner {
  return shardLearnerOf(prepare(corpus, labels, options).task, options)
}

/** Everything but the learning of the classifiers: what labels finished trees is the same whatever becomes of those. */
function prepareWhole(corpus: Corpus, labels: Symbols, options: TrainOptions): Prepared {
  const { task, encoding, header } = prepare(corpus, labels, options)
  if (!header.relabelling) return { task, encoding, header }
  options.onProgress?.({ step: 'collect', detail: `labels of ${corpus.size} trees` })
  const labeller = learnRelabelling(corpus, header.relabelling, options.seed, options)
  const modelOf = (classifiers: ClassifierWeights[]): Model => ({ ...task.modelOf(classifiers), labeller })
  return { task: { ...task, modelOf }, encoding, header }
}

/** Everything but the learning. */
function prepare(corpus: Corpus, labels: Symbols, options: TrainOptions): Prepared {
  checkBeam(options.beam ?? 1)
  const system = registered(options.system).make({ singleRoot: options.singleRoot })
  const transforms = system.family === 'right-branching'
  if (!transforms && options.direction === 'left')
    throw new RangeError(`${options.system} has no direction, expected right or auto`)
  const direction = transforms ? directionOf(corpus, options.direction) : 'right'
  const encoding = createEncoding({ labels, nonProjective: options.nonProjective, direction, transforms })
  const set = new TrainingSet(corpus, (tree) => encoding.encode(tree))
  if (set.size === 0) throw new RangeError('there is no sentence to train on')
  const compiled = compileTemplates(options.templates)
  const extractor = new FeatureExtractor(compiled)
  const sentence = new Sentence({ tags: corpus.tags, mirrored: direction === 'left', used: compiled.used })
  labels.freeze()
  const counts = countTransitions(system, set, sentence)
  const header = {
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
  const modelOf = (classifiers: ClassifierWeights[]): Model => ({
    header,
    labels,
    defaults,
    rootLabel,
    classifiers,
  })
  return { task: { system, set, extractor, sentence, counts, modelOf }, encoding, header }
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

/** For each kind the label that it takes most often; that of roots only where there is no other. */
function defaultLabels(
  system: TransitionSystem,
  counts: readonly TransitionCounts[],
  rootLabel: number,
): Int32Array {
  const most = new Int32Array(system.transitionTypes.length)
  const labels = new Int32Array(system.transitionTypes.length).fill(rootLabel)
  for (const state of counts) {
    for (const [transition, count] of state) {
      const type = typeOf(transition)
      if (count <= most[type] || labelOf(transition) === rootLabel) continue
      most[type] = count
      labels[type] = labelOf(transition)
    }
  }
  return labels
}

function mostFrequentRootLabel(corpus: Corpus): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < corpus.size; i++) {
    const tree = corpus.tree(i)
    for (let word = 1; word <= tree.size; word++) {
      if (tree.head[word] === 0) counts.set(tree.label[word], (counts.get(tree.label[word]) ?? 0) + 1)
    }
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}
