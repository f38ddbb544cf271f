/** What a call of `rbparse parse` on text can ask for, and what makes no sense together. */
import { CallError } from '../files/failures.ts'
import type { InvalidUtf8 } from '../files/text-file.ts'
import type { TreeFormat } from '../parsing/output-formats.ts'
import type { TreeOutput } from './options.ts'

export interface TextCall extends TreeOutput {
  /** The text itself, in place of a file. */
  readonly text?: string
  readonly format?: TreeFormat
  readonly invalidUtf8?: InvalidUtf8
  readonly jobs: number
}

/** Options of `parse` that are for CoNLL-U alone. */
interface SentenceCall {
  readonly raw?: boolean
  readonly tag?: boolean
  readonly constraints?: boolean
  readonly keepMarks?: boolean
  readonly nbest?: number
  readonly scores?: boolean
}

/** Throws CallError where options are together that make no sense together. */
export function checkTextCall(path: string, call: TextCall & SentenceCall): void {
  const { text, raw, format, tag, constraints, keepMarks, nbest, scores, jobs, invalidUtf8 } = call
  const source = text === undefined ? (raw ? '--raw' : undefined) : '--text'
  if (text !== undefined && path !== '-')
    throw new CallError(`--text brings the text itself, expected no file beside it, found ${path}`)
  if (invalidUtf8 && !raw) throw new CallError('--invalid-utf8 is for plain text, expected --raw beside it')
  if (format === 'svg' && jobs > 1)
    throw new CallError('--format svg numbers its drawings one after the other, expected --jobs 1')
  const others = { '--tag': tag, '--constraints': constraints, '--keep-marks': keepMarks, '--scores': scores }
  const [other] = Object.entries({ ...others, '--nbest': nbest }).find(([, value]) => value) ?? []
  if (source !== undefined && other !== undefined)
    throw new CallError(`${other} is for CoNLL-U, expected no ${source} beside it`)
}
