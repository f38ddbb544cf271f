/** A sentence of a text. The tokenizer makes it; the tagger and the parser add columns. */
import type { Symbols } from '../../transform/symbols.ts'
import { createTree, type Tree } from '../../transform/tree.ts'
import {
  DEPREL,
  FORM,
  MISC,
  scoreComment,
  withScore,
  AnnotatedSentence,
  type Columns,
  type SurfaceToken,
} from './annotated-sentence.ts'
import { spaceFacts, SPACES } from './white-space.ts'

/** A range of a text: `text.slice(start, end)`. */
export interface Characters {
  readonly start: number
  readonly end: number
}

/** A token of a text. Offsets count UTF-16 code units from the start of the text. */
export interface TextToken extends Characters {
  /** The words of the token: more than one for a multiword token. */
  readonly words: readonly string[]
}

/** The tree of a sentence, with scores if they were requested. */
export interface FoundTree {
  readonly tree: Tree
  /** The columns of words that change with this tree. */
  readonly columns?: Columns
  /** The number of marks in the derived tree that could not be reversed. */
  readonly vestigialArcs: number
  /** The score of the tree, comparable within the sentence. */
  readonly score?: number
  /** For each word: the confidence in its arc and label, from 0 to 1. */
  readonly arcs?: ArrayLike<number | undefined>
}

/** The positions of tokens and words in the text. Token k has the index k, word i the index i − 1. */
interface Positions {
  readonly tokenStarts: Int32Array
  readonly tokenEnds: Int32Array
  /** The number of the last word of each token. */
  readonly tokenLasts: Int32Array
  readonly wordStarts: Int32Array
  readonly wordEnds: Int32Array
  /** The index of the token of each word. */
  readonly tokenOfWord: Int32Array
}

/** The positions of tokens and words. Words of a token that is not their concatenation have the range of the token. */
function positionsOf(text: string, tokens: readonly TextToken[]): Positions {
  const size = tokens.reduce((sum, { words }) => sum + words.length, 0)
  const places = emptyPositions(tokens.length, size)
  let word = 0
  tokens.forEach(({ start, end, words }, token) => {
    const isConcatenation = words.length > 1 && words.join('') === text.slice(start, end)
    let from = start
    for (const { length } of words) {
      places.wordStarts[word] = isConcatenation ? from : start
      places.wordEnds[word] = isConcatenation ? from + length : end
      places.tokenOfWord[word++] = token
      from += length
    }
    places.tokenStarts[token] = start
    places.tokenEnds[token] = end
    places.tokenLasts[token] = word
  })
  return places
}

export function emptyPositions(tokens: number, words: number): Positions {
  return {
    tokenStarts: new Int32Array(tokens),
    tokenEnds: new Int32Array(tokens),
    tokenLasts: new Int32Array(tokens),
    wordStarts: new Int32Array(words),
    wordEnds: new Int32Array(words),
    tokenOfWord: new Int32Array(words),
  }
}

/**
 * The white space around text[start..end) that belongs to this sentence: before the first sentence the white space at the
 * start of the text, and after each sentence all white space up to the next sentence.
 */
export function spacesAround(
  text: string,
  start: number,
  end: number,
): { readonly before: string; readonly after: string } {
  let [from, to] = [start, end]
  while (from > 0 && isSpace(text, from - 1)) from--
  while (to < text.length && isSpace(text, to)) to++
  return { before: from === 0 ? text.slice(0, start) : '', after: text.slice(end, to) }
}

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x20 || /[\s\u0085]/.test(text.charAt(at))
}

/** A sentence of a text. Offsets count UTF-16 code units of the whole text. */
export class TextSentence extends AnnotatedSentence implements Characters {
  readonly file = '-'
  readonly line = 1
  readonly size: number
  /** The text from `start` to `end`. */
  readonly text: string
  readonly places: Positions
  readonly found: FoundTree | undefined
  /** The same words with the next best trees, best first. */
  readonly alternatives: readonly TextSentence[]
  start: number
  end: number
  /** The white space before and after the sentence; see {@link spacesAround}. */
  before: string
  after: string
  #columns: Columns
  #head: Int32Array | undefined
  /** Comments that replace the default comments, and MISC of tokens that replaces the default white space attributes. */
  #comments: readonly string[] | undefined
  #tokenMisc: readonly string[] | undefined

  constructor(
    fields: Characters &
      Pick<TextSentence, 'text' | 'places' | 'before' | 'after'> & {
        readonly columns: Columns
        readonly found?: FoundTree
        readonly alternatives?: readonly TextSentence[]
      },
  ) {
    super()
    this.size = fields.places.tokenOfWord.length
    this.text = fields.text
    this.start = fields.start
    this.end = fields.end
    this.before = fields.before
    this.after = fields.after
    this.places = fields.places
    this.found = fields.found
    this.alternatives = fields.alternatives ?? []
    this.#columns = fields.columns
    this.#head = fields.found?.tree.head
  }

  /** Makes a sentence from the tokens of a text (at least one). Only the column FORM is set. */
  static ofTokens(text: string, tokens: readonly TextToken[]): TextSentence {
    const [{ start }] = tokens
    const { end } = tokens[tokens.length - 1]
    const forms: string[] = []
    for (const { words } of tokens) for (const word of words) forms.push(word)
    const places = positionsOf(text, tokens)
    const fields = { start, end, text: text.slice(start, end), places, ...spacesAround(text, start, end) }
    return new TextSentence({ ...fields, columns: { [FORM]: forms } })
  }

  /** Makes a sentence from words without a text. The text consists of the words separated by spaces. */
  static ofWords(words: readonly string[]): TextSentence {
    let text = ''
    const tokens = words.map((word): TextToken => {
      const start = text.length
      text += `${word} `
      return { start, end: start + word.length, words: [word] }
    })
    return TextSentence.ofTokens(text, tokens)
  }

  /** Adds `offset` to all offsets, if the text is a part of a longer text. */
  move(offset: number): void {
    if (offset === 0) return
    const { tokenStarts, tokenEnds, wordStarts, wordEnds } = this.places
    for (const offsets of [tokenStarts, tokenEnds, wordStarts, wordEnds])
      for (let i = 0; i < offsets.length; i++) offsets[i] += offset
    this.start += offset
    this.end += offset
  }

  /** Sets the comments, and the MISC of each token. */
  describe(comments: readonly string[], tokenMisc: readonly string[]): void {
    this.#comments = comments
    this.#tokenMisc = tokenMisc
  }

  get head(): Int32Array {
    return (this.#head ??= createTree(this.size).head)
  }

  column(word: number, column: number): string {
    if (column === MISC) return this.misc(word)
    return this.#columns[column]?.[word - 1] ?? '_'
  }

  /** The MISC of the token if the token has only this word, with the score if there is one. */
  override misc(word: number): string {
    const token = this.places.tokenOfWord[word - 1]
    const misc = this.#firstOf(token) === this.places.tokenLasts[token] ? this.#miscOfToken(token) : '_'
    const score = this.scoreOf(word)
    return score === undefined ? misc : withScore(misc, score)
  }

  /** The confidence in the arc and label of a word, if requested. */
  scoreOf(word: number): number | undefined {
    return this.found?.arcs?.[word]
  }

  startOf(word: number): number {
    return this.places.wordStarts[word - 1]
  }

  endOf(word: number): number {
    return this.places.wordEnds[word - 1]
  }

  multiwordTokens(): SurfaceToken[] {
    const tokens: SurfaceToken[] = []
    this.places.tokenLasts.forEach((last, token) => {
      if (last > this.#firstOf(token)) tokens.push(this.token(token))
    })
    return tokens
  }

  /** The tokens of the text. */
  textTokens(): TextToken[] {
    const forms = this.forms()
    return Array.from(this.places.tokenLasts, (_, index) => {
      const { start, end, first, last } = this.token(index)
      return { start, end, words: forms.slice(first - 1, last) }
    })
  }

  /** The token with an index, from 0. */
  token(index: number): SurfaceToken & Characters {
    const start = this.places.tokenStarts[index]
    const end = this.places.tokenEnds[index]
    return {
      first: this.#firstOf(index),
      last: this.places.tokenLasts[index],
      start,
      end,
      form: this.#formOf(index),
      misc: this.#miscOfToken(index),
    }
  }

  comments(): readonly string[] {
    if (this.#comments) return this.#comments
    const text = `# text = ${this.text.replace(SPACES, ' ')}`
    const score = this.found?.score
    return score === undefined ? [text] : [scoreComment(score), text]
  }

  with(columns: Columns, head: Int32Array | undefined = this.#head): TextSentence {
    const other = this.#copy(columns, this.found, this.alternatives)
    other.#head = head
    return other
  }

  /** A copy of the sentence with the first tree, and with the other trees as alternatives. */
  withTrees(trees: readonly FoundTree[], labels: Symbols): TextSentence {
    const [best, ...alternatives] = trees.map((found) => {
      const deprels = Array.from({ length: this.size }, (_, i) => labels.text(found.tree.label[i + 1]))
      return this.#copy({ ...found.columns, [DEPREL]: deprels }, found, [])
    })
    return best.withAlternatives(alternatives)
  }

  withAlternatives(alternatives: readonly TextSentence[]): TextSentence {
    return alternatives.length === 0 ? this : this.#copy({}, this.found, alternatives)
  }

  conllu(): string {
    let lines = ''
    for (const comment of this.comments()) lines += `${comment}\n`
    const { head } = this
    const { tokenLasts } = this.places
    for (let token = 0, word = 1; token < tokenLasts.length; token++) {
      const last = tokenLasts[token]
      if (last > word) {
        const { form, misc } = this.token(token)
        lines += `${word}-${last}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}\n`
      }
      for (; word <= last; word++) {
        const headText = head[word] < 0 ? '_' : head[word]
        lines += `${word}\t${this.form(word)}\t${this.lemma(word)}\t${this.upos(word)}\t${this.xpos(word)}\t`
        lines += `${this.feats(word)}\t${headText}\t${this.deprel(word)}\t_\t${this.misc(word)}\n`
      }
    }
    return `${lines}\n`
  }

  #copy(columns: Columns, found: FoundTree | undefined, alternatives: readonly TextSentence[]): TextSentence {
    const { start, end, text, places, before, after } = this
    const fields = { start, end, text, places, before, after, found, alternatives }
    const copy = new TextSentence({ ...fields, columns: { ...this.#columns, ...columns } })
    copy.#comments = this.#comments
    copy.#tokenMisc = this.#tokenMisc
    return copy
  }

  #textOf(token: number): string {
    const { tokenStarts, tokenEnds } = this.places
    return this.text.slice(tokenStarts[token] - this.start, tokenEnds[token] - this.start)
  }

  #formOf(token: number): string {
    const first = this.#firstOf(token)
    const isWord = first === this.places.tokenLasts[token]
    return isWord ? this.form(first) : this.#textOf(token).replace(SPACES, ' ')
  }

  #firstOf(token: number): number {
    return token === 0 ? 1 : this.places.tokenLasts[token - 1] + 1
  }

  #miscOfToken(token: number): string {
    return this.#tokenMisc?.[token] ?? (this.spaceFacts(token).join('|') || '_')
  }

  /** The MISC attributes for the white space of a token. */
  spaceFacts(token: number): string[] {
    const text = this.#textOf(token)
    const before = token === 0 ? this.before : ''
    const inToken = text === this.#formOf(token) ? '' : text
    return spaceFacts({ before, inToken, after: this.spaceAfter(token) })
  }

  /** The text between a token and the next token, in this sentence or the next. */
  spaceAfter(token: number): string {
    const { tokenStarts, tokenEnds } = this.places
    if (token === tokenEnds.length - 1) return this.after
    return this.text.slice(tokenEnds[token] - this.start, tokenStarts[token + 1] - this.start)
  }
}
