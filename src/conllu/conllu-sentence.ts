/** A sentence of a CoNLL-U file: its bytes, and where its columns begin. Columns are decoded on request. */
import { CARRIAGE_RETURN, decode, LINE_FEED, markLength } from './utf8.ts'

/** The ten columns of CoNLL-U. */
export const ID = 0
export const FORM = 1
export const LEMMA = 2
export const UPOS = 3
export const XPOS = 4
export const FEATS = 5
export const HEAD = 6
export const DEPREL = 7
export const DEPS = 8
export const MISC = 9
export const COLUMNS = 10

/** Offsets kept for a word: the start of each column, and one past the end of the line. */
export const OFFSETS = COLUMNS + 1

/** A multiword token: the words first..last share one form on the surface, `bytes[start..end)` of the sentence. */
export interface MultiwordToken {
  readonly first: number
  readonly last: number
  readonly form: string
}

/** What the reader found. */
export interface SentenceLayout extends Pick<
  ConlluSentence,
  'size' | 'head' | 'file' | 'line' | 'block' | 'start' | 'end' | 'body' | 'ranges'
> {
  /** OFFSETS for each word, from `offsetsBase` on, in an array that sentences share. They count from `start`. */
  readonly offsets: Int32Array
  readonly offsetsBase: number
}

/** Words are numbered 1..size as in the file; multiword ranges and empty nodes are not words. */
export class ConlluSentence {
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

  constructor(layout: SentenceLayout) {
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
  }

  /** Where `column` (ID, FORM, …) of word `word` begins in `block`. */
  columnStart(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS + column]
  }

  /** One past the last byte of `column` of word `word` in `block`. */
  columnEnd(word: number, column: number): number {
    return this.start + this.#offsets[this.#offsetsOrigin + word * OFFSETS + column + 1] - 1
  }

  column(word: number, column: number): string {
    return decode(this.block, this.columnStart(word, column), this.columnEnd(word, column))
  }

  form(word: number): string {
    return this.column(word, FORM)
  }

  /** The forms of the words 1..size, at 0..size − 1. */
  forms(): string[] {
    return Array.from({ length: this.size }, (_, i) => this.form(i + 1))
  }

  lemma(word: number): string {
    return this.column(word, LEMMA)
  }

  upos(word: number): string {
    return this.column(word, UPOS)
  }

  xpos(word: number): string {
    return this.column(word, XPOS)
  }

  feats(word: number): string {
    return this.column(word, FEATS)
  }

  deprel(word: number): string {
    return this.column(word, DEPREL)
  }

  misc(word: number): string {
    return this.column(word, MISC)
  }

  /** Whether a column of a word is `_`, that is, empty. */
  isEmpty(word: number, column: number): boolean {
    const start = this.columnStart(word, column)
    return this.columnEnd(word, column) === start + 1 && this.block[start] === 0x5f
  }

  /** Whether a column of any word is not empty. */
  hasAny(column: number): boolean {
    for (let word = 1; word <= this.size; word++) if (!this.isEmpty(word, column)) return true
    return false
  }

  /** The multiword tokens, from left to right. */
  multiwordTokens(): MultiwordToken[] {
    const tokens: MultiwordToken[] = []
    const { ranges } = this
    for (let i = 0; i < ranges.length; i += 4) {
      const form = decode(this.block, this.start + ranges[i + 2], this.start + ranges[i + 3])
      tokens.push({ first: ranges[i], last: ranges[i + 1], form })
    }
    return tokens
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

  /** The values of the comments `# key = value`, in order. */
  commentValues(key: string): string[] {
    const values: string[] = []
    for (const comment of this.comments()) {
      const equals = comment.indexOf('=')
      if (equals >= 0 && comment.slice(1, equals).trim() === key)
        values.push(comment.slice(equals + 1).trim())
    }
    return values
  }

  lineOf(word: number): number {
    const end = this.columnStart(word, ID)
    let line = this.line
    for (let i = this.start; i < end; i++) if (this.block[i] === LINE_FEED) line++
    return line
  }

  /** The whole sentence as it came in, comments and line ends included. */
  text(): string {
    return decode(this.block, this.start, this.end)
  }
}
