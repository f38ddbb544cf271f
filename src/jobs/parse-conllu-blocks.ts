/** Parses CoNLL-U in blocks, with one thread or several, and writes the trees in the order of the input. */
import { cutBlocks } from '../conllu/blocks.ts'
import { ConlluError } from '../conllu/error.ts'
import type { Input } from '../files/input.ts'
import type { Output } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import { addCounts, treeCounts, type TreeCounts } from '../parsing/tree-printer.ts'
import type { Block, BlockOptions, Flaw, ParsedBlock } from './conllu-block-parser.ts'
import { ThreadPool } from './thread-pool.ts'
import { inOrder } from './ordered-work.ts'
import { settingsOf, type Models } from './shared-models.ts'
import type { StartThread } from './thread.ts'

/** The least size of a block, in bytes: a few hundred sentences. */
export const BLOCK_BYTES = 1 << 17
/** How many blocks a thread holds: the one that it parses, and the next one. */
export const BLOCKS_OF_THREAD = 2

/** The figures of a parsed file. */
export interface ParsedFile {
  readonly sentences: number
  readonly words: number
  /** How many bad sentences were left out. */
  readonly skipped: number
  readonly counts: TreeCounts
  /** Whether the model reads XPOS and no word of the input had any. */
  readonly lacksXpos: boolean
  /** Seconds spent on parsing alone, of the thread that spent most. */
  readonly seconds: number
}

/** Parses blocks of CoNLL-U. */
export type ConlluPool = Pick<ThreadPool<Block, ParsedBlock>, 'size' | 'run' | 'close'>

/** Starts `jobs` threads that parse blocks of CoNLL-U. A pipeline tags the words first. */
export function startConlluPool(
  models: Models,
  jobs: number,
  options: BlockOptions,
  start: StartThread,
): ConlluPool {
  return new ThreadPool(jobs, start, settingsOf(models, 'conllu', options), BLOCKS_OF_THREAD)
}

/**
 * Parses CoNLL-U from `input` and writes the trees to `output`. Memory holds two blocks for each thread.
 *
 * @param blockBytes the least size of a block
 * @throws ConlluError for the first bad sentence, unless the pool skips bad sentences; PoolError if a thread fails
 */
export async function parseConlluBlocks(
  pool: ConlluPool,
  input: Input,
  output: Pick<Output, 'write'>,
  terminal: Terminal,
  blockBytes = BLOCK_BYTES,
): Promise<ParsedFile> {
  const file = new FileWriter(input, output, terminal)
  try {
    await parseInOrder(pool, cutBlocks(input.chunks, blockBytes), (parsed, bytes) => file.add(parsed, bytes))
  } finally {
    file.progress.done()
  }
  return file
}

/** Parses blocks, and calls `settle` with each parsed block and the size of the block in bytes, in order. */
export async function parseInOrder(
  pool: ConlluPool,
  blocks: AsyncIterable<Block['bytes']>,
  settle: (parsed: ParsedBlock, bytes: number) => Promise<void>,
): Promise<void> {
  let isFirst = true
  const work = async (bytes: Block['bytes']): Promise<readonly [ParsedBlock, number]> => {
    const block = { bytes, isFirst }
    isFirst = false
    const { length } = bytes
    return [await pool.run(block, { transfer: [bytes.buffer] }), length]
  }
  await inOrder(blocks, pool.size * BLOCKS_OF_THREAD, work, ([parsed, length]) => settle(parsed, length))
}

/** Writes parsed blocks, which come in order, and adds up their figures. */
class FileWriter implements ParsedFile {
  sentences = 0
  words = 0
  skipped = 0
  readonly counts = treeCounts()
  lacksXpos = true
  readonly progress: Progress
  readonly #input: Input
  readonly #output: Pick<Output, 'write'>
  readonly #terminal: Terminal
  readonly #seconds = new Map<number, number>()
  #lines = 0
  #bytes = 0

  constructor(input: Input, output: Pick<Output, 'write'>, terminal: Terminal) {
    this.#input = input
    this.#output = output
    this.#terminal = terminal
    this.progress = new Progress(terminal.stderr, 'parsing')
  }

  get seconds(): number {
    return Math.max(0, ...this.#seconds.values())
  }

  async add(parsed: ParsedBlock, length: number): Promise<void> {
    for (const flaw of parsed.skipped) {
      this.skipped++
      this.progress.done()
      this.#terminal.stderr.write(`skipped: ${this.#errorOf(flaw).message}\n`)
    }
    if (parsed.failure) throw this.#errorOf(parsed.failure)
    await this.#output.write(parsed.bytes)
    this.sentences += parsed.sentences
    this.words += parsed.words
    addCounts(this.counts, parsed.counts)
    this.lacksXpos &&= parsed.lacksXpos
    this.#seconds.set(parsed.thread, (this.#seconds.get(parsed.thread) ?? 0) + parsed.seconds)
    this.#lines += parsed.lines
    this.#bytes += length
    const { size } = this.#input
    this.progress.at(size === undefined ? undefined : this.#bytes / size, `${this.sentences} sentences`)
  }

  /** The error of a flaw, with the line counted from the beginning of the file. */
  #errorOf({ line, problem }: Flaw): ConlluError {
    return new ConlluError(this.#input.path, this.#lines + line, problem)
  }
}
