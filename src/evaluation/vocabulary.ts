/** The texts of both files under one numbering, and what has to be known of each as a label or as FEATS. */
import { Symbols } from '../../transform/symbols.ts'
import { ByteSymbols } from '../conllu/byte-symbols.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { contentRelations, functionRelations, universalFeats, withoutSubtype } from './relations.ts'

/** A label may contain none of these: they are what the transforms write. */
const reserved = /[↑↓*^]/

export class Vocabulary {
  readonly #bytes = new ByteSymbols(new Symbols(['_', 'PUNCT']))
  readonly empty = 0
  readonly punctuation = 1
  #base: number[] = []
  #feats: number[] = []
  #content: boolean[] = []
  #function: boolean[] = []
  #marked: boolean[] = []

  /** The id of the text of a column of a word. */
  id(sentence: ConlluSentence, word: number, column: number): number {
    return this.#bytes.add(
      sentence.block,
      sentence.columnStart(word, column),
      sentence.columnEnd(word, column),
    )
  }

  /** The id of a label without its subtype. */
  base(label: number): number {
    return (this.#base[label] ??= this.#bytes.symbols.add(withoutSubtype(this.#text(label))))
  }

  /** The id of FEATS cut down to the universal ones. */
  universal(feats: number): number {
    return (this.#feats[feats] ??= this.#bytes.symbols.add(universalFeats(this.#text(feats))))
  }

  /** Whether a label is a content relation, subtypes aside. */
  isContent(label: number): boolean {
    return (this.#content[label] ??= contentRelations.has(withoutSubtype(this.#text(label))))
  }

  /** Whether a label is a function relation, subtypes aside. */
  isFunction(label: number): boolean {
    return (this.#function[label] ??= functionRelations.has(withoutSubtype(this.#text(label))))
  }

  /** Whether a label holds a mark or a lift. */
  isMarked(label: number): boolean {
    return (this.#marked[label] ??= reserved.test(this.#text(label)))
  }

  #text(id: number): string {
    return this.#bytes.symbols.text(id)
  }
}
