/**
 * The model for texts: it is read from a file or trained, prepared for parsing, and shared with threads. The parser model
 * defines the representation of the parser in each state.
 */
import { forThreads } from '../../parser/core/shared-memory.ts'
import { hasMagic } from '../../parser/model/container.ts'
import type { Model, ModelHeader } from '../../parser/model/model.ts'
import {
  attachModel,
  prepareModel,
  shareModel,
  type PreparedModel,
  type SharedModel,
} from '../../parser/scoring/scoring.ts'
import type { TaggerModel } from './tagger.ts'
import type { TokenizerModel } from './tokenizer.ts'

/**
 * The type `Parser` is the state of the parser: `Model` after reading or training, `PreparedModel` for parsing,
 * `SharedModel` for sending to threads.
 */
export interface TextModel<Parser = PreparedModel> {
  /** Information about the training: treebank, sentences, options, seed, version. */
  readonly training: ModelHeader['training']
  readonly parser: Parser
  /** The next two are undefined for models with only a parser. */
  readonly tokenizer?: TokenizerModel
  readonly tagger?: TaggerModel
}

/** The model of a complete pipeline, as trained, written and read. */
export type PipelineModel = Required<TextModel<Model>>

/** The first bytes of pipeline files. */
export const PIPELINE_MAGIC = 'rbpipe\0\0'

/** Whether bytes begin with the magic of pipeline files. */
export function isPipeline(bytes: Uint8Array): boolean {
  return hasMagic(bytes, { magic: PIPELINE_MAGIC })
}

/** A text model that consists only of a parser. */
export function textModelOf<Parser extends Pick<Model, 'header'>>(parser: Parser): TextModel<Parser> {
  return { training: parser.header.training, parser }
}

/**
 * Prepares a model for parsing, unless it is already prepared. Throws ModelError if the parser weights cannot be converted
 * to a table.
 */
export function prepareTextModel(model: TextModel<Model | PreparedModel>): TextModel {
  return { ...model, parser: prepareModel(model.parser) }
}

/** Converts a model to plain data for threads, which all read the same memory. */
export function shareTextModel(model: TextModel): TextModel<SharedModel> {
  return forThreads({ ...model, parser: shareModel(model.parser) })
}

/** Restores a model in a thread. */
export function attachTextModel(model: TextModel<SharedModel>): TextModel {
  return { ...model, parser: attachModel(model.parser) }
}
