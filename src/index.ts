/**
 * Everything that a browser can load: text to trees, CoNLL-U, transforms, training, parsing, evaluation. Files, threads
 * and the command line are the business of the `rbparse` bin. Where a name is on two floors, the one that people ask for
 * first has it here (`Sentence`, `Token`); the other is called by its floor (`ParserSentence`, `ParserToken`).
 */
export * from '../transform/index.ts'
export * from '../parser/index.ts'
export { Sentence as ParserSentence, type Token as ParserToken } from '../parser/core/sentence.ts'
export * from './api/index.ts'
export { Sentence, type Token } from './api/index.ts'
export * from './worker.ts'
export { ConlluError } from './conllu/error.ts'
export type { Heads } from './conllu/sentence-builder.ts'
export { ConlluReader, readConllu, streamConllu, type ReadOptions } from './conllu/reader.ts'
export { ConlluSentence, XPOS, type MultiwordToken, type SentenceLayout } from './conllu/conllu-sentence.ts'
export { ConlluWriter, type AnnotatedTree } from './conllu/writer.ts'
export { TokenReader } from './conllu/trees.ts'
export { DeprelBytes, TreeReader } from './conllu/trees.ts'
export { constraintsOf } from './conllu/constraints.ts'
export * from './conversion/conversion.ts'
export * from './embedded/treebank.ts'
export type { Evaluation, EvaluationOptions } from './evaluation/comparison.ts'
export * from './evaluation/evaluate.ts'
export { MetricCounts, metrics, type Metric } from './evaluation/metrics.ts'
export * from './parsing/sentence-parser.ts'
export { conlluOf } from './pipeline/conllu-text.ts'
export {
  Pipeline,
  type ConstraintsOf,
  type ParsedSentence,
  type ParsedToken,
  type ParsedWord,
  type PipelineOptions,
} from './pipeline/pipeline.ts'
export { isPipeline, PIPELINE_VERSION, readPipeline, writePipeline } from './pipeline/pipeline-file.ts'
export type { PipelineModel } from './pipeline/pipeline.ts'
export { trainPipeline, type PipelineTraining } from './pipeline/pipeline-training.ts'
export { Segmenter } from './pipeline/segmenter.ts'
export type { TagClass, TaggedWord, Tagger, TaggerModel } from './pipeline/tagger.ts'
export { scoresFromText } from './pipeline/text-scores.ts'
export type { TextToken } from './pipeline/characters.ts'
export type { TextSentence, TextSplitter } from './pipeline/text-windows.ts'
export type { TokenizerModel } from './pipeline/tokenizer.ts'
export type { TagChoices, Vocabulary, WordCache, WordFacts } from './pipeline/word-facts.ts'
export type { WordNumbers } from '../parser/core/word-numbers.ts'
export * from './training/corpus.ts'
export * from './training/train-model.ts'
export * from './use.ts'
