/** `rbparse parse --raw` and `--text`: parses plain text. */
import type { Model } from '../../parser/model/model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { withOutput, type Output } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { readText } from '../files/text-file.ts'
import { parseTextBlocks, startTextPool, type TextPool } from '../jobs/parse-text-blocks.ts'
import { modelsOf } from '../jobs/shared-models.ts'
import { parseTextBlock, type ParsedText, type TextOptions } from '../jobs/text-block-parser.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'
import { Pipeline, splitterOf } from '../pipeline/pipeline.ts'
import { WINDOW, type TextWindow, type TextWindows } from '../pipeline/text-windows.ts'
import type { TextCounts } from '../pipeline/text-printer.ts'
import { reportFigures, sizeOf, speedFigures } from './report.ts'
import type { TextCall } from './text-call.ts'

/** Parses a file of plain text, or the text of `--text`, and writes its trees. */
export async function parseText(
  path: string,
  models: PipelineModel | Model,
  call: TextCall & ParserOptions,
  terminal: Terminal,
  start: StartThread,
): Promise<void> {
  const began = performance.now()
  const { text, jobs, system, singleRoot, beam, invalidUtf8 = 'error' } = call
  const format = call.format ?? (text === undefined ? 'conllu' : 'text')
  const options = { system, singleRoot, beam, format }
  const pieces = text === undefined ? readText(path, invalidUtf8, terminal) : [text]
  const blocks = blocksOf(pieces, splitterOf(models).windows())
  const pool = textPool(models, text === undefined ? jobs : 1, options, start)
  const write = (output: Output): Promise<TextCounts> => parseTextBlocks(pool, blocks, output, format)
  const { seconds, ...counts } = await withOutput(call.output, terminal, write, call).finally(() =>
    pool.close(),
  )
  if (text !== undefined && call.stats === undefined && !call.json) return
  const speed = speedFigures(counts.words, seconds, began)
  await reportFigures({ ...counts, ...speed.figures }, call, [sizeOf(counts), speed.summary], terminal)
}

function textPool(
  models: PipelineModel | Model,
  jobs: number,
  options: TextOptions,
  start: StartThread,
): TextPool {
  if (jobs > 1) return startTextPool(modelsOf(models), jobs, options, start)
  const pipeline = new Pipeline(models, options)
  let sentences = 0
  const run = async (block: TextWindow): Promise<ParsedText> => {
    const parsed = parseTextBlock(block, pipeline, options.format, 0, sentences)
    sentences += parsed.counts.sentences
    return parsed
  }
  return { size: 1, run, close: async () => {} }
}

/** The windows that are complete with each piece of the text, several short ones as one block. */
async function* blocksOf(
  pieces: AsyncIterable<string> | Iterable<string>,
  windows: TextWindows,
): AsyncGenerator<TextWindow> {
  for await (const piece of pieces) {
    let text = ''
    let goesOn = false
    for (const window of windows.push(piece)) {
      text += window.text
      goesOn = window.goesOn
      if (text.length < WINDOW) continue
      yield { text, goesOn }
      text = ''
    }
    if (text !== '') yield { text, goesOn }
  }
  yield windows.end()
}
