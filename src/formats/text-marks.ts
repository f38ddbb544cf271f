/** What UDPipe's service writes of a text besides words and white space: documents, paragraphs, and the places of tokens. */
import { codePointCounter } from '../pipeline/characters.ts'
import type { TextSentence } from '../sentence/text-sentence.ts'

/** Describes the sentences of a text, one after the other. */
export class TextMarks {
  readonly #text: string
  readonly #options: ReadonlySet<string>
  /** The offset up to which the text is written. */
  #written = 0
  #sentences = 0
  readonly #characterAt: (offset: number) => number

  /** @param options those of a tokenizer */
  constructor(text: string, options: ReadonlySet<string>) {
    this.#text = text
    this.#options = options
    this.#characterAt = codePointCounter(text)
  }

  /** Sets the comments of the next sentence and the MISC of its tokens. Returns the sentence. */
  mark(sentence: TextSentence): TextSentence {
    const before = this.#text.slice(this.#written, sentence.start)
    this.#sentences++
    const beginsParagraph = this.#sentences === 1 || /\n[^\S\n]*\n|\u2029/.test(before)
    const misc = Array.from(sentence.places.tokenStarts, (_, i) => this.#misc(sentence, i))
    sentence.describe([...sentenceMarks(this.#sentences, beginsParagraph), ...sentence.comments()], misc)
    this.#written = sentence.end
    return sentence
  }

  #misc(sentence: TextSentence, token: number): string {
    const facts = this.#options.has('normalized_spaces')
      ? sentence.spaceAfter(token) === ''
        ? ['SpaceAfter=No']
        : []
      : sentence.spaceFacts(token)
    if (this.#options.has('ranges')) {
      const { start, end } = sentence.token(token)
      facts.push(`TokenRange=${this.#characterAt(start)}:${this.#characterAt(end)}`)
    }
    return facts.join('|') || '_'
  }
}

/** The comments before a sentence of a document. */
export function sentenceMarks(number: number, beginsParagraph: boolean): string[] {
  const marks = [`# sent_id = ${number}`]
  if (beginsParagraph) marks.unshift('# newpar')
  if (number === 1) marks.unshift('# newdoc')
  return marks
}
