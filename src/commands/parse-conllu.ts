/** `rbparse parse` of CoNLL-U: the sentences as they come in, with other trees. */
import type { Model } from '../../parser/model/model.ts'
import type { ParserOptions } from '../../parser/parse.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { openInput } from '../files/input.ts'
import { withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { counted } from '../files/counted.ts'
import type { Terminal } from '../files/terminal.ts'
import type { ParsedFile } from '../jobs/parse-conllu-blocks.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { SentenceParser } from '../parsing/sentence-parser.ts'
import { TreePrinter, type PrintOptions } from '../parsing/tree-printer.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'
import { type TreeOutput } from './options.ts'
import { reportFigures, sizeOf, skippedOf, speedFigures, writeSentences } from './report.ts'

export interface ConlluCall extends TreeOutput, PrintOptions, ParserOptions {
  readonly raw?: boolean
  /** Tag the words first. */
  readonly tag?: boolean
  readonly jobs: number
}

const NO_XPOS =
  'note: the model was taught with XPOS, and the input has none: one trained with --tags upos would do better\n'

/**
 * Parses a file of CoNLL-U and writes its trees.
 *
 * @param model that of `parser`, or a pipeline that tags the words first
 * @param began when the call did
 */
export async function parseConllu(
  path: string,
  parser: SentenceParser,
  model: PipelineModel | Model,
  call: ConlluCall,
  terminal: Terminal,
  start: StartThread,
  began: number,
): Promise<void> {
  const {
    sentences,
    words,
    skipped: bad,
    counts,
    lacksXpos,
    seconds,
  } = call.jobs === 1
    ? await parseHere(path, parser, model, call, terminal)
    : await parseInThreads(path, model, call, terminal, start)
  if (lacksXpos && words > 0) terminal.stderr.write(NO_XPOS)
  const speed = speedFigures(words, seconds, began)
  const { steps, hypotheses, ...trees } = counts
  const search = steps > 0 && { hypothesesPerStep: Math.round((100 * hypotheses) / steps) / 100 }
  const figures = { sentences, words, ...trees, ...search, ...speed.figures, bad }
  const summary = [
    sizeOf({ sentences, words }),
    speed.summary,
    counts.vestigialArcs > 0 && counted(counts.vestigialArcs, 'vestigial arc'),
    counts.rootless > 0 && `${counted(counts.rootless, 'tree')} without a root`,
    skippedOf(bad),
  ]
  await reportFigures(figures, call, summary, terminal)
}

async function parseHere(
  path: string,
  parser: SentenceParser,
  model: PipelineModel | Model,
  call: ConlluCall,
  terminal: Terminal,
): Promise<ParsedFile> {
  const heads = call.constraints ? 'partial' : 'ignore'
  const { skipBad } = call
  const file = await SentenceFile.open(path, terminal, { doing: 'parsing', skipBad, heads })
  const tagger =
    'tagger' in model ? new (await import('../pipeline/pipeline.ts')).Pipeline(model, call) : undefined
  const printer = new TreePrinter(parser, call, tagger)
  const writing = {
    writer: printer.writer,
    visit: (sentence: ConlluSentence) => printer.print(sentence),
    rest: (bytes: Uint8Array) => printer.rest(bytes),
  }
  await writeSentences(file, writing, call, terminal)
  const { sentences, words, skipped } = file
  const { lacksXpos } = printer
  return { sentences, words, skipped, counts: printer.takeCounts(), lacksXpos, seconds: parser.seconds }
}

async function parseInThreads(
  path: string,
  model: PipelineModel | Model,
  call: ConlluCall,
  terminal: Terminal,
  start: StartThread,
): Promise<ParsedFile> {
  const { parseConlluBlocks, startConlluPool } = await import('../jobs/parse-conllu-blocks.ts')
  const { modelsOf } = await import('../jobs/shared-models.ts')
  const input = await openInput(path, terminal)
  const pool = startConlluPool(modelsOf(model), call.jobs, call, start)
  try {
    return await withOutput(
      call.output,
      terminal,
      (output) => parseConlluBlocks(pool, input, output, terminal),
      call,
    )
  } finally {
    await pool.close()
  }
}
