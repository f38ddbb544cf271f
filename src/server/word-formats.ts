/** Formats of words without annotation: one sentence a line, one word a line, plain text. */
import { MISC, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import type { Output } from './process-request.ts'

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

/** Writes the words of a sentence. */
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
