/**
 * Training with several threads. For a perceptron, each thread holds the whole corpus and learns from the shards that it
 * is given. For LIBLINEAR, each thread trains one classifier at a time.
 */
import { Corpus, type CorpusContents } from '../../parser/learning/corpus.ts'
import type { ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { ShardLearner, ShardResult, ShardTask } from '../../parser/learning/shards.ts'
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
import { ThreadPool } from './thread-pool.ts'
import type { StartThread } from './thread.ts'

/** Options that threads do not get: functions, and the development part. */
const unsendable = { development: undefined, onProgress: undefined, signal: undefined }
type ThreadOptions = Omit<TrainOptions, keyof typeof unsendable>

/** The first message to a thread that learns from shards. */
export interface ShardSetting {
  readonly input: 'shards'
  readonly corpus: CorpusContents
  readonly labels: readonly string[]
  readonly options: ThreadOptions
}

/** The first message to a thread that trains classifiers. */
export interface ClassifierSetting {
  readonly input: 'classifiers'
}

/**
 * Trains the model that the parser's `train` makes, with at most `jobs` threads: one for each shard or classifier. Rejects
 * as `train` throws, and with PoolError if a thread fails.
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
  const pool = new ThreadPool<ShardTask, ShardResult>(
    Math.min(jobs, options.shards ?? 1),
    start,
    () => setting,
  )
  try {
    while (!step.done) {
      const { tasks } = step.value
      step = epochs.next(await Promise.all(tasks.map((task) => pool.run(task))))
    }
    return step.value
  } finally {
    await pool.close()
  }
}

/** Trains the largest classifiers first, so that threads finish at about the same time. */
async function learnClassifiers(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  options.onProgress?.({ step: 'collect', detail: `features of ${corpus.size} sentences` })
  const { tasks, learnedOf } = trainByClassifiers(corpus, labels, options)
  const setting: ClassifierSetting = { input: 'classifiers' }
  const threads = Math.min(jobs, tasks.length)
  const pool = new ThreadPool<ClassifierTask, ClassifierWeights>(threads, start, () => setting)
  let done = 0
  const learn = async (task: ClassifierTask): Promise<ClassifierWeights> => {
    const { keys, starts, columns, labels } = task
    const weights = await pool.run(task, {
      transfer: [keys.buffer, starts.buffer, columns.buffer, labels.buffer],
    })
    options.onProgress?.({ step: 'solve', detail: `${task.name}: ${++done} of ${tasks.length} classifiers` })
    return weights
  }
  const size = ({ columns, transitions }: ClassifierTask): number => columns.length * transitions.length
  const largestFirst = [...tasks.keys()].sort((one, other) => size(tasks[other]) - size(tasks[one]))
  const learned: Promise<ClassifierWeights>[] = []
  try {
    for (const index of largestFirst) learned[index] = learn(tasks[index])
    return learnedOf(await Promise.all(learned))
  } finally {
    await pool.close()
  }
}

/** The learner of a thread. */
export function learnerIn({ corpus, labels, options }: ShardSetting): ShardLearner {
  return shardLearner(Corpus.from(corpus), new Symbols(labels), options)
}

/** The memory that is handed over with a result. */
export function memoryOf({ weights }: ShardResult): ArrayBuffer[] {
  return weights.flatMap(({ table, classes, totals }) => [table.buffer, classes.buffer, totals.buffer])
}
