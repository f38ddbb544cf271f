/**
 * The epochs of the structured perceptron in shards (iterative parameter mixing, McDonald, Hall & Mann 2010). The
 * sentences are divided among the shards once. All shards start an epoch with the same weights (the means of their weights
 * after the previous epoch), so they can learn in threads.
 *
 * An ensemble has several members, which learn from all sentences in different orders. Their weights are averaged only at
 * the end of training: the scores of the mean weights are the means of the scores, so the result is one model.
 */
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import { Arena } from '../scoring/kernel/arena.ts'
import { BeamLearner } from './beam-perceptron.ts'
import { DEFAULT_SIZE, marginOf, type LearnerOptions, type ModelSize } from './learner-options.ts'
import { averageOf, roundWeights, type PerceptronContents } from './perceptron-contents.ts'
import { perceptronScorer, PerceptronWeights, type OnEpoch } from './perceptron-weights.ts'
import { Random } from './random.ts'
import type { Rounds } from './rounds.ts'
import type { TrainingData } from './training-set.ts'

/** One epoch of one shard of one member. */
export interface ShardTask {
  /** The numbers of the epoch, the member and the shard, from 0. */
  readonly epoch: number
  readonly member: number
  readonly shard: number
  /** The weights at the start of the epoch, by prediction model. */
  readonly weights: readonly PerceptronContents[]
}

export interface ShardResult {
  /** By prediction model. */
  readonly weights: readonly PerceptronContents[]
  /** The number of sentences whose gold derivation won. */
  readonly right: number
}

/**
 * Features whose largest weight is smaller are left out. LAS on dev, gold tags: English EWT 88.50 (13.3 MB) with `full`, 88.41
 * (5.5 MB) with `small`, 88.32 (3.6 MB) with `smallest`, and 88.61 (6.8 MB) with a limit of 0.022, with which `en` would have
 * 82.35 from text in place of 82.27, and 11.2 MB in place of 9.6, by models that had learned with all reductions; now 88.40 with
 * `full` and 88.37 with `small`. Ensembles of three, with `full`, 0.02, `small` and
 * `smallest`: Hungarian 76.50, 76.24, 76.31, 76.20, Vietnamese 56.48, 56.42, 56.30, 56.41, Greek 87.37, 87.53, 87.61, 87.34.
 * Portuguese Bosque, from text: 82.25 with `small`, 82.26 with `smallest`. For ensembles, the limit is divided by the square
 * root of their size.
 */
const MIN_LARGEST_WEIGHT: Readonly<Record<ModelSize, number>> = { smallest: 0.04, small: 0.028, full: 0 }

/** Trains epoch by epoch; returns the averaged weights of each prediction model. */
export function* trainBeamPerceptron(
  { system, set, extractor, counts }: TrainingData,
  options: LearnerOptions,
  onEpoch: OnEpoch,
): Rounds<ShardTask, ShardResult, ClassifierWeights[]> {
  const { shards = 1, ensemble = 1, size = DEFAULT_SIZE } = options
  const margin = marginOf(system, options)
  const least = MIN_LARGEST_WEIGHT[size] / Math.sqrt(ensemble)
  const start = counts.map((seen) =>
    new PerceptronWeights(seen.keys(), system.transitionTypes.length).contents(),
  )
  let members: (readonly PerceptronContents[])[] = Array.from({ length: ensemble }, () => start)
  let steps = 1
  const average = (): ClassifierWeights[] =>
    meanOf(members).map((contents) => averageOf(contents, steps, extractor.compiled.most, margin, least))
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    const results = yield members.flatMap((weights, member) =>
      Array.from({ length: shards }, (_, shard) => ({ epoch, member, shard, weights })),
    )
    members = members.map((_, member) =>
      meanOf(results.slice(member * shards, (member + 1) * shards).map(({ weights }) => weights)),
    )
    steps += stepsOfEpoch(set.size, shards)
    const right = results.reduce((sum, result) => sum + result.right, 0) / members.length
    onEpoch(epoch, right / Math.max(1, set.size), average)
  }
  return average()
}

/** Returns a function that learns from a shard of `data`. If the signal aborts, the function throws its reason. */
export function shardLearner(data: TrainingData, options: LearnerOptions): (task: ShardTask) => ShardResult {
  const { system, set, extractor, sentence } = data
  const { seed, beam = 1, shards = 1, signal } = options
  const margin = marginOf(system, options)
  const arena = new Arena()
  return (task) => {
    arena.clear()
    const models = task.weights.map((contents) => PerceptronWeights.from(contents, arena))
    const scorer = perceptronScorer(models, arena, system, extractor.compiled)
    const learner = new BeamLearner({ system, models, scorer, extractor }, beam, margin)
    let step = 1 + task.epoch * stepsOfEpoch(set.size, shards)
    let right = 0
    for (const index of shardOrder(seed, task, set.size, shards)) {
      signal?.throwIfAborted()
      const gold = set.load(index, sentence)
      if (learner.learn(sentence, gold, step++)) right++
    }
    return { weights: models.map((model) => model.contents()), right }
  }
}

/** The sentences of a shard, in the order of an epoch. @param size the number of all sentences */
export function shardOrder(
  seed: number,
  { epoch, member, shard }: Omit<ShardTask, 'weights'>,
  size: number,
  shards: number,
): Int32Array {
  const random = new Random(seed + Math.imul(shard, 0x9e3779b1) + Math.imul(member, 0x85ebca6b))
  const length = Math.ceil((size - shard) / shards)
  for (let before = 0; before < epoch; before++) random.permutation(length)
  return random.permutation(length).map((index) => index * shards + shard)
}

/** The number of steps of an epoch: the number of sentences of the longest shard. */
export function stepsOfEpoch(size: number, shards: number): number {
  return Math.ceil(size / shards)
}

/** The means of the weights of shards or members, by prediction model. */
export function meanOf(
  weightsOfShards: readonly (readonly PerceptronContents[])[],
): readonly PerceptronContents[] {
  const [first] = weightsOfShards
  if (weightsOfShards.length === 1) return first
  return first.map(({ transitions, types }, model) => {
    const mean = new PerceptronWeights(transitions, types)
    for (const weights of weightsOfShards) mean.addAll(weights[model], 1 / weightsOfShards.length)
    return roundWeights(mean.contents())
  })
}
