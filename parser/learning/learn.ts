/** The learners: they compute the weights of all classifiers of a model from gold trees. */
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import { classifiersOf } from '../features/classifiers.ts'
import type { DynamicOracle } from '../oracles/dynamic.ts'
import { staticOracle, trainGreedyPerceptron } from './greedy-perceptron.ts'
import { collectInstances } from './instances.ts'
import { linearOptions, type LearnerOptions } from './learner-options.ts'
import { classifierTask, type ClassifierTask } from './liblinear.ts'
import type { OnEpoch } from './perceptron-weights.ts'
import type { Rounds } from './rounds.ts'
import { trainBeamPerceptron, type ShardResult, type ShardTask } from './sharded-perceptron.ts'
import type { TrainingData } from './training-set.ts'

/** The outcome of a learner. */
export interface Learned {
  /** The weights by classifier, in the order of features/classifiers.ts. */
  readonly classifiers: readonly ClassifierWeights[]
  /** The total number of training instances of all classifiers. */
  readonly instances: number
  /** The total number of features of all classifiers; for LIBLINEAR, before rare features are left out. */
  readonly features: number
}

/** The settings of first-stage classifiers, which must be small. The second stage decides rare cases. */
const FIRST_STAGE = Object.freeze({ classes: 32, cutoff: 8, least: 0.02 })

/** Learns with LIBLINEAR: one round, with a task for each classifier. */
export function* learnByLiblinear(
  data: TrainingData,
  options: LearnerOptions,
): Rounds<ClassifierTask, ClassifierWeights, Learned> {
  const { system, set, extractor } = data
  options.onProgress?.({ step: 'collect', detail: `features of ${set.size} sentences` })
  const { solver, eps, seed } = options
  const { form, C, bias, least } = linearOptions(system, options, set.words)
  const classifiers = classifiersOf(system, form, extractor.compiled.set)
  const { names, firstStage } = classifiers
  const tasks = collectInstances(data, classifiers).map((instances, i) => {
    const stage = firstStage > 0 && i >= firstStage ? FIRST_STAGE : undefined
    const settings = { solver, C, eps, bias, seed, least, ...stage }
    return classifierTask(names[i], instances, extractor.compiled.most + 1, settings)
  })
  const instances = tasks.reduce((sum, { labels }) => sum + labels.length, 0)
  const features = tasks.reduce((sum, { keys }) => sum + keys.length, 0)
  return { classifiers: yield tasks, instances, features }
}

/** The additional parameters of a perceptron. */
export interface PerceptronHelp {
  /** The dynamic oracle of the system, if it is known. */
  readonly dynamicOracle?: DynamicOracle
  /** Computes the LAS (0 to 1) on the development trees of a model with these weights; absent without development trees. */
  readonly scoreOf?: (classifiers: readonly ClassifierWeights[]) => number
}

/**
 * Learns with the averaged perceptron. With a beam, there is a round for each epoch, with a task for each shard. Returns the
 * weights of the best epoch on the development trees; without these, of the last epoch. If the signal aborts, throws its
 * reason.
 */
export function* learnByPerceptron(
  data: TrainingData,
  options: LearnerOptions,
  { dynamicOracle, scoreOf }: PerceptronHelp,
): Rounds<ShardTask, ShardResult, Learned> {
  const { system, counts } = data
  const { epochs, beam = 1, exploration = false, onProgress } = options
  let [bestClassifiers, bestScore]: [readonly ClassifierWeights[] | undefined, number] = [
    undefined,
    -Infinity,
  ]
  const onEpoch: OnEpoch = (epoch, accuracy, average) => {
    const unitName = beam > 1 ? 'sentences' : 'choices'
    let detail = `epoch ${epoch + 1} of ${epochs}: ${(100 * accuracy).toFixed(2)} % of the ${unitName} right`
    if (scoreOf) {
      const classifiers = average()
      const score = scoreOf(classifiers)
      if (score > bestScore) [bestClassifiers, bestScore] = [classifiers, score]
      detail += `, LAS ${(100 * score).toFixed(2)} on dev`
    }
    onProgress?.({ step: 'epoch', detail, share: (epoch + 1) / epochs })
  }
  const oracle = dynamicOracle && exploration ? dynamicOracle : staticOracle(system)
  const last =
    beam > 1
      ? yield* trainBeamPerceptron(data, options, onEpoch)
      : trainGreedyPerceptron(data, oracle, options, onEpoch)
  const classifiers = bestClassifiers ?? last
  return {
    classifiers,
    instances: counts.reduce((sum, c) => sum + [...c.values()].reduce((a, b) => a + b, 0), 0),
    features: classifiers.reduce((sum, { keys }) => sum + keys.length, 0),
  }
}
