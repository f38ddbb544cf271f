/** Parses with threads as `rbparse parse --jobs` does, from CoNLL-U to CoNLL-U, but in memory. */
import type { Model } from '../../parser/model/model.ts'
import { cutBlocks } from '../conllu/blocks.ts'
import { BLOCK_BYTES, parseInOrder, startConlluPool, type ConlluPool } from '../jobs/parse-conllu-blocks.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { Task } from './interleave.ts'

/**
 * A task that parses a treebank with `jobs` threads, which all runs share.
 *
 * @param model called at the first run
 */
export function parsingByThreads(
  treebank: Uint8Array,
  model: () => Model,
  jobs: number,
  start: StartThread,
): Required<Pick<Task, 'run' | 'end'>> {
  let pool: ConlluPool | undefined
  return {
    run: async () => {
      pool ??= startConlluPool({ parser: model(), pipeline: undefined }, jobs, {}, start)
      await parseInOrder(pool, cutBlocks(whole(treebank), BLOCK_BYTES), async () => {})
    },
    end: async () => pool?.close(),
  }
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
