/** Marks documents, paragraphs and token ranges of a text, compatible with the UDPipe service. */
import { codePointCounter } from '../pipeline/characters.ts'
import type { TextSentence } from '../sentence/text-sentence.ts'

/** Adds marks to the sentences of a text, in order. */
export class TextMarks {
  readonly #text: string
  readonly #options: ReadonlySet<string>
  /** The end of the previous sentence. */
  #written = 0
  #sentences = 0
  readonly #characterAt: (offset: number) => number

  /** @param options the tokenizer options */
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

/** The comments of a sentence of a document. */
export function sentenceMarks(number: number, beginsParagraph: boolean): string[] {
  const marks = [`# sent_id = ${number}`]
  if (beginsParagraph) marks.unshift('# newpar')
  if (number === 1) marks.unshift('# newdoc')
  return marks
}
