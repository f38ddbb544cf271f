/**
 * Where words stand in the running text: the characters of all tokens in a row, white space left out (CoNLL 2018
 * shared task, Zeman et al. 2018, section 5). A word of a multiword token spans the whole token.
 */
import type { ConlluSentence } from '../conllu/sentence.ts'

/** Where something begins and ends in the text. */
export type Span = readonly [number, number]

/** One side of a stretch of text. */
export interface Surface {
  /** The characters of the tokens, white space left out. */
  readonly text: string
  /** For each word, where its token begins and ends in the text. */
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly multiword: readonly boolean[]
  /** The word forms, in lower case. */
  readonly form: readonly string[]
  /** For each token, where it begins and ends. */
  readonly tokens: readonly Span[]
  /** For each sentence, where it begins and ends. */
  readonly sentences: readonly Span[]
}

const spaces = /\p{Zs}/gu

/** The characters of a sentence's tokens, white space left out. */
export function charactersOf(sentence: ConlluSentence): string {
  return surfaceOf([sentence]).text
}

export function surfaceOf(sentences: readonly ConlluSentence[]): Surface {
  let text = ''
  const start: number[] = []
  const end: number[] = []
  const multiword: boolean[] = []
  const form: string[] = []
  const tokens: Span[] = []
  const spans: Span[] = []
  for (const sentence of sentences) {
    const sentenceStart = text.length
    const ranges = sentence.multiwordTokens()
    let next = 0
    let covered = 0
    for (let word = 1; word <= sentence.size; word++) {
      const own = sentence.form(word)
      if (word > covered) {
        const range = next < ranges.length && ranges[next].first === word ? ranges[next++] : undefined
        const token = (range ? range.form : own).replace(spaces, '')
        tokens.push([text.length, text.length + token.length])
        text += token
        if (range) covered = range.last
      }
      const [tokenStart, tokenEnd] = tokens[tokens.length - 1]
      start.push(tokenStart)
      end.push(tokenEnd)
      multiword.push(word <= covered)
      form.push(own.toLowerCase())
    }
    spans.push([sentenceStart, text.length])
  }
  return { text, start, end, multiword, form, tokens, sentences: spans }
}

/** For each span of `a` the index of the equal one of `b`, -1 if there is none; both lists are in order. */
export function alignSpans(a: readonly Span[], b: readonly Span[]): Int32Array {
  const aligned = new Int32Array(a.length).fill(-1)
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    const order = a[i][0] - b[k][0] || a[i][1] - b[k][1]
    if (order === 0) aligned[i++] = k++
    else if (order < 0) i++
    else k++
  }
  return aligned
}
