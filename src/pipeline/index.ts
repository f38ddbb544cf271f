/** From text to trees. */
export type { ClassWeights } from './classifier.ts'
export { conlluOf } from './conllu-text.ts'
export type { PipelineModel } from './model.ts'
export {
  Pipeline,
  type Constrain,
  type ParsedSentence,
  type ParsedToken,
  type ParsedWord,
  type PipelineOptions,
  type WordTags,
} from './pipeline.ts'
export { isPipeline, PIPELINE_VERSION, readPipeline, writePipeline } from './pipeline-file.ts'
export { scoresFromText } from './scores.ts'
export { Segmenter } from './segmenter.ts'
export type { TagClass, Tagger, TaggerModel } from './tagger.ts'
export type { TextSentence, TextToken, TokenizerModel } from './tokenizer.ts'
export { trainPipeline, type PipelineTraining } from './training.ts'
export type { Choices, Vocabulary, WordCache, WordFacts } from './word-facts.ts'
export type { WordNumbers } from './word-numbers.ts'
