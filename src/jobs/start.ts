/** Starting threads that parse with the same models, whatever it is that they parse. */
import { shareModel, type SharedModel } from '../../parser/scoring/shared-model.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PipelineModel } from '../pipeline/model.ts'
import type { StartThread, Thread } from './thread.ts'

/** What is parsed with. */
export interface Models {
  readonly parser: Model
  /** The models beside the parser's, if any. */
  readonly pipeline: Omit<PipelineModel, 'parser'> | undefined
}

/** What a thread is sent first. */
export interface Setting<Input extends string, Options> {
  readonly input: Input
  readonly options: Options
  readonly model: SharedModel
  readonly pipeline: Models['pipeline']
  /** The number of the thread, from 0. */
  readonly thread: number
}

/** Starts so many threads, and tells them what is to be parsed and how. */
export function startThreads<Input extends string, Options>(
  { parser, pipeline }: Models,
  jobs: number,
  input: Input,
  options: Options,
  start: StartThread,
): Thread[] {
  const model = shareModel(parser, jobs)
  return Array.from({ length: jobs }, (_, thread) => {
    const started = start()
    const setting: Setting<Input, Options> = { input, options, model, pipeline, thread }
    started.postMessage(setting, [])
    return started
  })
}

/** The models of a pipeline, or that of a parser alone. The weights of the parser are shared, not sent. */
export function modelsOf(loaded: PipelineModel | Model): Models {
  if (!('parser' in loaded)) return { parser: loaded, pipeline: undefined }
  const { parser, ...pipeline } = loaded
  return { parser, pipeline }
}
