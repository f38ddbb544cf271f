/** A parsed sentence, its tokens and its words: what people ask of a tree. */
import { drawSvg, type SvgOptions } from '../../transform/svg.ts'
import { drawSvgRows } from '../../transform/svg-rows.ts'
import { drawText } from '../../transform/draw.ts'
import type { Tree } from '../../transform/tree.ts'
import { conlluOf } from '../pipeline/conllu-text.ts'
import type { ParsedSentence } from '../pipeline/pipeline.ts'
import { displacyOf, type DisplacyParse } from './formats.ts'
import { placesOf } from './places.ts'
import { triplesOf, type Triple } from './triples.ts'
import { Word, type WordJson } from './word.ts'

/** What stands between white space and punctuation; a multiword token is made of several words. */
export interface Token {
  /** As it stands in the text. */
  readonly text: string
  /** Where it lies in the whole text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Whether white space or the end of the text follows. */
  readonly spaceAfter: boolean
  /** At least one. */
  readonly words: readonly Word[]
}

export interface SentenceSvgOptions extends SvgOptions {
  /**
   * `arcs` above a line of words, or `rows`, a word a line, which stays as narrow as a page however long the sentence
   * is. Where absent, `arcs` for up to 16 words.
   */
  readonly layout?: 'arcs' | 'rows'
}

/** The most words that are drawn in a line, unless it is asked for. */
const MOST_IN_A_LINE = 16

/** A sentence as plain JSON. */
export interface SentenceJson {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly words: readonly WordJson[]
}

/** A sentence and its tree. Iterating gives its words. */
export class Sentence implements Iterable<Word> {
  /** Which sentence of the text it is, counted from 0. */
  readonly index: number
  /** From the first token to the last one, as it stands in the text. */
  readonly text: string
  /** Where it lies in the whole text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Word i of the tree at i − 1. */
  readonly words: readonly Word[]
  readonly tokens: readonly Token[]
  readonly #parsed: ParsedSentence
  #children: readonly (readonly Word[])[] | undefined

  /**
   * @param index which sentence of the text it is
   * @param offset where the text that was parsed begins in the whole text
   */
  constructor(parsed: ParsedSentence, index = 0, offset = 0) {
    const { text, tokens } = parsed
    this.#parsed = parsed
    this.index = index
    this.text = text
    this.start = parsed.start + offset
    this.end = parsed.end + offset
    const cut = tokens.map(({ start, end, first, last }) => ({
      start: start + offset,
      end: end + offset,
      words: parsed.words.slice(first - 1, last).map(({ form }) => form),
    }))
    const places = placesOf(text, cut, this.start)
    const words = parsed.words.map((word, i) => new Word(this, i + 1, word, places[i]))
    this.words = words
    this.tokens = tokens.map(({ first, last, spaceAfter }, i) => {
      const { start, end } = cut[i]
      const surface = text.slice(start - this.start, end - this.start)
      return { text: surface, start, end, spaceAfter, words: words.slice(first - 1, last) }
    })
  }

  /** The words. */
  [Symbol.iterator](): IterableIterator<Word> {
    return this.words[Symbol.iterator]()
  }

  /** Heads and labels as numbers: `tree.head[i]` is the number of the head of word i, 0 the artificial root. */
  get tree(): Tree {
    return this.#parsed.tree
  }

  /** Marks of the derivation that could not be undone; 0 for `rb`. */
  get vestigialArcs(): number {
    return this.#parsed.vestigialArcs
  }

  /** The first word that has no head; with a single-rooted parser there is exactly one. */
  get root(): Word | undefined {
    return this.roots[0]
  }

  /** The words that have no head. */
  get roots(): readonly Word[] {
    return this.childrenOf(0)
  }

  /** The dependents of word `id` in order; those of 0 are the roots. Throws RangeError where there is no such word. */
  childrenOf(id: number): readonly Word[] {
    this.#children ??= this.#listChildren()
    const children = this.#children[id]
    if (children) return children
    throw new RangeError(`no word ${id} in a sentence of ${this.words.length}`)
  }

  #listChildren(): Word[][] {
    const children: Word[][] = Array.from({ length: this.words.length + 1 }, () => [])
    for (const word of this.words) children[this.tree.head[word.id]].push(word)
    return children
  }

  /** The word at a character of the whole text: the first one of those that share a multiword token. */
  wordAt(offset: number): Word | undefined {
    return this.words.find(({ start, end }) => start <= offset && offset < end)
  }

  /**
   * Who does what, by verb: its `nsubj` and `obj`; in a passive the `obl:agent` acts and the `nsubj:pass` is acted on. What
   * is joined to a subject or an object by `conj` is one too, and a joined verb without a subject has that of the other.
   * Only what has all three parts is a triple.
   */
  triples(): Triple[] {
    return triplesOf(this)
  }

  /** The tree as text, one word a line. */
  draw(): string {
    return drawText(this.#forms(), this.#view())
  }

  /** The tree as a complete SVG element, readable on light and on dark. */
  toSVG(options: SentenceSvgOptions = {}): string {
    const { layout = this.words.length > MOST_IN_A_LINE ? 'rows' : 'arcs' } = options
    const named = { title: this.text, ...options }
    return layout === 'rows'
      ? drawSvgRows(this.#forms(), this.#view(), named)
      : drawSvg(this.#forms(), [this.#view()], named)
  }

  /** The lines of CoNLL-U, comments and the blank line at the end included; `# sent_id` counts from 1. */
  toCoNLLU(): string {
    return conlluOf(this.#parsed, this.index + 1)
  }

  /** What displaCy draws with `manual=True`. */
  toDisplaCy(): DisplacyParse {
    return displacyOf([this])
  }

  /** Plain data, for `JSON.stringify`. */
  toJSON(): SentenceJson {
    const { text, start, end } = this
    return { text, start, end, words: this.words.map((word) => word.toJSON()) }
  }

  #forms(): string[] {
    return this.words.map(({ form }) => form)
  }

  #view(): { tree: Tree; labels: string[] } {
    return { tree: this.tree, labels: this.words.map(({ deprel }) => deprel) }
  }
}
