/** The learners: from the gold trees to the weights of all classifiers of a model. */
import type { ClassifierWeights } from '../model/model.ts'
import { classifiersOf } from '../model/classifiers.ts'
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
  /** By classifier, in the order of model/classifiers.ts. */
  readonly classifiers: readonly ClassifierWeights[]
  /** The number of choices that were learned from, of all classifiers. */
  readonly instances: number
  /** The number of features, of all classifiers; of LIBLINEAR, before rare ones are left out. */
  readonly features: number
}

/** The settings of first-stage classifiers, which have to be small: rare cases are left to the second stage. */
const FIRST_STAGE = Object.freeze({ classes: 32, cutoff: 8, least: 0.02 })

/** Learns by LIBLINEAR: one round, with a task for each classifier. */
export function* learnByLiblinear(
  data: TrainingData,
  options: LearnerOptions,
): Rounds<ClassifierTask, ClassifierWeights, Learned> {
  const { system, set, extractor } = data
  options.onProgress?.({ step: 'collect', detail: `features of ${set.size} sentences` })
  const { solver, seed } = options
  const { form, C, least } = linearOptions(system, options, set.words)
  const classifiers = classifiersOf(system, form, extractor.compiled.set)
  const { names, firstStage } = classifiers
  const tasks = collectInstances(data, classifiers).map((instances, i) => {
    const stage = firstStage > 0 && i >= firstStage ? FIRST_STAGE : undefined
    const settings = { solver, C, seed, least, ...stage }
    return classifierTask(names[i], instances, extractor.compiled.most + 1, settings)
  })
  const instances = tasks.reduce((sum, { labels }) => sum + labels.length, 0)
  const features = tasks.reduce((sum, { keys }) => sum + keys.length, 0)
  return { classifiers: yield tasks, instances, features }
}

/** What a perceptron needs besides its data. */
export interface PerceptronHelp {
  /** The dynamic oracle of the system, if it is known. */
  readonly dynamicOracle?: DynamicOracle
  /** The LAS (0 to 1) of a model with these weights on the development trees; absent if there are none. */
  readonly scoreOf?: (classifiers: readonly ClassifierWeights[]) => number
}

/**
 * Learns by the averaged perceptron: with a beam a round for each epoch, with a task for each shard. Returns the
 * weights of the best epoch on the development trees, else of the last. Throws the signal's reason.
 */
export function* learnByPerceptron(
  data: TrainingData,
  options: LearnerOptions,
  { dynamicOracle, scoreOf }: PerceptronHelp,
): Rounds<ShardTask, ShardResult, Learned> {
  const { system, counts } = data
  const { epochs, beam = 1, exploration = false, onProgress } = options
  let [kept, highest]: [readonly ClassifierWeights[] | undefined, number] = [undefined, -Infinity]
  const onEpoch: OnEpoch = (epoch, accuracy, average) => {
    const what = beam > 1 ? 'sentences' : 'choices'
    let detail = `epoch ${epoch + 1} of ${epochs}: ${(100 * accuracy).toFixed(2)} % of the ${what} right`
    if (scoreOf) {
      const classifiers = average()
      const score = scoreOf(classifiers)
      if (score > highest) [kept, highest] = [classifiers, score]
      detail += `, LAS ${(100 * score).toFixed(2)} on dev`
    }
    onProgress?.({ step: 'epoch', detail, share: (epoch + 1) / epochs })
  }
  const oracle = dynamicOracle && exploration ? dynamicOracle : staticOracle(system)
  const last =
    beam > 1
      ? yield* trainBeamPerceptron(data, options, onEpoch)
      : trainGreedyPerceptron(data, oracle, options, onEpoch)
  const classifiers = kept ?? last
  return {
    classifiers,
    instances: counts.reduce((sum, c) => sum + [...c.values()].reduce((a, b) => a + b, 0), 0),
    features: classifiers.reduce((sum, { keys }) => sum + keys.length, 0),
  }
}
