/** Training, from a corpus of trees to a model. */
import type { Solver } from 'liblinear-wasm'
import { createEncoding, type NonProjective } from '../transform/encoding.ts'
import type { Symbols } from '../transform/symbols.ts'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../transform/direction.ts'
import { checkBeam } from './beam/beam.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, type TemplateSet } from './features/templates.ts'
import type { Corpus } from './learning/corpus.ts'
import { collectInstances, trainState } from './learning/liblinear.ts'
import { countMoves, type MoveCounts } from './learning/moves.ts'
import { staticOracle, trainPerceptron, type Exploration } from './learning/perceptron.ts'
import { trainBeamPerceptron, type Update } from './learning/perceptron-beam.ts'
import { Best, labelledScore } from './learning/selection.ts'
import { TrainingSet } from './learning/training-set.ts'
import type { Model } from './model.ts'
import type { DynamicOracle } from './oracles/dynamic.ts'
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
  /**
   * Of the perceptron: derivations follow its own choices, as the system's dynamic oracle makes possible. `true` is
   * {@link defaultExploration}.
   */
  readonly exploration?: boolean | Exploration
  /** The width of the beam that the perceptron learns with and that `parse` searches with; 1, greedy, where absent. */
  readonly beam?: number
  /** Of the perceptron with a beam: max-violation where absent. */
  readonly update?: Update
  /** Of the perceptron: the epoch that does best on these trees is kept. Their label ids are of `labels`, or -1. */
  readonly development?: Corpus
  readonly seed: number
  /** Facts for the header, such as the name of the treebank. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
  readonly onProgress?: (progress: TrainProgress) => void
  readonly signal?: AbortSignal
}

/** From the second epoch on, nine choices of ten (Goldberg & Nivre 2012, section 5). */
export const defaultExploration: Exploration = Object.freeze({ from: 1, probability: 0.9 })

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
  checkBeam(options.beam ?? 1)
  const system = registered(options.system).make({ singleRoot: options.singleRoot })
  const transforms = system.family === 'right-branching'
  const direction = transforms ? directionOf(corpus, options.direction) : 'right'
  const encoding = createEncoding({ labels, nonProjective: options.nonProjective, direction, transforms })
  const set = new TrainingSet(corpus, (tree) => encoding.encode(tree))
  if (set.size === 0) throw new RangeError('there is no sentence to train on')
  const compiled = compileTemplates(options.templates)
  const extractor = new FeatureExtractor(compiled)
  const sentence = new Sentence({ tags: corpus.tags, mirrored: direction === 'left', used: compiled.used })
  labels.freeze()
  const counts = countMoves(system, set, sentence)
  const header = {
    system: options.system,
    singleRoot: options.singleRoot,
    direction,
    nonProjective: options.nonProjective,
    tags: corpus.tags as Tags,
    templates: options.templates,
    beam: options.beam ?? 1,
    training: {},
  }
  const rootLabel = mostFrequentRootLabel(corpus)
  const defaults = defaultLabels(system, counts, rootLabel)
  const modelOf = (states: StateWeights[]): Model => ({ header, labels, defaults, rootLabel, states })
  const task: Task = { system, set, extractor, sentence, counts, options, modelOf }
  const { states, instances, features } =
    options.learner === 'perceptron' ? learnByPerceptron(task) : learnByLiblinear(task)
  const { projective, projectivized, skipped } = encoding.counts
  const statistics: TrainStatistics = {
    sentences: projective + projectivized,
    skipped,
    projectivized,
    instances,
    features,
    classes: states.reduce((sum, state) => sum + state.moves.length, 0),
  }
  const training = { ...options.facts, ...learnerFacts(options), seed: options.seed, ...statistics }
  return { model: { ...modelOf(states), header: { ...header, training } }, statistics }
}

function directionOf(corpus: Corpus, direction: TrainOptions['direction']): Direction {
  if (direction !== 'auto') return direction
  const tally = directionTally()
  for (let i = 0; i < corpus.size; i++) tallyDirection(corpus.tree(i), tally)
  return betterDirection(tally)
}

/** What the learners need. */
interface Task {
  readonly system: TransitionSystem
  readonly set: TrainingSet
  readonly extractor: FeatureExtractor
  readonly sentence: Sentence
  readonly counts: readonly MoveCounts[]
  readonly options: TrainOptions
  modelOf(states: StateWeights[]): Model
}

interface Learned {
  readonly states: StateWeights[]
  readonly instances: number
  readonly features: number
}

function learnByPerceptron({ system, set, extractor, sentence, counts, options, modelOf }: Task): Learned {
  const { epochs, seed, beam = 1, update = 'max-violation', development, signal } = options
  const exploration = explorationOf(options)
  const best = new Best<StateWeights[]>()
  const onEpoch = (epoch: number, accuracy: number, average: () => StateWeights[]): void => {
    const what = beam > 1 ? 'sentences' : 'choices'
    let detail = `epoch ${epoch + 1} of ${epochs}: ${(100 * accuracy).toFixed(2)} % of the ${what} right`
    if (development) {
      const states = average()
      const score = labelledScore(modelOf(states), development)
      best.offer(score, () => states)
      detail += `, LAS ${(100 * score).toFixed(2)} on dev`
    }
    options.onProgress?.({ step: 'epoch', detail })
  }
  const shared = { epochs, seed, onEpoch, signal }
  const last =
    beam > 1
      ? trainBeamPerceptron(system, set, extractor, sentence, counts, { ...shared, beam, update })
      : trainPerceptron(
          system,
          set,
          extractor,
          sentence,
          counts,
          exploration ? dynamicOracleOf(options) : staticOracle(system),
          { ...shared, exploration },
        )
  const states = best.value ?? last
  return {
    states,
    instances: counts.reduce((sum, c) => sum + [...c.values()].reduce((a, b) => a + b, 0), 0),
    features: states.reduce((sum, state) => sum + state.keys.length, 0),
  }
}

function explorationOf({ exploration }: TrainOptions): Exploration | undefined {
  return exploration === true ? defaultExploration : exploration || undefined
}

function dynamicOracleOf({ system, singleRoot }: TrainOptions): DynamicOracle {
  const oracle = registered(system).dynamicOracle?.({ singleRoot })
  if (oracle) return oracle
  throw new RangeError(`no dynamic oracle is known for ${system}: it cannot be trained with exploration`)
}

function learnByLiblinear({ system, set, extractor, sentence, options }: Task): Learned {
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

/** What the model file says of the learner. */
function learnerFacts(options: TrainOptions): Record<string, string | number | boolean> {
  const { learner, solver, C, eps = 'default', bias = -1, epochs, beam = 1, development } = options
  if (learner === 'liblinear') return { learner, solver, C, eps, bias }
  const shared = { learner, epochs, selected: development !== undefined }
  if (beam > 1) return { ...shared, beam, update: options.update ?? 'max-violation' }
  const exploration = explorationOf(options)
  const explored = exploration ? `${exploration.probability} from epoch ${exploration.from + 1}` : 'none'
  return { ...shared, exploration: explored }
}

/** For each kind the label that it takes most often; that of roots only where there is no other. */
function defaultLabels(
  system: TransitionSystem,
  counts: readonly MoveCounts[],
  rootLabel: number,
): Int32Array {
  const most = new Int32Array(system.kinds.length)
  const labels = new Int32Array(system.kinds.length).fill(rootLabel)
  for (const state of counts) {
    for (const [move, count] of state) {
      const kind = kindOf(move)
      if (count <= most[kind] || labelOf(move) === rootLabel) continue
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
