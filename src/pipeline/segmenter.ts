/**
 * Sentences and words of text in a language without a tokenizer of its own, by the rules that every Unicode library
 * has (UAX 29), line by line: the host's segmenter takes time that grows with the square of what it is given.
 */
import { isSpace } from './characters.ts'
import { TextWindows } from './text-windows.ts'
import type { TextSentence, TextToken } from './tokenizer.ts'

/** Lines that are longer are given to the segmenter in pieces, cut at white space where there is any. */
const LONGEST = 1000

export class Segmenter {
  readonly #sentences: Intl.Segmenter
  readonly #words: Intl.Segmenter

  /** @param language a BCP 47 tag; the rules for no language in particular where it is absent */
  constructor(language = 'und') {
    this.#sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
    this.#words = new Intl.Segmenter(language, { granularity: 'word' })
  }

  /** The sentences of `text`, one after the other as they are asked for. */
  *sentences(text: string): Generator<TextSentence> {
    for (const { start, end } of this.windows().of(text)) yield* this.#window(text, start, end)
  }

  /** Cuts text that comes in pieces into windows with the sentences of the whole text. */
  windows(): TextWindows {
    return new TextWindows((text) => this.#window(text, 0, text.length))
  }

  *#window(text: string, from: number, to: number): Generator<TextSentence> {
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
      // Segments of white space are no tokens; where white space stands beside something else, it is cut off.
      for (let from = 0; from < segment.length;) {
        let to = from
        while (to < segment.length && !isSpace(segment.charCodeAt(to))) to++
        const start = offset + index + from
        if (to > from) tokens.push({ start, end: start + to - from, words: [segment.slice(from, to)] })
        from = to + 1
      }
    }
    return tokens
  }
}

/** Lines, and pieces of long ones. */
function* pieces(
  text: string,
  from: number,
  to: number,
): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = from; start < to;) {
    const feed = text.indexOf('\n', start)
    const stop = feed < 0 || feed >= to ? to : feed + 1
    while (stop - start > LONGEST) {
      const end = cutBefore(text, start, start + LONGEST)
      yield { start, end }
      start = end
    }
    yield { start, end: stop }
    start = stop
  }
}

/** Where to cut a piece that begins at `start` and may end at `latest`: behind white space, or between characters. */
function cutBefore(text: string, start: number, latest: number): number {
  for (let at = latest; at > start + LONGEST / 2; at--) if (isSpace(text.charCodeAt(at - 1))) return at
  const last = text.charCodeAt(latest - 1)
  return last >= 0xd800 && last < 0xdc00 ? latest - 1 : latest
}
