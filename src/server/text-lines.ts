/** Writes the sentences of a text as CoNLL-U, with the white space and the positions that a tokenizer knows. */
import { codePointCounter } from '../pipeline/characters.ts'
import { textComment, tokenLines, type ConlluWord } from '../pipeline/conllu-text.ts'
import type { TextSentence } from '../pipeline/text-windows.ts'

/** A sentence of a text: parsed, or only tokenized. */
export interface Row {
  readonly start: number
  readonly end: number
  readonly tokens: readonly { start: number; end: number; first: number; last: number }[]
  readonly words: readonly ConlluWord[]
}

const unknown = { lemma: '_', upos: '_', xpos: '_', feats: '_', head: '_', deprel: '_' }

/** The row of a sentence that is only tokenized. */
export function rowOf({ start, end, tokens: cut }: TextSentence): Row {
  const words = cut.flatMap((token) => token.words.map((form) => ({ form, ...unknown })))
  let last = 0
  const tokens = cut.map((token) => {
    const first = last + 1
    last += token.words.length
    return { start: token.start, end: token.end, first, last }
  })
  return { start, end, tokens, words }
}

export class TextLines {
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

  /** The lines of the next sentence, with its blank line. */
  lines({ start, end, tokens, words }: Row): string {
    const text = this.#text
    const before = text.slice(this.#written, start)
    this.#sentences++
    const beginsParagraph = this.#sentences === 1 || /\n[^\S\n]*\n|\u2029/.test(before)
    let lines = sentenceMarks(this.#sentences, beginsParagraph) + textComment(text.slice(start, end))
    tokens.forEach((token, i) => {
      const spacesBefore = this.#sentences === 1 && i === 0 ? before : ''
      // White space after the last token goes up to the next sentence.
      const stop = i + 1 < tokens.length ? tokens[i + 1].start : this.#spaceEnd(token.end)
      const misc = this.#misc(token.start, token.end, text.slice(token.end, stop), spacesBefore)
      lines += tokenLines(token, text.slice(token.start, token.end), words, misc)
    })
    this.#written = end
    return lines + '\n'
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
export function sentenceMarks(number: number, beginsParagraph: boolean): string {
  return `${number === 1 ? '# newdoc\n' : ''}${beginsParagraph ? '# newpar\n' : ''}# sent_id = ${number}\n`
}
