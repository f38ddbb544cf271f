/**
 * Learning in shards (iterative parameter mixing, McDonald, Hall & Mann 2010): the sentences are dealt out once; in each
 * epoch every shard starts from the same weights and learns from its own sentences, and the means of what the shards
 * come to are what the next epoch starts from. Where and in which order shards are learned from makes no difference,
 * so that they can be given to threads. One shard is learning as if there were none.
 */
import type { Contents } from './perceptron-contents.ts'
import { PerceptronWeights } from './perceptron-weights.ts'
import { Random } from './random.ts'

/** One epoch of one shard, as it can be sent elsewhere. */
export interface ShardTask {
  /** Both count from 0. */
  readonly epoch: number
  readonly shard: number
  /** What it starts from, one for each state of the system. */
  readonly weights: readonly Contents[]
}

export interface ShardResult {
  readonly weights: readonly Contents[]
  /** How many sentences were right. */
  readonly right: number
}

/** What learns from shards. The weights of a task are its own from then on. */
export interface ShardLearner {
  learn(task: ShardTask): ShardResult
}

/** An epoch that waits for the results of its tasks, in their order. */
export interface ShardedEpoch {
  readonly tasks: readonly ShardTask[]
  /** Who can learn from them here. */
  readonly learner: ShardLearner
}

/** A computation that hands out epochs and is given their results. */
export type Epochs<Outcome> = Generator<ShardedEpoch, Outcome, readonly ShardResult[]>

/** Goes through all epochs here, one shard after the other. */
export function learnHere<Outcome>(epochs: Epochs<Outcome>): Outcome {
  let step = epochs.next()
  while (!step.done) {
    const { tasks, learner } = step.value
    step = epochs.next(tasks.map((task, i) => learner.learn(i + 1 < tasks.length ? copyOf(task) : task)))
  }
  return step.value
}

/** The sentences of a shard, of `size` sentences in `shards` shards, in the order in which an epoch takes them. */
export function shardOrder(
  seed: number,
  { epoch, shard }: ShardTask,
  size: number,
  shards: number,
): Int32Array {
  const random = new Random(seed + Math.imul(shard, 0x9e3779b1))
  const own = Math.ceil((size - shard) / shards)
  for (let before = 0; before < epoch; before++) random.permutation(own)
  return random.permutation(own).map((index) => index * shards + shard)
}

/** The number of steps that an epoch counts: those of the longest shard. */
export function stepsOfEpoch(size: number, shards: number): number {
  return Math.ceil(size / shards)
}

/** The means of the weights of all shards, by state. */
export function mixed(results: readonly ShardResult[]): readonly Contents[] {
  const [first] = results
  if (results.length === 1) return first.weights
  return first.weights.map(({ transitions, types }, state) => {
    const mean = new PerceptronWeights(transitions, types)
    for (const { weights } of results) mean.addAll(weights[state], 1 / results.length)
    mean.round()
    return mean.contents()
  })
}

function copyOf(task: ShardTask): ShardTask {
  return { ...task, weights: structuredClone(task.weights) }
}
