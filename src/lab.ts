/**
 * The exports for experiments: everything that experiments import from the lower floors. The package does not export this
 * file; the public API is index.ts.
 */
export * from '../transform/index.ts'
export * from '../parser/index.ts'
export * from './api/index.ts'
export * from './worker.ts'
export { CoNLLUError } from './conllu/error.ts'
export type { Heads } from './conllu/sentence-builder.ts'
export { CoNLLUReader, readCoNLLU, streamCoNLLU, type ReadOptions } from './conllu/reader.ts'
export { CoNLLUSentence } from './conllu/conllu-sentence.ts'
export { CoNLLUWriter, type AnnotatedTree } from './conllu/writer.ts'
export { TokenReader } from './conllu/trees.ts'
export { DeprelBytes, TreeReader } from './conllu/trees.ts'
export { constraintsOf } from './conllu/constraints.ts'
export * from './conllu/conversion.ts'
export * from './embedded/treebank.ts'
export type { Evaluation, EvaluationOptions } from './evaluation/comparison.ts'
export * from './evaluation/evaluate.ts'
export { metrics, type Metric } from './evaluation/metrics.ts'
export { isContentRelation } from './evaluation/evaluated-words.ts'
export * from './parsing/sentence-parser.ts'
export { Pipeline, type ConstraintsOf, type PipelineOptions } from './pipeline/pipeline.ts'
export { PIPELINE_VERSION, readPipeline, writePipeline } from './pipeline/pipeline-file.ts'
export { isPipeline, type PipelineModel, textModelOf } from './pipeline/text-model.ts'
export { trainPipeline, type PipelineTraining } from './pipeline/pipeline-training.ts'
export { Segmenter } from './pipeline/text-windows.ts'
export { Tagger, type TagClass, type TaggerModel } from './pipeline/tagger.ts'
export { jackknife, trainTagger } from './pipeline/tagger-training.ts'
export { scoresFromText } from './pipeline/text-scores.ts'
export type { TextSplitter } from './pipeline/text-windows.ts'
export { AnnotatedSentence, DEPREL, XPOS, type Columns } from './sentence/annotated-sentence.ts'
export { TextSentence, type TextToken } from './sentence/text-sentence.ts'
export type { TokenizerModel } from './pipeline/tokenizer.ts'
export type { TagChoices, Vocabulary, WordCache, WordFacts } from './pipeline/word-facts.ts'
export type { WordNumbers } from '../parser/core/word-numbers.ts'
export * from './training/corpus.ts'
export * from './training/train-model.ts'
export { builtInTemplates, featureNames, registerFeatures } from '../parser/options/feature-sets.ts'
export type { OptionType } from '../parser/options/types.ts'
export {
  checkTraining,
  learnerOf,
  trainingDefaults,
  trainingOptions,
  type TrainingOptionName,
  type TrainingValues,
} from '../parser/options/training.ts'
export { searchNames } from '../parser/search/searches.ts'
export * from './use.ts'
