/** Parses blocks of CoNLL-U or of plain text, in a thread or in the thread of the command. */
import type { TagColumn } from '../../parser/core/sentence.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import type { ConlluBlock } from '../conllu/blocks.ts'
import { ConlluError, placed } from '../conllu/error.ts'
import { ConlluReader } from '../conllu/reader.ts'
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import { printTree, type TreeFormat } from '../parsing/output-formats.ts'
import { countParse, parseCounts, type ParseCounts } from '../parsing/parse-counts.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { withTaggedLeaves } from '../parsing/tagged-leaves.ts'
import { TreePrinter, type PrintOptions } from '../parsing/tree-printer.ts'
import { conlluOf } from '../pipeline/conllu-text.ts'
import { Pipeline, type ConstraintsOf, type ParsedSentence } from '../pipeline/pipeline.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import { wholeOf, type Models } from './models.ts'

export interface BlockOptions
  extends PrintOptions, Pick<ParserOptions, 'system' | 'singleRoot' | 'beam' | 'keepMarks'> {
  /** The blocks are plain text. Default: CoNLL-U. */
  readonly raw?: boolean
  /** Leave out bad sentences. */
  readonly skipBad?: boolean
}

export type Block = ConlluBlock | TextWindow

/** A problem, and its line, counted from 1 in the block. */
export interface Flaw {
  readonly line: number
  readonly problem: string
}

export interface ParsedBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The end of each sentence in `bytes`, if a comment with its number must stand before it. */
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

export function blockParser(models: Models, options: BlockOptions, thread = 0): ParseBlock {
  const pipeline = models.pipeline || options.raw ? new Pipeline(wholeOf(models), options) : undefined
  const sentenceParser = options.raw ? undefined : new SentenceParser(models.parser, options)
  const parse = sentenceParser
    ? conlluParser(sentenceParser, options, pipeline)
    : textParser(pipeline!, options)
  const parser = sentenceParser?.parser ?? pipeline!.parser
  return (block) => {
    const before = { ...parser.searchCounts }
    const printed = parse(block as ConlluBlock & TextWindow)
    const steps = parser.searchCounts.steps - before.steps
    const hypotheses = parser.searchCounts.hypotheses - before.hypotheses
    return { ...printed, counts: { ...printed.counts, steps, hypotheses }, thread }
  }
}

function textParser(
  pipeline: Pipeline,
  { format = 'conllu', leaves }: BlockOptions,
): (block: TextWindow) => Printed {
  const tags = leaves && new Set(leaves)
  const constraintsOf: ConstraintsOf | undefined =
    tags && ((_, words) => withTaggedLeaves({}, tags, words.length, (word) => words[word - 1].upos))
  const writer = new ConlluWriter()
  let number = 0
  return ({ text, goesOn }) => {
    const counts = parseCounts()
    const ends: number[] = []
    const sentences = pipeline.parse(text, constraintsOf, goesOn)
    let seconds = 0
    for (;;) {
      const began = performance.now()
      const { done, value: sentence } = sentences.next()
      seconds += (performance.now() - began) / 1000
      if (done) break
      countParse(counts, sentence)
      writer.bytes(encode(printParsed(sentence, format, ++number)))
      if (format === 'conllu') ends.push(writer.size)
    }
    const bytes = writer.take()
    return { bytes, ends, lines: 0, counts, missing: [], skipped: [], failure: undefined, seconds }
  }
}

/** A sentence without its number. Offsets in the output count from the start of the sentence. */
function printParsed(sentence: ParsedSentence, format: TreeFormat, number: number): string {
  if (format === 'conllu') return conlluOf(sentence)
  const { words, tree, text, start: offset } = sentence
  const word = (id: number) => {
    const { lemma, upos, xpos, feats, start, end } = words[id - 1]
    return { lemma, upos, xpos, feats, start: start - offset, end: end - offset }
  }
  const forms = words.map(({ form }) => form)
  const labels = words.map(({ deprel }) => deprel)
  return printTree(format, { forms, tree, labels, facts: { text }, word }, number)
}

function conlluParser(
  parser: SentenceParser,
  options: BlockOptions,
  tagger: Pipeline | undefined,
): (block: ConlluBlock) => Printed {
  const printer = new TreePrinter(parser, options, tagger)
  const { skipBad, constraints } = options
  return ({ bytes, isFirst }) => {
    const skipped: Flaw[] = []
    const skip = skipBad ? (error: ConlluError) => void skipped.push(flawOf(error)) : undefined
    const heads = constraints ? 'partial' : 'ignore'
    const reader = new ConlluReader({ heads, continues: !isFirst, skip })
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
          const error = placed(thrown, sentence)
          if (!skip || !(error instanceof ConlluError)) throw error
          skip(error)
        }
      }
      printer.rest(reader.rest)
    } catch (error) {
      if (!(error instanceof ConlluError)) throw error
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

function flawOf({ line, problem }: ConlluError): Flaw {
  return { line, problem }
}
