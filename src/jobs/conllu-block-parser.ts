/** Parses blocks of CoNLL-U. */
import type { ParserOptions } from '../../parser/parse.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { ConlluError } from '../conllu/error.ts'
import { ConlluReader } from '../conllu/reader.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { SentenceParser } from '../parsing/sentence-parser.ts'
import { TreePrinter, type PrintOptions, type TreeCounts } from '../parsing/tree-printer.ts'

/** How many bytes the reader takes at a time. */
const CHUNK = 1 << 17

export interface BlockOptions
  extends PrintOptions, Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'keepMarks'> {
  /** Leave out bad sentences. */
  readonly skipBad?: boolean
}

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
  readonly #parser: SentenceParser
  readonly #options: BlockOptions
  readonly #printer: TreePrinter
  readonly #thread: number

  /**
   * @param tagger tags the words before they are parsed
   * @param thread the index of the thread
   */
  constructor(parser: SentenceParser, options: BlockOptions, tagger?: Pipeline, thread = 0) {
    this.#parser = parser
    this.#options = options
    this.#printer = new TreePrinter(parser, options, tagger)
    this.#thread = thread
  }

  parse({ bytes, isFirst }: Block): ParsedBlock {
    const { skipBad, constraints } = this.#options
    const printer = this.#printer
    const skipped: Flaw[] = []
    const skip = skipBad ? (error: ConlluError) => void skipped.push(flawOf(error)) : undefined
    const heads = constraints ? 'partial' : 'ignore'
    const reader = new ConlluReader({ heads, continues: !isFirst, skip })
    let failure: Flaw | undefined
    const before = this.#parser.seconds
    let sentences = 0
    let words = 0
    try {
      for (const sentence of sentencesOf(bytes, reader)) {
        try {
          printer.print(sentence)
        } catch (error) {
          if (!skip || !(error instanceof ConlluError)) throw error
          skip(error)
          continue
        }
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
      thread: this.#thread,
      seconds: this.#parser.seconds - before,
    }
  }
}

function* sentencesOf(bytes: Uint8Array, reader: ConlluReader): Generator<ConlluSentence> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    reader.push(bytes.subarray(at, at + CHUNK))
    yield* reader.sentences()
  }
  reader.end()
  yield* reader.sentences()
}

function flawOf({ line, problem }: ConlluError): Flaw {
  return { line, problem }
}
