/** A sentence as features read it: for each attribute a column of 32-bit hashes. Its text is not kept. */

import type { Tree } from '../../transform/tree.ts'
import { hashText, ROOT_VALUE } from './hash.ts'
import {
  attributes,
  fillWord,
  ofFeats,
  UPOS,
  type Attribute,
  type ParserToken,
  type Tags,
} from './word-attributes.ts'
import type { WordClusters } from './word-numbers.ts'

/** The universal tags of content words: the first label of a phrase is mostly that of its next content word. */
const [NOUN, PROPN, PRON, VERB, NUM] = ['NOUN', 'PROPN', 'PRON', 'VERB', 'NUM'].map((tag) => hashText(tag))

/** Comparisons are several times as fast as a Set. */
function isContentWord(upos: number): boolean {
  return upos === NOUN || upos === PROPN || upos === PRON || upos === VERB || upos === NUM
}

/** One sentence at a time: the columns grow to the longest one and are reused. */
export class ParserSentence {
  size = 0
  /** The gold tree in reading order, for systems that read it. `begin` removes it. */
  gold: Tree | undefined
  /** Changes whenever the sentence changes, so that others know when to read it again. */
  filling = 0
  /** Column a has attribute a: 1..size are the words, 0 and size + 1 the artificial root at either end. */
  readonly columns: Int32Array[] = attributes.map(() => new Int32Array(0))
  readonly tags: Tags
  /** Whether the sentence is mirrored: word i is the i-th from the end. */
  readonly mirrored: boolean
  /** By attribute: whether it is filled in. */
  readonly used: readonly boolean[]
  readonly clusters: WordClusters | undefined
  #contentWords = new Int32Array(0)
  #hasContentWords = false

  /**
   * @param options `tags`: the columns of tags to read, default `both`; `mirrored`, default false; `used`: the attributes to
   *   fill, default all; `clusters`, default none
   */
  constructor(
    options: { tags?: Tags; mirrored?: boolean; used?: readonly Attribute[]; clusters?: WordClusters } = {},
  ) {
    this.clusters = options.clusters
    this.tags = options.tags ?? 'both'
    this.mirrored = options.mirrored ?? false
    this.used = attributes.map((attribute) => options.used?.includes(attribute) ?? true)
  }

  /** Whether this attribute is filled in. */
  reads(attribute: Attribute): boolean {
    if (attribute === 'feats') return ofFeats.some((name) => this.used[attributes.indexOf(name)])
    return this.used[attributes.indexOf(attribute)]
  }

  /** Starts a sentence of `size` words; `set` fills them in any order. */
  begin(size: number): this {
    const room = size + 2
    this.gold = undefined
    this.filling++
    this.#hasContentWords = false
    for (let i = 0; i < this.columns.length; i++) {
      if (this.columns[i].length < room) this.columns[i] = new Int32Array(2 * room)
      this.columns[i][0] = this.columns[i][size + 1] = ROOT_VALUE
    }
    this.size = size
    return this
  }

  /** Fills in word `word` (1..size, counted from the left). */
  set(word: number, token: ParserToken): void {
    const at = this.mirrored ? this.size + 1 - word : word
    this.filling++
    this.#hasContentWords = false
    fillWord(this, at, token)
  }

  /** Fills in the words of a sentence that is mirrored if this one is not. It has to have the attributes of this one. */
  fillMirrored({ size, columns }: ParserSentence): this {
    this.begin(size)
    columns.forEach((from, attribute) => {
      const to = this.columns[attribute]
      for (let word = 1; word <= size; word++) to[word] = from[size + 1 - word]
    })
    return this
  }

  /** By word 1..size + 1: the first content word at or after it; -1 if there is none. */
  contentWords(): Int32Array {
    if (this.#hasContentWords) return this.#contentWords
    if (this.#contentWords.length < this.size + 2) this.#contentWords = new Int32Array(2 * (this.size + 2))
    const upos = this.columns[UPOS]
    let next = -1
    this.#contentWords[this.size + 1] = next
    for (let word = this.size; word >= 1; word--) {
      if (isContentWord(upos[word])) next = word
      this.#contentWords[word] = next
    }
    this.#hasContentWords = true
    return this.#contentWords
  }
}

export function fillSentence(sentence: ParserSentence, tokens: readonly ParserToken[]): ParserSentence {
  sentence.begin(tokens.length)
  for (let i = 0; i < tokens.length; i++) sentence.set(i + 1, tokens[i])
  return sentence
}
