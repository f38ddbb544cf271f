/** Loads models in workers. */
import { abortSignal, optional, record } from '../../transform/arguments.ts'
import type { LoadOptions } from './load.ts'
import { modelSource, using, type ModelSource } from './model-source.ts'
import { pipelineOptions, threadOptions, type ThreadOptions } from './parse-options.ts'
import { TextThreads } from './text-threads.ts'
import { WorkerParser } from './worker-parser.ts'

export type WorkerOptions = LoadOptions & ThreadOptions

const checkOptions = record({ ...pipelineOptions, signal: optional(abortSignal), ...threadOptions })

/**
 * Loads a model in a worker, or in `jobs` workers, so that parsing never blocks the calling thread. In Node, a worker keeps
 * the process alive only while it parses.
 *
 * @throws as `load`, and Error if no worker can be started
 */
export async function loadInWorker(source: ModelSource, options: WorkerOptions = {}): Promise<WorkerParser> {
  modelSource(source, 'source')
  checkOptions(options, 'options')
  const { signal, jobs, worker, ...decoding } = options
  return using(source, signal, async (model) => {
    const workerSettings = { model, options: decoding }
    return new WorkerParser(await TextThreads.start(workerSettings, { jobs, worker }, signal))
  })
}
