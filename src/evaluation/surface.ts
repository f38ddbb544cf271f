/**
 * The positions of words in the text: the characters of all tokens in a row, without white space (CoNLL 2018 shared
 * task, Zeman et al. 2018, section 5). A word of a multiword token has the position of the whole token.
 */
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'

/** The offsets of the first character, and of the character after the last one. */
type Span = readonly [number, number]

export interface SurfaceWord {
  readonly start: number
  readonly end: number
  readonly isMultiword: boolean
  /** In lower case. */
  readonly form: string
}

/** One side of a stretch of text. */
export interface Surface {
  /** The characters of the tokens, without white space. */
  readonly text: string
  readonly words: readonly SurfaceWord[]
  readonly tokens: readonly Span[]
  readonly sentences: readonly Span[]
}

export function surfaceOf(sentences: readonly ConlluSentence[]): Surface {
  let text = ''
  const words: SurfaceWord[] = []
  const tokens: Span[] = []
  const spans: Span[] = []
  for (const sentence of sentences) {
    const sentenceStart = text.length
    const multiwords = new Map(sentence.multiwordTokens().map((token) => [token.first, token]))
    let lastCovered = 0
    let start = 0
    for (let word = 1; word <= sentence.size; word++) {
      const form = sentence.form(word)
      if (word > lastCovered) {
        const multiword = multiwords.get(word)
        start = text.length
        text += (multiword?.form ?? form).replace(/\p{Zs}/gu, '')
        tokens.push([start, text.length])
        lastCovered = multiword?.last ?? lastCovered
      }
      words.push({ start, end: text.length, isMultiword: word <= lastCovered, form: form.toLowerCase() })
    }
    spans.push([sentenceStart, text.length])
  }
  return { text, words, tokens, sentences: spans }
}

/** For each span of `gold` the index of the equal span of `system`, −1 if there is none. Both lists are in order. */
export function alignSpans(gold: readonly Span[], system: readonly Span[]): Int32Array {
  const aligned = new Int32Array(gold.length).fill(-1)
  for (let g = 0, s = 0; g < gold.length && s < system.length;) {
    const order = gold[g][0] - system[s][0] || gold[g][1] - system[s][1]
    if (order === 0) aligned[g++] = s++
    else if (order < 0) g++
    else s++
  }
  return aligned
}
