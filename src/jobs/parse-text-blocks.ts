/** Parses plain text with several threads: each thread parses blocks of paragraphs, and the trees are written in order. */
import type { Output } from '../files/output.ts'
import { numbered, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import { ThreadPool } from './thread-pool.ts'
import { inOrder } from './ordered-work.ts'
import { BLOCKS_OF_THREAD } from './parse-conllu-blocks.ts'
import { settingsOf, type Models } from './shared-models.ts'
import type { ParsedText, TextOptions } from './text-block-parser.ts'
import type { StartThread } from './thread.ts'

/**
 * Parses text that comes in blocks of whole paragraphs and writes the trees. Memory holds two blocks for each thread.
 *
 * @returns the figures; `seconds` are those of the thread that spent most
 * @throws PoolError if a thread fails
 */
export async function parseTextBlocks(
  blocks: AsyncIterable<string>,
  output: Pick<Output, 'write'>,
  models: Models,
  jobs: number,
  options: TextOptions,
  start: StartThread,
): Promise<TextCounts> {
  const { format } = options
  const counts = textCounts()
  const seconds = new Float64Array(jobs)
  const settle = async ({ printed, counts: more, thread }: ParsedText): Promise<void> => {
    await output.write(printed.map((one, i) => numbered(one, format, counts.sentences + i + 1)).join(''))
    for (const key of Object.keys(counts) as (keyof TextCounts)[]) counts[key] += more[key]
    seconds[thread] += more.seconds
  }
  const settings = settingsOf(models, jobs, 'text', options)
  const pool = new ThreadPool<string, ParsedText>(jobs, start, settings, BLOCKS_OF_THREAD)
  try {
    await inOrder(blocks, jobs * BLOCKS_OF_THREAD, (block) => pool.run(block), settle)
  } finally {
    await pool.close()
  }
  return { ...counts, seconds: Math.max(...seconds) }
}
