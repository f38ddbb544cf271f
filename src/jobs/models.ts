/** The models that a command parses with, in this thread and in others. */
import type { Model } from '../../parser/model/model.ts'
import { attachModel, prepareModel, shareModel } from '../../parser/scoring/prepared-model.ts'
import type { PreparedModel, SharedModel } from '../../parser/scoring/prepared-model.ts'
import type { PipelineModel, PreparedPipeline } from '../pipeline/pipeline.ts'

type OtherModels = Omit<PipelineModel, 'parser'>

export interface Models {
  readonly parser: PreparedModel
  /** The other models of a pipeline; undefined for a parser alone. */
  readonly pipeline: OtherModels | undefined
}

/** Models that can be sent to threads: all of them read the tables of the parser in the same memory. */
export interface SharedModels {
  readonly parser: SharedModel
  readonly pipeline: OtherModels | undefined
}

/** Throws ModelError if the weights of the parser cannot be made a table. */
export function modelsOf(loaded: PreparedPipeline | Model | PreparedModel): Models {
  if (!('parser' in loaded)) return { parser: prepareModel(loaded), pipeline: undefined }
  const { parser, ...pipeline } = loaded
  return { parser: prepareModel(parser), pipeline }
}

export function shareModels({ parser, pipeline }: Models): SharedModels {
  return { parser: shareModel(parser), pipeline }
}

export function attachModels({ parser, pipeline }: SharedModels): Models {
  return { parser: attachModel(parser), pipeline }
}

/** The models as {@link Pipeline} takes them. */
export function wholeOf({ parser, pipeline }: Models): PreparedPipeline | PreparedModel {
  return pipeline ? { ...pipeline, parser } : parser
}
