/**
 * Training by several threads. A perceptron learns from shards: each thread holds the whole corpus, and learns from the
 * shards that it is given. LIBLINEAR's classifiers are learned apart: a thread is sent what it needs for one.
 */
import { Corpus, type CorpusContents } from '../../parser/learning/corpus.ts'
import type { ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { ShardLearner, ShardResult } from '../../parser/learning/shards.ts'
import {
  shardLearner,
  train,
  trainByClassifiers,
  trainByEpochs,
  type Trained,
  type TrainOptions,
} from '../../parser/train.ts'
import type { ClassifierWeights } from '../../parser/model/weights.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Crew } from './crew.ts'
import type { StartThread } from './thread.ts'

/** What stays here: threads tell nobody of their progress, and try nothing on other trees. */
const unsendable = { development: undefined, onProgress: undefined, signal: undefined }
type ThreadOptions = Omit<TrainOptions, keyof typeof unsendable>

/** What a thread is sent first to learn from shards. */
export interface ShardSetting {
  readonly input: 'shards'
  readonly corpus: CorpusContents
  readonly labels: readonly string[]
  readonly options: ThreadOptions
}

/** What a thread is sent first to learn classifiers. */
export interface ClassifierSetting {
  readonly input: 'classifiers'
}

/**
 * Trains as the parser's `train` does, with the same outcome, by `jobs` threads or one for each shard or classifier,
 * whichever is less. Rejects as `train` throws, and with RunError where a thread fails.
 */
export async function trainInThreads(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  const isLinear = options.learner === 'liblinear'
  if (jobs === 1 || (!isLinear && (options.shards ?? 1) === 1)) return train(corpus, labels, options)
  return isLinear
    ? learnClassifiers(corpus, labels, options, jobs, start)
    : learnFromShards(corpus, labels, options, jobs, start)
}

async function learnFromShards(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  const known = [...labels.texts()] // training adds to them
  const epochs = trainByEpochs(corpus, labels, options)
  let step = epochs.next()
  if (step.done) return step.value
  const silent: ThreadOptions = { ...options, ...unsendable }
  const setting: ShardSetting = { input: 'shards', corpus: corpus.contents(), labels: known, options: silent }
  const crew = Crew.of<ShardResult>(Math.min(jobs, options.shards ?? 1), start, setting)
  try {
    while (!step.done) {
      const { tasks } = step.value
      step = epochs.next(await Promise.all(tasks.map((task) => crew.ask(task, []))))
    }
    return step.value
  } finally {
    await crew.dismiss()
  }
}

/** What takes longest is begun first; each thread takes the next when it is done with one. */
async function learnClassifiers(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  options.onProgress?.({ step: 'collect', detail: `features of ${corpus.size} sentences` })
  const { tasks, learnedOf } = trainByClassifiers(corpus, labels, options)
  const weight = ({ columns, transitions }: ClassifierTask): number => columns.length * transitions.length
  const left = [...tasks.keys()].sort((one, other) => weight(tasks[one]) - weight(tasks[other]))
  const learned: ClassifierWeights[] = []
  const setting: ClassifierSetting = { input: 'classifiers' }
  const crew = Crew.of<ClassifierWeights>(Math.min(jobs, tasks.length), start, setting)
  let done = 0
  const learnNext = async (): Promise<void> => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      const task = tasks[index]
      const { keys, starts, columns, labels } = task
      learned[index] = await crew.ask(task, [keys.buffer, starts.buffer, columns.buffer, labels.buffer])
      options.onProgress?.({
        step: 'solve',
        detail: `${task.name}: ${++done} of ${tasks.length} classifiers`,
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: crew.size }, learnNext))
    return learnedOf(learned)
  } finally {
    await crew.dismiss()
  }
}

/** What learns in a thread. */
export function learnerIn({ corpus, labels, options }: ShardSetting): ShardLearner {
  return shardLearner(Corpus.from(corpus), new Symbols(labels), options)
}

/** The memory of a result, which is handed over with it. */
export function memoryOf({ weights }: ShardResult): ArrayBuffer[] {
  return weights.flatMap(({ table, classes, totals }) => [table.buffer, classes.buffer, totals.buffer])
}
