/** Parsing by several threads: blocks of the input go to whichever is free, their trees to the output in order. */
import { cutBlocks } from '../conllu/blocks.ts'
import { ConlluError } from '../conllu/error.ts'
import type { Input } from '../files/input.ts'
import type { Output } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import { addCounts, treeCounts, type TreeCounts } from '../parsing/tree-printer.ts'
import type { Block, BlockOptions, Flaw, ParsedBlock } from './block-parser.ts'
import { Crew } from './crew.ts'
import { inOrder } from './in-order.ts'
import { startThreads, type Models } from './start.ts'
import type { StartThread } from './thread.ts'

/** What is read at once by a thread: some hundred sentences. */
export const BLOCK = 1 << 17
/** Blocks under way for each thread: the one it is at, and one that waits for it or for being written. */
export const BLOCKS_OF_THREAD = 2

/** What came of a file. */
export interface ParsedFile {
  readonly sentences: number
  readonly words: number
  /** How many bad sentences were skipped. */
  readonly skipped: number
  readonly counts: TreeCounts
  /** Whether the model reads XPOS, and no word had any. */
  readonly lacksXpos: boolean
  /** Time spent in parsing: that of the thread that spent most. */
  readonly seconds: number
}

export type BlockCrew = Crew<Block, ParsedBlock>

/** Starts so many threads that parse blocks of CoNLL-U, until they are dismissed; a pipeline tags the words first. */
export function startCrew(
  models: Models,
  jobs: number,
  options: BlockOptions,
  start: StartThread,
): BlockCrew {
  return new Crew(startThreads(models, jobs, 'conllu', options, start))
}

/**
 * Parses CoNLL-U from `input` to `output`. What is held is two blocks for each thread.
 *
 * @param blockBytes what a block has at least
 * @throws ConlluError for the first bad sentence unless they are skipped; RunError where a thread fails
 */
export async function parseBlocks(
  crew: BlockCrew,
  input: Input,
  output: Pick<Output, 'write'>,
  terminal: Terminal,
  blockBytes = BLOCK,
): Promise<ParsedFile> {
  const gathering = new Gathering(input, output, terminal)
  let isFirst = true
  const work = async (bytes: Uint8Array<ArrayBuffer>): Promise<Gathered> => {
    const block = { bytes, isFirst }
    isFirst = false
    const { length } = bytes
    return { length, parsed: await crew.ask(block, [bytes.buffer]) }
  }
  try {
    await inOrder(cutBlocks(input.chunks, blockBytes), crew.size * BLOCKS_OF_THREAD, work, (gathered) =>
      gathering.add(gathered),
    )
  } finally {
    gathering.progress.done()
  }
  return gathering
}

interface Gathered {
  readonly parsed: ParsedBlock
  /** How many bytes of the input it is of. */
  readonly length: number
}

/** Takes the blocks in order. */
class Gathering implements ParsedFile {
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

  async add({ parsed, length }: Gathered): Promise<void> {
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

  /** Lines of blocks are counted from the beginning of the file now. */
  #errorOf({ line, problem }: Flaw): ConlluError {
    return new ConlluError(this.#input.path, this.#lines + line, problem)
  }
}
