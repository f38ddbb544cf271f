/** The options of parsers, and their checks. */
import type { OptionType } from '../../parser/options/types.ts'
import { abortSignal, check, optional, record, tagOf, type Check } from '../../transform/arguments.ts'
import { decodingOptions, rankingOptions, threadCounts } from '../pipeline/decoding-options.ts'
import type { Ranking } from '../pipeline/pipeline.ts'
import type { GivenTokens } from './given-tokens.ts'
import { checkTextConstraints, type TextConstraints } from './text-constraints.ts'

export interface ParseOptions extends Ranking {
  /** Constraints that the trees have to satisfy; none by default. */
  readonly constraints?: TextConstraints
  /** Checked before each sentence is parsed: throws its reason once it is aborted. */
  readonly signal?: AbortSignal
}

export type StreamOptions = Omit<ParseOptions, 'constraints'>

/** What threads need. */
export interface ThreadOptions {
  /** The number of threads, 1 to 256. Default: 1. */
  readonly jobs?: number
  /**
   * The address or path of the script of threads, `dist/worker/script.js` of this package, for programs of bundlers that
   * do not copy it. Default: the one next to this module.
   */
  readonly worker?: string | URL
}

/** Texts, or the tokens of each. */
export type Texts = Iterable<string | GivenTokens> | AsyncIterable<string | GivenTokens>

/** With one job, `pipe` of a parser of this thread starts no other thread. */
export type PipeOptions = StreamOptions & ThreadOptions

const checkOf = ({ type }: { readonly type: OptionType }): Check => optional(check(type.expected, type.is))

/** The checks of the options of a table. */
function checksOf(table: Readonly<Record<string, { readonly type: OptionType }>>): Record<string, Check> {
  return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, checkOf(option)]))
}

export const pipelineOptions = checksOf(decodingOptions)
export const checkPipelineOptions = record(pipelineOptions)

const streamOptions = { signal: optional(abortSignal), ...checksOf(rankingOptions) }
export const threadOptions = {
  jobs: checkOf({ type: threadCounts }),
  worker: optional(
    check('an address or a path', (value) => typeof value === 'string' || tagOf(value) === 'URL'),
  ),
}

export const checkParseOptions = record({ constraints: optional(checkTextConstraints), ...streamOptions })
export const checkStreamOptions = record(streamOptions)
export const checkPipeOptions = record({ ...streamOptions, ...threadOptions })
export const checkTexts = check(
  'an iterable of texts',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value),
)
