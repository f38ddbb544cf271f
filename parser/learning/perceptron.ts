/**
 * The averaged perceptron (Collins 2002), greedy: the model is asked at every configuration of a derivation, and where
 * a transition that costs something comes near the best that costs nothing, by less than a margin, the weights move
 * from the one towards the other. With a dynamic oracle the derivation may follow the model's own mistakes
 * (exploration, Goldberg & Nivre 2013).
 */
import { Configuration } from '../core/configuration.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import type { ClassifierWeights } from '../model/weights.ts'
import type { Sentence } from '../core/sentence.ts'
import {
  derive,
  isForced,
  typeOf,
  labelOf,
  transitionOf,
  type Guide,
  type TransitionSystem,
} from '../core/transition-system.ts'
import type { Tree } from '../../transform/tree.ts'
import type { TransitionCounts } from './transition-counts.ts'
import { PerceptronWeights } from './perceptron-weights.ts'
import { Random } from './random.ts'
import type { TrainingSet } from './training-set.ts'

/** Which transitions cost nothing at a configuration. Every dynamic oracle is one; the static oracle, too. */
export interface TrainingOracle {
  /** Of the last `weigh`, by kind: the label that a free kind has to take; -1 where any will do. */
  readonly labels: Int32Array
  /** Called before each derivation. */
  begin(gold: Tree): void
  /** The mask of those of the `allowed` kinds that cost nothing, given the right label. */
  weigh(c: Configuration, allowed: number): number
}

/** The static oracle as a training oracle: one transition is free, as long as the derivation follows it. */
export function staticOracle(system: TransitionSystem): TrainingOracle {
  const labels = new Int32Array(system.transitionTypes.length)
  let gold: Tree
  return {
    labels,
    begin: (tree) => {
      gold = tree
    },
    weigh: (c) => {
      const transition = system.oracle(c, gold)
      const type = typeOf(transition)
      labels[type] = system.transitionTypes[type].labelled ? labelOf(transition) : -1
      return 1 << type
    },
  }
}

/**
 * With exploration, the learner follows its own choice, right or wrong: from the second epoch (0-based) on, nine times of
 * ten (Goldberg & Nivre 2012, section 5).
 */
export const exploration = Object.freeze({ from: 1, probability: 0.9 })

export interface PerceptronOptions {
  readonly epochs: number
  readonly seed: number
  /** By how much the best free transition has to score higher than all that are not free. */
  readonly margin: number
  /** Whether derivations follow {@link exploration}: needs a dynamic oracle. Else they follow the best free transition. */
  readonly explores: boolean
  /** Called after each epoch (0-based) with the share of choices that were right. */
  readonly onEpoch?: (epoch: number, accuracy: number, average: () => ClassifierWeights[]) => void
  readonly signal?: AbortSignal
}

/**
 * Trains on `set` and returns one model for each state of the system.
 *
 * @param counts the transitions that each model has to know
 * @throws the signal's reason
 */
export function trainPerceptron(
  system: TransitionSystem,
  set: TrainingSet,
  extractor: FeatureExtractor,
  sentence: Sentence,
  counts: readonly TransitionCounts[],
  oracle: TrainingOracle,
  options: PerceptronOptions,
): ClassifierWeights[] {
  const random = new Random(options.seed)
  const c = new Configuration()
  const models = counts.map((seen) => new PerceptronWeights(seen.keys(), system.transitionTypes.length))
  const { margin } = options
  let step = 1
  let right = 0
  let asked = 0
  let explores = false
  const learner: Guide = {
    next: () => {
      const allowed = system.allowed(c)
      if (isForced(system, allowed)) return transitionOf(31 - Math.clz32(allowed))
      const state = system.state(c)
      const model = models[state]
      const count = extractor.extract(c, sentence)
      model.score(extractor.keys, count)
      const best = bestClass(model, allowed)
      const freeKinds = oracle.weigh(c, allowed)
      const free = bestFreeClass(model, freeKinds, oracle.labels)
      const rival = nearestRival(
        model,
        allowed,
        freeKinds,
        oracle.labels,
        free < 0 ? -Infinity : model.scores[free] - margin,
      )
      asked++
      step++
      if (best === free) right++
      if (rival >= 0) {
        if (free >= 0) model.update(extractor.keys, count, free, 1, step)
        model.update(extractor.keys, count, rival, -1, step)
      }
      const follow = best >= 0 && explores && random.next() < exploration.probability ? best : free
      return follow >= 0 ? model.transitions[follow] : anyFree(freeKinds, oracle.labels)
    },
  }
  const average = (): ClassifierWeights[] =>
    models.map((model) => model.average(step, extractor.compiled.most, margin))
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    right = 0
    asked = 0
    explores = options.explores && epoch >= exploration.from
    for (const index of random.permutation(set.size)) {
      options.signal?.throwIfAborted()
      const gold = set.load(index, sentence)
      oracle.begin(gold)
      system.reveal?.(gold)
      system.start(c, gold.size)
      derive(system, c, learner)
    }
    options.onEpoch?.(epoch, right / Math.max(1, asked), average)
  }
  return average()
}

/** The best class of the kinds of `mask`; -1 where the model knows none. */
function bestClass({ typeStarts, scores }: PerceptronWeights, mask: number): number {
  let best = -1
  for (let type = 0; type + 1 < typeStarts.length; type++) {
    if ((mask & (1 << type)) === 0) continue
    for (let c = typeStarts[type]; c < typeStarts[type + 1]; c++)
      if (best < 0 || scores[c] > scores[best]) best = c
  }
  return best
}

/** The same where kinds may have to take a certain label. */
function bestFreeClass(model: PerceptronWeights, mask: number, labels: Int32Array): number {
  let best = -1
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const type = 31 - Math.clz32(rest & -rest)
    const label = labels[type]
    const c = label < 0 ? bestClass(model, 1 << type) : model.classOf(transitionOf(type, label))
    if (c >= 0 && (best < 0 || model.scores[c] > model.scores[best])) best = c
  }
  return best
}

/** The best class that is not free and has a score of at least `least`; -1 where there is none. */
function nearestRival(
  { typeStarts, transitions, scores }: PerceptronWeights,
  allowed: number,
  freeKinds: number,
  labels: Int32Array,
  least: number,
): number {
  let rival = -1
  for (let type = 0; type + 1 < typeStarts.length; type++) {
    if ((allowed & (1 << type)) === 0) continue
    const isFree = (freeKinds & (1 << type)) !== 0
    if (isFree && labels[type] < 0) continue
    for (let c = typeStarts[type]; c < typeStarts[type + 1]; c++) {
      if (scores[c] < least || (isFree && labelOf(transitions[c]) === labels[type])) continue
      if (rival < 0 || scores[c] > scores[rival]) rival = c
    }
  }
  return rival
}

/** A free transition where the model knows none. */
function anyFree(mask: number, labels: Int32Array): number {
  const type = 31 - Math.clz32(mask)
  return transitionOf(type, Math.max(0, labels[type]))
}
