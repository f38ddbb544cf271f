/** Words without annotation: a sentence a line, a word a line, plain text. */
import { MISC, type ConlluSentence } from '../conllu/sentence.ts'
import type { Output } from './call.ts'

/** CoNLL-U from lines of sentences, words with white space between them. */
export function conlluOfHorizontal(text: string): string {
  return text
    .split('\n')
    .map((line) => sentenceOf(line.split(/[ \t\r]+/).filter(Boolean)))
    .join('')
}

/** CoNLL-U from lines of words, a blank line behind each sentence; what stands behind a tab is left out. */
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

/** How a sentence is written where only its words are asked for. */
export const wordsOnly: Readonly<Record<Exclude<Output, 'conllu'>, (sentence: ConlluSentence) => string>> = {
  // White space within a word would end it.
  horizontal: (sentence) => `${formsOf(sentence, (form) => form.replaceAll(' ', '\u00a0')).join(' ')}\n`,
  vertical: (sentence) => `${formsOf(sentence, (form) => form).join('\n')}\n\n`,
  plaintext: (sentence) => `${textOf(sentence)}\n`,
}

function formsOf(sentence: ConlluSentence, write: (form: string) => string): string[] {
  return Array.from({ length: sentence.size }, (_, i) => write(sentence.form(i + 1)))
}

/** What the sentence's comment says its text is, or its tokens. */
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
