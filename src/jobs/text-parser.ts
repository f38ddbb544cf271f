/** What a thread of `rbparse parse --raw` does: from a block of text to the trees of its sentences. */
import type { ParserOptions } from '../../parser/parse.ts'
import { attachModel } from '../../parser/scoring/shared-model.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import type { TreeFormat } from '../parsing/tree-formats.ts'
import { printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { Setting } from './start.ts'

export interface TextOptions extends Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'backtrack'> {
  readonly format: TreeFormat
}

export type TextParserSetting = Setting<'text', TextOptions>

export interface ParsedText {
  /** One for each sentence, not numbered. */
  readonly printed: readonly string[]
  readonly counts: TextCounts
  readonly thread: number
}

export class TextParser {
  readonly #setting: TextParserSetting
  readonly #pipeline: Pipeline

  constructor(setting: TextParserSetting) {
    const { model, thread, pipeline, options } = setting
    const parser = attachModel(model, thread)
    this.#setting = setting
    this.#pipeline = new Pipeline(pipeline ? { ...pipeline, parser } : parser, options)
  }

  /** @param text paragraphs, whole */
  parse(text: string): ParsedText {
    const { thread, options } = this.#setting
    const counts = textCounts()
    const printed = [...printText(text, this.#pipeline, options.format, counts)]
    return { printed, counts, thread }
  }
}
