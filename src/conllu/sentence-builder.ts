/** Builds a sentence from its lines and keeps the first error. */
import { cycleOf, findFlaw } from '../../transform/check.ts'
import { COLUMNS, FORM, HEAD, ID } from '../sentence/annotated-sentence.ts'
import { CoNLLUSentence, OFFSETS_PER_WORD } from './conllu-sentence.ts'
import { CoNLLUError } from './error.ts'
import { decode } from './utf8.ts'

/**
 * Valid values of HEAD. `tree`: heads of a tree. `known`: the same, or `_`. `partial`: `_`, 0 or another word. `ignore`:
 * anything.
 */
export type Heads = 'tree' | 'known' | 'partial' | 'ignore'

/** A line of a sentence. Offsets count from the first byte of the sentence, `block[base]`. */
export interface Line {
  block: Uint8Array
  base: number
  start: number
  /** The offset after the last byte of the line without its line end. */
  stop: number
  /** The offsets of the first tabs, and the number of all tabs. */
  readonly tabs: Int32Array
  tabCount: number
  /** The number of the line in the file, from 1. */
  number: number
}

const ZERO = 0x30
const NO_RANGES = new Int32Array(0)
const POOL_WORD_COUNT = 4096
/** The maximum number of bytes of an invalid column that an error message quotes. */
const MAX_QUOTED_BYTES = 40

/** Stores arrays of many sentences consecutively in the same memory. */
class Pool {
  items: Int32Array
  /** The index at which the array of the current sentence begins. */
  base = 0
  readonly #size: number

  constructor(size: number) {
    this.#size = size
    this.items = new Int32Array(size)
  }

  /** Reserves space for `length` items of the current sentence. If they do not fit, the items move to new memory. */
  reserve(length: number): void {
    if (this.base + length <= this.items.length) return
    const items = new Int32Array(Math.max(this.#size, 2 * length))
    items.set(this.items.subarray(this.base))
    this.items = items
    this.base = 0
  }
}

export class SentenceBuilder {
  readonly #file: string
  readonly #heads: Heads
  readonly #offsets = new Pool(POOL_WORD_COUNT * OFFSETS_PER_WORD)
  readonly #head = new Pool(POOL_WORD_COUNT)
  // The current sentence.
  #size = 0
  /** The offset of the first line that is not a comment; −1 if there is none yet. */
  #body = -1
  /** For each multiword token: first word, last word, start and end of the form. */
  #ranges: number[] = []
  /** The number of empty nodes since the last word. */
  #emptyNodes = 0
  #error: CoNLLUError | undefined

  constructor(file: string, heads: Heads) {
    this.#file = file
    this.#heads = heads
  }

  /** Records an error. Only the first error of a sentence is kept. */
  reject(line: number, problem: string): void {
    this.#error ??= new CoNLLUError(this.#file, line, problem)
  }

  /** Adds a line that is not a comment: a word, a multiword token or an empty node. */
  add(line: Line): void {
    const { tabs, tabCount, start } = line
    if (this.#body < 0) this.#body = start
    if (this.#error) return
    if (tabCount !== COLUMNS - 1) {
      const columns = `${tabCount + 1} ${tabCount === 0 ? 'column' : 'columns'}`
      return this.reject(line.number, `${columns}, expected ${COLUMNS} separated by tabs`)
    }
    if (tabs[FORM] === tabs[ID] + 1)
      return this.reject(
        line.number,
        `the form of '${textIn(line, start, tabs[ID])}' is empty, expected text or _`,
      )
    const word = this.#size + 1
    if (numberIn(line, start, tabs[ID]) !== word || line.block[line.base + start] === ZERO)
      return this.#addOther(line, word)
    this.#offsets.reserve(word * OFFSETS_PER_WORD)
    const offsets = this.#offsets.items
    let k = this.#offsets.base + (word - 1) * OFFSETS_PER_WORD
    offsets[k++] = start
    for (let i = 0; i < COLUMNS - 1; i++) offsets[k++] = tabs[i] + 1
    offsets[k] = line.stop + 1
    this.#size = word
    this.#emptyNodes = 0
    this.#addHead(line, word)
  }

  #addHead(line: Line, word: number): void {
    this.#head.reserve(word + 1)
    const [start, end] = [line.tabs[HEAD - 1] + 1, line.tabs[HEAD]]
    const head = this.#heads === 'ignore' ? -1 : numberIn(line, start, end)
    this.#head.items[this.#head.base + word] = head
    if (this.#heads === 'ignore') return
    const reject = (problem: string): void => this.reject(line.number, problem)
    if (head === word) return reject(`word ${word} is its own head, expected another word or 0`)
    if (head >= 0 && (end === start + 1 || line.block[line.base + start] !== ZERO)) return
    const text = textIn(line, start, end)
    if (/^0\d/.test(text))
      reject(`the head of word ${word} is '${text}', expected a number without leading zeros`)
    else if (/^\d+$/.test(text)) reject(`the head of word ${word} is ${text}, expected 0 or another word`)
    else if (this.#heads === 'tree') reject(`the head of word ${word} is '${text}', expected a number`)
    else if (text !== '_') reject(`the head of word ${word} is '${text}', expected a number or _`)
  }

  /** Adds a line whose ID is not `expected`, the ID of the next word: a multiword token, an empty node, or an error. */
  #addOther(line: Line, expected: number): void {
    const { tabs, number, start } = line
    const id = textIn(line, start, tabs[ID])
    const [, first, sign, last] = /^(0|[1-9]\d{0,8})(?:([-.])([1-9]\d{0,8}))?$/.exec(id) ?? []
    if (first === undefined)
      return this.reject(
        number,
        `the ID is '${id}', expected a word, a range such as 2-3 or an empty node such as 8.1`,
      )
    if (sign === undefined)
      return this.reject(number, `the ID is ${id}, expected ${expected}: words are numbered 1, 2, 3, …`)
    if (sign === '-') {
      const next = Math.max(expected, this.#lastCovered() + 1)
      if (Number(first) === expected && expected === next && Number(last) >= expected)
        this.#ranges.push(expected, Number(last), tabs[ID] + 1, tabs[ID + 1])
      else this.reject(number, `the range is ${id}, expected one that begins with word ${next}`)
    } else if (this.#ranges.at(-4) === expected)
      this.reject(
        number,
        `the empty node ${id} is between a range and its first word, expected before the range`,
      )
    else if (Number(first) === expected - 1 && Number(last) === this.#emptyNodes + 1) this.#emptyNodes++
    else this.reject(number, `the empty node is ${id}, expected ${expected - 1}.${this.#emptyNodes + 1} here`)
  }

  /** Finishes the sentence `block[start..end)` and prepares for the next sentence. Throws CoNLLUError. */
  finish(block: Uint8Array, start: number, end: number, firstLine: number, lastLine: number): CoNLLUSentence {
    const size = this.#size
    const [offsets, heads] = [this.#offsets, this.#head]
    heads.items[heads.base] = -1
    const sentence = new CoNLLUSentence({
      block,
      start,
      end,
      body: this.#body < 0 ? end : start + this.#body,
      file: this.#file,
      line: firstLine,
      size,
      offsets: offsets.items,
      offsetsBase: offsets.base,
      ranges: this.#ranges.length === 0 ? NO_RANGES : Int32Array.from(this.#ranges),
      head: heads.items.subarray(heads.base, heads.base + size + 1),
    })
    if (!this.#error) this.#checkWhole(sentence, lastLine)
    const error = this.#error
    offsets.base += size * OFFSETS_PER_WORD
    heads.base += size + 1
    this.#size = 0
    this.#body = -1
    this.#ranges = []
    this.#emptyNodes = 0
    this.#error = undefined
    if (error) throw error
    return sentence
  }

  /** Finds errors that can be detected only with all words. */
  #checkWhole(sentence: CoNLLUSentence, lastLine: number): void {
    const { size, head } = sentence
    const lastCovered = this.#lastCovered()
    if (size === 0)
      return this.reject(lastLine, 'a sentence without words, expected words before the blank line')
    if (lastCovered > size)
      return this.reject(
        lastLine,
        `the sentence ends with word ${size}, expected ${lastCovered}, the end of a range`,
      )
    if (this.#heads === 'ignore') return
    for (let word = 1; word <= size; word++) {
      if (head[word] <= size) continue
      const problem = `the head of word ${word} is ${head[word]}, expected 0 or another word, 1 to ${size}`
      return this.reject(sentence.lineOf(word), problem)
    }
    if (this.#heads === 'partial') return
    const isPartial = head.indexOf(-1, 1) > 0
    const flaw = isPartial ? cycleOf(head, size) : findFlaw({ size, head, label: NO_LABELS, mark: NO_MARKS })
    if (flaw) this.reject(sentence.lineOf(flaw.word), `${flaw.reason}, expected a tree`)
  }

  /** The last word that a multiword token covers, 0 if there is none. */
  #lastCovered(): number {
    return this.#ranges.at(-3) ?? 0
  }
}

const NO_LABELS = new Int32Array(0)
const NO_MARKS = new Uint8Array(0)

/** The first MAX_QUOTED_BYTES bytes of a column as text. */
function textIn({ block, base }: Line, start: number, end: number): string {
  return decode(block, base + start, base + Math.min(end, start + MAX_QUOTED_BYTES))
}

/** The value of a column with one to nine digits; −1 for any other content. */
function numberIn({ block, base }: Line, start: number, end: number): number {
  const length = end - start
  if (length < 1 || length > 9) return -1
  let value = 0
  for (let i = base + start; i < base + end; i++) {
    const digit = block[i] - ZERO
    if (digit < 0 || digit > 9) return -1
    value = 10 * value + digit
  }
  return value
}
