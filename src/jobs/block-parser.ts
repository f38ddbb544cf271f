/** Parses blocks of CoNLL-U or of plain text, in a thread or in the thread of the command. */
import type { TagColumn } from '../../parser/core/word-attributes.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { SentenceLengthError } from '../../parser/search/beam-options.ts'
import type { CoNLLUBlock } from '../conllu/blocks.ts'
import { CoNLLUError, withPlace } from '../conllu/error.ts'
import { CoNLLUReader } from '../conllu/reader.ts'
import { encode } from '../conllu/utf8.ts'
import { CoNLLUWriter } from '../conllu/writer.ts'
import { outputFormats } from '../formats/output-formats.ts'
import { countParse, parseCounts, type ParseCounts, SentenceParser } from '../parsing/sentence-parser.ts'
import { withTaggedLeaves } from '../../parser/core/constraints.ts'
import { TreePrinter, type PrintOptions } from '../parsing/tree-printer.ts'
import type { ConstraintsOf, Pipeline } from '../pipeline/pipeline.ts'
import { PARAGRAPH_END } from '../pipeline/text-windows.ts'
import type { TextModel } from '../pipeline/text-model.ts'

export interface BlockOptions extends PrintOptions, Omit<ParserOptions, 'margin'> {
  /** The blocks are plain text. Default: CoNLL-U. */
  readonly raw?: boolean
  /** Tag the words of CoNLL-U first. */
  readonly tag?: boolean
  /** Leave out bad sentences. */
  readonly skipBad?: boolean
}

/** CoNLL-U, or windows of plain text. */
export type Block = CoNLLUBlock | string

/** A problem, and its line, counted from 1 in the block. */
export interface Flaw {
  readonly line: number
  readonly problem: string
}

export interface ParsedBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The end of each sentence in `bytes`, if a comment with its number must be before it. */
  readonly ends: readonly number[]
  readonly lines: number
  readonly counts: ParseCounts
  /** The columns that the model reads and the thread has not met yet. */
  readonly missing: readonly TagColumn[]
  /** The problems of the sentences that were left out. */
  readonly skipped: readonly Flaw[]
  /** The problem that ends the run. `bytes` then has the sentences before it. */
  readonly failure: Flaw | undefined
  /** The index of the thread. */
  readonly thread: number
  /** Seconds spent on parsing, of text on tokenizing and tagging, too. */
  readonly seconds: number
}

export type ParseBlock = (block: Block) => ParsedBlock

/** What a block has of its own; counts of searches and the index of the thread are added to it. */
type Printed = Omit<ParsedBlock, 'thread'>

/** The pipeline that blocks need, for plain text and for words that are to be tagged. Sentences with tags need none. */
export async function pipelineOf(model: TextModel, options: BlockOptions): Promise<Pipeline | undefined> {
  if (!options.raw && !options.tag) return undefined
  const { Pipeline } = await import('../pipeline/pipeline.ts')
  return new Pipeline(model, options)
}

/** @param pipeline see {@link pipelineOf}, of this thread */
export function blockParser(
  model: TextModel,
  options: BlockOptions,
  thread: number,
  pipeline: Pipeline | undefined,
): ParseBlock {
  const sentenceParser = options.raw ? undefined : new SentenceParser(model.parser, options)
  const parse = sentenceParser
    ? conlluParser(sentenceParser, options, pipeline)
    : textParser(pipeline!, options)
  const parser = sentenceParser?.parser ?? pipeline!.parser
  return (block) => {
    const before = { ...parser.searchCounts }
    const printed = parse(block as CoNLLUBlock & string)
    const steps = parser.searchCounts.steps - before.steps
    const hypotheses = parser.searchCounts.hypotheses - before.hypotheses
    return { ...printed, counts: { ...printed.counts, steps, hypotheses }, thread }
  }
}

const NO_OPTIONS: ReadonlySet<string> = new Set()

function textParser(
  pipeline: Pipeline,
  { format = 'conllu', leaves }: BlockOptions,
): (block: string) => Printed {
  const tags = leaves && new Set(leaves)
  const constraintsOf: ConstraintsOf | undefined =
    tags && ((sentence) => withTaggedLeaves({}, tags, sentence.size, (word) => sentence.upos(word)))
  const writer = new CoNLLUWriter()
  const { write } = outputFormats[format]
  let number = 0
  return (text) => {
    const counts = parseCounts()
    const ends: number[] = []
    const sentences = pipeline.parse(text, constraintsOf)
    let seconds = 0
    let end = 0
    let before = ''
    let failure: Flaw | undefined
    try {
      for (;;) {
        const began = performance.now()
        const { done, value: sentence } = sentences.next()
        seconds += (performance.now() - began) / 1000
        if (done) break
        end = sentence.end
        countParse(counts, sentence.found!)
        // White space after the end of a paragraph belongs to the next one, as in UDPipe: blocks can end there.
        const [after] = PARAGRAPH_END.exec(sentence.after) ?? [sentence.after]
        sentence.before += before
        before = sentence.after.slice(after.length)
        sentence.after = after
        const setting = { options: NO_OPTIONS, number: ++number, added: [] }
        for (const piece of write([sentence], setting)) writer.bytes(encode(piece))
        if (format === 'conllu') ends.push(writer.size)
      }
    } catch (error) {
      if (!(error instanceof SentenceLengthError)) throw error
      const [before] = /^\s*/.exec(text.slice(end))!
      failure = { line: 1 + feedsIn(text.slice(0, end) + before), problem: error.message }
    }
    const lines = feedsIn(text)
    return { bytes: writer.take(), ends, lines, counts, missing: [], skipped: [], failure, seconds }
  }
}

function feedsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function conlluParser(
  parser: SentenceParser,
  options: BlockOptions,
  tagger: Pipeline | undefined,
): (block: CoNLLUBlock) => Printed {
  const printer = new TreePrinter(parser, options, tagger)
  const { skipBad, constraints } = options
  return ({ bytes, isFirst }) => {
    const skipped: Flaw[] = []
    const skip = skipBad ? (error: CoNLLUError) => void skipped.push(flawOf(error)) : undefined
    const heads = constraints ? 'partial' : 'ignore'
    const reader = new CoNLLUReader({ heads, continues: !isFirst, skip })
    const counts = parseCounts()
    const before = parser.seconds
    let failure: Flaw | undefined
    try {
      reader.push(bytes)
      reader.end()
      for (const sentence of reader.sentences()) {
        try {
          countParse(counts, printer.print(sentence))
        } catch (thrown) {
          const error = withPlace(thrown, sentence)
          if (!skip || !(error instanceof CoNLLUError)) throw error
          skip(error)
        }
      }
      printer.rest(reader.rest)
    } catch (error) {
      if (!(error instanceof CoNLLUError)) throw error
      failure = flawOf(error)
    }
    const { writer, missing } = printer
    const seconds = parser.seconds - before
    return {
      bytes: writer.take(),
      ends: [],
      lines: reader.lines,
      counts,
      missing,
      skipped,
      failure,
      seconds,
    }
  }
}

function flawOf({ line, problem }: CoNLLUError): Flaw {
  return { line, problem }
}
