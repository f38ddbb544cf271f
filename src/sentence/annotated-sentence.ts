/**
 * An annotated sentence: words 1..size with the columns of CoNLL-U. It has two implementations: `CoNLLUSentence` stores the
 * bytes of a file and preserves columns that are not replaced; `TextSentence` stores the strings of a text. The CoNLL-U
 * reader and the tokenizers make sentences; taggers and parsers replace columns; writers, output formats, evaluation and
 * constraints read this interface.
 */

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

/** The texts of some columns, by column number. The text of word i is at index i − 1. */
export type Columns = Readonly<Record<number, readonly string[] | undefined>>

/** A token of the text with one form for the words first..last. */
export interface SurfaceToken {
  readonly first: number
  readonly last: number
  readonly form: string
  readonly misc: string
}

export abstract class AnnotatedSentence {
  /** The number of words. */
  abstract readonly size: number
  /**
   * `head[i]` is the head of word i, 0 for the artificial root, −1 for no head. Length size + 1; `head[0]` is −1. Do not
   * modify.
   */
  abstract readonly head: Int32Array
  /** The name of the file and the number of the first line of the sentence, for error messages. */
  abstract readonly file: string
  abstract readonly line: number

  /** The text of a column (FORM to FEATS, DEPREL, MISC) of a word; `_` for an unknown value. */
  abstract column(word: number, column: number): string

  /** The multiword tokens, from left to right. */
  abstract multiwordTokens(): readonly SurfaceToken[]

  /** The comment lines, with `#` and without line ends. */
  abstract comments(): readonly string[]

  /** A copy of the sentence with replaced columns and heads. The copy shares the memory of everything else. */
  abstract with(columns: Columns, head?: Int32Array): AnnotatedSentence

  /** The lines of CoNLL-U, with the blank line at the end. */
  abstract conllu(): string

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

  /** Whether a column of a word is empty (`_`). */
  isEmpty(word: number, column: number): boolean {
    return this.column(word, column) === '_'
  }

  /** Whether the UTF-8 of a column of a word can have a byte; where that is slow to find out, true. */
  hasByte(_word: number, _column: number, _byte: number): boolean {
    return true
  }

  /** Whether a column of any word is not empty. */
  hasAny(column: number): boolean {
    for (let word = 1; word <= this.size; word++) if (!this.isEmpty(word, column)) return true
    return false
  }

  /** Whether a word has the same text in a column as a word of another sentence. */
  hasSame(column: number, word: number, other: AnnotatedSentence, otherWord: number): boolean {
    return this.column(word, column) === other.column(otherWord, column)
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

  /** Whether there is a comment that begins with `# newpar` or `# newdoc`. */
  beginsParagraph(): boolean {
    return this.comments().some((comment) => /^#[ \t]*new(?:par|doc)/.test(comment))
  }

  /** All tokens, from left to right. */
  *tokens(): Generator<SurfaceToken> {
    const multiwords = this.multiwordTokens()
    let next = 0
    for (let first = 1; first <= this.size;) {
      const token =
        multiwords[next]?.first === first
          ? multiwords[next++]
          : { first, last: first, form: this.form(first), misc: this.misc(first) }
      yield token
      first = token.last + 1
    }
  }
}

/** The number of decimals of scores. */
const DECIMALS = 4

/** The comment with the score of a tree. */
export function scoreComment(score: number): string {
  return `# score = ${score.toFixed(DECIMALS)}`
}

/** Sets the score in a MISC column; replaces an earlier score. */
export function withScore(misc: string, score: number): string {
  const otherPairs = misc === '_' ? [] : misc.split('|').filter((pair) => !pair.startsWith('Score='))
  return [...otherPairs, `Score=${score.toFixed(DECIMALS)}`].join('|')
}
