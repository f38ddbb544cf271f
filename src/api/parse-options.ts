/** The options of parsers, and their checks. */
import { widestBeam } from '../../parser/search/beam-options.ts'
import type { Ranking } from '../pipeline/pipeline.ts'
import {
  abortSignal,
  boolean,
  check,
  number,
  optional,
  record,
  string,
  tagOf,
  type Check,
} from './arguments.ts'
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

export const pipelineOptions = {
  system: optional(string),
  singleRoot: optional(boolean),
  beam: optional(number),
  keepMarks: optional(boolean),
  language: optional(string),
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
