/**
 * CoNLL-U as a stream: bytes are pushed in as they come, sentences are taken out as they are complete. Memory is that
 * of the longest sentence and of the bytes pushed at once; every byte is looked at once, wherever the chunks end.
 *
 * A sentence ends with its blank line; further blank lines belong to the sentence after them. What no sentence owns (a
 * file's last blank lines) is `rest`: with it, the sentences' bytes are the file's bytes.
 */
import { ConlluError } from './error.ts'
import { COLUMNS, ConlluSentence, FORM, HEAD, ID, OFFSETS } from './sentence.ts'
import { badHead, notATree } from './tree-check.ts'
import { badByte, decode } from './utf8.ts'

/**
 * What HEAD has to hold: `tree` the heads of a tree; `partial` `_` or a number that is a word of the sentence or 0
 * (cycles are let through); `ignore` anything.
 */
export type Heads = 'tree' | 'partial' | 'ignore'

export interface ReaderOptions {
  /** The name of the file in errors; `-` when not given. */
  readonly file?: string
  /** `tree` when not given. */
  readonly heads?: Heads
}

const BLOCK = 1 << 18
/** Longer sentences are taken for a file that is no CoNLL-U. */
const LONGEST = 1 << 30

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const HASH = 0x23
const HYPHEN = 0x2d
const DOT = 0x2e
const ZERO = 0x30

export class ConlluReader {
  readonly #file: string
  readonly #heads: Heads

  // The bytes: the current sentence begins at #start, #filled of the block are in use, those before #at were seen.
  #block = new Uint8Array(BLOCK)
  #start = 0
  #at = 0
  #filled = 0
  #ended = false

  // The current line; offsets count from #start.
  #line = 1
  #lineStart = 0
  #tabs = new Int32Array(COLUMNS - 1)
  #tabCount = 0
  /** All bytes of the line, or'ed. */
  #bits = 0

  // The current sentence.
  #firstLine = 1
  #begun = false
  #body = -1
  #size = 0
  #offsets = new Int32Array(64 * OFFSETS)
  #head = new Int32Array(65)
  #ranges: number[] = []
  #emptyNodes = 0
  #problem: ConlluError | undefined

  constructor(options: ReaderOptions = {}) {
    this.#file = options.file ?? '-'
    this.#heads = options.heads ?? 'tree'
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
    if (carried + more > LONGEST)
      throw new ConlluError(
        this.#file,
        this.#firstLine,
        `a sentence of more than ${LONGEST} bytes, expected a blank line after each sentence`,
      )
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
    if (this.#line === 1 && block[start] === 0xef && block[start + 1] === 0xbb && block[start + 2] === 0xbf)
      start += 3
    let complete = false
    if (this.#bits & 0x80) this.#checkText(start, stop)
    if (stop <= start) complete = this.#begun
    else {
      this.#begun = true
      if (block[start] !== HASH) this.#takeToken(start - this.#start, stop - this.#start)
    }
    this.#line++
    this.#lineStart = end + 1
    this.#tabCount = 0
    this.#bits = 0
    return complete
  }

  #checkText(start: number, stop: number): void {
    const bad = badByte(this.#block, start, stop)
    if (bad < 0) return
    this.#begun = true
    const hex = this.#block[bad].toString(16).toUpperCase()
    this.#reject(`bad UTF-8 (byte ${hex} at place ${bad - start + 1} of the line), expected text in UTF-8`)
  }

  /** A line that is not a comment, start..stop from the sentence's start: a word, a range or an empty node. */
  #takeToken(start: number, stop: number): void {
    if (this.#body < 0) this.#body = start
    if (this.#problem) return
    const tabs = this.#tabs
    if (this.#tabCount !== COLUMNS - 1) {
      const count = this.#tabCount + 1
      this.#reject(`${count} ${count === 1 ? 'column' : 'columns'}, expected ${COLUMNS} separated by tabs`)
      return
    }
    const word = this.#size + 1
    const id = this.#number(start, tabs[ID])
    if (id !== word) {
      this.#takeOther(start, word)
      return
    }
    const room = word * OFFSETS
    if (room > this.#offsets.length) this.#grow()
    const offsets = this.#offsets
    let k = room - OFFSETS
    offsets[k++] = start
    for (let i = 0; i < COLUMNS - 1; i++) offsets[k++] = tabs[i] + 1
    offsets[k] = stop + 1
    const head = this.#heads === 'ignore' ? -1 : this.#number(tabs[HEAD - 1] + 1, tabs[HEAD])
    this.#head[word] = head
    this.#size = word
    this.#emptyNodes = 0
    if (head < 0 && this.#heads !== 'ignore') this.#checkHead(word, tabs[HEAD - 1] + 1, tabs[HEAD])
  }

  /** HEAD is not a number: whether that is all right. */
  #checkHead(word: number, start: number, end: number): void {
    const text = this.#text(start, end)
    if (this.#heads === 'tree') this.#reject(`the head of word ${word} is '${text}', expected a number`)
    else if (text !== '_') this.#reject(`the head of word ${word} is '${text}', expected a number or _`)
  }

  /** An ID that is not that of the next word: a range, an empty node, or an error. */
  #takeOther(start: number, expected: number): void {
    const tabs = this.#tabs
    const end = tabs[ID]
    let middle = start
    while (middle < end && this.#byte(middle) !== HYPHEN && this.#byte(middle) !== DOT) middle++
    const first = this.#number(start, middle)
    const last = middle < end ? this.#number(middle + 1, end) : -1
    const id = this.#text(start, end)
    if (first < 0 || (middle < end && last < 0)) {
      this.#reject(`the ID is '${id}', expected a word, a range such as 2-3 or an empty node such as 8.1`)
    } else if (middle === end) {
      this.#reject(`the ID is ${id}, expected ${expected} (words are numbered 1, 2, 3, …)`)
    } else if (this.#byte(middle) === HYPHEN) {
      const before = this.#ranges.length > 0 ? this.#ranges[this.#ranges.length - 3] : 0
      if (first !== expected || last < first || first <= before)
        this.#reject(
          `the range is ${id}, expected one that begins with the next word, ${Math.max(expected, before + 1)}, and ends after it`,
        )
      else this.#ranges.push(first, last, tabs[ID] + 1, tabs[FORM])
    } else if (first !== expected - 1 || last !== this.#emptyNodes + 1) {
      this.#reject(`the empty node is ${id}, expected ${expected - 1}.${this.#emptyNodes + 1}`)
    } else {
      this.#emptyNodes++
    }
  }

  /** The sentence from #start to the end of the last line; throws what is wrong with it. */
  #takeSentence(): ConlluSentence {
    const size = this.#size
    const line = this.#firstLine
    const end = Math.min(this.#start + this.#lineStart, this.#filled)
    const head = this.#head.slice(0, size + 1)
    head[0] = -1
    const sentence = new ConlluSentence({
      block: this.#block,
      start: this.#start,
      end,
      body: this.#body < 0 ? end - this.#start : this.#body,
      file: this.#file,
      line,
      size,
      offsets: this.#offsets.slice(0, size * OFFSETS),
      ranges: Int32Array.from(this.#ranges),
      head,
    })
    let problem = this.#problem
    const covered = this.#ranges.length > 0 ? this.#ranges[this.#ranges.length - 3] : 0
    this.#start = end
    this.#firstLine = this.#line
    this.#lineStart = 0
    this.#begun = false
    this.#body = -1
    this.#size = 0
    this.#ranges.length = 0
    this.#emptyNodes = 0
    this.#problem = undefined
    if (!problem) problem = this.#whole(sentence, covered)
    if (problem) throw problem
    return sentence
  }

  /** What can only be said of the whole sentence, whose ranges reach to word `covered`. */
  #whole(sentence: ConlluSentence, covered: number): ConlluError | undefined {
    const { size, head } = sentence
    if (size === 0)
      return new ConlluError(
        this.#file,
        this.#line - 1,
        'a sentence without words, expected words before the blank line',
      )
    if (covered > size)
      return new ConlluError(
        this.#file,
        this.#line - 1,
        `the sentence ends with word ${size}, expected word ${covered}, with which a range ends`,
      )
    if (this.#heads === 'ignore') return undefined
    const wrong = badHead(head, size) ?? (this.#heads === 'tree' ? notATree(head, size) : undefined)
    return wrong && new ConlluError(this.#file, sentence.lineOf(wrong.word), wrong.problem)
  }

  /** Keeps what is wrong in the current line; the first problem of a sentence stands. */
  #reject(problem: string): void {
    this.#problem ??= new ConlluError(this.#file, this.#line, problem)
  }

  #byte(offset: number): number {
    return this.#block[this.#start + offset]
  }

  #text(start: number, end: number): string {
    return decode(this.#block, this.#start + start, this.#start + Math.min(end, start + 40))
  }

  /** The number that the bytes start..end spell in up to nine digits, -1 if they do not. */
  #number(start: number, end: number): number {
    const length = end - start
    if (length < 1 || length > 9) return -1
    let value = 0
    for (let i = this.#start + start; i < this.#start + end; i++) {
      const digit = this.#block[i] - ZERO
      if (digit < 0 || digit > 9) return -1
      value = 10 * value + digit
    }
    return value
  }

  #grow(): void {
    const offsets = new Int32Array(2 * this.#offsets.length)
    offsets.set(this.#offsets)
    this.#offsets = offsets
    const head = new Int32Array(offsets.length / OFFSETS + 1)
    head.set(this.#head)
    this.#head = head
  }
}
