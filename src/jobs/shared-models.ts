/** Models that several threads parse with. The weights of the parser lie in shared memory; everything else is copied. */
import { shareModel, type SharedModel } from '../../parser/scoring/shared-model.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'

/** A parser, and the other models of its pipeline if it is part of one. */
export interface Models {
  readonly parser: Model
  readonly pipeline: Omit<PipelineModel, 'parser'> | undefined
}

/** The first message to a thread. */
export interface Setting<Input extends string, Options> {
  readonly input: Input
  readonly options: Options
  readonly model: SharedModel
  readonly pipeline: Models['pipeline']
  /** The index of the thread, from 0. */
  readonly thread: number
}

/** Shares the models with threads; returns the setting of each. */
export function settingsOf<Input extends string, Options>(
  { parser, pipeline }: Models,
  input: Input,
  options: Options,
): (thread: number) => Setting<Input, Options> {
  const model = shareModel(parser)
  return (thread) => ({ input, options, model, pipeline, thread })
}

/** Splits a pipeline into its parser and the rest. */
export function modelsOf(loaded: PipelineModel | Model): Models {
  if (!('parser' in loaded)) return { parser: loaded, pipeline: undefined }
  const { parser, ...pipeline } = loaded
  return { parser, pipeline }
}
