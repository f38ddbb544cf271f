/** A sentence of a CoNLL-U file: its bytes, and where its columns begin. Columns are decoded on request. */
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

/** Offsets kept for a word: the start of each column, and one past the end of the line. */
export const OFFSETS = COLUMNS + 1

/** Texts that repeat are decoded once: words, and what is in the other columns. */
const words = new TextCache((text) => text)
const tags = new TextCache((text) => text)

/** What the reader found. */
type Layout = Pick<
  CoNLLUSentence,
  'size' | 'head' | 'file' | 'line' | 'block' | 'start' | 'end' | 'body' | 'ranges'
> & {
  /** OFFSETS for each word, from `offsetsBase` on, in an array that sentences share. They count from `start`. */
  readonly offsets: Int32Array
  readonly offsetsBase: number
}

/**
 * A sentence of a CoNLL-U file. Words are numbered 1..size as in the file; multiword ranges and empty nodes are not words.
 *
 * ```js
 * for (const sentence of readCoNLLU(bytes))
 *   for (let word = 1; word <= sentence.size; word++)
 *     console.log(sentence.form(word), sentence.upos(word), sentence.head[word])
 * ```
 */
export class CoNLLUSentence extends AnnotatedSentence {
  readonly size: number
  /** `head[i]` of word i, -1 if HEAD is not a number; length size + 1, `head[0]` is -1. Not to be written to. */
  readonly head: Int32Array
  readonly file: string
  /** The number of the line on which the sentence begins. */
  readonly line: number
  /** Memory that many sentences share; the offsets of this class are into it. Not to be written to. */
  readonly block: Uint8Array
  readonly start: number
  readonly end: number
  /** Where the first line that is not a comment begins. */
  readonly body: number
  /** For each multiword token four numbers: first and last word, and where its form begins and ends in the sentence. */
  readonly ranges: Int32Array
  readonly #offsets: Int32Array
  /** Where the offsets of a word 0 would be. */
  readonly #offsetsOrigin: number
  /** The texts of columns that are not those of the bytes; and whether `head` replaces the column HEAD. */
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
    this.#offsetsOrigin = layout.offsetsBase - OFFSETS
    this.ranges = layout.ranges
    this.#columns = columns
    this.#hasOwnHead = hasOwnHead
  }

  /** Where `column` (ID, FORM, …) of word `word` begins in `block`. */
  columnStart(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS + column]
  }

  /** One past the last byte of `column` of word `word` in `block`. */
  columnEnd(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS + column + 1] - 1
  }

  /** The numbers of the columns whose texts are not those of the bytes, in order. */
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
    return (column < UPOS ? words : tags).value(block, start, end)
  }

  override isEmpty(word: number, column: number): boolean {
    if (this.#columns?.[column]) return super.isEmpty(word, column)
    const start = this.columnStart(word, column)
    return this.columnEnd(word, column) === start + 1 && this.block[start] === 0x5f
  }

  /** Compares bytes: nothing is decoded. */
  override hasSame(column: number, word: number, other: AnnotatedSentence, otherWord: number): boolean {
    if (!(other instanceof CoNLLUSentence) || this.#columns?.[column] || other.#columns?.[column])
      return super.hasSame(column, word, other, otherWord)
    const { block } = this
    const { block: others } = other
    const end = this.columnEnd(word, column)
    let i = this.columnStart(word, column)
    let k = other.columnStart(otherWord, column)
    if (end - i !== other.columnEnd(otherWord, column) - k) return false
    while (i < end) if (block[i++] !== others[k++]) return false
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

  /** MISC of a multiword token, whose form ends at an offset: the last column of its line. */
  #miscAfter(offset: number): string {
    const from = this.start + offset
    const to = this.block.subarray(from, this.end).indexOf(LINE_FEED)
    const columns = decode(this.block, from, to < 0 ? this.end : from + to)
    // White space can be a fact: SpacesAfter with a no-break space.
    return columns.slice(columns.lastIndexOf('\t') + 1).replace(/\r$/, '')
  }

  with(columns: Columns, head?: Int32Array): CoNLLUSentence {
    const replaced = { ...this.#columns, ...columns }
    const hasOwnHead = head !== undefined || this.#hasOwnHead
    const { size, file, line, block, start, end, body, ranges } = this
    const offsets = this.#offsets
    const offsetsBase = this.#offsetsOrigin + OFFSETS
    return new CoNLLUSentence(
      { size, file, line, block, start, end, body, ranges, offsets, offsetsBase, head: head ?? this.head },
      replaced,
      hasOwnHead,
    )
  }

  /** The comment lines, each with its `#` and without its line end. */
  comments(): string[] {
    const text = decode(this.block, this.start, this.body)
    return text
      .split(/\r?\n/)
      .filter((line) => line.startsWith('#') || line.startsWith('\ufeff#'))
      .map((line) => line.replace('\ufeff', ''))
  }

  /** Where the last comment line with exactly these bytes begins and ends (line end included) in `block`. */
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

  /** The lines as they came in, comments and line ends included, but for the columns that are replaced. */
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
