/** Parsing by threads, as `rbparse parse --jobs` does it: from CoNLL-U to CoNLL-U, but in memory. */
import type { Model } from '../../parser/model/model.ts'
import { cutBlocks } from '../conllu/blocks.ts'
import type { Block } from '../jobs/block-parser.ts'
import { inOrder } from '../jobs/in-order.ts'
import { BLOCK, BLOCKS_OF_THREAD, startCrew, type BlockCrew } from '../jobs/parse-blocks.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { Task } from './interleave.ts'

/**
 * Parses a treebank by `jobs` threads, which stay from run to run.
 *
 * @param model asked for at the first run
 */
export function parsingByThreads(
  treebank: Uint8Array,
  model: () => Model,
  jobs: number,
  start: StartThread,
): Required<Pick<Task, 'run' | 'end'>> {
  let crew: BlockCrew | undefined
  return {
    run: async () => {
      const threads = (crew ??= startCrew({ parser: model(), pipeline: undefined }, jobs, {}, start))
      let isFirst = true
      const work = (bytes: Block['bytes']): Promise<unknown> => {
        const block = { bytes, isFirst }
        isFirst = false
        return threads.ask(block, [bytes.buffer])
      }
      await inOrder(cutBlocks(whole(treebank), BLOCK), jobs * BLOCKS_OF_THREAD, work, async () => {})
    },
    end: async () => crew?.dismiss(),
  }
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
