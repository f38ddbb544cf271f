/** `rbparse parse` of CoNLL-U: the sentences as they were read, with other trees. */
import type { ParserOptions } from '../../parser/parse.ts'
import { counted } from '../files/counted.ts'
import { openInput } from '../files/input.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { ConlluBlockParser } from '../jobs/conllu-block-parser.ts'
import { parseConlluBlocks, startConlluPool, type ConlluPool } from '../jobs/parse-conllu-blocks.ts'
import type { Models } from '../jobs/shared-models.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { SentenceParser } from '../parsing/sentence-parser.ts'
import type { PrintOptions } from '../parsing/tree-printer.ts'
import { type TreeOutput } from './options.ts'
import { reportFigures, sizeOf, skippedOf, speedFigures } from './report.ts'

export interface ConlluCall extends TreeOutput, PrintOptions, ParserOptions {
  readonly raw?: boolean
  /** Tag the words first. */
  readonly tag?: boolean
  readonly jobs: number
}

const NO_XPOS =
  'note: the model was taught with XPOS, and the input has none: one trained with --tags upos would do better\n'

/** Starts `call.jobs` threads that parse blocks, or returns a pool that parses in this thread, with `parser`. */
export async function conlluPool(
  parser: SentenceParser,
  models: Models,
  call: ConlluCall,
  start: StartThread,
): Promise<ConlluPool> {
  if (call.jobs > 1) return startConlluPool(models, call.jobs, call, start)
  const { pipeline } = models
  const { Pipeline } = pipeline ? await import('../pipeline/pipeline.ts') : {}
  const tagger = Pipeline && new Pipeline({ ...pipeline!, parser: models.parser }, call)
  const blocks = new ConlluBlockParser(parser, call, tagger)
  return { size: 1, run: async (block) => blocks.parse(block), close: async () => {} }
}

/**
 * Parses a file of CoNLL-U and writes its trees.
 *
 * @param began when the command began, in milliseconds
 */
export async function parseConllu(
  path: string,
  pool: ConlluPool,
  call: ConlluCall,
  terminal: Terminal,
  began: number,
): Promise<void> {
  const input = await openInput(path, terminal)
  const parsed = await withOutput(
    call.output,
    terminal,
    (output) => parseConlluBlocks(pool, input, output, terminal),
    call,
  )
  const { sentences, words, skipped: bad, counts, lacksXpos, seconds } = parsed
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
