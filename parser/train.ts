/** Training, from a corpus of trees to a model. */
import type { Solver } from 'liblinear-wasm'
import { createEncoding, type NonProjective } from '../transform/encoding.ts'
import type { Symbols } from '../transform/symbols.ts'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../transform/direction.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, type TemplateSet } from './features/templates.ts'
import type { Corpus } from './learning/corpus.ts'
import { collectInstances, trainState } from './learning/liblinear.ts'
import { staticOracle, trainPerceptron } from './learning/perceptron.ts'
import { countMoves, type MoveCounts } from './learning/moves.ts'
import { TrainingSet } from './learning/training-set.ts'
import type { Model } from './model.ts'
import { registered } from './registry.ts'
import type { StateWeights } from './scorer.ts'
import { Sentence, type Tags } from './sentence.ts'
import { kindOf, labelOf, type TransitionSystem } from './system.ts'

export interface TrainOptions {
  /** A name of the registry. */
  readonly system: string
  readonly templates: TemplateSet
  readonly singleRoot: boolean
  /** `auto`: left where more than 60 % of the length of all arcs points left. */
  readonly direction: 'right' | 'left' | 'auto'
  readonly nonProjective: NonProjective
  readonly learner: 'liblinear' | 'perceptron'
  /** LIBLINEAR's number, cost, tolerance (its own default where absent), and bias (none where absent or negative). */
  readonly solver: Solver
  readonly C: number
  readonly eps?: number
  readonly bias?: number
  readonly epochs: number
  readonly seed: number
  /** Facts for the header, such as the name of the treebank. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
  readonly onProgress?: (progress: TrainProgress) => void
  readonly signal?: AbortSignal
}

/** Where training stands: what it does, and how far it has come in a number that means something there. */
export interface TrainProgress {
  readonly step: 'collect' | 'solve' | 'epoch'
  readonly detail: string
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
export function train(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
): { model: Model; statistics: TrainStatistics } {
  const system = registered(options.system).make({ singleRoot: options.singleRoot })
  const transforms = system.family === 'right-branching'
  const direction = transforms ? directionOf(corpus, options.direction) : 'right'
  const encoding = createEncoding({ labels, nonProjective: options.nonProjective, direction, transforms })
  const set = new TrainingSet(corpus, (tree) => encoding.encode(tree))
  if (set.size === 0) throw new RangeError('there is no sentence to train on')
  const compiled = compileTemplates(options.templates)
  const extractor = new FeatureExtractor(compiled)
  const sentence = new Sentence({ tags: corpus.tags, mirrored: direction === 'left', used: compiled.used })
  const counts = countMoves(system, set, sentence)
  const { states, instances, features } = learn(system, set, extractor, sentence, counts, options)
  const { projective, projectivized, skipped } = encoding.counts
  const statistics: TrainStatistics = {
    sentences: projective + projectivized,
    skipped,
    projectivized,
    instances,
    features,
    classes: states.reduce((sum, state) => sum + state.moves.length, 0),
  }
  const header = {
    system: options.system,
    singleRoot: options.singleRoot,
    direction,
    nonProjective: options.nonProjective,
    tags: corpus.tags as Tags,
    templates: options.templates,
    beam: 1,
    training: {
      ...options.facts,
      learner: options.learner,
      ...(options.learner === 'liblinear'
        ? { solver: options.solver, C: options.C, eps: options.eps ?? 'default', bias: options.bias ?? -1 }
        : { epochs: options.epochs }),
      seed: options.seed,
      ...statistics,
    },
  } as const
  const defaults = defaultLabels(system, counts)
  const rootLabel = mostFrequentRootLabel(corpus)
  return { model: { header, labels: labels.freeze(), defaults, rootLabel, states }, statistics }
}

function directionOf(corpus: Corpus, direction: TrainOptions['direction']): Direction {
  if (direction !== 'auto') return direction
  const tally = directionTally()
  for (let i = 0; i < corpus.size; i++) tallyDirection(corpus.tree(i), tally)
  return betterDirection(tally)
}

function learn(
  system: TransitionSystem,
  set: TrainingSet,
  extractor: FeatureExtractor,
  sentence: Sentence,
  counts: readonly MoveCounts[],
  options: TrainOptions,
): { states: StateWeights[]; instances: number; features: number } {
  const count = (states: readonly StateWeights[]): number => states.reduce((sum, s) => sum + s.keys.length, 0)
  if (options.learner === 'perceptron') {
    const states = trainPerceptron(system, set, extractor, sentence, counts, staticOracle(system), {
      epochs: options.epochs,
      seed: options.seed,
      explore: { from: Infinity, probability: 0 },
      onEpoch: (epoch, accuracy) =>
        options.onProgress?.({
          step: 'epoch',
          detail: `epoch ${epoch + 1} of ${options.epochs}: ${(100 * accuracy).toFixed(2)} % of the choices right`,
        }),
    })
    const instances = counts.reduce((sum, c) => sum + [...c.values()].reduce((a, b) => a + b, 0), 0)
    return { states, instances, features: count(states) }
  }
  options.onProgress?.({ step: 'collect', detail: `features of ${set.size} sentences` })
  const collected = collectInstances(system, set, extractor, sentence)
  const states = collected.map((instances, i) =>
    trainState(system.states[i], instances, extractor.keys.length, {
      ...options,
      onPass: (state, pass, violation) =>
        options.onProgress?.({
          step: 'solve',
          detail: `${state}: pass ${pass}, violation ${violation.toPrecision(3)}`,
        }),
    }),
  )
  return {
    states,
    instances: collected.reduce((sum, instances) => sum + instances.size, 0),
    features: collected.reduce((sum, instances) => sum + instances.features.size, 0),
  }
}

/** For each kind the label that it takes most often. */
function defaultLabels(system: TransitionSystem, counts: readonly MoveCounts[]): Int32Array {
  const most = new Int32Array(system.kinds.length)
  const labels = new Int32Array(system.kinds.length)
  for (const state of counts) {
    for (const [move, count] of state) {
      const kind = kindOf(move)
      if (count <= most[kind]) continue
      most[kind] = count
      labels[kind] = labelOf(move)
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
