/** Parses blocks with one thread or several, and writes the trees in the order of the input. */
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

/** The least size of a block of CoNLL-U, in bytes: some 500 sentences. Each block costs about 0.3 ms. */
export const BLOCK_BYTES = 1 << 18
/** How many blocks a thread holds: the one that it parses, and the next one. */
const BLOCKS_OF_THREAD = 2
/** How many blocks are in memory for each thread: those that it holds, and those that wait for it or for the ones before. */
const BLOCKS_IN_MEMORY = 2 * BLOCKS_OF_THREAD

/** The first message to a thread that parses blocks. */
export interface ParseSetting {
  readonly task: 'parse'
  readonly model: TextModel<SharedModel>
  readonly options: BlockOptions
  /** The index of the thread, from 0. */
  readonly thread: number
}

export type BlockPool = ThreadPool<Block, ParsedBlock>

/** `jobs` threads that parse blocks. This one is the first of them. @param pipeline of this thread, if there is one */
export function startBlockPool(
  model: TextModel,
  jobs: number,
  options: BlockOptions,
  start: StartThread,
  pipeline?: Pipeline,
): BlockPool {
  const own = blockParser(model, options, 0, pipeline)
  let shared: TextModel<SharedModel> | undefined
  const settingOf = (thread: number): ParseSetting => {
    shared ??= shareTextModel(model)
    return { task: 'parse', model: shared, options, thread }
  }
  return new ThreadPool(jobs, start, settingOf, { depth: BLOCKS_OF_THREAD, own })
}

export interface ParsedFile {
  readonly counts: ParseCounts
  /** How many bad sentences were left out. */
  readonly skipped: number
  /** The columns that the model reads and no word of the input had. */
  readonly missing: readonly TagColumn[]
  /** Seconds spent on parsing, of the thread that spent most. */
  readonly seconds: number
}

export interface ParseListener {
  /** Called for each bad sentence that is left out. */
  onSkipped?(error: CoNLLUError): void
  /** Called after each block with the counts so far. */
  onParsed?(counts: ParseCounts): void
}

/** Parses and writes blocks, four in memory for each thread. Throws CoNLLUError with `path`, PoolError if a thread fails. */
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
  // Lines count from the beginning of the file.
  const errorOf = ({ line, problem }: Flaw): CoNLLUError => new CoNLLUError(path, lines + line, problem)
  const run = (block: Block): Promise<ParsedBlock> =>
    pool.run(block, typeof block === 'object' ? { transfer: [block.bytes.buffer] } : {})
  for await (const parsed of inOrder(blocks, pool.size * BLOCKS_IN_MEMORY, run)) {
    for (const flaw of parsed.skipped) listener.onSkipped?.(errorOf(flaw))
    if (parsed.failure) throw errorOf(parsed.failure)
    await output.write(numbered(parsed, counts.sentences, writer))
    addCounts(counts, parsed.counts)
    skipped += parsed.skipped.length
    missing = (missing ?? parsed.missing).filter((name) => parsed.missing.includes(name))
    seconds[parsed.thread] += parsed.seconds
    lines += parsed.lines
    listener.onParsed?.(counts)
  }
  return { counts, skipped, missing: missing ?? [], seconds: Math.max(...seconds) }
}

/** The bytes of a block, with the number of each sentence if they lack it. `before` sentences are before the block. */
function numbered({ bytes, ends }: ParsedBlock, before: number, writer: CoNLLUWriter): Uint8Array {
  if (ends.length === 0) return bytes
  ends.forEach((end, i) => {
    writer.bytes(encode(`# sent_id = ${before + i + 1}\n`))
    writer.bytes(bytes.subarray(ends[i - 1] ?? 0, end))
  })
  return writer.take()
}
