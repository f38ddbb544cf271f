/** The options of parsers, and their checks. */
import { widestBeam } from '../../parser/search/beam-options.ts'
import type { Ranking } from '../pipeline/pipeline.ts'
import {
  abortSignal,
  boolean,
  check,
  isObject,
  number,
  optional,
  record,
  string,
  tagOf,
  type Check,
} from '../../transform/arguments.ts'
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
  /** The number of threads, 1 to 64. Default: 1. */
  readonly jobs?: number
  /**
   * The address or path of the script of threads, `dist/worker/script.js` of this package, for programs of bundlers that
   * do not copy it. Default: beside this module.
   */
  readonly worker?: string | URL
}

export type Texts = Iterable<string> | AsyncIterable<string>

/** With one job, `pipe` of a parser of this thread starts no other thread. */
export type PipeOptions = StreamOptions & ThreadOptions

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && !/[\t\n\r]/.test(value)
const checkExceptions = check(
  'an object with the words of texts, such as { "can\'t": ["ca", "n\'t"] }',
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([text, words]) => isWord(text) && Array.isArray(words) && words.length > 0 && words.every(isWord),
    ),
)

export const pipelineOptions = {
  system: optional(string),
  singleRoot: optional(boolean),
  beam: optional(number),
  keepMarks: optional(boolean),
  greedyIfLong: optional(boolean),
  language: optional(string),
  exceptions: optional(checkExceptions),
} as const
export const checkPipelineOptions = record(pipelineOptions)

const MOST_JOBS = 64
const signal = optional(abortSignal)
const streamOptions = { signal, nbest: optional(whole(widestBeam)), scores: optional(boolean) }
export const threadOptions = {
  jobs: optional(whole(MOST_JOBS)),
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

function whole(most: number): Check {
  return check(
    `a whole number from 1 to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most,
  )
}
