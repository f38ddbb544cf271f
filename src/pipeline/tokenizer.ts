/**
 * The tokenizer: text to tokens, sentences and words. White space ends a token, a blank line ends a sentence; all else
 * is learned. Between two characters of a chunk (what stands between white space) one classifier says whether a token
 * ends there, or a word of a multiword token; behind each token another one says whether the sentence ends.
 */
import { Chunk, MOST_BOUNDARY_FEATURES } from './boundary-features.ts'
import { isSpace, kindOfCharacter, MARK, OUTSIDE } from './characters.ts'
import { Classifier, type ClassWeights } from './classifier.ts'
import { MOST_SENTENCE_FEATURES, SentenceSoFar } from './sentence-features.ts'
import { NO_VOCABULARY, WordCache, type WordFacts } from './word-facts.ts'

// The classes of a boundary.
export const NO_BOUNDARY = 0
export const TOKEN_END = 1
/** A word ends, but not the multiword token that it is a part of. */
export const WORD_END = 2
export const BOUNDARIES = 3
// The classes behind a token.
export const GOES_ON = 0
export const SENTENCE_END = 1

export interface TokenizerModel {
  readonly boundaryWeights: ClassWeights
  readonly sentenceWeights: ClassWeights
  /** Multiword tokens, in small letters, whose words are not just pieces of them. */
  readonly multiwords: ReadonlyMap<string, readonly string[]>
}

/** A token of a text; offsets count UTF-16 code units of the whole text. */
export interface TextToken {
  readonly start: number
  readonly end: number
  /** The words that it is made of: one, unless it is a multiword token. */
  readonly words: readonly string[]
}

/** A sentence of a text: at least one token, from the first one's start to the last one's end. */
export interface TextSentence {
  readonly start: number
  readonly end: number
  readonly tokens: readonly TextToken[]
}

/** How many chunks and words are remembered, and how long the chunks may be. */
const REMEMBERED = 1 << 14
const LONGEST_REMEMBERED = 48

/** Holds the weights, and how chunks were cut that it met before. */
export class Tokenizer {
  readonly model: TokenizerModel
  readonly #boundaries: Classifier
  readonly #sentenceEnds: Classifier
  readonly #words = new WordCache(NO_VOCABULARY, REMEMBERED)
  readonly #cuts = new Map<string, readonly number[]>()
  readonly #chunk = new Chunk()
  readonly #keys = new Uint32Array(Math.max(MOST_BOUNDARY_FEATURES, MOST_SENTENCE_FEATURES))
  readonly #soFar = new SentenceSoFar()

  constructor(model: TokenizerModel) {
    this.model = model
    this.#boundaries = new Classifier(model.boundaryWeights)
    this.#sentenceEnds = new Classifier(model.sentenceWeights)
  }

  /** The sentences of `text`, one after the other as they are asked for. */
  *sentences(text: string): Generator<TextSentence> {
    for (const { start, end } of paragraphs(text)) yield* this.#paragraph(text, start, end)
  }

  *#paragraph(text: string, start: number, end: number): Generator<TextSentence> {
    const tokens = this.#tokens(text, start, end)
    const facts: WordFacts[] = tokens.map((token) => this.#words.of(text.slice(token.start, token.end)))
    let first = 0
    this.#soFar.begin()
    for (let i = 0; i < tokens.length; i++) {
      this.#soFar.add(facts[i])
      if (i < tokens.length - 1 && !this.#endsSentence(tokens, facts, i)) continue
      yield {
        start: tokens[first].start,
        end: tokens[i].end,
        tokens: tokens.slice(first, i + 1),
      }
      first = i + 1
      this.#soFar.begin()
    }
  }

  #endsSentence(tokens: readonly TextToken[], facts: readonly WordFacts[], i: number): boolean {
    const spaced = tokens[i + 1].start > tokens[i].end
    const classifier = this.#sentenceEnds
    classifier.scores.fill(0)
    classifier.add(this.#keys, this.#soFar.writeKeys(facts, i, spaced, this.#keys))
    return classifier.best() === SENTENCE_END
  }

  /** The tokens of a paragraph. */
  #tokens(text: string, start: number, end: number): TextToken[] {
    const tokens: TextToken[] = []
    for (const { from, to, nextKind } of chunks(text, start, end)) {
      const cuts = this.#cutsOf(text.slice(from, to), nextKind)
      let tokenStart = from
      let inner: number[] = []
      for (let i = 0; i <= cuts.length; i++) {
        const cut = i < cuts.length ? cuts[i] : 2 * (to - from)
        const at = from + (cut >> 1)
        if (cut & 1) {
          inner.push(at)
          continue
        }
        tokens.push({ start: tokenStart, end: at, words: this.#wordsOf(text, tokenStart, at, inner) })
        tokenStart = at
        inner = []
      }
    }
    return tokens
  }

  /** Where a chunk is cut: twice the offset, and one more where the token goes on behind the word. */
  #cutsOf(text: string, nextKind: number): readonly number[] {
    if (text.length === 1) return []
    if (text.length > LONGEST_REMEMBERED) return this.#cut(text, nextKind)
    const name = String.fromCharCode(nextKind) + text
    let cuts = this.#cuts.get(name)
    if (!cuts) {
      if (this.#cuts.size >= REMEMBERED) this.#cuts.clear()
      this.#cuts.set(name, (cuts = this.#cut(text, nextKind)))
    }
    return cuts
  }

  #cut(text: string, nextKind: number): readonly number[] {
    const chunk = this.#chunk
    chunk.load(text, nextKind)
    const cuts: number[] = []
    const classifier = this.#boundaries
    let tokenStart = 0
    for (let i = 0; i + 1 < chunk.size; i++) {
      if (chunk.kind(i + 1) === MARK) continue
      classifier.scores.fill(0)
      classifier.add(this.#keys, chunk.writeKeys(i, tokenStart, this.#keys))
      const boundary = classifier.best()
      if (boundary === NO_BOUNDARY) continue
      cuts.push(2 * chunk.offsets[i + 1] + (boundary === WORD_END ? 1 : 0))
      tokenStart = i + 1
    }
    return cuts
  }

  #wordsOf(text: string, start: number, end: number, inner: readonly number[]): readonly string[] {
    const token = text.slice(start, end)
    if (inner.length > 0) {
      const ends = [...inner, end]
      return ends.map((stop, i) => text.slice(i === 0 ? start : ends[i - 1], stop))
    }
    const words = this.model.multiwords.size > 0 && this.model.multiwords.get(token.toLowerCase())
    return words ? [inCaseOf(token, words[0]), ...words.slice(1)] : [token]
  }
}

/** `word` with a capital where `token` begins with one. */
function inCaseOf(token: string, word: string): string {
  const first = token[0]
  return first === first.toLowerCase() ? word : word[0].toUpperCase() + word.slice(1)
}

/** Stretches of text without a blank line in them; white space at either end may belong to them. */
export function* paragraphs(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const blank = /\r?\n(?:[^\S\r\n]*\r?\n)+|\u2029/g
  let start = 0
  for (let found = blank.exec(text); found; found = blank.exec(text)) {
    yield { start, end: found.index }
    start = blank.lastIndex
  }
  yield { start, end: text.length }
}

/** What stands between white space in text[start..end), each with the kind of the character after that space. */
export function* chunks(
  text: string,
  start: number,
  end: number,
): Generator<{ readonly from: number; readonly to: number; readonly nextKind: number }> {
  let from = start
  while (from < end && isSpace(text.charCodeAt(from))) from++
  while (from < end) {
    let to = from + 1
    while (to < end && !isSpace(text.charCodeAt(to))) to++
    let next = to
    while (next < end && isSpace(text.charCodeAt(next))) next++
    yield { from, to, nextKind: next < end ? kindOfCharacter(text.codePointAt(next)!) : OUTSIDE }
    from = next
  }
}
