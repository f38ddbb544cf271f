/**
 * Reconstructs the text of a treebank: paragraphs start at `# newpar` and `# newdoc`, and no space follows a token with
 * `SpaceAfter=No`.
 */
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError } from '../conllu/error.ts'
import {
  DEPREL,
  FEATS,
  FORM,
  LEMMA,
  UPOS,
  XPOS,
  type AnnotatedSentence,
} from '../sentence/annotated-sentence.ts'
import type { TextToken } from '../sentence/text-sentence.ts'
import { isSpaceAfter } from '../sentence/white-space.ts'

export interface GoldParagraph {
  readonly text: string
  readonly tokens: readonly TextToken[]
  /** For each token: whether it ends a sentence. */
  readonly sentenceEnds: readonly boolean[]
}

export function paragraphsOf(sentences: Iterable<AnnotatedSentence>): GoldParagraph[] {
  const paragraphs: GoldParagraph[] = []
  let text = ''
  let tokens: TextToken[] = []
  let sentenceEnds: boolean[] = []
  const finish = (): void => {
    if (tokens.length > 0) paragraphs.push({ text, tokens, sentenceEnds })
    text = ''
    tokens = []
    sentenceEnds = []
  }
  for (const sentence of sentences) {
    const forms = sentence.forms()
    if (sentence.beginsParagraph()) finish()
    for (const { first, last, form, misc } of sentence.tokens()) {
      const start = text.length
      text += form
      tokens.push({ start, end: text.length, words: forms.slice(first - 1, last) })
      sentenceEnds.push(last === sentence.size)
      if (isSpaceAfter(misc)) text += ' '
    }
  }
  finish()
  return paragraphs
}

const CLOSING = /^[\p{Pe}\p{Pf}.,;:!?…]+$/u
const OPENING = /^[\p{Ps}\p{Pi}]+$/u

/**
 * The paragraphs as people write them, if all tokens have white space between them, as in a treebank whose text was cut
 * before: punctuation is next to its word. Otherwise none.
 */
export function respaced(paragraphs: readonly GoldParagraph[]): GoldParagraph[] {
  const isCut = paragraphs.every(({ tokens }) =>
    tokens.every(({ start }, i) => i === 0 || start > tokens[i - 1].end),
  )
  if (!isCut) return []
  return paragraphs.map(({ text, tokens, sentenceEnds }) => {
    let respacedText = ''
    let isSpaceDue = false
    let isQuoted = false
    const respacedTokens = tokens.map(({ start, end, words }, i) => {
      const form = text.slice(start, end)
      const isQuote = form === '"'
      const closes = isQuote ? isQuoted : CLOSING.test(form)
      if (isSpaceDue && !closes) respacedText += ' '
      isSpaceDue = isQuote ? isQuoted : !OPENING.test(form)
      isQuoted = isQuoted !== isQuote && !sentenceEnds[i]
      respacedText += form
      return { start: respacedText.length - form.length, end: respacedText.length, words }
    })
    return { text: respacedText, tokens: respacedTokens, sentenceEnds }
  })
}

/** Throws CoNLLUError if a column of a token or word is empty or contains a carriage return. */
export function checkColumns(sentence: CoNLLUSentence): void {
  const check = (word: number, text: string): void => {
    if (text !== '' && !text.includes('\r')) return
    const problem = 'an empty column, or one with a carriage return, expected text or _'
    throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
  }
  for (const { first, form } of sentence.multiwordTokens()) check(first, form)
  for (let word = 1; word <= sentence.size; word++)
    for (const column of [FORM, LEMMA, UPOS, XPOS, FEATS, DEPREL]) check(word, sentence.column(word, column))
}
