/** A sentence of a CoNLL-U file, stored as bytes with the offsets of columns. Columns are decoded on request. */
import {
  AnnotatedSentence,
  COLUMNS,
  HEAD,
  ID,
  MISC,
  UPOS,
  type Columns,
  type SurfaceToken,
} from '../sentence/annotated-sentence.ts'
import { TextCache, CARRIAGE_RETURN, decode, LINE_FEED, markLength } from './utf8.ts'

const NO_COLUMNS: readonly number[] = []
const ALL_COLUMNS = Array.from({ length: COLUMNS }, (_, column) => column)

/** The number of offsets per word: the start of each column, and one past the end of the line. */
export const OFFSETS_PER_WORD = COLUMNS + 1

/** Caches of decoded texts, one for words and one for the other columns. */
const wordCache = new TextCache((text) => text)
const tagCache = new TextCache((text) => text)

/** The fields that the reader fills in. */
type Layout = Pick<
  CoNLLUSentence,
  'size' | 'head' | 'file' | 'line' | 'block' | 'start' | 'end' | 'body' | 'ranges'
> & {
  /**
   * OFFSETS_PER_WORD offsets for each word, from index `offsetsBase`, in an array that sentences share. Offsets count from
   * `start`.
   */
  readonly offsets: Int32Array
  readonly offsetsBase: number
}

/**
 * A sentence of a CoNLL-U file. Words have the numbers 1..size as in the file; multiword tokens and empty nodes are not
 * words.
 *
 * ```js
 * for (const sentence of readCoNLLU(bytes))
 *   for (let word = 1; word <= sentence.size; word++)
 *     console.log(sentence.form(word), sentence.upos(word), sentence.head[word])
 * ```
 */
export class CoNLLUSentence extends AnnotatedSentence {
  readonly size: number
  /** `head[i]` is the head of word i, -1 if HEAD is not a number. Length size + 1; `head[0]` is -1. Do not modify. */
  readonly head: Int32Array
  readonly file: string
  /** The number of the line on which the sentence begins. */
  readonly line: number
  /** Memory that many sentences share. The offsets of this class refer to it. Do not modify. */
  readonly block: Uint8Array
  readonly start: number
  readonly end: number
  /** The offset of the first line that is not a comment. */
  readonly body: number
  /** For each multiword token four numbers: first word, last word, and start and end offset of the form in the sentence. */
  readonly ranges: Int32Array
  readonly #offsets: Int32Array
  /** The index at which the offsets of a word 0 would be. */
  readonly #offsetsOrigin: number
  /** Texts of columns that replace the bytes, and whether `head` replaces the column HEAD. */
  readonly #columns: Columns | undefined
  readonly #hasOwnHead: boolean

  constructor(layout: Layout, columns?: Columns, hasOwnHead = false) {
    super()
    this.size = layout.size
    this.head = layout.head
    this.file = layout.file
    this.line = layout.line
    this.block = layout.block
    this.start = layout.start
    this.end = layout.end
    this.body = layout.body
    this.#offsets = layout.offsets
    this.#offsetsOrigin = layout.offsetsBase - OFFSETS_PER_WORD
    this.ranges = layout.ranges
    this.#columns = columns
    this.#hasOwnHead = hasOwnHead
  }

  /** The offset in `block` at which `column` (ID, FORM, …) of word `word` begins. */
  columnStart(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS_PER_WORD + column]
  }

  /** The offset in `block` after the last byte of `column` of word `word`. */
  columnEnd(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS_PER_WORD + column + 1] - 1
  }

  /** The numbers of the replaced columns, in order. */
  get replaced(): readonly number[] {
    const columns = this.#columns
    if (!columns) return NO_COLUMNS
    return ALL_COLUMNS.filter((column) => columns[column] || (column === HEAD && this.#hasOwnHead))
  }

  column(word: number, column: number): string {
    const replaced = this.#columns?.[column]
    if (replaced) return replaced[word - 1]
    const { block } = this
    const start = this.columnStart(word, column)
    const end = this.columnEnd(word, column)
    if (column <= ID || column >= MISC) return decode(block, start, end)
    return (column < UPOS ? wordCache : tagCache).value(block, start, end)
  }

  override isEmpty(word: number, column: number): boolean {
    if (this.#columns?.[column]) return super.isEmpty(word, column)
    const start = this.columnStart(word, column)
    return this.columnEnd(word, column) === start + 1 && this.block[start] === 0x5f
  }

  override hasByte(word: number, column: number, byte: number): boolean {
    if (this.#columns?.[column]) return true
    const end = this.columnEnd(word, column)
    for (let i = this.columnStart(word, column); i < end; i++) if (this.block[i] === byte) return true
    return false
  }

  /** Compares bytes without decoding. */
  override hasSame(column: number, word: number, other: AnnotatedSentence, otherWord: number): boolean {
    if (!(other instanceof CoNLLUSentence) || this.#columns?.[column] || other.#columns?.[column])
      return super.hasSame(column, word, other, otherWord)
    const { block } = this
    const { block: otherBlock } = other
    const end = this.columnEnd(word, column)
    let i = this.columnStart(word, column)
    let k = other.columnStart(otherWord, column)
    if (end - i !== other.columnEnd(otherWord, column) - k) return false
    while (i < end) if (block[i++] !== otherBlock[k++]) return false
    return true
  }

  multiwordTokens(): SurfaceToken[] {
    const tokens: SurfaceToken[] = []
    const { ranges } = this
    for (let i = 0; i < ranges.length; i += 4) {
      const form = decode(this.block, this.start + ranges[i + 2], this.start + ranges[i + 3])
      tokens.push({ first: ranges[i], last: ranges[i + 1], form, misc: this.#miscAfter(ranges[i + 3]) })
    }
    return tokens
  }

  /** MISC of a multiword token (the last column of its line). `offset` is the end of the form. */
  #miscAfter(offset: number): string {
    const from = this.start + offset
    const to = this.block.subarray(from, this.end).indexOf(LINE_FEED)
    const columns = decode(this.block, from, to < 0 ? this.end : from + to)
    // Do not trim: white space can be data, for example a no-break space in SpacesAfter.
    return columns.slice(columns.lastIndexOf('\t') + 1).replace(/\r$/, '')
  }

  with(columns: Columns, head?: Int32Array): CoNLLUSentence {
    const replaced = { ...this.#columns, ...columns }
    const hasOwnHead = head !== undefined || this.#hasOwnHead
    const { size, file, line, block, start, end, body, ranges } = this
    const offsets = this.#offsets
    const offsetsBase = this.#offsetsOrigin + OFFSETS_PER_WORD
    return new CoNLLUSentence(
      { size, file, line, block, start, end, body, ranges, offsets, offsetsBase, head: head ?? this.head },
      replaced,
      hasOwnHead,
    )
  }

  /** The comment lines, with `#` and without line ends. */
  comments(): string[] {
    const text = decode(this.block, this.start, this.body)
    return text
      .split(/\r?\n/)
      .filter((line) => line.startsWith('#') || line.startsWith('\ufeff#'))
      .map((line) => line.replace('\ufeff', ''))
  }

  /** The start and end (after the line end) in `block` of the last comment line with exactly these bytes. */
  findComment(comment: Uint8Array): { readonly start: number; readonly end: number } | undefined {
    const { block, start: first, body } = this
    let end = body
    while (end > first) {
      let start = end - 1
      while (start > first && block[start - 1] !== LINE_FEED) start--
      let stop = end - 1
      if (stop > start && block[stop - 1] === CARRIAGE_RETURN) stop--
      const from = start === first ? start + markLength(block, start) : start
      if (stop - from === comment.length && comment.every((byte, i) => block[from + i] === byte))
        return { start: from, end }
      end = start
    }
    return undefined
  }

  lineOf(word: number): number {
    const end = this.columnStart(word, ID)
    let line = this.line
    for (let i = this.start; i < end; i++) if (this.block[i] === LINE_FEED) line++
    return line
  }

  /** The original lines, with comments and line ends, except the replaced columns. */
  conllu(): string {
    const { replaced } = this
    let text = ''
    let from = this.start
    for (let word = 1; replaced.length > 0 && word <= this.size; word++)
      for (const column of replaced) {
        text += decode(this.block, from, this.columnStart(word, column)) + this.#replacement(word, column)
        from = this.columnEnd(word, column)
      }
    return text + decode(this.block, from, this.end)
  }

  #replacement(word: number, column: number): string {
    if (column !== HEAD) return this.column(word, column)
    const head = this.head[word]
    return head < 0 ? '_' : String(head)
  }
}
