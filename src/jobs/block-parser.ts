/** What a thread of `rbparse parse` does: from a block of CoNLL-U to a block with trees. */
import { attachModel } from '../../parser/scoring/shared-model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { ConlluError } from '../conllu/error.ts'
import { takeSentences } from '../conllu/read.ts'
import { ConlluReader } from '../conllu/reader.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { TreePrinter, type PrintOptions, type TreeCounts } from '../parsing/tree-printer.ts'
import type { Setting } from './start.ts'

/** So many bytes are read at once, which is what the reader has room for. */
const CHUNK = 1 << 17

export interface BlockOptions
  extends PrintOptions, Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'backtrack' | 'keepMarks'> {
  /** Leave out bad sentences. */
  readonly skipBad?: boolean
}

/** Where there is a pipeline, it tags the words first. */
export type BlockParserSetting = Setting<'conllu', BlockOptions>

export interface Block {
  /** Whole sentences. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isFirst: boolean
}

/** What is wrong on a line, counted from 1 in the block. */
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
  /** Whether the thread would have read XPOS, and has met none so far. */
  readonly lacksXpos: boolean
  /** Bad sentences that were left out. */
  readonly skipped: readonly Flaw[]
  /** What ends the run; `bytes` are those of the sentences before. */
  readonly failure: Flaw | undefined
  /** The thread, and how long it was parsing. */
  readonly thread: number
  readonly seconds: number
}

export class BlockParser {
  readonly #setting: BlockParserSetting
  readonly #parser: SentenceParser
  readonly #printer: TreePrinter

  constructor(setting: BlockParserSetting) {
    const { model, thread, options, pipeline } = setting
    const parser = attachModel(model, thread)
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

  /** Whether the sentence was not a bad one. */
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
