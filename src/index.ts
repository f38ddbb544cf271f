/**
 * Everything that a browser can load: CoNLL-U, transforms, training, parsing, evaluation. Files, threads and the command
 * line are the business of the `rbparse` bin.
 */
export * from '../transform/index.ts'
export * from '../parser/index.ts'
export * from './conllu/index.ts'
export { Reverser, type ReverseCounts } from './conversion/reverse.ts'
export { LEFT_COMMENT, Transformer, type TransformOptions } from './conversion/transform.ts'
export { embeddedDev, embeddedTrain } from './embedded/treebank.ts'
export * from './evaluation/index.ts'
export { AgreementCounter } from './parsing/agreement.ts'
export { SentenceParser } from './parsing/sentence-parser.ts'
export * from './pipeline/index.ts'
export { CorpusReader, type CorpusReaderOptions } from './training/corpus.ts'
export { builtInTemplates, parseTemplates } from './training/features.ts'
export { trainingDefaults, trainModel } from './training/training.ts'
