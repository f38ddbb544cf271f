/** Writes the sentences of a text as CoNLL-U, with the white space and the positions that a tokenizer knows. */
import { codePointCounter } from '../pipeline/characters.ts'
import { textComment, tokenLines, type ConlluWord } from '../pipeline/conllu-text.ts'
import type { TextSentence } from '../pipeline/tokenizer.ts'
import type { Output, TokenizerOption } from './process-request.ts'
import { MISC, type ConlluSentence } from '../conllu/conllu-sentence.ts'

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
  readonly #options: ReadonlySet<TokenizerOption>
  /** The offset up to which the text is written. */
  #written = 0
  #sentences = 0
  readonly #characterAt: (offset: number) => number

  constructor(text: string, options: ReadonlySet<TokenizerOption>) {
    this.#text = text
    this.#options = options
    this.#characterAt = codePointCounter(text)
  }

  /** The lines of the next sentence, with its blank line. */
  lines({ start, end, tokens, words }: Row): string {
    const text = this.#text
    const before = text.slice(this.#written, start)
    this.#sentences++
    let lines = this.#sentences === 1 ? '# newdoc\n' : ''
    if (this.#sentences === 1 || /\n[^\S\n]*\n|\u2029/.test(before)) lines += '# newpar\n'
    lines += `# sent_id = ${this.#sentences}\n` + textComment(text.slice(start, end))
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

function escaped(space: string): string {
  return space.replace(/[ \t\n\r|\\]/g, (character) => escapes[character])
}

/** Makes CoNLL-U of one sentence a line, words separated by white space. */
export function conlluOfHorizontal(text: string): string {
  return text
    .split('\n')
    .map((line) => sentenceOf(line.split(/[ \t\r]+/).filter(Boolean)))
    .join('')
}

/** Makes CoNLL-U of one word a line, with a blank line after each sentence. Text after a tab is left out. */
export function conlluOfVertical(text: string): string {
  const sentences: string[] = []
  let forms: string[] = []
  for (const line of [...text.split('\n'), '']) {
    const form = line.split(/[\t\r]/, 1)[0]
    if (form !== '') {
      forms.push(form)
      continue
    }
    sentences.push(sentenceOf(forms))
    forms = []
  }
  return sentences.join('')
}

function sentenceOf(forms: readonly string[]): string {
  if (forms.length === 0) return ''
  return forms.map((form, i) => `${i + 1}\t${form}${'\t_'.repeat(8)}\n`).join('') + '\n'
}

export const wordsOnly: Readonly<Record<Exclude<Output, 'conllu'>, (sentence: ConlluSentence) => string>> = {
  // A space within a word would end the word.
  horizontal: (sentence) =>
    `${sentence
      .forms()
      .map((form) => form.replaceAll(' ', '\u00a0'))
      .join(' ')}\n`,
  vertical: (sentence) => `${sentence.forms().join('\n')}\n\n`,
  plaintext: (sentence) => `${textOf(sentence)}\n`,
}

/** The text of the comment `# text`, otherwise the tokens, with spaces as SpaceAfter says. */
function textOf(sentence: ConlluSentence): string {
  const comment = sentence.comments().find((line) => /^# ?text =/.test(line))
  if (comment !== undefined) return comment.replace(/^# ?text = ?/, '')
  const multiwords = new Map(sentence.multiwordTokens().map((token) => [token.first, token]))
  let text = ''
  for (let word = 1; word <= sentence.size; word++) {
    const multiword = multiwords.get(word)
    text += multiword?.form ?? sentence.form(word)
    if (multiword) word = multiword.last
    const isGlued = sentence.column(word, MISC).split('|').includes('SpaceAfter=No')
    if (!isGlued && word < sentence.size) text += ' '
  }
  return text
}
