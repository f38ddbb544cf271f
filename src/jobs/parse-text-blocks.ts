/** Parses plain text with several threads: each thread parses windows of the text, and the trees are written in order. */
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import type { Output } from '../files/output.ts'
import { numbered, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import { ThreadPool } from './thread-pool.ts'
import { inOrder } from './ordered-work.ts'
import { BLOCKS_OF_THREAD } from './parse-conllu-blocks.ts'
import { settingsOf, type Models } from './shared-models.ts'
import type { ParsedText, TextOptions } from './text-block-parser.ts'
import type { StartThread } from './thread.ts'

/**
 * Parses text that comes in windows and writes the trees. Memory holds two blocks for each thread.
 *
 * @returns the figures; `seconds` are those of the thread that spent most
 * @throws PoolError if a thread fails
 */
export async function parseTextBlocks(
  blocks: AsyncIterable<TextWindow>,
  output: Pick<Output, 'write'>,
  models: Models,
  jobs: number,
  options: TextOptions,
  start: StartThread,
): Promise<TextCounts> {
  const { format } = options
  const counts = textCounts()
  const seconds = new Float64Array(jobs)
  const writer = new ConlluWriter()
  const settle = async ({ bytes, ends, counts: more, thread }: ParsedText): Promise<void> => {
    ends.forEach((end, i) => {
      writer.bytes(encode(numbered('', format, counts.sentences + i + 1)))
      writer.bytes(bytes.subarray(ends[i - 1] ?? 0, end))
    })
    await output.write(writer.take())
    for (const key of Object.keys(counts) as (keyof TextCounts)[]) counts[key] += more[key]
    seconds[thread] += more.seconds
  }
  const settings = settingsOf(models, 'text', options)
  const pool = new ThreadPool<TextWindow, ParsedText>(jobs, start, settings, BLOCKS_OF_THREAD)
  try {
    await inOrder(blocks, jobs * BLOCKS_OF_THREAD, (block) => pool.run(block), settle)
  } finally {
    await pool.close()
  }
  return { ...counts, seconds: Math.max(...seconds) }
}
