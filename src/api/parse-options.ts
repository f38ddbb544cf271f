/** The options of parsers and their checks. */
import type { OptionType } from '../../parser/options/types.ts'
import { abortSignal, check, optional, record, tagOf, type Check } from '../../transform/arguments.ts'
import { decodingOptions, rankingOptions, threadCounts } from '../pipeline/decoding-options.ts'
import type { Ranking } from '../pipeline/pipeline.ts'
import type { GivenTokens } from './given-tokens.ts'
import { checkTextConstraints, type TextConstraints } from './text-constraints.ts'

export interface ParseOptions extends Ranking {
  /** Constraints that the trees must satisfy. Default: none. */
  readonly constraints?: TextConstraints
  /** An abort signal, checked before each sentence; parsing then throws the reason of the signal. */
  readonly signal?: AbortSignal
}

export type StreamOptions = Omit<ParseOptions, 'constraints'>

/** The options of threads. */
export interface ThreadOptions {
  /** The number of threads, 1 to 256. Default: 1. */
  readonly jobs?: number
  /**
   * The address or path of the thread script (`dist/worker/script.js` of this package), for bundled programs whose bundler
   * does not copy it. Default: the script next to this module.
   */
  readonly worker?: string | URL
}

/** Texts, or lists of tokens instead of a text. */
export type Texts = Iterable<string | GivenTokens> | AsyncIterable<string | GivenTokens>

/** The options of `pipe`. With one job, `pipe` of a TextParser starts no thread. */
export type PipeOptions = StreamOptions & ThreadOptions

const checkOf = ({ type }: { readonly type: OptionType }): Check => optional(check(type.expected, type.is))

/** The checks of all options in a table. */
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
