/** The models of a pipeline, as one file has them. */
import type { Model } from '../../parser/model/model.ts'
import type { PreparedModel } from '../../parser/scoring/prepared-model.ts'
import type { Norms } from './norms.ts'
import type { TaggerModel } from './tagger.ts'
import type { TokenizerModel } from './tokenizer.ts'

export interface PipelineModel {
  /** Facts about the training, for people: treebank, sentences, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
  readonly tokenizer: TokenizerModel
  readonly tagger: TaggerModel
  readonly norms: Norms
  readonly parser: Model
}

/** A pipeline whose parser may be ready to parse already. */
export interface PreparedPipeline extends Omit<PipelineModel, 'parser'> {
  readonly parser: Model | PreparedModel
}
