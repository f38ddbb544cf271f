/** Sentences and words by Unicode's rules (UAX 29), line by line: `Intl.Segmenter` takes quadratic time. */
import { cutAtSpace, type Characters, type TextToken } from './characters.ts'
import { TextSplitter, type TextSentence } from './text-windows.ts'

/** Longer lines, in UTF-16 code units, are segmented in pieces, which end at white space if possible. */
const LONGEST_PIECE = 1000

export class Segmenter extends TextSplitter {
  readonly #sentences: Intl.Segmenter
  readonly #words: Intl.Segmenter

  /** `language`: a BCP 47 tag, `und` (no language) by default. Throws RangeError if it is not valid. */
  constructor(language = 'und') {
    super()
    this.#sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
    this.#words = new Intl.Segmenter(language, { granularity: 'word' })
  }

  override *sentencesIn(text: string, from: number, to: number): Generator<TextSentence> {
    for (const { start, end } of pieces(text, from, to)) {
      for (const { segment, index } of this.#sentences.segment(text.slice(start, end))) {
        const tokens = this.#tokens(segment, start + index)
        if (tokens.length > 0) yield { start: tokens[0].start, end: tokens[tokens.length - 1].end, tokens }
      }
    }
  }

  #tokens(sentence: string, offset: number): TextToken[] {
    const tokens: TextToken[] = []
    for (const { segment, index } of this.#words.segment(sentence)) {
      // A segment can have white space at its ends, or have nothing else.
      for (const { 0: word, index: from } of segment.matchAll(/[^\s\u0085]+/g)) {
        const start = offset + index + from
        tokens.push({ start, end: start + word.length, words: [word] })
      }
    }
    return tokens
  }
}

/** The lines of text[from..to), long ones in pieces. */
function* pieces(text: string, from: number, to: number): Generator<Characters> {
  for (let start = from; start < to;) {
    const feed = text.indexOf('\n', start)
    const stop = feed < 0 || feed >= to ? to : feed + 1
    while (stop - start > LONGEST_PIECE) {
      const end = cutAtSpace(text, start + LONGEST_PIECE / 2, start + LONGEST_PIECE)
      yield { start, end }
      start = end
    }
    yield { start, end: stop }
    start = stop
  }
}
