/** Trains a model on a corpus of trees. */
import { createEncoding, type Encoding } from '../transform/encoding.ts'
import type { Direction } from '../transform/direction.ts'
import { planSteps } from '../transform/steps/plan.ts'
import { Symbols } from '../transform/symbols.ts'
import type { Tree } from '../transform/tree.ts'
import { trainMembers, type TrainedMembers } from './options/committee.ts'
import { Kernel } from './scoring/kernel/kernel.ts'
import type { Corpus } from './learning/corpus.ts'
import { defaultLabels, mostFrequentRootLabel } from './learning/default-labels.ts'
import { measureConfidences } from './learning/confidences.ts'
import { chooseDirection, sampleTraining } from './learning/direction-choice.ts'
import { learnByLiblinear, learnByPerceptron, type Learned } from './learning/learn.ts'
import { learnerMetadata, modelFormOf, type TrainProgress } from './learning/learner-options.ts'
import { completeTrees } from './learning/partial-trees.ts'
import { fitToTreebank, withoutXpos } from './learning/treebank-fit.ts'
import { trainClassifier, type ClassifierTask, type Watch } from './learning/liblinear.ts'
import { learnRelabelling, relabellingFor, relabels } from './learning/relabeller-training.ts'
import { runRounds, type Rounds } from './learning/rounds.ts'
import { labelledScore } from './learning/selection.ts'
import { shardLearner, type ShardResult, type ShardTask } from './learning/sharded-perceptron.ts'
import { countTransitions, TrainingSet, type TrainingData } from './learning/training-set.ts'
import { checkFacts, checkPrintable } from './model/model-header.ts'
import type { Model, ModelHeader } from './model/model.ts'
import type { ClassifierWeights } from './core/classifier-weights.ts'
import { countPairs } from './learning/norm-counts.ts'
import { dynamicOracles } from './oracles/dynamic-oracles.ts'
import { compileFor, registered } from './registry.ts'
import { ParserSentence } from './core/sentence.ts'
import { checkTraining, type TrainOptions } from './options/training.ts'

export type { TrainOptions, TrainProgress }

/** Options that fit a treebank; see {@link fitTraining}. */
export interface FittedOptions extends TrainOptions {
  readonly direction: Direction
}

export interface Trained {
  readonly model: Model
  readonly statistics: TrainStatistics
}

export interface TrainStatistics {
  /** The number of sentences used for training. */
  readonly sentences: number
  /** The number of sentences left out because their trees are not projective. */
  readonly skipped: number
  /** The number of sentences whose trees were projectivized. */
  readonly projectivized: number
  /** The number of training instances of all classifiers except the relabeller. */
  readonly instances: number
  /** The number of features of these classifiers; for LIBLINEAR, before rare features are left out. */
  readonly features: number
  /** The number of classes of these classifiers. */
  readonly classes: number
}

/**
 * Trains a model on `treebank`, whose trees have label ids of `labels`; adds lifted labels to `labels` and freezes it. Trees
 * can be partial (learning/partial-trees.ts). Throws RangeError for invalid templates or options, for a corpus without
 * usable sentences and, if options.nonProjective is `error`, for a tree that is not projective. If the signal aborts, throws
 * its reason.
 */
export function train(treebank: Corpus, labels: Symbols, given: TrainOptions): Trained {
  const { corpus, options } = completeTrees(treebank, labels, given)
  const rounds = trainMembers<Trained>(corpus, labels, options)
  return committeeOf(runRounds(rounds, (task) => trainMember(task.corpus, task.labels, task.options)))
}

/** The model of a committee or of a single parser. The statistics of a committee are sums over the members. */
export function committeeOf({ members, trial }: TrainedMembers<Trained>): Trained {
  const [first, ...others] = members
  if (others.length === 0) return first
  const { statistics } = first
  const sum = (name: 'instances' | 'features' | 'classes'): number =>
    others.reduce((all, other) => all + other.statistics[name], statistics[name])
  const { labels } = first.model
  if (others.some(({ model }) => model.labels.texts().join(' ') !== labels.texts().join(' ')))
    throw new RangeError('the members of a committee encode trees differently')
  const confidences = trial && measureConfidences(committeeOf(trial).model, trial.heldOut)
  return {
    model: {
      ...first.model,
      header: { ...first.model.header, ...(confidences && { confidences }) },
      helpers: others.map(({ model: { norms: _norms, ...model } }) => ({ ...model, labels })),
    },
    statistics: {
      ...statistics,
      instances: sum('instances'),
      features: sum('features'),
      classes: sum('classes'),
    },
  }
}

/** Trains one parser. */
function trainMember(treebank: Corpus, labels: Symbols, given: TrainOptions): Trained {
  const { corpus, options } = fitTraining(treebank, labels, given)
  const prepared = prepareWithRelabelling(corpus, labels, options)
  if (options.learner === 'perceptron')
    return runRounds(trainPerceptronInRounds(prepared, options), shardLearner(prepared.data, options))
  const { signal, onProgress } = options
  return runRounds(trainLinearInRounds(prepared, options), (task, index, round) => {
    const onPass: Watch['onPass'] = (pass, violation, share) =>
      onProgress?.({
        step: 'solve',
        detail: `${task.name}: pass ${pass}, violation ${violation.toPrecision(3)}`,
        share: (index + share) / round.length,
      })
    return trainClassifier(task, { onPass, signal })
  })
}

/** Trains with LIBLINEAR in rounds: the caller trains the classifiers with `trainClassifier`. Throws as `train`. */
export function* trainLinearInRounds(
  prepared: Prepared,
  options: FittedOptions,
): Rounds<ClassifierTask, ClassifierWeights, Trained> {
  return trainedOf(prepared, options, yield* learnByLiblinear(prepared.data, options))
}

/** Trains with the perceptron in rounds: the caller trains on the shards with `shardLearner`. Throws as `train`. */
export function* trainPerceptronInRounds(
  prepared: Prepared,
  options: FittedOptions,
): Rounds<ShardTask, ShardResult, Trained> {
  const { data, model } = prepared
  const { development, exploration } = options
  const scoreOf =
    development &&
    ((classifiers: readonly ClassifierWeights[]) => labelledScore({ ...model, classifiers }, development))
  const { name, settings } = data.system
  const oracle = exploration ? registered(name).dynamicOracle : undefined
  const dynamicOracle = oracle && (typeof oracle === 'function' ? oracle : dynamicOracles[oracle])(settings)
  return trainedOf(prepared, options, yield* learnByPerceptron(data, options, { dynamicOracle, scoreOf }))
}

/** Everything a model contains except the classifier weights. */
export interface Prepared {
  readonly data: TrainingData
  readonly encoding: Encoding
  readonly model: Omit<Model, 'classifiers'>
}

function trainedOf({ data, encoding, model }: Prepared, options: TrainOptions, learned: Learned): Trained {
  const { classifiers, instances, features } = learned
  const { projective, projectivized, skipped } = encoding.counts
  const sentences = projective + projectivized
  const classes = classifiers.reduce((sum, { transitions }) => sum + transitions.length, 0)
  const statistics = { sentences, skipped, projectivized, instances, features, classes }
  const training = { ...options.facts, ...learnerMetadata(data.system, options), ...statistics }
  return { model: { ...model, classifiers, header: { ...model.header, training } }, statistics }
}

/** Calls `prepare` and, if the model has a relabeller, trains it. */
export function prepareWithRelabelling(corpus: Corpus, labels: Symbols, options: FittedOptions): Prepared {
  const prepared = prepare(corpus, labels, options)
  const { relabelling } = prepared.model.header
  if (!relabelling) return prepared
  options.onProgress?.({ step: 'collect', detail: `labels of ${corpus.size} trees` })
  const treeOf = (index: number): Tree => prepared.encoding.recode(corpus.tree(index))
  const relabeller = learnRelabelling(corpus, treeOf, relabelling, options)
  return { ...prepared, model: { ...prepared.model, relabeller } }
}

/** Encodes the trees of a corpus and counts their transitions. Throws RangeError as `train`. */
export function prepare(corpus: Corpus, labels: Symbols, options: FittedOptions): Prepared {
  checkTraining(options)
  checkFacts(options.facts ?? {})
  for (const label of labels.texts()) checkPrintable(label, 'the label')
  const system = registered(options.system).make({ singleRoot: options.singleRoot })
  const { transformsTrees: transforms = false } = system
  const { direction, nonProjective } = options
  const steps = options.steps === undefined ? [] : planSteps(options.steps).steps
  const projective = !system.nonProjective
  const encoding = createEncoding({ labels, nonProjective, direction, transforms, projective, steps })
  const set = new TrainingSet(corpus, (tree) => encoding.encode(tree))
  if (set.size === 0) throw new RangeError('there is no sentence to train on, expected one at least')
  const compiled = compileFor(options.system, options.templates)
  const sentence = new ParserSentence({
    tags: corpus.tags,
    mirrored: direction === 'left',
    used: compiled.used,
  })
  labels.freeze()
  const counts = countTransitions({ system, set, sentence })
  const relabelling = relabels(system, corpus, options) ? relabellingFor(compiled) : undefined
  const header: ModelHeader = {
    system: options.system,
    singleRoot: options.singleRoot,
    direction,
    form: modelFormOf(system, options),
    ...(relabelling && { relabelling }),
    nonProjective,
    ...(steps.length > 0 && { steps }),
    tags: corpus.knownTags,
    templates: options.templates,
    beam: options.beam ?? 1,
    training: {},
  }
  const rootLabel = mostFrequentRootLabel(corpus)
  const defaults = defaultLabels(system, counts, rootLabel)
  const data = { system, set, sentence, counts, extractor: Kernel.extractor(compiled) }
  const { clusters } = corpus
  const facts = { header, labels, defaults, rootLabel, norms: countPairs(corpus, labels.size) }
  return { data, encoding, model: { ...facts, ...(clusters && { clusters }) } }
}

/**
 * The corpus and the options of a training, with templates that fit the treebank and a definite direction. For the
 * direction `auto`, parsers of the default system are trained on a sample of the corpus, which takes about a second.
 */
export function fitTraining(
  treebank: Corpus,
  labels: Symbols,
  given: TrainOptions,
): { readonly corpus: Corpus; readonly options: FittedOptions } {
  const { adaptive } = given.templates
  // Relabelling trades speed for accuracy. So does the use of all features in one stage: +0.2 LAS on small treebanks.
  const usesOneStage = adaptive && relabels(registered(given.system).traits, treebank, given)
  const chosenTemplates = usesOneStage ? { ...given.templates, firstStage: undefined } : given.templates
  const { corpus, templates, facts } = fitToTreebank(treebank, chosenTemplates)
  const { development } = given
  const fittedDevelopment =
    development && corpus.tags !== development.tags ? withoutXpos(development) : development
  const options = { ...given, templates, development: fittedDevelopment, facts: { ...facts, ...given.facts } }
  const { direction, system, singleRoot, seed, signal, steps } = options
  if (direction !== 'auto') return { corpus, options: { ...options, direction } }
  if (!registered(system).traits.transformsTrees)
    return { corpus, options: { ...options, direction: 'right' } }
  options.onProgress?.({ step: 'collect', detail: 'both directions, on a sample' })
  const sampleOptions = { ...sampleTraining, singleRoot, seed, signal, steps }
  const trainOn = (part: Corpus, side: Direction): Model =>
    train(part, new Symbols(labels.texts()), { ...sampleOptions, direction: side }).model
  const choice = chooseDirection(corpus, trainOn)
  const allFacts = { ...choice.facts, ...options.facts }
  return { corpus, options: { ...options, direction: choice.direction, facts: allFacts } }
}
