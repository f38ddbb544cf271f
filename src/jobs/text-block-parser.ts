/** Parses blocks of plain text in a thread. */
import type { ParserOptions } from '../../parser/parse.ts'
import { attachModel } from '../../parser/scoring/shared-model.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import type { TreeFormat } from '../parsing/tree-formats.ts'
import { printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { Setting } from './shared-models.ts'

export interface TextOptions extends Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'backtrack'> {
  readonly format: TreeFormat
}

export type TextBlockSetting = Setting<'text', TextOptions>

export interface ParsedText {
  /** The printed sentences, without their numbers. */
  readonly printed: readonly string[]
  readonly counts: TextCounts
  readonly thread: number
}

export class TextBlockParser {
  readonly #setting: TextBlockSetting
  readonly #pipeline: Pipeline

  constructor(setting: TextBlockSetting) {
    const { model, thread, pipeline, options } = setting
    const parser = attachModel(model, thread)
    this.#setting = setting
    this.#pipeline = new Pipeline(pipeline ? { ...pipeline, parser } : parser, options)
  }

  /** @param text whole paragraphs */
  parse(text: string): ParsedText {
    const { thread, options } = this.#setting
    const counts = textCounts()
    const printed = [...printText(text, this.#pipeline, options.format, counts)]
    return { printed, counts, thread }
  }
}
