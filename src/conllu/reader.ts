/**
 * CoNLL-U as a stream: bytes are pushed in as they come, sentences are taken out as they are complete. Memory is that
 * of the longest sentence and of the bytes pushed at once; every byte is looked at once, wherever the chunks end.
 *
 * A sentence ends with its blank line; further blank lines belong to the sentence after them. What no sentence owns (a
 * file's last blank lines) is `rest`: with it, the sentences' bytes are the file's bytes.
 */
import { SentenceDraft, type Heads } from './draft.ts'
import { ConlluError } from './error.ts'
import { COLUMNS, type ConlluSentence } from './sentence.ts'
import { badByte, markLength } from './utf8.ts'

export interface ReaderOptions {
  /** The name of the file in errors; `-` when not given. */
  readonly file?: string
  /** `tree` when not given. */
  readonly heads?: Heads
  /** The bytes go on with a file: a byte order mark is text. */
  readonly continues?: boolean
}

const BLOCK = 1 << 18
/** Longer sentences are taken for a file that is no CoNLL-U. */
const LONGEST = 1 << 30

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const HASH = 0x23

export class ConlluReader {
  readonly #file: string
  readonly #draft: SentenceDraft
  readonly #continues: boolean

  // The bytes: the current sentence begins at #start, #filled of the block are in use, those before #at were seen.
  #block = new Uint8Array(BLOCK)
  #start = 0
  #at = 0
  #filled = 0
  #ended = false

  // The current line; offsets count from #start.
  #line = 1
  #lineStart = 0
  readonly #tabs = new Int32Array(COLUMNS - 1)
  #tabCount = 0
  /** All bytes of the line, or'ed: whether it has any that are not ASCII. */
  #bits = 0

  // The current sentence: the number of its first line, and whether it has more than blank lines yet.
  #firstLine = 1
  #begun = false

  constructor(options: ReaderOptions = {}) {
    this.#file = options.file ?? '-'
    this.#draft = new SentenceDraft(this.#file, options.heads ?? 'tree')
    this.#continues = options.continues ?? false
  }

  /** Takes in the next bytes of the file, of any number; they are copied. */
  push(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > this.#block.length) this.#moveOn(bytes.length)
    this.#block.set(bytes, this.#filled)
    this.#filled += bytes.length
  }

  /** Says that no more bytes come. */
  end(): void {
    this.#ended = true
  }

  /** After the last sentence: the blank lines (or the byte order mark) that no sentence owns. */
  get rest(): Uint8Array {
    return this.#block.subarray(this.#start, this.#filled)
  }

  /** How many lines were read. */
  get lines(): number {
    return this.#line - 1
  }

  /**
   * The next sentence, or undefined when none is complete: push more, or, after `end`, the file is done. Throws
   * ConlluError where the sentence is not as it should be; the next call goes on with the sentence after it.
   */
  next(): ConlluSentence | undefined {
    const limit = this.#filled
    const start = this.#start
    const block = this.#block
    const tabs = this.#tabs
    let at = this.#at
    let bits = this.#bits
    while (at < limit) {
      const byte = block[at++]
      bits |= byte
      if (byte > CARRIAGE_RETURN) continue
      if (byte === TAB) {
        if (this.#tabCount < tabs.length) tabs[this.#tabCount] = at - 1 - start
        this.#tabCount++
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

  /** A new block that begins with the unfinished sentence. */
  #moveOn(more: number): void {
    const carried = this.#filled - this.#start
    if (carried + more > LONGEST) {
      const problem = `a sentence of more than ${LONGEST} bytes, expected a blank line after each sentence`
      throw new ConlluError(this.#file, this.#firstLine, problem)
    }
    const block = new Uint8Array(Math.max(BLOCK, 2 * carried + more))
    block.set(this.#block.subarray(this.#start, this.#filled))
    this.#block = block
    this.#at -= this.#start
    this.#filled = carried
    this.#start = 0
  }

  /** The line from #lineStart to `end` (its line feed, or the end of the file) is complete; whether the sentence is. */
  #takeLine(end: number): boolean {
    const block = this.#block
    let start = this.#start + this.#lineStart
    let stop = this.#start + end
    if (stop > start && block[stop - 1] === CARRIAGE_RETURN) stop--
    if (this.#line === 1 && !this.#continues) start += markLength(block, start)
    const isBlank = stop <= start
    if (this.#bits & 0x80) this.#checkText(start, stop)
    if (!isBlank && block[start] !== HASH) {
      const base = this.#start
      this.#draft.take(block, base, start - base, stop - base, this.#tabs, this.#tabCount, this.#line)
    }
    this.#line++
    this.#lineStart = end + 1
    this.#tabCount = 0
    this.#bits = 0
    if (isBlank) return this.#begun
    this.#begun = true
    return false
  }

  #checkText(start: number, stop: number): void {
    const bad = badByte(this.#block, start, stop)
    if (bad < 0) return
    const byte = this.#block[bad].toString(16).toUpperCase()
    const place = bad - start + 1
    this.#draft.reject(
      this.#line,
      `bad UTF-8 (byte ${byte} at place ${place} of the line), expected text in UTF-8`,
    )
  }

  /** The sentence from #start to the end of the last line; throws what is wrong with it. */
  #takeSentence(): ConlluSentence {
    const start = this.#start
    const end = Math.min(start + this.#lineStart, this.#filled)
    const firstLine = this.#firstLine
    this.#start = end
    this.#firstLine = this.#line
    this.#lineStart = 0
    this.#begun = false
    return this.#draft.finish(this.#block, start, end, firstLine, this.#line - 1)
  }
}
