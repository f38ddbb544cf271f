/**
 * The averaged perceptron (Collins 2002), greedy: the model is asked at every configuration of a derivation, and where
 * its answer costs something the weights move from it towards the best transition that costs nothing. With a dynamic
 * oracle the derivation may follow the model's own mistakes (exploration, Goldberg & Nivre 2013).
 */
import { Configuration } from '../configuration.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import { quantize, kindStarts, sortMoves, type StateWeights } from '../scorer.ts'
import type { Sentence } from '../sentence.ts'
import { derive, isForced, moveOf, type Guide, type Move, type TransitionSystem } from '../system.ts'
import type { Tree } from '../../transform/tree.ts'
import { KeyIndex } from './instances.ts'
import type { MoveCounts } from './moves.ts'
import { Random } from './random.ts'
import type { TrainingSet } from './training-set.ts'

/** Which transitions cost nothing at a configuration, on the way to the best tree that can still be reached. */
export interface TrainingOracle {
  /** Called before each derivation. */
  begin(gold: Tree): void
  /** Whether the transition loses no arc, given the configuration. */
  isFree(c: Configuration, move: Move): boolean
  /** Whether derivations may leave the gold path. */
  readonly dynamic: boolean
}

/** The static oracle as a training oracle: one transition is right. */
export function staticOracle(system: TransitionSystem): TrainingOracle {
  let gold: Tree
  return {
    dynamic: false,
    begin: (tree) => {
      gold = tree
    },
    isFree: (c, move) => system.oracle(c, gold) === move,
  }
}

export interface PerceptronOptions {
  readonly epochs: number
  readonly seed: number
  /** From this epoch on (0-based) the model's own choice is followed, with this probability. */
  readonly explore: { readonly from: number; readonly probability: number }
  /** Called after each epoch with the share of choices that were right. */
  readonly onEpoch?: (epoch: number, accuracy: number, weights: () => StateWeights[]) => void
}

const CHUNK = 4096

/** Weights that learn, of one prediction model: sums of updates, and of updates times the step they came at. */
class Averaged {
  readonly moves: Int32Array
  readonly kinds: Int32Array
  readonly scores: Float64Array
  readonly #features = new KeyIndex()
  readonly #weights: Float32Array[] = []
  readonly #totals: Float64Array[] = []

  constructor(moves: readonly Move[], kinds: number) {
    this.moves = sortMoves(moves).sorted
    this.kinds = kindStarts(this.moves, kinds)
    this.scores = new Float64Array(moves.length)
  }

  score(keys: Uint32Array, count: number): void {
    const scores = this.scores
    const width = scores.length
    scores.fill(0)
    for (let i = 0; i < count; i++) {
      const feature = this.#features.find(keys[i])
      if (feature < 0) continue
      const row = this.#weights[(feature / CHUNK) | 0]
      const at = (feature % CHUNK) * width
      for (let c = 0; c < width; c++) scores[c] += row[at + c]
    }
  }

  /** Adds `by` to the weights of class `c` of all the features. */
  update(keys: Uint32Array, count: number, c: number, by: number, step: number): void {
    const width = this.moves.length
    for (let i = 0; i < count; i++) {
      const feature = this.#features.add(keys[i])
      const chunk = (feature / CHUNK) | 0
      if (chunk === this.#weights.length) {
        this.#weights.push(new Float32Array(CHUNK * width))
        this.#totals.push(new Float64Array(CHUNK * width))
      }
      const at = (feature % CHUNK) * width + c
      this.#weights[chunk][at] += by
      this.#totals[chunk][at] += by * step
    }
  }

  /** The average over the steps so far, quantized. */
  average(step: number, most: number): StateWeights {
    const width = this.moves.length
    const readRow = (feature: number, row: Float64Array): void => {
      const chunk = (feature / CHUNK) | 0
      const at = (feature % CHUNK) * width
      for (let c = 0; c < width; c++) {
        row[c] = this.#weights[chunk][at + c] - this.#totals[chunk][at + c] / step
      }
    }
    return quantize([...this.moves], this.#features.keys(), readRow, most)
  }
}

/**
 * Trains on `set` and returns one model for each state of the system.
 *
 * @param counts the transitions that each model has to know
 */
export function trainPerceptron(
  system: TransitionSystem,
  set: TrainingSet,
  extractor: FeatureExtractor,
  sentence: Sentence,
  counts: readonly MoveCounts[],
  oracle: TrainingOracle,
  options: PerceptronOptions,
): StateWeights[] {
  const random = new Random(options.seed)
  const c = new Configuration()
  const models = counts.map((seen) => new Averaged([...seen.keys()], system.kinds.length))
  let step = 1
  const average = (): StateWeights[] => models.map((model) => model.average(step, extractor.compiled.most))
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    let right = 0
    let asked = 0
    const explores = oracle.dynamic && epoch >= options.explore.from
    const learner: Guide = {
      next(): Move {
        const allowed = system.allowed(c)
        if (isForced(system, allowed)) return moveOf(31 - Math.clz32(allowed))
        const state = system.state(c)
        const model = models[state]
        const count = extractor.extract(c, sentence, state)
        model.score(extractor.keys, count)
        const { best, free } = choose(system, c, model, allowed, oracle)
        asked++
        step++
        if (best === free) right++
        else {
          if (free >= 0) model.update(extractor.keys, count, free, 1, step)
          if (best >= 0) model.update(extractor.keys, count, best, -1, step)
        }
        const follow = best >= 0 && explores && random.next() < options.explore.probability ? best : free
        return follow >= 0 ? model.moves[follow] : system.oracle(c, gold)
      },
    }
    let gold: Tree
    for (const index of random.permutation(set.size)) {
      gold = set.load(index, sentence)
      oracle.begin(gold)
      system.reveal?.(gold)
      system.start(c, gold.size)
      derive(system, c, learner)
    }
    options.onEpoch?.(epoch, right / Math.max(1, asked), average)
  }
  return average()
}

/** The best class that is allowed, and the best of those that cost nothing; -1 where there is none. */
function choose(
  system: TransitionSystem,
  c: Configuration,
  model: Averaged,
  allowed: number,
  oracle: TrainingOracle,
): { best: number; free: number } {
  const { kinds, moves, scores } = model
  let best = -1
  let free = -1
  for (let kind = 0; kind < system.kinds.length; kind++) {
    if ((allowed & (1 << kind)) === 0) continue
    for (let i = kinds[kind]; i < kinds[kind + 1]; i++) {
      if (best < 0 || scores[i] > scores[best]) best = i
      if ((free < 0 || scores[i] > scores[free]) && oracle.isFree(c, moves[i])) free = i
    }
  }
  return { best, free }
}
