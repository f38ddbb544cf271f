/**
 * The greedy averaged perceptron (Collins 2002). A transition is *free* if its cost is 0. At every choice, the best free
 * transition must lead the best other transition by a margin; if not, the weights of the free transition increase and
 * those of the other transition decrease. With a dynamic oracle, derivations can follow errors of the perceptron
 * (exploration, Goldberg & Nivre 2013).
 */
import { Configuration } from '../core/configuration.ts'
import { derive, isForced, typeOf, labelOf, transitionOf } from '../core/transition-system.ts'
import type { Guide, Transition, TransitionSystem } from '../core/transition-system.ts'
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import type { Tree } from '../../transform/tree.ts'
import { EXPLORATION, marginOf, type LearnerOptions } from './learner-options.ts'
import { PerceptronWeights, type OnEpoch } from './perceptron-weights.ts'
import { Random } from './random.ts'
import type { TrainingData } from './training-set.ts'

/** Determines the free transitions, whose cost is 0. Every dynamic oracle is a training oracle, and so is {@link staticOracle}. */
export interface TrainingOracle {
  /** By transition type: the label that makes a free type free; -1 if every label does. `weigh` writes it. */
  readonly labels: Int32Array
  /** Called before each derivation. */
  begin(gold: Tree): void
  /** The mask of the `allowed` types that are free with the correct label. */
  weigh(c: Configuration, allowed: number): number
}

/** The static oracle as a training oracle: only its next transition is free. Derivations must follow it. */
export function staticOracle(system: TransitionSystem): TrainingOracle {
  const labels = new Int32Array(system.transitionTypes.length)
  let oracle: Guide
  return {
    labels,
    begin: (gold) => {
      oracle = system.oracle(gold)
    },
    weigh: (c) => {
      const transition = oracle.next(c)
      const type = typeOf(transition)
      labels[type] = system.transitionTypes[type].labelled ? labelOf(transition) : -1
      return 1 << type
    },
  }
}

/** Returns the averaged weights of each prediction model. If the signal aborts, throws its reason. */
export function trainGreedyPerceptron(
  data: TrainingData,
  oracle: TrainingOracle,
  options: LearnerOptions,
  onEpoch: OnEpoch,
): ClassifierWeights[] {
  const { system, set, sentence } = data
  const random = new Random(options.seed)
  const learner = new GreedyLearner(data, oracle, marginOf(system, options), random)
  const c = new Configuration()
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    learner.right = learner.choices = 0
    learner.explores = options.exploration === true && epoch >= EXPLORATION.from
    for (const index of random.permutation(set.size)) {
      options.signal?.throwIfAborted()
      const gold = set.load(index, sentence)
      oracle.begin(gold)
      system.start(c, gold.size, gold)
      derive(system, c, learner)
    }
    onEpoch(epoch, learner.right / Math.max(1, learner.choices), () => learner.average())
  }
  return learner.average()
}

/** A guide that learns from each of its choices. */
class GreedyLearner implements Guide {
  /** The number of choices, and the number of choices with a free transition as the best. */
  choices = 0
  right = 0
  /** Whether derivations follow the best transition, free or not. */
  explores = false
  #step = 1
  readonly #data: TrainingData
  readonly #models: readonly PerceptronWeights[]
  readonly #oracle: TrainingOracle
  readonly #margin: number
  readonly #random: Random

  constructor(data: TrainingData, oracle: TrainingOracle, margin: number, random: Random) {
    this.#data = data
    const types = data.system.transitionTypes.length
    this.#models = data.counts.map(
      (transitionCounts) => new PerceptronWeights(transitionCounts.keys(), types),
    )
    this.#oracle = oracle
    this.#margin = margin
    this.#random = random
  }

  next(c: Configuration): Transition {
    const { system, extractor, sentence } = this.#data
    const allowed = system.allowed(c)
    if (isForced(system, allowed)) return transitionOf(31 - Math.clz32(allowed))
    const model = this.#models[system.state(c)]
    const count = extractor.extract(c, sentence)
    const { keys } = extractor
    model.score(keys, count)
    const freeTypes = this.#oracle.weigh(c, allowed)
    const { labels } = this.#oracle
    const [free, rival] = bestClasses(model, allowed, freeTypes, labels)
    const lead = free < 0 ? -Infinity : rival < 0 ? Infinity : model.scores[free] - model.scores[rival]
    const isRight = free >= 0 && (lead > 0 || (lead === 0 && free < rival))
    const best = isRight ? free : rival
    this.choices++
    this.#step++
    if (best === free) this.right++
    if (rival >= 0 && lead <= this.#margin) {
      if (free >= 0) model.update(keys, count, free, 1, this.#step)
      model.update(keys, count, rival, -1, this.#step)
    }
    const nextClass =
      best >= 0 && this.explores && this.#random.next() < EXPLORATION.probability ? best : free
    if (nextClass >= 0) return model.transitions[nextClass]
    const type = 31 - Math.clz32(freeTypes) // no class of the model is a free transition
    return transitionOf(type, Math.max(0, labels[type]))
  }

  average(): ClassifierWeights[] {
    const { most } = this.#data.extractor.compiled
    return this.#models.map((model) => model.average(this.#step, most, this.#margin))
  }
}

/** The allowed class with the highest score, among free classes and among other classes; -1 if there is none. */
function bestClasses(
  { typeStarts, transitions, scores }: PerceptronWeights,
  allowed: number,
  freeTypes: number,
  labels: Int32Array,
): readonly [number, number] {
  let [free, rival] = [-1, -1]
  for (let type = 0; type + 1 < typeStarts.length; type++) {
    if ((allowed & (1 << type)) === 0) continue
    const isFreeType = (freeTypes & (1 << type)) !== 0
    for (let c = typeStarts[type]; c < typeStarts[type + 1]; c++) {
      if (isFreeType && (labels[type] < 0 || labelOf(transitions[c]) === labels[type])) {
        if (free < 0 || scores[c] > scores[free]) free = c
      } else if (rival < 0 || scores[c] > scores[rival]) {
        rival = c
      }
    }
  }
  return [free, rival]
}
