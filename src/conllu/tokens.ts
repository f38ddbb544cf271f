/** Sentences of a file as the parser takes them: the texts of their words. */
import type { Token } from '../../parser/core/sentence.ts'
import { FEATS, FORM, LEMMA, UPOS, XPOS, type ConlluSentence } from './conllu-sentence.ts'
import { TextCache } from './text-table.ts'

/** Which of the texts that few models read are wanted; `_` is in place of the others. */
export interface Wanted {
  readonly lemma: boolean
  readonly feats: boolean
}

/** Reads the words of one file after the other. */
export class TokenReader {
  readonly #forms = new TextCache()
  readonly #tags = new TextCache()
  readonly #wanted: Wanted

  constructor(wanted: Wanted = { lemma: true, feats: true }) {
    this.#wanted = wanted
  }

  /** Forms, lemmas, tags and features of the words 1..size, in order. */
  tokens(sentence: ConlluSentence): Token[] {
    const { block, size } = sentence
    const { lemma, feats } = this.#wanted
    const text = (cache: TextCache, word: number, column: number): string =>
      cache.text(block, sentence.columnStart(word, column), sentence.columnEnd(word, column))
    const tokens: Token[] = []
    for (let word = 1; word <= size; word++) {
      tokens.push({
        form: text(this.#forms, word, FORM),
        lemma: lemma ? text(this.#forms, word, LEMMA) : '_',
        upos: text(this.#tags, word, UPOS),
        xpos: text(this.#tags, word, XPOS),
        feats: feats ? text(this.#tags, word, FEATS) : '_',
      })
    }
    return tokens
  }
}
