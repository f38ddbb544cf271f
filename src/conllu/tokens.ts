/** Sentences of a file as the parser takes them: the texts of their words. */
import type { Token } from '../../parser/sentence.ts'
import { FEATS, FORM, LEMMA, UPOS, XPOS, type ConlluSentence } from './sentence.ts'
import { TextCache } from './text-cache.ts'

/** Reads the words of one file after the other. */
export class TokenReader {
  readonly #forms = new TextCache()
  readonly #tags = new TextCache()

  /** Forms, lemmas, tags and features of the words 1..size, in order. */
  tokens(sentence: ConlluSentence): Token[] {
    const { block, size } = sentence
    const text = (cache: TextCache, word: number, column: number): string =>
      cache.text(block, sentence.columnStart(word, column), sentence.columnEnd(word, column))
    const tokens: Token[] = []
    for (let word = 1; word <= size; word++) {
      tokens.push({
        form: text(this.#forms, word, FORM),
        lemma: text(this.#forms, word, LEMMA),
        upos: text(this.#tags, word, UPOS),
        xpos: text(this.#tags, word, XPOS),
        feats: text(this.#tags, word, FEATS),
      })
    }
    return tokens
  }
}
