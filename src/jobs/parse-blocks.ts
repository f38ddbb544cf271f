/** Parses blocks with one or several threads, and writes the trees in input order. */
import type { TagColumn } from '../../parser/core/word-attributes.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { encode } from '../conllu/utf8.ts'
import { CoNLLUWriter } from '../conllu/writer.ts'
import type { Output } from '../files/output.ts'
import { addCounts, parseCounts, type ParseCounts } from '../parsing/sentence-parser.ts'
import type { SharedModel } from '../../parser/scoring/scoring.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { shareTextModel, type TextModel } from '../pipeline/text-model.ts'
import { blockParser, type Block, type BlockOptions, type Flaw, type ParsedBlock } from './block-parser.ts'
import { inOrder } from '../threads/ordered-work.ts'
import { type StartThread, ThreadPool } from '../threads/thread-pool.ts'

/** The minimum size in bytes of a CoNLL-U block (about 500 sentences). The overhead of a block is about 0.3 ms. */
export const BLOCK_BYTES = 1 << 18
/** The number of blocks that a thread holds: the current block and the next one. */
const BLOCKS_PER_THREAD = 2
/** The number of blocks in memory for each thread: blocks that it holds, and blocks that wait for a thread or for output. */
const MEMORY_BLOCKS_PER_THREAD = 2 * BLOCKS_PER_THREAD

/** The first message to a thread that parses blocks. */
export interface ParseSetting {
  readonly task: 'parse'
  readonly model: TextModel<SharedModel>
  readonly options: BlockOptions
  /** The index of the thread, from 0. */
  readonly thread: number
}

export type BlockPool = ThreadPool<Block, ParsedBlock>

/** Starts `jobs` threads that parse blocks. The calling thread is the first. @param pipeline the pipeline of this thread */
export function startBlockPool(
  model: TextModel,
  jobs: number,
  options: BlockOptions,
  start: StartThread,
  pipeline?: Pipeline,
): BlockPool {
  const parseHere = blockParser(model, options, 0, pipeline)
  let sharedModel: TextModel<SharedModel> | undefined
  const settingOf = (thread: number): ParseSetting => {
    const setting = {
      task: 'parse',
      model: (sharedModel ??= shareTextModel(model)),
      options,
      thread,
    } as const
    // Threads start in order and copy the tables of the model: after the last one, the shared memory can be freed. A thread that
    // starts again later gets a new copy.
    if (thread === jobs - 1) sharedModel = undefined
    return setting
  }
  return new ThreadPool(jobs, start, settingOf, { depth: BLOCKS_PER_THREAD, own: parseHere })
}

export interface ParsedFile {
  readonly counts: ParseCounts
  /** The number of skipped invalid sentences. */
  readonly skipped: number
  /** The columns that the model reads but no word of the input has. */
  readonly missing: readonly TagColumn[]
  /** The parsing time in seconds of the slowest thread. */
  readonly seconds: number
}

export interface ParseListener {
  /** Called for each skipped sentence. */
  onSkipped?(error: CoNLLUError): void
  /** Called after each block with the counts up to this block. */
  onParsed?(counts: ParseCounts): void
}

/**
 * Parses and writes blocks, with up to MEMORY_BLOCKS_PER_THREAD blocks in memory per thread. Throws CoNLLUError with `path`,
 * PoolError if a thread fails.
 */
export async function parseBlocks(
  pool: BlockPool,
  blocks: AsyncIterable<Block>,
  output: Pick<Output, 'write'>,
  path: string,
  listener: ParseListener = {},
): Promise<ParsedFile> {
  const counts = parseCounts()
  const seconds = new Float64Array(pool.size)
  const writer = new CoNLLUWriter()
  let lines = 0
  let skipped = 0
  let missing: readonly TagColumn[] | undefined
  // Convert line numbers from block to file.
  const errorOf = ({ line, problem }: Flaw): CoNLLUError => new CoNLLUError(path, lines + line, problem)
  const run = (block: Block): Promise<ParsedBlock> =>
    pool.run(block, typeof block === 'object' ? { transfer: [block.bytes.buffer] } : {})
  for await (const parsed of inOrder(blocks, pool.size * MEMORY_BLOCKS_PER_THREAD, run)) {
    for (const flaw of parsed.skipped) listener.onSkipped?.(errorOf(flaw))
    if (parsed.failure) throw errorOf(parsed.failure)
    await output.write(withSentenceNumbers(parsed, counts.sentences, writer))
    addCounts(counts, parsed.counts)
    skipped += parsed.skipped.length
    missing = (missing ?? parsed.missing).filter((name) => parsed.missing.includes(name))
    seconds[parsed.thread] += parsed.seconds
    lines += parsed.lines
    listener.onParsed?.(counts)
  }
  return { counts, skipped, missing: missing ?? [], seconds: Math.max(...seconds) }
}

/**
 * The bytes of a block, with inserted sentence numbers if `ends` is not empty. `before` is the number of sentences before
 * the block.
 */
function withSentenceNumbers({ bytes, ends }: ParsedBlock, before: number, writer: CoNLLUWriter): Uint8Array {
  if (ends.length === 0) return bytes
  ends.forEach((end, i) => {
    writer.bytes(encode(`# sent_id = ${before + i + 1}\n`))
    writer.bytes(bytes.subarray(ends[i - 1] ?? 0, end))
  })
  return writer.take()
}
