/** `rbparse parse --raw` and `--text`: parses plain text. */
import type { Model } from '../../parser/model/model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import { WRITE_SIZE } from '../conllu/writer.ts'
import { withOutput, type Output } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { readText } from '../files/text-file.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'
import { Pipeline, splitterOf } from '../pipeline/pipeline.ts'
import { WINDOW, type TextWindow, type TextWindows } from '../pipeline/text-windows.ts'
import type { TreeFormat } from '../parsing/tree-formats.ts'
import { numbered, printText, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
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
  const { text, jobs, system, singleRoot, beam, backtrack, invalidUtf8 = 'error' } = call
  const format = call.format ?? (text === undefined ? 'conllu' : 'text')
  const options = { system, singleRoot, beam, backtrack, format }
  const pieces = text === undefined ? readText(path, invalidUtf8, terminal) : [text]
  const { seconds, ...counts } = await withOutput(
    call.output,
    terminal,
    async (output) => {
      if (jobs === 1 || text !== undefined) {
        const pipeline = new Pipeline(models, options)
        return parseHere(blocksOf(pieces, pipeline.windows()), pipeline, format, output)
      }
      const { parseTextBlocks } = await import('../jobs/parse-text-blocks.ts')
      const { modelsOf } = await import('../jobs/shared-models.ts')
      const blocks = blocksOf(pieces, splitterOf(models).windows())
      return parseTextBlocks(blocks, output, modelsOf(models), jobs, options, start)
    },
    call,
  )
  if (text !== undefined && call.stats === undefined && !call.json) return
  const speed = speedFigures(counts.words, seconds, began)
  await reportFigures({ ...counts, ...speed.figures }, call, [sizeOf(counts), speed.summary], terminal)
}

async function parseHere(
  blocks: AsyncIterable<TextWindow>,
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
