/** Parses blocks of plain text in a thread. */
import type { ParserOptions } from '../../parser/parse.ts'
import { attachModel } from '../../parser/scoring/shared-model.ts'
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import type { TreeFormat } from '../parsing/tree-formats.ts'
import { printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import type { Setting } from './shared-models.ts'

export interface TextOptions extends Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'backtrack'> {
  readonly format: TreeFormat
}

export type TextBlockSetting = Setting<'text', TextOptions>

export interface ParsedText {
  /** The printed sentences in UTF-8, one after the other, without their numbers, and the end of each of them. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: readonly number[]
  readonly counts: TextCounts
  readonly thread: number
}

export class TextBlockParser {
  readonly #setting: TextBlockSetting
  readonly #pipeline: Pipeline
  readonly #writer = new ConlluWriter()

  constructor(setting: TextBlockSetting) {
    const { model, pipeline, options } = setting
    const parser = attachModel(model)
    this.#setting = setting
    this.#pipeline = new Pipeline(pipeline ? { ...pipeline, parser } : parser, options)
  }

  /** Parses a window of a text, or several in a row. */
  parse(text: TextWindow): ParsedText {
    const { thread, options } = this.#setting
    const counts = textCounts()
    const ends: number[] = []
    for (const printed of printText(text, this.#pipeline, options.format, counts)) {
      this.#writer.bytes(encode(printed))
      ends.push(this.#writer.size)
    }
    return { bytes: this.#writer.take(), ends, counts, thread }
  }
}
