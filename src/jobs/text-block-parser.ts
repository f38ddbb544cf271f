/** Parses blocks of plain text. */
import type { ParserOptions } from '../../parser/parse.ts'
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import type { TreeFormat } from '../parsing/output-formats.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'

export interface TextOptions extends Pick<ParserOptions, 'system' | 'singleRoot' | 'beam'> {
  readonly format: TreeFormat
}

export interface ParsedText {
  /** The printed sentences in UTF-8, one after the other, without their numbers, and the end of each of them. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: readonly number[]
  readonly counts: TextCounts
  /** The index of the thread. */
  readonly thread: number
}

/**
 * Parses a window of a text, or several in a row.
 *
 * @param before the number of sentences before them, from which drawings are numbered
 */
export function parseTextBlock(
  text: TextWindow,
  pipeline: Pipeline,
  format: TreeFormat,
  thread: number,
  before = 0,
): ParsedText {
  const writer = new ConlluWriter()
  const counts = { ...textCounts(), sentences: before }
  const ends: number[] = []
  for (const printed of printText(text, pipeline, format, counts)) {
    writer.bytes(encode(printed))
    ends.push(writer.size)
  }
  counts.sentences -= before
  return { bytes: writer.take(), ends, counts, thread }
}
