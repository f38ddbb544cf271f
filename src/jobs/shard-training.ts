/** Training by several threads: each holds the whole corpus, and learns from the shards that it is given. */
import { Corpus, type CorpusContents } from '../../parser/learning/corpus.ts'
import type { ShardLearner, ShardResult, ShardTask } from '../../parser/learning/shards.ts'
import { shardLearner, train, trainByEpochs, type Trained, type TrainOptions } from '../../parser/train.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Crew } from './crew.ts'
import type { StartThread } from './thread.ts'

/** What stays here: threads tell nobody of their progress, and try nothing on other trees. */
const unsendable = { development: undefined, onProgress: undefined, signal: undefined }
type ThreadOptions = Omit<TrainOptions, keyof typeof unsendable>

/** What a thread is sent first. */
export interface ShardSetting {
  readonly input: 'shards'
  readonly corpus: CorpusContents
  readonly labels: readonly string[]
  readonly options: ThreadOptions
}

/**
 * Trains as the parser's `train` does, with the same outcome, by `jobs` threads or one for each shard, whichever is
 * less. Rejects as `train` throws, and with RunError where a thread fails.
 */
export async function trainInThreads(
  corpus: Corpus,
  labels: Symbols,
  options: TrainOptions,
  jobs: number,
  start: StartThread,
): Promise<Trained> {
  const threads = Math.min(jobs, options.shards ?? 1)
  if (threads === 1) return train(corpus, labels, options)
  const known = [...labels.texts()] // training adds to them
  const epochs = trainByEpochs(corpus, labels, options)
  let step = epochs.next()
  if (step.done) return step.value
  const crew = startShardCrew(corpus, known, options, threads, start)
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

function startShardCrew(
  corpus: Corpus,
  labels: readonly string[],
  options: TrainOptions,
  threads: number,
  start: StartThread,
): Crew<ShardTask, ShardResult> {
  const silent: ThreadOptions = { ...options, ...unsendable }
  const setting: ShardSetting = { input: 'shards', corpus: corpus.contents(), labels, options: silent }
  const started = Array.from({ length: threads }, () => {
    const thread = start()
    thread.postMessage(setting, [])
    return thread
  })
  return new Crew(started)
}

/** What learns in a thread. */
export function learnerIn({ corpus, labels, options }: ShardSetting): ShardLearner {
  return shardLearner(Corpus.from(corpus), new Symbols(labels), options)
}

/** The memory of a result, which is handed over with it. */
export function memoryOf({ weights }: ShardResult): ArrayBuffer[] {
  return weights.flatMap(({ table, classes, totals }) => [table.buffer, classes.buffer, totals.buffer])
}
