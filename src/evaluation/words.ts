/** The words of some sentences in a row, as columns of numbers: one side of a comparison. */
import { DEPREL, FEATS, LEMMA, UPOS, XPOS, type ConlluSentence } from '../conllu/sentence.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A word's parent is the index of a word, or one of these. */
export const ROOT_PARENT = -1
const NO_PARENT = -2

const NOTHING = -1

/** Words count from 0 through all sentences. Numbers of texts are ids of the vocabulary. */
export class Words {
  readonly #vocabulary: Vocabulary
  /** For each sentence its first word; one more for the end. */
  readonly firstWord: number[] = [0]
  size = 0
  parent = new Int32Array(256)
  deprel = new Int32Array(256)
  /** The label without its subtype. */
  relation = new Int32Array(256)
  upos = new Int32Array(256)
  xpos = new Int32Array(256)
  feats = new Int32Array(256)
  lemma = new Int32Array(256)
  /** The first dependent that is a function word, and for that the next one of the same head; -1 if none. */
  firstFunction = new Int32Array(256)
  nextFunction = new Int32Array(256)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /** Replaces what was there. */
  load(sentences: readonly ConlluSentence[]): void {
    this.firstWord.length = 1
    this.size = 0
    for (const sentence of sentences) this.#add(sentence)
  }

  #add(sentence: ConlluSentence): void {
    const first = this.size
    const size = first + sentence.size
    if (size > this.parent.length) this.#grow(size)
    const vocabulary = this.#vocabulary
    for (let i = 1; i <= sentence.size; i++) {
      const word = first + i - 1
      const head = sentence.head[i]
      this.parent[word] = head > 0 ? first + head - 1 : head === 0 ? ROOT_PARENT : NO_PARENT
      this.deprel[word] = vocabulary.id(sentence, i, DEPREL)
      this.relation[word] = vocabulary.base(this.deprel[word])
      this.upos[word] = vocabulary.id(sentence, i, UPOS)
      this.xpos[word] = vocabulary.id(sentence, i, XPOS)
      this.feats[word] = vocabulary.universal(vocabulary.id(sentence, i, FEATS))
      this.lemma[word] = vocabulary.id(sentence, i, LEMMA)
      this.firstFunction[word] = NOTHING
      this.nextFunction[word] = NOTHING
    }
    for (let word = size - 1; word >= first; word--) {
      const parent = this.parent[word]
      if (parent < 0 || !vocabulary.isFunction(this.deprel[word])) continue
      this.nextFunction[word] = this.firstFunction[parent]
      this.firstFunction[parent] = word
    }
    this.size = size
    this.firstWord.push(size)
  }

  #grow(least: number): void {
    const larger = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(2 * least)
      grown.set(column)
      return grown
    }
    this.parent = larger(this.parent)
    this.deprel = larger(this.deprel)
    this.relation = larger(this.relation)
    this.upos = larger(this.upos)
    this.xpos = larger(this.xpos)
    this.feats = larger(this.feats)
    this.lemma = larger(this.lemma)
    this.firstFunction = larger(this.firstFunction)
    this.nextFunction = larger(this.nextFunction)
  }
}
