/** The input of feature extraction: for each attribute of words a column of 32-bit hashes. The text is not stored. */

import type { Tree } from '../../transform/tree.ts'
import { hashText, ROOT_VALUE } from './hash.ts'
import {
  attributes,
  fillWord,
  featsAttributes,
  UPOS,
  type Attribute,
  type ParserToken,
  type Tags,
} from './word-attributes.ts'
import type { WordClusters } from './word-numbers.ts'

/** The universal tags of content words. The first label of a phrase is mostly the label of the next content word. */
const [NOUN, PROPN, PRON, VERB, NUM] = ['NOUN', 'PROPN', 'PRON', 'VERB', 'NUM'].map((tag) => hashText(tag))

/** Comparisons are several times faster than a Set. */
function isContentWord(upos: number): boolean {
  return upos === NOUN || upos === PROPN || upos === PRON || upos === VERB || upos === NUM
}

/** Columns of CoNLL-U that only some models read. */
export interface OptionalColumns {
  readonly lemma: boolean
  /** `ExtPos`: only this feature. */
  readonly feats: boolean | 'ExtPos'
}

/**
 * Other universal tags that a word can have, for words whose tags were predicted: `isFixed` asks for those of a fixed
 * expression that the word begins (ExtPos). Of the likely ones only: each of them may be taken if it goes with the tree.
 */
export type OtherTags = (word: number, isFixed: boolean) => readonly string[]

/** Stores one sentence at a time. The columns grow to the length of the longest sentence and are reused. */
export class ParserSentence {
  size = 0
  /** The gold tree in reading order, for systems that read it. `begin` removes it. */
  gold: Tree | undefined
  /** For sentences whose tags were predicted. `begin` removes it. */
  otherTags: OtherTags | undefined
  /** A version number, which changes with the sentence. */
  filling = 0
  /** Column a has attribute a: indices 1..size are the words, 0 and size + 1 the artificial root. */
  readonly columns: Int32Array[] = attributes.map(() => new Int32Array(0))
  readonly tags: Tags
  /** Whether the sentence is mirrored: word i is the i-th from the end. */
  readonly mirrored: boolean
  /** By attribute: whether the column is filled. */
  readonly used: readonly boolean[]
  readonly clusters: WordClusters | undefined
  #contentWords = new Int32Array(0)
  #hasContentWords = false

  /**
   * @param options `tags`: the tag columns to read, default `both`; `mirrored`: default false; `used`: the attributes to
   *   fill, default all; `clusters`: default none
   */
  constructor(
    options: { tags?: Tags; mirrored?: boolean; used?: readonly Attribute[]; clusters?: WordClusters } = {},
  ) {
    this.clusters = options.clusters
    this.tags = options.tags ?? 'both'
    this.mirrored = options.mirrored ?? false
    this.used = attributes.map((attribute) => options.used?.includes(attribute) ?? true)
  }

  /** The optional columns from which attributes are computed. */
  get optionalColumns(): OptionalColumns {
    const isUsed = (name: Attribute): boolean => this.used[attributes.indexOf(name)]
    return {
      lemma: isUsed('lemma'),
      feats: featsAttributes.some(isUsed) || (isUsed('extpos') && 'ExtPos'),
    }
  }

  /** Starts a sentence of `size` words; `set` fills them in any order. */
  begin(size: number): this {
    const room = size + 2
    this.gold = this.otherTags = undefined
    this.filling++
    this.#hasContentWords = false
    for (let i = 0; i < this.columns.length; i++) {
      if (this.columns[i].length < room) this.columns[i] = new Int32Array(2 * room)
      this.columns[i][0] = this.columns[i][size + 1] = ROOT_VALUE
    }
    this.size = size
    return this
  }

  /** Fills in a word. @param word 1..size, from the left */
  set(word: number, token: ParserToken): void {
    const index = this.mirrored ? this.size + 1 - word : word
    this.filling++
    this.#hasContentWords = false
    fillWord(this, index, token)
  }

  /** Copies the words of the mirror image of this sentence, which must have the same attributes. */
  fillMirrored({ size, columns }: ParserSentence): this {
    this.begin(size)
    columns.forEach((from, attribute) => {
      const to = this.columns[attribute]
      for (let word = 1; word <= size; word++) to[word] = from[size + 1 - word]
    })
    return this
  }

  /** By word 1..size + 1: the first content word from this word on; -1 if there is none. */
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
