/**
 * The model of texts, with one life: it is read from a file or trained, prepared to parse, and shared with threads. What
 * its parser is made of, whether weights, tables in memory or bytes for a thread, is the business of the parser's own model.
 */
import { hasMagic } from '../../parser/model/container.ts'
import type { Model, ModelHeader } from '../../parser/model/model.ts'
import {
  attachModel,
  prepareModel,
  shareModel,
  type PreparedModel,
  type SharedModel,
} from '../../parser/scoring/scoring.ts'
import type { Norms } from './norms.ts'
import type { TaggerModel } from './tagger.ts'
import type { TokenizerModel } from './tokenizer.ts'

/** By `Parser`: `Model` as it was read or trained, `PreparedModel` ready to parse, `SharedModel` on its way to a thread. */
export interface TextModel<Parser = PreparedModel> {
  /** Facts about the training, for people: treebank, sentences, options, seed, version. */
  readonly training: ModelHeader['training']
  readonly parser: Parser
  /** These three are undefined for a parser alone. */
  readonly tokenizer?: TokenizerModel
  readonly tagger?: TaggerModel
  readonly norms?: Norms
}

/** The model of a whole pipeline as it is trained, written and read. */
export type PipelineModel = Required<TextModel<Model>>

/** What the files of pipelines begin with. */
export const PIPELINE_MAGIC = 'rbpipe\0\0'

/** Whether bytes begin like a pipeline file. */
export function isPipeline(bytes: Uint8Array): boolean {
  return hasMagic(bytes, { magic: PIPELINE_MAGIC })
}

/** The model of texts that a parser alone makes. */
export function textModelOf<Parser extends Pick<Model, 'header'>>(parser: Parser): TextModel<Parser> {
  return { training: parser.header.training, parser }
}

/** Prepares a model, unless it is prepared. Throws ModelError if the weights of the parser cannot be made a table. */
export function prepareTextModel(model: TextModel<Model | PreparedModel>): TextModel {
  return { ...model, parser: prepareModel(model.parser) }
}

/** The model as plain data for threads. */
export function shareTextModel(model: TextModel): TextModel<SharedModel> {
  return { ...model, parser: shareModel(model.parser) }
}

/** The model in a thread. */
export function attachTextModel(model: TextModel<SharedModel>): TextModel {
  return { ...model, parser: attachModel(model.parser) }
}
