/**
 * The tokenizer. White space ends a token, unless the training data have words of several pieces (see word-pieces.ts), and a
 * blank line ends a sentence. Two classifiers decide all other boundaries: whether a token (or a word of a token) ends
 * between two characters of a chunk, and whether a sentence ends after a token.
 */
import { abbreviationIn } from './abbreviations.ts'
import { BOUNDARY_FEATURES, Chunk } from './boundary-features.ts'
import {
  CHARACTER_CLASSES,
  characterClass,
  classPair,
  CLASS_PAIRS,
  copyOf,
  DIGIT,
  isSpace,
  LOWERCASE,
  OUTSIDE,
  QUOTE,
  SYMBOL,
} from './characters.ts'
import { numberOf } from '../../parser/core/word-numbers.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import { TextSentence, type TextToken } from '../sentence/text-sentence.ts'
import { Classifier } from './classifier.ts'
import type { RunSplits } from './run-splits.ts'
import { OpenSentence, SENTENCE_END_FEATURES } from './sentence-end-features.ts'
import { TextSplitter, type Lines } from './text-windows.ts'
import { NO_VOCABULARY, WordCache } from './word-facts.ts'
import { JOIN_FEATURES, OpenWord, type JoinModel } from './word-pieces.ts'

// The classes of a boundary between characters. WORD_END: a word of a multiword token ends, but not the token.
export const NO_BOUNDARY = 0
export const TOKEN_END = 1
export const WORD_END = 2
export const BOUNDARY_CLASSES = 3
// The classes of a boundary between tokens.
export const NO_SENTENCE_END = 0
export const SENTENCE_END = 1
// The class of a piece that is not the last piece of its word. The other class is 0.
export const GOES_ON = 1

export interface TokenizerModel {
  readonly boundaryWeights: ClassifierWeights
  readonly sentenceEndWeights: ClassifierWeights
  readonly splits: RunSplits
  /** The model that joins pieces to words; undefined if every word is one piece. */
  readonly joins?: JoinModel
  /** The class pairs (see `classPair`) between which no sentence ends, ascending. */
  readonly noEndPairs: Uint16Array
  /** The words of multiword tokens that are not the concatenation of their words, by lower-case form. */
  readonly multiwords: ReadonlyMap<string, readonly string[]>
}

/** The maximum number of chunks and of words in the caches, and the maximum length of a cached chunk. */
const CACHE_SIZE = 1 << 15
const MAX_CACHED_LENGTH = 48
/** The maximum length of a quotation in UTF-16 code units. */
const MAX_QUOTATION_LENGTH = 200

/** Holds the weights of a model and a cache of chunks. */
export class Tokenizer extends TextSplitter {
  readonly model: TokenizerModel
  readonly #lines: Lines
  readonly #boundaries: Classifier
  readonly #sentenceEnds: Classifier
  readonly #joins: Classifier | undefined
  readonly #isOpen = new Uint8Array(CLASS_PAIRS)
  readonly #hasNoEnd = new Uint8Array(CLASS_PAIRS)
  readonly #words: WordCache
  /** The tokens of chunks (with offsets in the chunk), by the class of the first character of the next chunk and by chunk. */
  readonly #cache: readonly Map<string, readonly TextToken[]>[]
  #cached = 0
  readonly #chunk: Chunk
  readonly #keys = new Uint32Array(Math.max(BOUNDARY_FEATURES, SENTENCE_END_FEATURES, JOIN_FEATURES))

  /** @param words the word cache of a tagger. Default: a new cache without a vocabulary */
  constructor(
    model: TokenizerModel,
    words = new WordCache(NO_VOCABULARY, CACHE_SIZE),
    lines: Lines = 'blank',
  ) {
    super()
    this.model = model
    this.#lines = lines
    this.#boundaries = new Classifier(model.boundaryWeights, BOUNDARY_CLASSES)
    this.#sentenceEnds = new Classifier(model.sentenceEndWeights, 2)
    const { joins } = model
    this.#joins = joins && new Classifier(joins.weights, 2)
    for (const pair of joins?.pairs ?? []) this.#isOpen[pair] = 1
    this.#chunk = new Chunk(model.splits, joins?.pairs)
    for (const pair of model.noEndPairs) this.#hasNoEnd[pair] = 1
    this.#words = words
    this.#cache = Array.from({ length: CHARACTER_CLASSES }, () => new Map<string, readonly TextToken[]>())
  }

  override *sentencesIn(text: string, start: number, end: number): Generator<TextSentence> {
    const pieces: TextToken[] = []
    for (const { from, to, nextClass } of chunks(text, start, end))
      for (const { start, end, words } of this.#tokensOf(text.slice(from, to), nextClass))
        pieces.push({ start: from + start, end: from + end, words })
    const tokens = this.#joins ? this.#joined(text, pieces, this.#joins) : pieces
    const surfaces = tokens.map(({ start, end, words }) =>
      this.#words.of(words.length === 1 ? words[0] : text.slice(start, end)),
    )
    let first = 0
    // A new object for each call, because several texts can be split alternately.
    const sentence = new OpenSentence(surfaces)
    for (let i = 0; i < tokens.length; i++) {
      sentence.add(surfaces[i])
      if (i < tokens.length - 1 && !this.#endsSentence(text, tokens, sentence, i)) continue
      yield TextSentence.ofTokens(text, tokens.slice(first, i + 1))
      first = i + 1
      sentence.begin()
    }
  }

  #endsSentence(text: string, tokens: readonly TextToken[], sentence: OpenSentence, i: number): boolean {
    if (this.#lines !== 'blank' && text.slice(tokens[i].end, tokens[i + 1].start).includes('\n')) return true
    if (this.#lines === 'sentence') return false
    if (this.#hasNoEnd[classPair(text, tokens[i].end, tokens[i + 1].start)] !== 0) return false
    const next = characterClass(text.charCodeAt(tokens[i + 1].start))
    if (next === QUOTE && opensQuotation(text, tokens[i].end, tokens[i + 1].start)) return false
    if (next === LOWERCASE && this.#isAbbreviation(text.slice(tokens[i].start, tokens[i].end))) return false
    if ((next === LOWERCASE || next === DIGIT || next === SYMBOL) && sentence.isInBrackets(i)) return false
    const isSpaced = tokens[i + 1].start > tokens[i].end
    const count = sentence.writeKeys(i, isSpaced, this.#keys)
    return this.#sentenceEnds.best(this.#keys, count) === SENTENCE_END
  }

  #isAbbreviation(token: string): boolean {
    const { abbreviations } = this.model.splits
    return abbreviationIn(token, abbreviations) !== undefined
  }

  /** Joins pieces to tokens. */
  #joined(text: string, pieces: readonly TextToken[], classifier: Classifier): readonly TextToken[] {
    const facts = pieces.map(({ start, end }) => this.#words.of(text.slice(start, end)))
    const word = new OpenWord(text, pieces, facts, (hash) => numberOf(this.model.joins!.phrases, hash))
    const isOpen = (i: number): boolean => {
      const [piece, next] = [pieces[i], pieces[i + 1]]
      if (next === undefined || piece.words.length + next.words.length > 2) return false
      return this.#isOpen[classPair(text, piece.end, next.start)] !== 0
    }
    const tokens: TextToken[] = []
    let first = 0
    for (let i = 0; i < pieces.length; i++) {
      if (isOpen(i) && classifier.best(this.#keys, word.writeKeys(i, this.#keys)) === GOES_ON) continue
      const { start } = pieces[first]
      const { end } = pieces[i]
      const form = text.slice(start, end).replace(/[\s\u0085]+/g, ' ')
      tokens.push(i === first ? pieces[i] : { start, end, words: this.#wordsOf(form) })
      word.begin((first = i + 1))
    }
    return tokens
  }

  /** The tokens of a chunk, from the cache if possible. */
  #tokensOf(text: string, nextClass: number): readonly TextToken[] {
    if (text.length > MAX_CACHED_LENGTH) return this.#cut(text, nextClass)
    const cache = this.#cache[nextClass]
    let tokens = cache.get(text)
    if (!tokens) {
      if (this.#cached === CACHE_SIZE) {
        for (const map of this.#cache) map.clear()
        this.#cached = 0
      }
      const chunk = copyOf(text)
      cache.set(chunk, (tokens = this.#cut(chunk, nextClass)))
      this.#cached++
    }
    return tokens
  }

  #cut(text: string, nextClass: number): readonly TextToken[] {
    const chunk = this.#chunk
    chunk.load(text, nextClass)
    const tokens: TextToken[] = []
    let start = 0
    /** The ends of the words of the current token. */
    let ends: number[] = []
    let firstPoint = 0
    for (let i = 0; i + 1 < chunk.size; i++) {
      if (!chunk.isPossible(i)) continue
      const boundary =
        chunk.isCertain(i) || chunk.endsPiece(i)
          ? TOKEN_END
          : this.#boundaries.best(this.#keys, chunk.writeKeys(i, firstPoint, this.#keys))
      if (boundary === NO_BOUNDARY) continue
      firstPoint = i + 1
      ends.push(chunk.offsets.items[i + 1])
      if (boundary === WORD_END) continue
      tokens.push(this.#token(text, start, ends))
      start = ends[ends.length - 1]
      ends = []
    }
    tokens.push(this.#token(text, start, [...ends, text.length]))
    return tokens
  }

  /** @param ends the offsets of the ends of the words, at least one */
  #token(text: string, start: number, ends: readonly number[]): TextToken {
    const end = ends[ends.length - 1]
    const words =
      ends.length > 1
        ? ends.map((stop, i) => text.slice(i === 0 ? start : ends[i - 1], stop))
        : this.#wordsOf(text.slice(start, end))
    return { start, end, words }
  }

  /** The words of a token: the words of a known multiword token, or the token itself. */
  #wordsOf(token: string): readonly string[] {
    const words = this.model.multiwords.size > 0 && this.model.multiwords.get(token.toLowerCase())
    return words ? [withCaseOf(token, words[0]), ...words.slice(1)] : [token]
  }
}

/** Whether the straight quotation mark after a word opens a quotation that ends on the same line. */
function opensQuotation(text: string, end: number, start: number): boolean {
  if (start === end || text.slice(end, start).includes('\n')) return false
  if (!/[\p{L}\p{N}]/u.test(text[end - 1]) || isSpace(text.charCodeAt(start + 1))) return false
  const line = text.slice(start + 1, start + MAX_QUOTATION_LENGTH).split('\n', 1)[0]
  return line.includes(text[start])
}

/** Returns `word` with a capital letter if `token` begins with one. */
function withCaseOf(token: string, word: string): string {
  const first = token[0]
  return first === first.toLowerCase() ? word : word[0].toUpperCase() + word.slice(1)
}

/** The chunks of text[start..end), with the class of the first character of the next chunk. */
export function* chunks(
  text: string,
  start: number,
  end: number,
): Generator<{ readonly from: number; readonly to: number; readonly nextClass: number }> {
  const skip = (at: number, spaces: boolean): number => {
    while (at < end && isSpace(text.charCodeAt(at)) === spaces) at++
    return at
  }
  for (let from = skip(start, true); from < end;) {
    const to = skip(from, false)
    const next = skip(to, true)
    yield { from, to, nextClass: next < end ? characterClass(text.codePointAt(next)!) : OUTSIDE }
    from = next
  }
}
