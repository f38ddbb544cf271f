/** Parses blocks of CoNLL-U or of plain text, in any thread. */
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
  /** Whether the blocks are plain text. Default: false, CoNLL-U. */
  readonly raw?: boolean
  /** Whether to tag the words of CoNLL-U first. Default: false. */
  readonly tag?: boolean
  /** Whether to skip invalid sentences. Default: false. */
  readonly skipBad?: boolean
}

/** A block of CoNLL-U, or windows of plain text. */
export type Block = CoNLLUBlock | string

/** A problem and its line number in the block, from 1. */
export interface Flaw {
  readonly line: number
  readonly problem: string
}

export interface ParsedBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The end of each sentence in `bytes`, if a comment with its number must be inserted; otherwise empty. */
  readonly ends: readonly number[]
  readonly lines: number
  readonly counts: ParseCounts
  /** The columns that the model reads and that no sentence of this thread has had so far. */
  readonly missing: readonly TagColumn[]
  /** The problems of the skipped sentences. */
  readonly skipped: readonly Flaw[]
  /** The problem that ends the run. `bytes` then contains the sentences before the problem. */
  readonly failure: Flaw | undefined
  /** The index of the thread. */
  readonly thread: number
  /** The parsing time in seconds; for plain text with tokenizing and tagging. */
  readonly seconds: number
}

export type ParseBlock = (block: Block) => ParsedBlock

/** The result of a block before the counts of the search and the thread index are added. */
type PrintedBlock = Omit<ParsedBlock, 'thread'>

/** The pipeline for plain text, or for tagging CoNLL-U. Undefined if the input is CoNLL-U and needs no tagging. */
export async function pipelineOf(model: TextModel, options: BlockOptions): Promise<Pipeline | undefined> {
  if (!options.raw && !options.tag) return undefined
  const { Pipeline } = await import('../pipeline/pipeline.ts')
  return new Pipeline(model, options)
}

/** @param pipeline the pipeline of this thread, see {@link pipelineOf} */
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
    const countsBefore = { ...parser.searchCounts }
    const printed = parse(block as CoNLLUBlock & string)
    const steps = parser.searchCounts.steps - countsBefore.steps
    const hypotheses = parser.searchCounts.hypotheses - countsBefore.hypotheses
    return { ...printed, counts: { ...printed.counts, steps, hypotheses }, thread }
  }
}

const NO_OPTIONS: ReadonlySet<string> = new Set()

function textParser(
  pipeline: Pipeline,
  { format = 'conllu', leaves }: BlockOptions,
): (block: string) => PrintedBlock {
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
    let spaceBefore = ''
    let failure: Flaw | undefined
    try {
      for (;;) {
        const startTime = performance.now()
        const { done, value: sentence } = sentences.next()
        seconds += (performance.now() - startTime) / 1000
        if (done) break
        end = sentence.end
        countParse(counts, sentence.found!)
        // White space after a paragraph belongs to the next paragraph, as in UDPipe, because blocks can end there.
        const [after] = PARAGRAPH_END.exec(sentence.after) ?? [sentence.after]
        sentence.before += spaceBefore
        spaceBefore = sentence.after.slice(after.length)
        sentence.after = after
        const setting = { options: NO_OPTIONS, number: ++number, added: [] }
        for (const piece of write([sentence], setting)) writer.bytes(encode(piece))
        if (format === 'conllu') ends.push(writer.size)
      }
    } catch (error) {
      if (!(error instanceof SentenceLengthError)) throw error
      const [space] = /^\s*/.exec(text.slice(end))!
      failure = { line: 1 + feedsIn(text.slice(0, end) + space), problem: error.message }
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
): (block: CoNLLUBlock) => PrintedBlock {
  const printer = new TreePrinter(parser, options, tagger)
  const { skipBad, constraints } = options
  return ({ bytes, isFirst }) => {
    const skipped: Flaw[] = []
    const skip = skipBad ? (error: CoNLLUError) => void skipped.push(flawOf(error)) : undefined
    const heads = constraints ? 'partial' : 'ignore'
    const reader = new CoNLLUReader({ heads, continues: !isFirst, skip })
    const counts = parseCounts()
    const secondsBefore = parser.seconds
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
    const seconds = parser.seconds - secondsBefore
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
