/** Loading of models in workers. */
import { abortSignal, optional, record } from '../../transform/arguments.ts'
import type { LoadOptions } from './load.ts'
import { fetchingReader, modelSource, using, type ModelReader, type ModelSource } from './model-source.ts'
import { pipelineOptions, threadOptions, type ThreadOptions } from './parse-options.ts'
import { TextThreads } from './text-threads.ts'
import { WorkerParser } from './worker-parser.ts'

export type WorkerOptions = LoadOptions & ThreadOptions

const checkOptions = record({ ...pipelineOptions, signal: optional(abortSignal), ...threadOptions })

export type LoadInWorker = (source: ModelSource, options?: WorkerOptions) => Promise<WorkerParser>

export function loadInWorkerWith(reader: ModelReader): LoadInWorker {
  return async (source, options = {}) => {
    modelSource(source, 'source')
    checkOptions(options, 'options')
    const { signal, jobs, worker, ...decoding } = options
    return using(reader, source, signal, async (model) => {
      const setting = { model, options: decoding }
      return new WorkerParser(await TextThreads.start(setting, { jobs, worker }, signal))
    })
  }
}

/**
 * Loads a model in a worker, or in several with `jobs`: the thread that asks never waits for a parser.
 *
 * @function
 * @throws as `load`, and Error if no worker can be started
 */
export const loadInWorker: LoadInWorker = loadInWorkerWith(fetchingReader)
