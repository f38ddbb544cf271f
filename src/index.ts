/**
 * The public API, also for browsers: parsing, treebanks, training, evaluation. Custom systems, steps and features use
 * `right-branching/parser` and `right-branching/transform`. The command line is `rbparse`.
 */
export * from './api/index.ts'
export * from './worker.ts'
export type { Tree } from '../transform/tree.ts'
export { CoNLLUError } from './conllu/error.ts'
export { readCoNLLU, streamCoNLLU, type ReadOptions } from './conllu/reader.ts'
export { CoNLLUSentence } from './conllu/conllu-sentence.ts'
export { embeddedDev, embeddedTrain } from './embedded/treebank.ts'
export type { Evaluation, EvaluationOptions } from './evaluation/comparison.ts'
export { evaluate } from './evaluation/evaluate.ts'
export { SentenceParser } from './parsing/sentence-parser.ts'
export { readPipeline, writePipeline } from './pipeline/pipeline-file.ts'
export type { PipelineModel } from './pipeline/text-model.ts'
export { trainPipeline, type PipelineTraining } from './pipeline/pipeline-training.ts'
export type { Model } from '../parser/model/model.ts'
export { readModel, writeModel } from '../parser/model/model-file.ts'
export type { Parse, ParserOptions } from '../parser/parse.ts'
export type { TrainOptions, TrainProgress } from '../parser/train.ts'
export { trainModel } from './training/train-model.ts'
export { use, type Extension } from './use.ts'
