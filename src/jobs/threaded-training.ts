/** Trains with several threads: perceptrons by shards of the corpus, LIBLINEAR by classifiers. */
import { Corpus, type CorpusContents } from '../../parser/learning/corpus.ts'
import { completeTrees } from '../../parser/learning/partial-trees.ts'
import type { Rounds } from '../../parser/learning/rounds.ts'
import { shardLearner, type ShardResult, type ShardTask } from '../../parser/learning/sharded-perceptron.ts'
import { trainMembers } from '../../parser/options/committee.ts'
import {
  committeeOf,
  fitTraining,
  prepare,
  prepareWithRelabelling,
  train,
  trainLinearInRounds,
  trainPerceptronInRounds,
} from '../../parser/train.ts'
import type { FittedOptions, Trained, TrainOptions } from '../../parser/train.ts'
import { Symbols } from '../../transform/symbols.ts'
import { ThreadPool, type StartThread } from '../threads/thread-pool.ts'

/** Options that are not sent to threads: functions and the development part. */
const unsendable = { development: undefined, onProgress: undefined, signal: undefined }
type ThreadOptions = Omit<FittedOptions, keyof typeof unsendable>

/** The first message to a thread that learns from shards. */
export interface ShardSetting {
  readonly task: 'shards'
  readonly corpus: CorpusContents
  readonly labels: readonly string[]
  readonly options: ThreadOptions
}

/** The settings with which training tasks are sent to threads. */
interface Dispatch<Task> {
  readonly jobs: number
  readonly start: StartThread
  readonly setting: ShardSetting | { readonly task: 'classifiers' }
  /** The estimated time of a task, in any unit. Default: the same for all tasks. */
  workOf?(task: Task): number
  /** The memory to transfer with a task. Default: none. */
  transferOf?(task: Task): ArrayBuffer[]
  /** Called when a task is finished, with the number of finished tasks and of all tasks of the round. */
  onDone?(task: Task, finished: number, tasks: number): void
}

/**
 * Trains with at most `jobs` threads; the result is that of `train` of the parser. Rejects with the errors of `train`, and
 * with PoolError.
 */
export async function trainInThreads(
  treebank: Corpus,
  labels: Symbols,
  trainOptions: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  const { corpus, options } = completeTrees(treebank, labels, trainOptions)
  const rounds = trainMembers<Trained>(corpus, labels, options)
  let step = rounds.next()
  while (!step.done) {
    const [task] = step.value
    step = rounds.next([await trainMember(task.corpus, task.labels, task.options, jobs, start)])
  }
  return committeeOf(step.value)
}

async function trainMember(
  treebank: Corpus,
  labels: Symbols,
  trainOptions: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  const { corpus, options } = fitTraining(treebank, labels, trainOptions)
  if (options.learner === 'liblinear' && jobs > 1)
    return runInThreads(trainLinearInRounds(prepareWithRelabelling(corpus, labels, options), options), {
      jobs,
      start,
      setting: { task: 'classifiers' },
      workOf: ({ columns, transitions }) => columns.length * transitions.length,
      transferOf: ({ keys, starts, columns, labels }) =>
        [keys, starts, columns, labels].map(({ buffer }) => buffer),
      onDone: ({ name }, finished, tasks) =>
        options.onProgress?.({ step: 'solve', detail: `${name}: ${finished} of ${tasks} classifiers` }),
    })
  const { shards = 1, ensemble = 1 } = options
  if (options.learner === 'liblinear' || jobs === 1 || shards * ensemble === 1)
    return train(corpus, labels, options)
  const setting: ShardSetting = {
    task: 'shards',
    corpus: corpus.contents(),
    labels: [...labels.texts()], // a copy, because training adds labels
    options: { ...options, ...unsendable },
  }
  const rounds = trainPerceptronInRounds(prepareWithRelabelling(corpus, labels, options), options)
  return runInThreads(rounds, { jobs, start, setting })
}

async function runInThreads<Task, Result>(
  rounds: Rounds<Task, Result, Trained>,
  dispatch: Dispatch<Task>,
): Promise<Trained> {
  let step = rounds.next()
  if (step.done) return step.value
  const { jobs, start, setting } = dispatch
  const pool = new ThreadPool<Task, Result>(Math.min(jobs, step.value.length), start, () => setting)
  try {
    while (!step.done) step = rounds.next(await resultsOf(step.value, pool, dispatch))
    return step.value
  } finally {
    await pool.close()
  }
}

/** The results of a round. Tasks with the most work start first, so that threads finish at about the same time. */
async function resultsOf<Task, Result>(
  tasks: readonly Task[],
  pool: ThreadPool<Task, Result>,
  { workOf, transferOf, onDone }: Dispatch<Task>,
): Promise<Result[]> {
  const work = tasks.map((task) => workOf?.(task) ?? 1)
  let finished = 0
  const run = async (task: Task): Promise<Result> => {
    const result = await pool.run(task, { transfer: transferOf?.(task) })
    onDone?.(task, ++finished, tasks.length)
    return result
  }
  const results: Promise<Result>[] = []
  for (const index of [...tasks.keys()].sort((first, second) => work[second] - work[first]))
    results[index] = run(tasks[index])
  return Promise.all(results)
}

export function learnerIn({ corpus, labels, options }: ShardSetting): (task: ShardTask) => ShardResult {
  return shardLearner(prepare(Corpus.from(corpus), new Symbols(labels), options).data, options)
}

export function memoryOf({ weights }: ShardResult): ArrayBuffer[] {
  return weights.flatMap(({ table, rows, totals }) => [table.buffer, rows.buffer, totals.buffer])
}
