/** Parses plain text in blocks, with one thread or several, and writes the trees in the order of the text. */
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import type { Output } from '../files/output.ts'
import type { TreeFormat } from '../parsing/output-formats.ts'
import { numbered, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import { inOrder } from './ordered-work.ts'
import { BLOCKS_OF_THREAD } from './parse-conllu-blocks.ts'
import { settingsOf, type Models } from './shared-models.ts'
import type { ParsedText, TextOptions } from './text-block-parser.ts'
import { ThreadPool } from './thread-pool.ts'
import type { StartThread } from './thread.ts'

/** Parses blocks of text. */
export type TextPool = Pick<ThreadPool<TextWindow, ParsedText>, 'size' | 'run' | 'close'>

/** Starts `jobs` threads that parse blocks of text. */
export function startTextPool(
  models: Models,
  jobs: number,
  options: TextOptions,
  start: StartThread,
): TextPool {
  return new ThreadPool(jobs, start, settingsOf(models, 'text', options), BLOCKS_OF_THREAD)
}

/**
 * Parses text that comes in windows and writes the trees. Memory holds two blocks for each thread.
 *
 * @param format the format that the pool prints
 * @returns the figures; `seconds` are those of the thread that spent most
 * @throws PoolError if a thread fails
 */
export async function parseTextBlocks(
  pool: TextPool,
  blocks: AsyncIterable<TextWindow>,
  output: Pick<Output, 'write'>,
  format: TreeFormat,
): Promise<TextCounts> {
  const counts = textCounts()
  const seconds = new Float64Array(pool.size)
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
  await inOrder(blocks, pool.size * BLOCKS_OF_THREAD, (block) => pool.run(block), settle)
  return { ...counts, seconds: Math.max(...seconds) }
}
