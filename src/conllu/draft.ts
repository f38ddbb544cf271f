/** The sentence that is being read: what its lines said so far, and the first thing that was wrong with them. */
import { findFlaw } from '../../transform/check.ts'
import { ConlluError } from './error.ts'
import { COLUMNS, ConlluSentence, FORM, HEAD, ID, OFFSETS } from './sentence.ts'
import { decode } from './utf8.ts'

/**
 * What HEAD has to hold: `tree` the heads of a tree; `partial` `_` or a number, 0 or another word of the sentence
 * (cycles are let through); `ignore` anything.
 */
export type Heads = 'tree' | 'partial' | 'ignore'

const HYPHEN = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const POOL = 4096 * OFFSETS
const NO_RANGES = new Int32Array(0)
/** So much of a bad column is shown. */
const SHOWN = 40

export class SentenceDraft {
  readonly #file: string
  readonly #heads: Heads
  #size = 0
  /** Where the first line that is not a comment begins; -1 as long as there is none. */
  #body = -1
  // Offsets and heads of many sentences lie one after the other in arrays that they share; this one's begin at …Base.
  #offsets = new Int32Array(POOL)
  #offsetsBase = 0
  #head = new Int32Array(POOL / OFFSETS)
  #headBase = 0
  /** As in {@link ConlluSentence.ranges}. */
  readonly #ranges: number[] = []
  /** How many empty nodes came since the last word. */
  #emptyNodes = 0
  #problem: ConlluError | undefined

  // The bytes of the line that is being read, and its number.
  #block: Uint8Array = new Uint8Array(0)
  #base = 0
  #line = 0

  constructor(file: string, heads: Heads) {
    this.#file = file
    this.#heads = heads
  }

  /** Keeps what is wrong with line `line`; the first problem of a sentence stands. */
  reject(line: number, problem: string): void {
    this.#problem ??= new ConlluError(this.#file, line, problem)
  }

  /**
   * A line that is not a comment: a word, a multiword token or an empty node.
   *
   * @param base where the sentence begins in `block`; all offsets count from there
   * @param tabs where the first `tabCount` tabs of the line are
   */
  take(
    block: Uint8Array,
    base: number,
    start: number,
    stop: number,
    tabs: Int32Array,
    tabCount: number,
    line: number,
  ): void {
    if (this.#body < 0) this.#body = start
    if (this.#problem) return
    this.#block = block
    this.#base = base
    this.#line = line
    if (tabCount !== COLUMNS - 1) {
      const columns = `${tabCount + 1} ${tabCount === 0 ? 'column' : 'columns'}`
      this.reject(line, `${columns}, expected ${COLUMNS} separated by tabs`)
      return
    }
    const word = this.#size + 1
    if (this.#number(start, tabs[ID]) !== word) {
      this.#takeOther(start, tabs, word)
      return
    }
    const offsets = this.#roomForOffsets(word)
    let k = this.#offsetsBase + (word - 1) * OFFSETS
    offsets[k++] = start
    for (let i = 0; i < COLUMNS - 1; i++) offsets[k++] = tabs[i] + 1
    offsets[k] = stop + 1
    this.#size = word
    this.#emptyNodes = 0
    const head = this.#heads === 'ignore' ? -1 : this.#number(tabs[HEAD - 1] + 1, tabs[HEAD])
    this.#roomForHead(word)[this.#headBase + word] = head
    if (this.#heads === 'ignore') return
    if (head === word) this.reject(line, `word ${word} is its own head, expected another word or 0`)
    else if (head < 0 || (tabs[HEAD] > tabs[HEAD - 1] + 2 && this.#byte(tabs[HEAD - 1] + 1) === ZERO))
      this.#checkHead(word, this.#text(tabs[HEAD - 1] + 1, tabs[HEAD]))
  }

  /** Rejects a HEAD that is not a number, has too many digits or leading zeros; `_` stands if heads may be missing. */
  #checkHead(word: number, text: string): void {
    if (/^0\d/.test(text))
      this.reject(
        this.#line,
        `the head of word ${word} is '${text}', expected a number without leading zeros`,
      )
    else if (/^\d+$/.test(text))
      this.reject(this.#line, `the head of word ${word} is ${text}, expected 0 or another word`)
    else if (this.#heads === 'tree')
      this.reject(this.#line, `the head of word ${word} is '${text}', expected a number`)
    else if (text !== '_')
      this.reject(this.#line, `the head of word ${word} is '${text}', expected a number or _`)
  }

  /** An ID that is not that of the next word: a range, an empty node, or an error. */
  #takeOther(start: number, tabs: Int32Array, expected: number): void {
    const end = tabs[ID]
    let middle = start
    while (middle < end && this.#byte(middle) !== HYPHEN && this.#byte(middle) !== DOT) middle++
    const first = this.#number(start, middle)
    const last = middle < end ? this.#number(middle + 1, end) : -1
    const id = this.#text(start, end)
    if (first < 0 || (middle < end && last < 0)) {
      this.reject(
        this.#line,
        `the ID is '${id}', expected a word, a range such as 2-3 or an empty node such as 8.1`,
      )
    } else if (middle === end) {
      this.reject(this.#line, `the ID is ${id}, expected ${expected}: words are numbered 1, 2, 3, …`)
    } else if (this.#byte(middle) === HYPHEN) {
      const next = Math.max(expected, this.#covered() + 1)
      if (first === expected && first === next && last >= first)
        this.#ranges.push(first, last, tabs[ID] + 1, tabs[FORM])
      else this.reject(this.#line, `the range is ${id}, expected one that begins with word ${next}`)
    } else if (first === expected - 1 && last === this.#emptyNodes + 1) {
      this.#emptyNodes++
    } else {
      this.reject(
        this.#line,
        `the empty node is ${id}, expected ${expected - 1}.${this.#emptyNodes + 1} here`,
      )
    }
  }

  /**
   * The sentence, the bytes start..end of `block`, and a new start. Throws ConlluError where something is wrong with it.
   *
   * @param firstLine the number of its first line
   * @param lastLine that of its last one
   */
  finish(block: Uint8Array, start: number, end: number, firstLine: number, lastLine: number): ConlluSentence {
    const size = this.#size
    this.#roomForHead(size)[this.#headBase] = -1
    const head = this.#head.subarray(this.#headBase, this.#headBase + size + 1)
    const sentence = new ConlluSentence({
      block,
      start,
      end,
      body: this.#body < 0 ? end - start : this.#body,
      file: this.#file,
      line: firstLine,
      size,
      offsets: this.#offsets,
      offsetsBase: this.#offsetsBase,
      ranges: this.#ranges.length === 0 ? NO_RANGES : Int32Array.from(this.#ranges),
      head,
    })
    const problem = this.#problem ?? this.#checkWhole(sentence, lastLine)
    this.#offsetsBase += size * OFFSETS
    this.#headBase += size + 1
    this.#size = 0
    this.#body = -1
    this.#ranges.length = 0
    this.#emptyNodes = 0
    this.#problem = undefined
    if (problem) throw problem
    return sentence
  }

  /** What can only be said when all words are there. */
  #checkWhole(sentence: ConlluSentence, lastLine: number): ConlluError | undefined {
    const { size, head } = sentence
    const error = (line: number, problem: string) => new ConlluError(this.#file, line, problem)
    if (size === 0) return error(lastLine, 'a sentence without words, expected words before the blank line')
    if (this.#covered() > size)
      return error(
        lastLine,
        `the sentence ends with word ${size}, expected ${this.#covered()}, the end of a range`,
      )
    if (this.#heads === 'ignore') return undefined
    for (let word = 1; word <= size; word++) {
      if (head[word] <= size) continue
      const problem = `the head of word ${word} is ${head[word]}, expected 0 or another word, 1 to ${size}`
      return error(sentence.lineOf(word), problem)
    }
    if (this.#heads === 'partial') return undefined
    const flaw = findFlaw({ size, head, label: NO_LABELS, mark: NO_MARKS })
    return flaw && error(sentence.lineOf(flaw.word), `${flaw.reason}, expected a tree`)
  }

  /** The last word that a range covers. */
  #covered(): number {
    return this.#ranges.length > 0 ? this.#ranges[this.#ranges.length - 3] : 0
  }

  #byte(offset: number): number {
    return this.#block[this.#base + offset]
  }

  #text(start: number, end: number): string {
    return decode(this.#block, this.#base + start, this.#base + Math.min(end, start + SHOWN))
  }

  /** The number that the bytes start..end spell in at most nine digits, -1 if they do not. */
  #number(start: number, end: number): number {
    const length = end - start
    if (length < 1 || length > 9) return -1
    let value = 0
    for (let i = this.#base + start; i < this.#base + end; i++) {
      const digit = this.#block[i] - ZERO
      if (digit < 0 || digit > 9) return -1
      value = 10 * value + digit
    }
    return value
  }

  /** The array of the offsets, with room for those of word `word`. */
  #roomForOffsets(word: number): Int32Array {
    if (this.#offsetsBase + word * OFFSETS > this.#offsets.length) {
      const used = this.#offsets.subarray(this.#offsetsBase, this.#offsetsBase + (word - 1) * OFFSETS)
      this.#offsets = new Int32Array(Math.max(POOL, 2 * word * OFFSETS))
      this.#offsets.set(used)
      this.#offsetsBase = 0
    }
    return this.#offsets
  }

  /** The same for the heads. */
  #roomForHead(word: number): Int32Array {
    if (this.#headBase + word >= this.#head.length) {
      const used = this.#head.subarray(this.#headBase, this.#headBase + word)
      this.#head = new Int32Array(Math.max(POOL / OFFSETS, 2 * (word + 1)))
      this.#head.set(used)
      this.#headBase = 0
    }
    return this.#head
  }
}

const NO_LABELS = new Int32Array(0)
const NO_MARKS = new Uint8Array(0)
