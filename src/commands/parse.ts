/** `rbparse parse`: parses sentences. */
import { stackSvg, type SvgDrawing } from '../../transform/drawing/svg.ts'
import type { ModelFacts } from '../../parser/model/model.ts'
import type { TagColumn } from '../../parser/core/word-attributes.ts'
import { Parser } from '../../parser/parse.ts'
import { registered, registry } from '../../parser/registry.ts'
import type { PreparedModel } from '../../parser/scoring/scoring.ts'
import { cutBlocks } from '../conllu/blocks.ts'
import { counted, Progress, type Terminal } from '../files/terminal.ts'
import { CallError } from '../files/failures.ts'
import { openInput, shownChunks, decoded, invalidUtf8Choices, type InvalidUtf8 } from '../files/text-file.ts'
import { loadModel, modelPath } from '../files/model-packages.ts'
import { checkDistinct, withOutput, type Output } from '../files/output.ts'
import { pipelineOf, type BlockOptions } from '../jobs/block-parser.ts'
import { BLOCK_BYTES, parseBlocks, startBlockPool, type ParsedFile } from '../jobs/parse-blocks.ts'
import { formatsOf } from '../formats/output-formats.ts'
import type { ParseCounts } from '../parsing/sentence-parser.ts'
import { decodingOptions, rankingOptions, threadCounts } from '../pipeline/decoding-options.ts'
import { textModelOf } from '../pipeline/text-model.ts'
import type { TextSplitter } from '../pipeline/text-windows.ts'
import {
  checked,
  checkTreeOutput,
  commandFor,
  rowsOf,
  TREES_HELP,
  type CommandContext,
  type TreeOutput,
} from './options.ts'
import { reportFigures, sizeOf, skippedOf } from './report.ts'

interface Options extends TreeOutput, Omit<BlockOptions, 'leaves'> {
  readonly model?: string
  /** The text to parse instead of a file. */
  readonly text?: string
  readonly invalidUtf8?: InvalidUtf8
  readonly jobs: number
  readonly leaves?: string
}

/** The minimum size of a block of plain text in UTF-16 code units (a few hundred sentences). */
const MIN_TEXT_BLOCK_UNITS = 1 << 14
const HELP = `
parse | parse sentences of CoNLL-U, or plain text
> Fills in HEAD and DEPREL. Heads and labels of the input are ignored without --constraints.
${TREES_HELP}
--model <file> || a file of \`rbparse train\`, or the name of an installed model (default: en)
${rowsOf({ ...decodingOptions, ...rankingOptions })}
--constraints || keep the heads, labels, spans and roots that the input states
--leaves <tags> || words with these universal tags, with commas between, have no dependents
--tag || predict tags and features of the words first, with the tagger of the pipeline
--jobs <n> | ${threadCounts.notation} = 1 | the number of threads; the output is the same
--raw || read plain text, in which a blank line ends a paragraph, and write CoNLL-U
--invalid-utf8 <how> | ${invalidUtf8Choices.join(', ')} | with --raw, how bytes that are not UTF-8 are treated: error ends the run, replace writes U+FFFD (default: error)
--text <text> || parse this text, and draw its trees
--format <name> | ${Object.keys(formatsOf('command')).join(', ')} | the format of the trees: CoNLL-U, drawings as text, one SVG element of all trees, or one line of JSON each (default: conllu, text with --text)
$ rbparse sample --sentences 300 > sample.conllu && rbparse train --fast --model sample.rb sample.conllu &&
$ rbparse sample --dev | rbparse parse --model sample.rb`

export const parseCommand = commandFor(HELP, parseFile)

/** Throws CallError if the options contradict each other. */
async function checkCall(path: string, call: Options): Promise<void> {
  await checkTreeOutput(path, call)
  const { text, raw, format, jobs, invalidUtf8 } = call
  if (text !== undefined && path !== '-')
    throw new CallError(`--text brings the text itself, expected no file with it, found ${path}`)
  if (invalidUtf8 && !raw) throw new CallError('--invalid-utf8 is for plain text, expected --raw with it')
  if (format === 'svg' && jobs > 1)
    throw new CallError('--format svg numbers its drawings one after the other, expected --jobs 1')
  const { tag, constraints, keepMarks, scores, nbest } = call
  const conlluOptions = { tag, constraints, 'keep-marks': keepMarks, scores, nbest }
  const [conlluOption] = Object.entries(conlluOptions).find(([, value]) => value) ?? []
  const source = text === undefined ? (raw ? '--raw' : undefined) : '--text'
  if (source !== undefined && conlluOption !== undefined)
    throw new CallError(`--${conlluOption} is for CoNLL-U, expected no ${source} with it`)
}

async function parseFile(path: string, options: Options, { terminal, start }: CommandContext): Promise<void> {
  const startTime = performance.now()
  await checkCall(path, options)
  const { text, tag, jobs } = options
  const file = await modelPath(options.model)
  await checkDistinct({ '-o': options.output, '--stats': options.stats }, [file])
  const model = await loadModel(file, terminal)
  if (tag && !model.tagger) throw new CallError(`${file} has no tagger, expected a pipeline with --tag`)
  checkDecoding(file, model.parser, options, terminal)
  const leaves = leavesOf(options.leaves)
  const raw = options.raw || text !== undefined
  if (raw && !model.tagger)
    terminal.stderr.write(
      `note: ${file} has no tagger, and the words of plain text have no tags, which costs much accuracy; train with --pipeline\n`,
    )
  const parsing = { ...options, leaves, raw }
  const pipeline = await pipelineOf(model, parsing)
  const input = text === undefined ? await openInput(path, terminal) : undefined
  const progress = new Progress(terminal.stderr, 'parsing')
  let progressText = ''
  const chunks = input && shownChunks(input, progress, () => progressText)
  const blocks =
    pipeline && raw
      ? textBlocks(chunks ? decoded(chunks, path, options, terminal) : [text!], pipeline.splitter, () =>
          terminal.stderr.write(`note: ${path} looks like CoNLL-U, which is parsed without --raw\n`),
        )
      : cutBlocks(
          noticingText(chunks!, () =>
            terminal.stderr.write(`note: ${path} looks like plain text, which is parsed with --raw\n`),
          ),
          BLOCK_BYTES,
        )
  const format = options.format ?? (text === undefined ? 'conllu' : 'text')
  const pool = startBlockPool(
    pipeline ? model : textModelOf(model.parser),
    jobs,
    { ...parsing, format },
    start,
    pipeline,
  )
  const listener = {
    onSkipped: ({ message }: Error): void => {
      progress.done()
      terminal.stderr.write(`skipped: ${message}\n`)
    },
    onParsed: ({ sentences }: ParseCounts): void => void (progressText = `${sentences} sentences`),
  }
  const parse = (output: Pick<Output, 'write'>): Promise<ParsedFile> =>
    parseBlocks(pool, blocks, output, path, listener)
  const write = format === 'svg' ? (output: Output) => asOneDrawing(output, parse) : parse
  const parsed = await withOutput(options.output, terminal, write).finally(() => pool.close())
  if (text === undefined || options.stats !== undefined || options.json)
    await reportParsed(parsed, startTime, { ...options, facts: model.parser.header.training }, terminal)
}

/**
 * Writes the drawings of `parse` as one SVG element. Collects them, because the size of the element is written first but
 * known only at the end.
 */
async function asOneDrawing<Result>(
  output: Output,
  parse: (output: Pick<Output, 'write'>) => Promise<Result>,
): Promise<Result> {
  const drawings: SvgDrawing[] = []
  const write = async (chunk: Uint8Array | string): Promise<void> => {
    const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
    for (const [svg, width, height] of text.matchAll(
      /<svg [^>]*? width="(.*?)" height="(.*?)"[^]*?<\/svg>\n/g,
    ))
      drawings.push({ svg, width: Number(width), height: Number(height) })
  }
  const result = await parse({ write })
  if (drawings.length > 0) await output.write(stackSvg(drawings, counted(drawings.length, 'tree')))
  return result
}

/** Throws CallError if the model does not support the decoding options, and writes a note if it was not trained for a beam. */
function checkDecoding(file: string, model: PreparedModel, call: Options, { stderr }: Terminal): void {
  const { nbest = 1, scores, search, constraints, leaves } = call
  if (search !== undefined && (nbest > 1 || scores))
    throw new CallError(
      `--search finds one tree without scores, expected no --${scores ? 'scores' : 'nbest'} with it`,
    )
  const { beam, system } = checked(() => new Parser(model, call))('')
  if ((beam > 1 || nbest > 1) && model.header.beam === 1)
    stderr.write(`note: ${file} was trained greedily, without a beam\n`)
  if ((constraints || leaves !== undefined) && !registered(system.name).constrained) {
    const constrainedSystems = registry.filter((entry) => entry.constrained).map((entry) => entry.name)
    throw new CallError(
      `${system.name} does not take constraints, expected one of: ${constrainedSystems.join(', ')}`,
    )
  }
}

/** The tags of `--leaves`. Throws CallError for invalid tags. */
function leavesOf(tags: string | undefined): readonly string[] | undefined {
  if (tags !== undefined && !/^[A-Z]+(?:,[A-Z]+)*$/.test(tags))
    throw new CallError(`--leaves ${tags}, expected tags such as PUNCT,SYM`)
  return tags?.split(',')
}

/** Matches the comments and the first word line of a CoNLL-U sentence. */
const CONLLU_START = /^\ufeff?(?:#.*\n)*1(?:-\d+)?(?:\t[^\t\n]*){9}\n/

/** Passes on the chunks of a CoNLL-U file. Calls `onText` if the first line that is neither empty nor a comment has no tab. */
async function* noticingText(
  chunks: AsyncIterable<Uint8Array>,
  onText: () => void,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    const start = isFirst ? new TextDecoder().decode(chunk.subarray(0, 4096)) : ''
    if (/^(?:(?:#.*)?\r?\n)*[^#\s][^\t\n]*\n/.test(start)) onText()
    isFirst = false
    yield chunk
  }
}

/** Joins the windows of a text into blocks of at least MIN_TEXT_BLOCK_UNITS. Calls `onCoNLLU` if the text looks like CoNLL-U. */
async function* textBlocks(
  pieces: AsyncIterable<string> | Iterable<string>,
  splitter: TextSplitter,
  onCoNLLU: () => void,
): AsyncGenerator<string> {
  const windows = splitter.windows()
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && CONLLU_START.test(piece)) onCoNLLU()
    isFirst = false
    let text = ''
    for (const window of windows.push(piece)) {
      text += window
      if (text.length < MIN_TEXT_BLOCK_UNITS) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }
  yield windows.end()
}

/**
 * The note about a column that the model was trained with but the input lacks. The model file states the loss of a small
 * parser; large parsers lose more (Portuguese Bosque without XPOS: LAS 64.5 with 4,000 training words, 59.7 with 172,000).
 */
function noteOf(column: TagColumn, facts: ModelFacts['header']['training']): string {
  const cost = facts[`without${column}`]
  const remedy = column === 'XPOS' ? '; train with --tags upos' : ''
  return `note: the model was trained with ${column}, which the input lacks${cost ? ` (a small parser has ${cost}, large ones lose more)` : ''}${remedy}\n`
}

/** Writes notes, figures and summary. `startTime` is the start of the command in milliseconds. */
async function reportParsed(
  { counts, skipped, missing, seconds }: ParsedFile,
  startTime: number,
  call: Options & { readonly facts: ModelFacts['header']['training'] },
  terminal: Terminal,
): Promise<void> {
  const { facts } = call
  const { steps, hypotheses, ...trees } = counts
  if (counts.words > 0) for (const column of missing) terminal.stderr.write(noteOf(column, facts))
  const wordsPerSecond = seconds > 0 ? Math.round(counts.words / seconds) : 0
  const secondsTotal = (performance.now() - startTime) / 1000
  const search = steps > 0 && { hypothesesPerStep: Math.round((100 * hypotheses) / steps) / 100 }
  const speed = { secondsParsing: seconds, wordsPerSecond, secondsTotal }
  const figures = { ...trees, ...search, ...speed, bad: skipped }
  const summary = [
    sizeOf(counts),
    `${counted(wordsPerSecond, 'word')} a second, ${secondsTotal.toFixed(1)} s in all`,
    counts.vestigialArcs > 0 && counted(counts.vestigialArcs, 'vestigial arc'),
    counts.rootless > 0 && `${counted(counts.rootless, 'tree')} without a root`,
    skippedOf(skipped),
  ]
  await reportFigures(figures, call, summary, terminal)
}
