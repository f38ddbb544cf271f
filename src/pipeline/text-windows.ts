/**
 * Cuts text into windows that are parsed one by one, so that memory does not grow with the text. A window is a paragraph
 * (which ends with a blank line or U+2029), or a part of a paragraph of more than WINDOW_LENGTH characters, cut between two
 * sentences, at white space, or between two characters. Text in pieces has the same windows as the whole text.
 */
import { type Characters, TextSentence, type TextToken } from '../sentence/text-sentence.ts'
import { SPACES } from '../sentence/white-space.ts'
import { cutAtSpace, isSpace } from './characters.ts'

/** The maximum length of a window in UTF-16 code units. */
export const WINDOW_LENGTH = 1 << 16
/** Sentence ends are searched first in this number of last characters of a window, and then in the whole window. */
const TAIL_LENGTH = 1 << 12
/** A sentence end within this distance of the window end is not reliable, because the following words are unknown. */
const MARGIN_LENGTH = 1 << 8

const LINE_FEED = 0x0a
const PARAGRAPH_SEPARATOR = 0x2029
/** Matches the white space from the last word of a paragraph to the end of the window. */
export const PARAGRAPH_END = /^[^]*?(?:\n(?:[^\S\n]|\u0085)*\n|\u2029)/

/**
 * The treatment of lines: each line is one sentence (`sentence`), each line end ends a sentence (`end`), or only a blank
 * line does (`blank`).
 */
export const lineKinds = ['sentence', 'end', 'blank'] as const
export type Lines = (typeof lineKinds)[number]

/** Finds the sentences and the tokens of text. */
export abstract class TextSplitter {
  /** The sentences in text[start..end), which is one window, in order. */
  abstract sentencesIn(text: string, start: number, end: number): Generator<TextSentence>

  /** The sentences of a text, in order. Each window is cut when its first sentence is requested. */
  *sentences(text: string): Generator<TextSentence> {
    for (const { start, end } of this.windows().of(text)) yield* this.sentencesIn(text, start, end)
  }

  /** Returns an object that cuts text in pieces into windows with the same sentences as the whole text. */
  windows(): TextWindows {
    return new TextWindows(this)
  }
}

export class TextWindows {
  /** The text since the last window, and its length. */
  #pieces: string[] = []
  #length = 0
  #lineIsBlank = false
  /** Whether the window contains words. White space alone belongs to the next paragraph. */
  #hasWords = false
  readonly #splitter: TextSplitter

  constructor(splitter: TextSplitter) {
    this.#splitter = splitter
  }

  /** Adds a piece of text and yields the complete windows. Iterate to the end. */
  *push(piece: string): Generator<string> {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const endsParagraph = this.#endsParagraph(piece.charCodeAt(at))
      if (!endsParagraph && this.#length + at + 1 - from <= WINDOW_LENGTH) continue
      this.#add(piece.slice(from, at + 1))
      from = at + 1
      const text = this.#take()
      if (endsParagraph) {
        yield text
        continue
      }
      const cut = this.#cut(text)
      this.#add(text.slice(cut))
      this.#hasWords = text.slice(cut).replace(SPACES, '') !== ''
      yield text.slice(0, cut)
    }
    this.#add(piece.slice(from))
  }

  /** The last window, after the last piece. */
  end(): string {
    return this.#take()
  }

  /** The ranges of the windows of a text. */
  *of(text: string): Generator<Characters> {
    let start = 0
    for (const window of this.push(text)) {
      const end = start + window.length
      yield { start, end }
      start = end
    }
    yield { start, end: start + this.end().length }
  }

  #endsParagraph(unit: number): boolean {
    const ends = this.#hasWords && (unit === PARAGRAPH_SEPARATOR || (unit === LINE_FEED && this.#lineIsBlank))
    const isWord = !isSpace(unit)
    if (isWord) this.#lineIsBlank = false
    else if (unit === LINE_FEED) this.#lineIsBlank = true
    if (isWord || ends) this.#hasWords = isWord
    return ends
  }

  /** The offset at which to cut the first WINDOW_LENGTH + 1 characters of a paragraph, at most WINDOW_LENGTH. */
  #cut(text: string): number {
    for (const size of [TAIL_LENGTH, WINDOW_LENGTH]) {
      const from = size < WINDOW_LENGTH ? nextSpace(text, WINDOW_LENGTH - size) : 0
      const starts = this.#starts(text, from, WINDOW_LENGTH)
      for (let i = starts.length - 1; i > 1; i--) if (this.#isReliable(text, starts, i)) return starts[i]
      if (starts.length > 1) return starts[1]
    }
    return cutAtSpace(text, 0, WINDOW_LENGTH)
  }

  /** Whether the two sentences before sentence `i` stay the same if the text ends after them. */
  #isReliable(text: string, starts: readonly number[], i: number): boolean {
    const [first, second, end] = starts.slice(i - 2, i + 1)
    const sentenceStarts = this.#starts(text, first, end)
    return end <= WINDOW_LENGTH - MARGIN_LENGTH && sentenceStarts.length === 2 && sentenceStarts[1] === second
  }

  /** The starts of the sentences of text[from..to), which is split as a separate text. */
  #starts(text: string, from: number, to: number): number[] {
    const sentences = this.#splitter.sentencesIn(text.slice(from, to), 0, to - from)
    return Array.from(sentences, ({ start }) => from + start)
  }

  #add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  #take(): string {
    const text = this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    return text
  }
}

/** The first offset of white space from `from`; `from` if there is none. */
function nextSpace(text: string, from: number): number {
  for (let at = from; at < WINDOW_LENGTH; at++) if (isSpace(text.charCodeAt(at))) return at
  return from
}

// Sentences and words by the Unicode rules (UAX 29), line by line, because `Intl.Segmenter` takes quadratic time.

/** The maximum length of a segmented piece in UTF-16 code units. Longer lines are cut, at white space if possible. */
const MAX_PIECE_LENGTH = 1000

export class Segmenter extends TextSplitter {
  readonly #sentences: Intl.Segmenter
  readonly #lines: Lines | undefined
  readonly #words: Intl.Segmenter

  /** `language`: a BCP 47 tag, `und` (no language) by default. Throws RangeError if it is not valid. */
  constructor(language = 'und', lines?: Lines) {
    super()
    this.#lines = lines
    this.#sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
    this.#words = new Intl.Segmenter(language, { granularity: 'word' })
  }

  override *sentencesIn(text: string, from: number, to: number): Generator<TextSentence> {
    for (const { start, end } of pieces(text, from, to)) {
      const line = text.slice(start, end)
      const segments =
        this.#lines === 'sentence' ? [{ segment: line, index: 0 }] : this.#sentences.segment(line)
      for (const { segment, index } of segments) {
        const tokens = this.#tokens(segment, start + index)
        if (tokens.length > 0) yield TextSentence.ofTokens(text, tokens)
      }
    }
  }

  #tokens(sentence: string, offset: number): TextToken[] {
    const tokens: TextToken[] = []
    for (const { segment, index } of this.#words.segment(sentence)) {
      // A segment can have white space at both ends, or consist of white space.
      for (const { 0: word, index: from } of segment.matchAll(/[^\s\u0085]+/g)) {
        const start = offset + index + from
        tokens.push({ start, end: start + word.length, words: [word] })
      }
    }
    return tokens
  }
}

/** The lines of text[from..to). Long lines are cut into pieces. */
function* pieces(text: string, from: number, to: number): Generator<Characters> {
  for (let start = from; start < to;) {
    const feed = text.indexOf('\n', start)
    const stop = feed < 0 || feed >= to ? to : feed + 1
    while (stop - start > MAX_PIECE_LENGTH) {
      const end = cutAtSpace(text, start + MAX_PIECE_LENGTH / 2, start + MAX_PIECE_LENGTH)
      yield { start, end }
      start = end
    }
    yield { start, end: stop }
    start = stop
  }
}
