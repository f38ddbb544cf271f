/** Parses blocks of CoNLL-U in a thread. */
import { attachModel } from '../../parser/scoring/shared-model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { ConlluError } from '../conllu/error.ts'
import { takeSentences } from '../conllu/read.ts'
import { ConlluReader } from '../conllu/reader.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { TreePrinter, type PrintOptions, type TreeCounts } from '../parsing/tree-printer.ts'
import type { Setting } from './shared-models.ts'

/** How many bytes the reader takes at a time. */
const CHUNK = 1 << 17

export interface BlockOptions
  extends PrintOptions, Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'backtrack' | 'keepMarks'> {
  /** Leave out bad sentences. */
  readonly skipBad?: boolean
}

/** A pipeline, if there is one, tags the words first. */
export type ConlluBlockSetting = Setting<'conllu', BlockOptions>

export interface Block {
  /** Whole sentences. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isFirst: boolean
}

/** A problem, and its line, counted from 1 in the block. */
export interface Flaw {
  readonly line: number
  readonly problem: string
}

export interface ParsedBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly lines: number
  readonly sentences: number
  readonly words: number
  readonly counts: TreeCounts
  /** Whether the model reads XPOS and the thread has not met any yet. */
  readonly lacksXpos: boolean
  /** The problems of the sentences that were left out. */
  readonly skipped: readonly Flaw[]
  /** The problem that ends the run. `bytes` then has the sentences before it. */
  readonly failure: Flaw | undefined
  /** The index of the thread. */
  readonly thread: number
  /** Seconds spent on parsing alone. */
  readonly seconds: number
}

export class ConlluBlockParser {
  readonly #setting: ConlluBlockSetting
  readonly #parser: SentenceParser
  readonly #printer: TreePrinter

  constructor(setting: ConlluBlockSetting) {
    const { model, options, pipeline } = setting
    const parser = attachModel(model)
    this.#setting = setting
    this.#parser = new SentenceParser(parser, options)
    const tagger = pipeline && new Pipeline({ ...pipeline, parser }, options)
    this.#printer = new TreePrinter(this.#parser, options, tagger)
  }

  parse({ bytes, isFirst }: Block): ParsedBlock {
    const { thread, options } = this.#setting
    const reader = new ConlluReader({
      heads: options.constraints ? 'partial' : 'ignore',
      continues: !isFirst,
    })
    const printer = this.#printer
    const skipped: Flaw[] = []
    const skip = options.skipBad ? (error: ConlluError) => void skipped.push(flawOf(error)) : undefined
    let failure: Flaw | undefined
    const before = this.#parser.seconds
    let sentences = 0
    let words = 0
    try {
      for (const sentence of sentencesOf(bytes, reader, skip)) {
        if (!this.#print(sentence, skip)) continue
        sentences++
        words += sentence.size
      }
      printer.rest(reader.rest)
    } catch (error) {
      if (!(error instanceof ConlluError)) throw error
      failure = flawOf(error)
    }
    return {
      bytes: printer.writer.take(),
      lines: reader.lines,
      sentences,
      words,
      counts: printer.takeCounts(),
      lacksXpos: printer.lacksXpos,
      skipped,
      failure,
      thread,
      seconds: this.#parser.seconds - before,
    }
  }

  /** Returns false if the sentence was left out. */
  #print(sentence: ConlluSentence, skip: ((error: ConlluError) => void) | undefined): boolean {
    try {
      this.#printer.print(sentence)
      return true
    } catch (error) {
      if (!skip || !(error instanceof ConlluError)) throw error
      skip(error)
      return false
    }
  }
}

function* sentencesOf(
  bytes: Uint8Array,
  reader: ConlluReader,
  skip: ((error: ConlluError) => void) | undefined,
): Generator<ConlluSentence> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    reader.push(bytes.subarray(at, at + CHUNK))
    yield* takeSentences(reader, skip)
  }
  reader.end()
  yield* takeSentences(reader, skip)
}

function flawOf({ line, problem }: ConlluError): Flaw {
  return { line, problem }
}
