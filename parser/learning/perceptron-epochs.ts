/** The structured perceptron (see perceptron-beam.ts) through its epochs, each in shards (see shards.ts). */
import type { FeatureExtractor } from '../features/extractor.ts'
import type { ClassifierWeights } from '../model/weights.ts'
import type { Sentence } from '../core/sentence.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import type { TransitionCounts } from './transition-counts.ts'
import { BeamLearner, type BeamPerceptronOptions } from './perceptron-beam.ts'
import { Arena } from '../scoring/kernel/arena.ts'
import { averageOf } from './perceptron-contents.ts'
import { PerceptronWeights } from './perceptron-weights.ts'
import { perceptronScores } from './perceptron-kernel.ts'
import { mixed, shardOrder, stepsOfEpoch, type Epochs, type ShardLearner } from './shards.ts'
import type { TrainingSet } from './training-set.ts'

/**
 * Trains on `set`, epoch by epoch, and returns one model for each state of the system.
 *
 * @param counts the transitions that each model has to know
 * @param learner learns from shards of the same set with the same options
 * @throws the signal's reason
 */
export function* trainBeamPerceptron(
  system: TransitionSystem,
  set: TrainingSet,
  extractor: FeatureExtractor,
  counts: readonly TransitionCounts[],
  learner: ShardLearner,
  options: BeamPerceptronOptions,
): Epochs<ClassifierWeights[]> {
  const { shards, epochs } = options
  let weights = counts.map((seen) =>
    new PerceptronWeights(seen.keys(), system.transitionTypes.length).contents(),
  )
  let steps = 1
  const average = (): ClassifierWeights[] =>
    weights.map((contents) => averageOf(contents, steps, extractor.compiled.most, options.margin))
  for (let epoch = 0; epoch < epochs; epoch++) {
    const tasks = Array.from({ length: shards }, (_, shard) => ({ epoch, shard, weights }))
    const results = yield { tasks, learner }
    weights = [...mixed(results)]
    steps += stepsOfEpoch(set.size, shards)
    const right = results.reduce((sum, result) => sum + result.right, 0)
    options.onEpoch?.(epoch, right / Math.max(1, set.size), average)
  }
  return average()
}

/** What learns from shards of `set`. */
export function beamLearner(
  system: TransitionSystem,
  set: TrainingSet,
  extractor: FeatureExtractor,
  sentence: Sentence,
  options: BeamPerceptronOptions,
): ShardLearner {
  const { seed, shards, signal } = options
  const arena = new Arena()
  return {
    learn: (task) => {
      arena.clear()
      const models = task.weights.map((contents) => PerceptronWeights.from(contents, arena))
      const scores = perceptronScores(models, arena, extractor)
      const learner = new BeamLearner(system, models, scores, extractor, options)
      let step = 1 + task.epoch * stepsOfEpoch(set.size, shards)
      let right = 0
      for (const index of shardOrder(seed, task, set.size, shards)) {
        signal?.throwIfAborted()
        const gold = set.load(index, sentence)
        system.reveal?.(gold)
        if (learner.learn(sentence, gold, step++)) right++
      }
      return { weights: models.map((model) => model.contents()), right }
    },
  }
}
