/** Parsing plain text by several threads: paragraphs go to whichever is free, the trees come back in order. */
import type { Output } from '../files/output.ts'
import { numbered, textCounts, type TextCounts } from '../pipeline/text-printer.ts'
import { Crew } from './crew.ts'
import { inOrder } from './in-order.ts'
import { BLOCKS_OF_THREAD } from './parse-blocks.ts'
import { startThreads, type Models } from './start.ts'
import type { ParsedText, TextOptions } from './text-parser.ts'
import type { StartThread } from './thread.ts'

/**
 * Parses text that comes in blocks of whole paragraphs by `jobs` threads and writes the trees. What is held is two
 * blocks for each thread.
 *
 * @returns the counts; seconds are those of the thread that spent most
 * @throws RunError where a thread fails
 */
export async function parseTexts(
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
  const crew = new Crew<string, ParsedText>(startThreads(models, jobs, 'text', options, start))
  try {
    await inOrder(blocks, jobs * BLOCKS_OF_THREAD, (block) => crew.ask(block, []), settle)
  } finally {
    await crew.dismiss()
  }
  return { ...counts, seconds: Math.max(...seconds) }
}
