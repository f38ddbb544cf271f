/**
 * Reads CoNLL-U as a stream: takes bytes as they arrive and returns complete sentences. Memory holds the longest sentence
 * and the largest added chunk. A sentence ends with its blank line; further blank lines belong to the next sentence. `rest`
 * contains the bytes after the last sentence.
 */
import { asyncIterable, hasFields, iterable } from '../../transform/arguments.ts'
import { COLUMNS } from '../sentence/annotated-sentence.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import { CoNLLUError } from './error.ts'
import { SentenceBuilder, type Heads, type Line } from './sentence-builder.ts'
import { invalidByteIndex, CARRIAGE_RETURN, encode, LINE_FEED, markLength } from './utf8.ts'

export interface ReadOptions {
  /** The name of the file in error messages. Default: `-`. */
  readonly file?: string
  /** Default: `tree`. */
  readonly heads?: Heads
  /** Whether the bytes continue a file, so that a byte order mark at the start is text. Default: false. */
  readonly continues?: boolean
  /** Called for each invalid sentence, which is then skipped. Default: throw the error. */
  readonly skip?: (error: CoNLLUError) => void
}

const BLOCK_BYTES = 1 << 18
/** The maximum number of bytes of a sentence. A file with a longer sentence is not CoNLL-U. */
export const MAX_SENTENCE_BYTES = 1 << 30

const TAB = 0x09
const HASH = 0x23

export class CoNLLUReader {
  readonly #file: string
  readonly #builder: SentenceBuilder
  readonly #skip: ReadOptions['skip']
  readonly #continues: boolean

  // Offsets in #block: the current sentence begins at #start, scanned bytes end at #at, and available bytes end at #filled.
  #block = new Uint8Array(BLOCK_BYTES)
  #start = 0
  #at = 0
  #filled = 0
  #ended = false

  /** The current line. Line offsets count from #start. */
  readonly #line: Line
  /** The bitwise OR of all bytes of the line. The highest bit is set if the line contains a non-ASCII byte. */
  #bits = 0
  /**
   * The offset of the current line, the number of the first line of the sentence, and whether the sentence has a non-blank
   * line.
   */
  #lineStart = 0
  #firstLine = 1
  #begun = false

  constructor({ file = '-', heads = 'tree', continues = false, skip }: ReadOptions = {}) {
    this.#file = file
    this.#builder = new SentenceBuilder(file, heads)
    this.#skip = skip
    this.#continues = continues
    const tabs = new Int32Array(COLUMNS - 1)
    this.#line = { block: this.#block, base: 0, start: 0, stop: 0, tabs, tabCount: 0, number: 1 }
  }

  /** Adds a copy of the next bytes of the file. */
  push(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > this.#block.length) this.#moveOn(bytes.length)
    this.#block.set(bytes, this.#filled)
    this.#filled += bytes.length
  }

  /** Marks the end of the file. */
  end(): void {
    this.#ended = true
  }

  /** The bytes after the last sentence: blank lines, or the byte order mark. */
  get rest(): Uint8Array {
    return this.#block.subarray(this.#start, this.#filled)
  }

  /** The number of complete lines. */
  get lines(): number {
    return this.#line.number - 1
  }

  /** The complete sentences. Throws CoNLLUError for an invalid sentence, unless `skip` is given. */
  *sentences(): Generator<CoNLLUSentence> {
    for (;;) {
      let sentence
      try {
        sentence = this.next()
      } catch (error) {
        if (!this.#skip || !(error instanceof CoNLLUError)) throw error
        this.#skip(error)
        continue
      }
      if (!sentence) return
      yield sentence
    }
  }

  /**
   * The next complete sentence, if there is one. Throws CoNLLUError for an invalid sentence; the next call continues after
   * that sentence.
   */
  next(): CoNLLUSentence | undefined {
    const limit = this.#filled
    const start = this.#start
    const block = this.#block
    const line = this.#line
    const { tabs } = line
    let at = this.#at
    let bits = this.#bits
    while (at < limit) {
      const byte = block[at++]
      bits |= byte
      if (byte > CARRIAGE_RETURN) continue
      if (byte === TAB) {
        if (line.tabCount < tabs.length) tabs[line.tabCount] = at - 1 - start
        line.tabCount++
      } else if (byte === LINE_FEED) {
        this.#at = at
        this.#bits = bits
        if (this.#takeLine(at - 1 - start)) return this.#takeSentence()
        bits = 0
      }
    }
    this.#at = at
    this.#bits = bits
    if (!this.#ended) return undefined
    if (this.#lineStart < limit - start) this.#takeLine(limit - start)
    return this.#begun ? this.#takeSentence() : undefined
  }

  /** Moves the unfinished sentence to a new block with space for `addedBytes` bytes. */
  #moveOn(addedBytes: number): void {
    const carried = this.#filled - this.#start
    if (carried + addedBytes > MAX_SENTENCE_BYTES) {
      const problem = `a sentence of more than ${MAX_SENTENCE_BYTES} bytes, expected a blank line after each sentence`
      throw new CoNLLUError(this.#file, this.#firstLine, problem)
    }
    const block = new Uint8Array(Math.max(BLOCK_BYTES, 2 * carried + addedBytes))
    block.set(this.rest)
    this.#block = block
    this.#at -= this.#start
    this.#filled = carried
    this.#start = 0
  }

  /** Adds the line that ends at `end` (line feed or end of file). Returns whether the line ends the sentence. */
  #takeLine(end: number): boolean {
    const line = this.#line
    const block = this.#block
    const base = this.#start
    let start = base + this.#lineStart
    let stop = base + end
    if (stop > start && block[stop - 1] === CARRIAGE_RETURN) stop--
    if (line.number === 1 && !this.#continues) start += markLength(block, start)
    const isBlank = stop <= start
    if (this.#bits & 0x80) this.#checkText(start, stop)
    if (!isBlank && block[start] !== HASH) {
      line.block = block
      line.base = base
      line.start = start - base
      line.stop = stop - base
      this.#builder.add(line)
    }
    line.number++
    line.tabCount = 0
    this.#lineStart = end + 1
    this.#bits = 0
    if (isBlank) return this.#begun
    this.#begun = true
    return false
  }

  #checkText(start: number, stop: number): void {
    const badIndex = invalidByteIndex(this.#block, start, stop)
    if (badIndex < 0) return
    const byte = this.#block[badIndex].toString(16).toUpperCase()
    this.#builder.reject(
      this.#line.number,
      `bad UTF-8 (byte ${byte} at place ${badIndex - start + 1} of the line), expected text in UTF-8`,
    )
  }

  /** Finishes the sentence from #start to the end of the last line. Throws the first error of the sentence. */
  #takeSentence(): CoNLLUSentence {
    const start = this.#start
    const end = Math.min(start + this.#lineStart, this.#filled)
    const firstLine = this.#firstLine
    this.#start = end
    this.#firstLine = this.#line.number
    this.#lineStart = 0
    this.#begun = false
    return this.#builder.finish(this.#block, start, end, firstLine, this.lines)
  }
}

/** Reads CoNLL-U sentences from memory: text, bytes, or chunks of bytes. Throws CoNLLUError for an invalid sentence. */
export function* readCoNLLU(
  input: string | Uint8Array | Iterable<Uint8Array>,
  options: ReadOptions = {},
): Generator<CoNLLUSentence> {
  if (typeof input !== 'string') iterable(input, 'input')
  hasFields({})(options, 'options')
  const reader = new CoNLLUReader(options)
  const chunks = typeof input === 'string' ? [encode(input)] : ArrayBuffer.isView(input) ? [input] : input
  for (const chunk of chunks) {
    reader.push(chunk)
    yield* reader.sentences()
  }
  reader.end()
  yield* reader.sentences()
}

/**
 * Reads CoNLL-U sentences from a stream, or any async iterable of chunks, in constant memory. Throws CoNLLUError for an
 * invalid sentence.
 *
 * ```js
 * for await (const sentence of streamCoNLLU(createReadStream('train.conllu'))) console.log(sentence.forms().join(' '))
 * ```
 */
export async function* streamCoNLLU(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<CoNLLUSentence> {
  asyncIterable(chunks, 'chunks')
  hasFields({})(options, 'options')
  const reader = new CoNLLUReader(options)
  for await (const chunk of chunks) {
    reader.push(chunk)
    yield* reader.sentences()
  }
  reader.end()
  yield* reader.sentences()
}
