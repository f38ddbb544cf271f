/** What UDPipe writes of a text besides words: paragraphs, white space, and the places of tokens. */
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
    const text = this.#text
    const { tokenStarts, tokenEnds } = sentence.places
    const before = text.slice(this.#written, sentence.start)
    this.#sentences++
    const beginsParagraph = this.#sentences === 1 || /\n[^\S\n]*\n|\u2029/.test(before)
    const misc = Array.from(tokenStarts, (start, i) => {
      const end = tokenEnds[i]
      const spacesBefore = this.#sentences === 1 && i === 0 ? before : ''
      // White space after the last token goes up to the next sentence.
      const stop = i + 1 < tokenStarts.length ? tokenStarts[i + 1] : this.#spaceEnd(end)
      return this.#misc(start, end, text.slice(end, stop), spacesBefore)
    })
    sentence.describe([...sentenceMarks(this.#sentences, beginsParagraph), ...sentence.comments()], misc)
    this.#written = sentence.end
    return sentence
  }

  #misc(start: number, end: number, after: string, before: string): string {
    const facts: string[] = []
    const normalized = this.#options.has('normalized_spaces')
    if (after === '' && end < this.#text.length) facts.push('SpaceAfter=No')
    else if (!normalized && after !== '' && after !== ' ') facts.push(`SpacesAfter=${escaped(after)}`)
    if (!normalized && before !== '') facts.push(`SpacesBefore=${escaped(before)}`)
    if (this.#options.has('ranges'))
      facts.push(`TokenRange=${this.#characterAt(start)}:${this.#characterAt(end)}`)
    return facts.length === 0 ? '_' : facts.join('|')
  }

  #spaceEnd(from: number): number {
    const text = this.#text
    let end = from
    while (end < text.length && /[\s\u0085]/.test(text[end])) end++
    return end
  }
}

const escapes: Readonly<Record<string, string>> = {
  ' ': '\\s',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '|': '\\p',
  '\\': '\\\\',
}

const spaces = Object.fromEntries(Object.entries(escapes).map(([space, escape]) => [escape, space]))

function escaped(space: string): string {
  return space.replace(/[ \t\n\r|\\]/g, (character) => escapes[character])
}

/** Undoes the escapes of `SpacesAfter`, `SpacesBefore` and `SpacesInToken`. */
export function unescapedSpaces(text: string): string {
  return text.replace(/\\[stnrp\\]/g, (escape) => spaces[escape])
}

/** The comments before a sentence of a document. */
export function sentenceMarks(number: number, beginsParagraph: boolean): string[] {
  const marks = [`# sent_id = ${number}`]
  if (beginsParagraph) marks.unshift('# newpar')
  if (number === 1) marks.unshift('# newdoc')
  return marks
}
