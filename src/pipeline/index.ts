/** From text to trees. */
export { conlluOf } from './conllu-text.ts'
export {
  Pipeline,
  type ConstraintsOf,
  type ParsedSentence,
  type ParsedToken,
  type ParsedWord,
  type PipelineOptions,
} from './pipeline.ts'
export { isPipeline, PIPELINE_VERSION, readPipeline, writePipeline } from './pipeline-file.ts'
export type { PipelineModel } from './pipeline-model.ts'
export { trainPipeline, type PipelineTraining } from './pipeline-training.ts'
export { Segmenter } from './segmenter.ts'
export type { TagClass, TaggedWord, Tagger, TaggerModel } from './tagger.ts'
export { scoresFromText } from './text-scores.ts'
export type { TextSentence, TextSplitter, TextToken, TokenizerModel } from './tokenizer.ts'
export type { TagChoices, Vocabulary, WordCache, WordFacts } from './word-facts.ts'
export type { WordNumbers } from '../../parser/core/word-numbers.ts'
