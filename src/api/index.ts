/** The API that parses text to trees. It also runs in browsers. */
export { Document } from '../document/document.ts'
export type { DisplacyParse, DocumentJson, SentenceJson, SpacyDoc, WordJson } from '../document/formats.ts'
export { load, type LoadOptions } from './load.ts'
export type { ModelSource } from './model-source.ts'
export { Sentence, Word, type Phrase, type Token, type Triple } from '../document/sentence.ts'
export type { SentenceSvgOptions } from '../document/formats.ts'
export type {
  Condition,
  LeafConstraint,
  LocatedArc,
  LocatedSpan,
  NumberedArc,
  NumberedSpan,
  RootConstraint,
  TextConstraints,
} from './text-constraints.ts'
export type { ParseOptions, PipeOptions, StreamOptions, Texts, ThreadOptions } from './parse-options.ts'
export { parserOf, TextParser } from './text-parser.ts'
export type { Characters } from '../sentence/text-sentence.ts'
export {
  Matcher,
  matcherOf,
  type PatternMatch,
  type SpacyAttribute,
  type SpacyNode,
} from '../patterns/index.ts'
