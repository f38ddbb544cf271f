/** A parsed text: its sentences, each parsed when it is first asked for, and kept. */
import { displacyOf, spacyOf, type DisplacyParse, type SpacyDoc } from './formats.ts'
import type { Sentence, SentenceJson } from './sentence.ts'
import type { Triple } from './triples.ts'
import type { Word } from './word.ts'

/**
 * A text and its sentences. Iterating gives the sentences and parses no further than it is asked to; what is found wrong
 * on the way (demands that cannot be met, an abort) is thrown then, and again whenever somebody wants to go on.
 */
export class Document implements Iterable<Sentence> {
  readonly text: string
  readonly #coming: Iterator<Sentence>
  readonly #parsed: Sentence[] = []
  #isComplete = false
  #failure: { readonly error: unknown } | undefined

  /** @param sentences of `text`, in order */
  constructor(text: string, sentences: Iterator<Sentence>) {
    this.text = text
    this.#coming = sentences
  }

  /** The sentences, in order. Any number of iterations can be under way. */
  *[Symbol.iterator](): Generator<Sentence, void> {
    for (let index = 0; index < this.#parsed.length || this.#parseNext(); index++) yield this.#parsed[index]
  }

  /** All sentences; those that were not asked for yet are parsed now. */
  get sentences(): readonly Sentence[] {
    while (this.#parseNext());
    return this.#parsed
  }

  /** The words of all sentences, in order. */
  *words(): Generator<Word, void> {
    for (const sentence of this) yield* sentence
  }

  /** The sentence at a character, given by its offset in UTF-16 code units; undefined between sentences. */
  sentenceAt(offset: number): Sentence | undefined {
    for (const sentence of this)
      if (offset < sentence.end) return offset >= sentence.start ? sentence : undefined
    return undefined
  }

  /** The word at a character; undefined where there is none. */
  wordAt(offset: number): Word | undefined {
    return this.sentenceAt(offset)?.wordAt(offset)
  }

  /** Who does what, in all sentences. */
  triples(): Triple[] {
    return this.sentences.flatMap((sentence) => sentence.triples())
  }

  /** The trees as text, one word a line, with a blank line between sentences. */
  draw(): string {
    return this.sentences.map((sentence) => sentence.draw()).join('\n')
  }

  /** All sentences as CoNLL-U; '' where there is none. */
  toCoNLLU(): string {
    return this.sentences.map((sentence) => sentence.toCoNLLU()).join('')
  }

  /** What displaCy draws with `manual=True`: all sentences in one line. */
  toDisplaCy(): DisplacyParse {
    return displacyOf(this)
  }

  /** What spaCy's `Doc.from_json` reads. */
  toSpaCy(): SpacyDoc {
    return spacyOf(this.text, this)
  }

  /** Plain data, for `JSON.stringify`. */
  toJSON(): { readonly text: string; readonly sentences: readonly SentenceJson[] } {
    return { text: this.text, sentences: this.sentences.map((sentence) => sentence.toJSON()) }
  }

  /** Parses one more sentence; false where there is none. */
  #parseNext(): boolean {
    if (this.#failure) throw this.#failure.error
    if (this.#isComplete) return false
    try {
      const next = this.#coming.next()
      if (next.done) this.#isComplete = true
      else this.#parsed.push(next.value)
      return !next.done
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
