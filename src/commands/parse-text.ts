/** `rbparse parse --raw` and `--text`: from text to trees. */
import type { Model } from '../../parser/model/model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { WRITE_SIZE } from '../conllu/writer.ts'
import { openInput } from '../files/input.ts'
import { withOutput, type Output } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import type { TextOptions } from '../jobs/text-block-parser.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { PipelineModel } from '../pipeline/model.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { TextBlocks } from '../pipeline/text-blocks.ts'
import type { TreeFormat } from '../parsing/tree-formats.ts'
import { numbered, printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import { counted, reportFigures } from './shared.ts'
import type { TextCall } from './text-call.ts'

/** Parses a file of plain text, or the text of the call, and writes its trees. */
export async function parseText(
  path: string,
  models: PipelineModel | Model,
  call: TextCall & ParserOptions,
  terminal: Terminal,
  start: StartThread,
): Promise<void> {
  const began = performance.now()
  const { text, jobs } = call
  const format = call.format ?? (text === undefined ? 'conllu' : 'text')
  const { system, singleRoot, beam, backtrack } = call
  const options = { system, singleRoot, beam, backtrack }
  const { seconds, ...counts } = await withOutput(call.output, terminal, (output) => {
    // One text is one block.
    if (text !== undefined) return parseHere([text], new Pipeline(models, options), format, output)
    const blocks = blocksOf(path, terminal)
    return jobs === 1
      ? parseHere(blocks, new Pipeline(models, options), format, output)
      : parseInThreads(blocks, models, jobs, { ...options, format }, output, start)
  })
  const wordsPerSecond = seconds > 0 ? Math.round(counts.words / seconds) : 0
  const secondsTotal = (performance.now() - began) / 1000
  const figures = { ...counts, secondsParsing: seconds, wordsPerSecond, secondsTotal }
  if (text !== undefined && call.stats === undefined && !call.json) return
  const summary =
    `${counted(counts.sentences, 'sentence')}, ${counted(counts.words, 'word')}; ` +
    `${counted(wordsPerSecond, 'word')} a second, ${secondsTotal.toFixed(1)} s in all`
  await reportFigures(figures, call, summary, terminal)
}

async function parseHere(
  blocks: AsyncIterable<string> | Iterable<string>,
  pipeline: Pipeline,
  format: TreeFormat,
  output: Output,
): Promise<TextCounts> {
  const counts = textCounts()
  for await (const block of blocks) {
    let gathered = ''
    for (const printed of printText(block, pipeline, format, counts)) {
      gathered += numbered(printed, format, counts.sentences)
      if (gathered.length < WRITE_SIZE) continue
      await output.write(gathered)
      gathered = ''
    }
    await output.write(gathered)
  }
  return counts
}

async function parseInThreads(
  blocks: AsyncIterable<string>,
  models: PipelineModel | Model,
  jobs: number,
  options: TextOptions,
  output: Output,
  start: StartThread,
): Promise<TextCounts> {
  const { parseTextBlocks } = await import('../jobs/parse-text-blocks.ts')
  const { modelsOf } = await import('../jobs/shared-models.ts')
  return parseTextBlocks(blocks, output, modelsOf(models), jobs, options, start)
}

/** The text of a file, block by block; bytes that are no UTF-8 become U+FFFD. */
async function* blocksOf(path: string, terminal: Terminal): AsyncGenerator<string> {
  const { size, chunks } = await openInput(path, terminal)
  const progress = new Progress(terminal.stderr, 'parsing')
  const decoder = new TextDecoder()
  const blocks = new TextBlocks()
  let read = 0
  try {
    for await (const chunk of chunks) {
      const block = blocks.push(decoder.decode(chunk, { stream: true }))
      if (block !== '') yield block
      read += chunk.length
      progress.at(size === undefined ? undefined : read / size)
    }
    yield blocks.push(decoder.decode()) + blocks.end()
  } finally {
    progress.done()
  }
}
