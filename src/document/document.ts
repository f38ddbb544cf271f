/** The class Document: a parsed text. */
import { readCoNLLU } from '../conllu/reader.ts'
import { check, isObject, listOf, number, string } from '../../transform/arguments.ts'
import { mergeWords, sentencesOfJson, textOfCoNLLU, type MergedWords } from './document-data.ts'
import { displacyOf, documentSvg, spacyOf } from './formats.ts'
import type { DisplacyParse, DocumentJson, SentenceSvgOptions, SpacyDoc } from './formats.ts'
import { columnsOf, Phrase, Sentence, type Triple, type Word } from './sentence.ts'

const iterator = check(
  'an iterator of sentences',
  (value) => isObject(value) && typeof value.next === 'function',
)

const phrase = check('a phrase', (value) => value instanceof Phrase)

/**
 * A text and its sentences. A sentence is parsed on first request, and then kept. If parsing fails (a constraint that no
 * tree satisfies, an abort), that request and all later requests for further sentences throw the error.
 *
 * ```js
 * const document = parser.parse('Clara saw the dog. Bruno did not.')
 * document.sentences.length // 2
 * document.wordAt(14).form // 'dog'
 * ```
 */
export class Document implements Iterable<Sentence> {
  readonly text: string
  readonly #remaining: Iterator<Sentence>
  readonly #parsed: Sentence[] = []
  #isComplete = false
  #failure: { readonly error: unknown } | undefined

  /** Throws TypeError for values of wrong types. */
  constructor(text: string, sentences: Iterator<Sentence>) {
    string(text, 'text')
    iterator(sentences, 'sentences')
    this.text = text
    this.#remaining = sentences
  }

  /**
   * Restores a document from the result of `toJSON`. The label ids in `Sentence.tree` can differ from the original document.
   *
   * ```js
   * worker.postMessage(document.toJSON())
   * worker.onmessage = ({ data }) => Document.fromJSON(data).draw()
   * ```
   *
   * @throws TypeError for values of wrong types; RangeError for inconsistent words, tokens, heads or offsets
   */
  static fromJSON(json: DocumentJson): Document {
    const sentences = sentencesOfJson(json).map((columns, index) => new Sentence(columns, index))
    return new Document(json.text, sentences.values())
  }

  /**
   * Makes a document from CoNLL-U. The text consists of the tokens with the white space that MISC specifies in the format of
   * UDPipe (`SpaceAfter=No`, `SpacesAfter`, `SpacesBefore`, `SpacesInToken`); by default a space follows each token. Output
   * of `toCoNLLU` restores the same text and offsets. Comments, empty nodes, DEPS and the rest of MISC are left out.
   *
   * @throws CoNLLUError if the input is not CoNLL-U with trees
   */
  static fromCoNLLU(input: string | Uint8Array): Document {
    const { text, sentences } = textOfCoNLLU(readCoNLLU(input))
    return new Document(text, sentences.map((columns, index) => new Sentence(columns, index)).values())
  }

  /** Iterates over the sentences, in order. Several iterations can run concurrently. */
  *[Symbol.iterator](): Generator<Sentence, void> {
    for (let index = 0; index < this.#parsed.length || this.#parseNext(); index++) yield this.#parsed[index]
  }

  /** All sentences. Parses all remaining sentences. */
  get sentences(): readonly Sentence[] {
    while (this.#parseNext());
    return this.#parsed
  }

  /** The words of all sentences, in order. */
  get words(): readonly Word[] {
    return this.sentences.flatMap(({ words }) => words)
  }

  /**
   * The words that overlap a range in UTF-16 code units; undefined if there are none. If the range covers several sentences:
   * the words of the first one.
   */
  span(start: number, end: number): Phrase | undefined {
    number(start, 'start')
    number(end, 'end')
    for (const sentence of this) {
      if (sentence.start >= end) return undefined
      const phrase = sentence.span(start, end)
      if (phrase) return phrase
    }
    return undefined
  }

  /**
   * A document in which each phrase is one word, as with spaCy's `retokenizer.merge`. The form is the text of the phrase,
   * the lemma joins the lemmas of the words, and the other columns come from the head of the phrase. Dependents of any word
   * of the phrase become dependents of the merged word. Parses all sentences, and leaves out their alternatives.
   *
   * ```js
   * const document = parser.parse('The stock market crashed.')
   * document.merge(document.sentences[0].nounPhrases()).words.map(String) // ['The stock market', 'crashed', '.']
   * ```
   *
   * @throws TypeError for values that are no phrases; RangeError for phrases of other documents, phrases whose words are not
   * adjacent or split a token, and overlapping phrases
   */
  merge(phrases: readonly Phrase[]): Document {
    listOf(phrase)(phrases, 'phrases')
    const merged = this.sentences.map((): MergedWords[] => [])
    for (const { sentence, words, head } of phrases) {
      const [first, last] = [words[0].id, words[words.length - 1].id]
      if (this.sentences[sentence.index] !== sentence)
        throw new RangeError('a phrase is of another document, expected phrases of this one')
      if (last - first + 1 !== words.length)
        throw new RangeError(`words between ${first} and ${last} are missing, expected all of them`)
      merged[sentence.index].push({ first, last, head: head.id })
    }
    const { text, sentences } = this.toJSON()
    return Document.fromJSON({ text, sentences: sentences.map((one, i) => mergeWords(one, merged[i])) })
  }

  /** The sentence at an offset in UTF-16 code units; undefined between sentences. */
  sentenceAt(offset: number): Sentence | undefined {
    number(offset, 'offset')
    for (const sentence of this)
      if (offset < sentence.end) return offset >= sentence.start ? sentence : undefined
    return undefined
  }

  /** The word at an offset in UTF-16 code units; undefined if there is none. */
  wordAt(offset: number): Word | undefined {
    return this.sentenceAt(offset)?.wordAt(offset)
  }

  /** The triples of subject, verb and object of all sentences; see {@link Sentence.triples}. */
  triples(): Triple[] {
    return this.sentences.flatMap((sentence) => sentence.triples())
  }

  /** The trees as text, one word per line, with a blank line between sentences; see {@link Sentence.draw}. */
  draw(): string {
    return this.sentences.map((sentence) => sentence.draw()).join('\n')
  }

  /**
   * The trees, one below the other, as one SVG element; see {@link Sentence.toSVG}. With `id`, the drawings of the sentences
   * have the ids `id-1`, `id-2`, … Throws TypeError for invalid options.
   */
  toSVG(options: SentenceSvgOptions = {}): string {
    return documentSvg(this.sentences.map(columnsOf), options)
  }

  /** All sentences as CoNLL-U; '' for a text without sentences. */
  toCoNLLU(): string {
    return this.sentences.map((sentence) => sentence.toCoNLLU()).join('')
  }

  /** The input of displaCy with `manual=True`: all sentences in one line. */
  toDisplaCy(): DisplacyParse {
    return displacyOf(this.sentences.map(columnsOf))
  }

  /** The input of spaCy's `Doc.from_json`. */
  toSpaCy(): SpacyDoc {
    return spacyOf(this.text, this.sentences.map(columnsOf))
  }

  /** Plain data for `JSON.stringify`, `structuredClone` and `postMessage`; {@link Document.fromJSON} reads it. */
  toJSON(): DocumentJson {
    return { text: this.text, sentences: this.sentences.map((sentence) => sentence.toJSON()) }
  }

  #parseNext(): boolean {
    if (this.#failure) throw this.#failure.error
    if (this.#isComplete) return false
    try {
      const next = this.#remaining.next()
      if (next.done) this.#isComplete = true
      else this.#parsed.push(next.value)
      return !next.done
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
