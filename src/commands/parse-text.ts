/** `rbparse parse --raw` and `--text`: from text to trees. */
import { drawText } from '../../transform/draw.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { WRITE_SIZE } from '../conllu/writer.ts'
import { CallError } from '../files/failures.ts'
import { openInput } from '../files/input.ts'
import { withOutput } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import { conlluOf } from '../pipeline/conllu-text.ts'
import type { ParsedSentence, Pipeline } from '../pipeline/pipeline.ts'
import { TextBlocks } from '../pipeline/text-blocks.ts'
import { counted, reportFigures, type TreeOutput } from './shared.ts'

export const textFormats = ['conllu', 'text'] as const

export interface TextCall extends TreeOutput {
  /** The text itself, in place of a file. */
  readonly text?: string
  readonly format?: (typeof textFormats)[number]
}

/** Parses a file of plain text, or the text of the call, and writes its trees. */
export async function parseText(
  path: string,
  pipeline: Pipeline,
  call: TextCall,
  terminal: Terminal,
): Promise<void> {
  const began = performance.now()
  const format = call.format ?? (call.text === undefined ? 'conllu' : 'text')
  const counts = { sentences: 0, words: 0, vestigialArcs: 0, nonProjective: 0, rootless: 0 }
  let secondsParsing = 0
  /** Parses a block of text; what is to be written of it. */
  function* results(text: string): Generator<string> {
    const sentences = pipeline.parse(text)
    for (;;) {
      const start = performance.now()
      const next = sentences.next()
      secondsParsing += (performance.now() - start) / 1000
      if (next.done) return
      const sentence = next.value
      counts.sentences++
      counts.words += sentence.words.length
      counts.vestigialArcs += sentence.vestigialArcs
      if (!isProjective(sentence.tree)) counts.nonProjective++
      if (rootCount(sentence.tree) === 0) counts.rootless++
      yield format === 'conllu' ? conlluOf(sentence, counts.sentences) : drawn(sentence)
    }
  }
  await withOutput(call.output, terminal, async (output) => {
    for await (const block of call.text === undefined ? blocksOf(path, terminal) : [call.text]) {
      let gathered = ''
      for (const result of results(block)) {
        gathered += result
        if (gathered.length < WRITE_SIZE) continue
        await output.write(gathered)
        gathered = ''
      }
      await output.write(gathered)
    }
  })
  const wordsPerSecond = secondsParsing > 0 ? Math.round(counts.words / secondsParsing) : 0
  const secondsTotal = (performance.now() - began) / 1000
  const figures = { ...counts, secondsParsing, wordsPerSecond, secondsTotal }
  if (call.text !== undefined && call.stats === undefined && !call.json) return
  const summary =
    `${counted(counts.sentences, 'sentence')}, ${counted(counts.words, 'word')}; ` +
    `${counted(wordsPerSecond, 'word')} a second, ${secondsTotal.toFixed(1)} s in all`
  await reportFigures(figures, call, summary, terminal)
}

/** A tree for the eye, a blank line behind it. */
function drawn({ words, tree }: ParsedSentence): string {
  const forms = words.map((word) => word.form)
  return drawText(forms, { tree, labels: words.map((word) => word.deprel) }) + '\n'
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

/** Options of `parse` that are for CoNLL-U alone. */
interface SentenceCall {
  readonly raw?: boolean
  readonly tag?: boolean
  readonly constraints?: boolean
  readonly keepMarks?: boolean
}

/** Throws CallError where options are together that make no sense together. */
export function checkTextCall(path: string, call: TextCall & SentenceCall): void {
  const { text, raw, format, tag, constraints, keepMarks } = call
  const source = text === undefined ? (raw ? '--raw' : undefined) : '--text'
  if (text !== undefined && path !== '-')
    throw new CallError(`--text brings the text itself, expected no file beside it, found ${path}`)
  if (source === undefined && format !== undefined && format !== 'conllu')
    throw new CallError(`--format ${format} is for text, expected --raw or --text beside it`)
  const other = tag ? '--tag' : constraints ? '--constraints' : keepMarks ? '--keep-marks' : undefined
  if (source !== undefined && other !== undefined)
    throw new CallError(`${other} is for CoNLL-U, expected no ${source} beside it`)
}
