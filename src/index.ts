/**
 * Everything that a browser can load: text to trees, CoNLL-U, transforms, training, parsing, evaluation. Files, threads
 * and the command line are the business of the `rbparse` bin. Where a name is on two floors, the one that people ask for
 * first has it here (`Sentence`, `Token`); the other is called by its floor (`ParserSentence`, `ParserToken`).
 */
export * from '../transform/index.ts'
export * from '../parser/index.ts'
export { Sentence as ParserSentence, type Token as ParserToken } from '../parser/core/sentence.ts'
export {
  Document,
  load,
  parserOf,
  Sentence,
  TextParser,
  Word,
  type Characters,
  type Condition,
  type DisplacyParse,
  type LoadOptions,
  type LocatedArc,
  type LocatedSpan,
  type ModelSource,
  type NumberedArc,
  type NumberedSpan,
  type ParseOptions,
  type RootConstraint,
  type SentenceJson,
  type SentenceSvgOptions,
  type SpacyDoc,
  type TextConstraints,
  type Token,
  type Triple,
  type WordJson,
} from './api/index.ts'
export * from './conllu/index.ts'
export {
  Conversion,
  LEFT_COMMENT,
  type ConversionOptions,
  type ReverseCounts,
} from './conversion/conversion.ts'
export { embeddedDev, embeddedTrain } from './embedded/treebank.ts'
export * from './evaluation/index.ts'
export { AgreementCounter } from './parsing/model-agreement.ts'
export { SentenceParser } from './parsing/sentence-parser.ts'
export * from './pipeline/index.ts'
export { CorpusReader, type CorpusReaderOptions } from './training/corpus.ts'
export { builtInTemplates, parseTemplates, type TemplateUse } from './training/features.ts'
export { trainingDefaults, trainModel } from './training/train-model.ts'
