/**
 * The tokenizer: text to tokens, sentences and words. White space ends a token, a blank line ends a sentence; all else
 * is learned. Between two characters of a chunk (what stands between white space) one classifier says whether a token
 * ends there, or a word of a multiword token; behind each token another one says whether the sentence ends.
 */
import { Chunk, MOST_BOUNDARY_FEATURES, PlaceSet } from './boundary-features.ts'
import { isSpace, kindOfCharacter, KINDS, OUTSIDE } from './characters.ts'
import { Classifier, type ClassWeights } from './classifier.ts'
import { MOST_SENTENCE_FEATURES, pairOf, PAIRS, SentenceSoFar } from './sentence-features.ts'
import { TextWindows } from './text-windows.ts'
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
  /** Within letters that have case, and within digits, there are boundaries at these places alone (see `placeOf`). */
  readonly cuttable: Uint16Array
  /** Where no sentence ends, whatever the words are: numbers of pairs of characters (see `pairOf`), ascending. */
  readonly calm: Uint16Array
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

/** The same, with what is known of its words. */
export interface KnownSentence extends TextSentence {
  readonly words: readonly WordFacts[]
}

/** A token of a chunk: where it ends there, its words, and what is known of it and of them. */
interface CutToken {
  readonly end: number
  readonly words: readonly string[]
  readonly surface: WordFacts
  readonly facts: readonly WordFacts[]
}

/** How many chunks and words are remembered, and how long the chunks may be. */
const REMEMBERED = 1 << 15
const LONGEST_REMEMBERED = 48

/** Holds the weights, and how chunks were cut that it met before. */
export class Tokenizer {
  readonly model: TokenizerModel
  readonly #boundaries: Classifier
  readonly #sentenceEnds: Classifier
  readonly #cuttable: PlaceSet
  readonly #calm = new Uint8Array(PAIRS)
  readonly #words: WordCache
  /** By the kind of the character behind the chunk, then by the chunk. */
  readonly #known: readonly Map<string, readonly CutToken[]>[]
  #remembered = 0
  readonly #chunk = new Chunk()
  readonly #keys = new Uint32Array(Math.max(MOST_BOUNDARY_FEATURES, MOST_SENTENCE_FEATURES))
  readonly #soFar = new SentenceSoFar()

  /** @param words what is known of words, where somebody knows it already */
  constructor(model: TokenizerModel, words = new WordCache(NO_VOCABULARY, REMEMBERED)) {
    this.model = model
    this.#boundaries = new Classifier(model.boundaryWeights)
    this.#sentenceEnds = new Classifier(model.sentenceWeights)
    this.#cuttable = new PlaceSet(model.cuttable)
    for (const pair of model.calm) this.#calm[pair] = 1
    this.#words = words
    this.#known = Array.from({ length: KINDS }, () => new Map<string, readonly CutToken[]>())
  }

  /** The sentences of `text`, one after the other as they are asked for. */
  *sentences(text: string): Generator<KnownSentence> {
    for (const { start, end } of this.windows().of(text)) yield* this.#window(text, start, end)
  }

  /** Cuts text that comes in pieces into windows with the sentences of the whole text. */
  windows(): TextWindows {
    return new TextWindows((text) => this.#window(text, 0, text.length))
  }

  *#window(text: string, start: number, end: number): Generator<KnownSentence> {
    const tokens: TextToken[] = []
    const cuts: CutToken[] = []
    for (const chunk of chunks(text, start, end)) {
      let from = chunk.from
      for (const cut of this.#cutsOf(text.slice(chunk.from, chunk.to), chunk.nextKind)) {
        const to = chunk.from + cut.end
        tokens.push({ start: from, end: to, words: cut.words })
        cuts.push(cut)
        from = to
      }
    }
    const facts = cuts.map(({ surface }) => surface)
    let first = 0
    this.#soFar.begin()
    for (let i = 0; i < tokens.length; i++) {
      this.#soFar.add(facts[i])
      if (i < tokens.length - 1 && !this.#endsSentence(text, tokens, facts, i)) continue
      yield sentenceOf(tokens, cuts, first, i + 1)
      first = i + 1
      this.#soFar.begin()
    }
  }

  #endsSentence(text: string, tokens: readonly TextToken[], facts: readonly WordFacts[], i: number): boolean {
    const { end } = tokens[i]
    const { start } = tokens[i + 1]
    const spaced = start > end
    if (this.#calm[pairOf(text.charCodeAt(end - 1), text.charCodeAt(start), spaced)] !== 0) return false
    const classifier = this.#sentenceEnds
    classifier.scores.fill(0)
    classifier.add(this.#keys, this.#soFar.writeKeys(facts, i, spaced, this.#keys))
    return classifier.best() === SENTENCE_END
  }

  /** The tokens of a chunk. */
  #cutsOf(text: string, nextKind: number): readonly CutToken[] {
    if (text.length > LONGEST_REMEMBERED) return this.#cut(text, nextKind)
    const known = this.#known[nextKind]
    let cuts = known.get(text)
    if (!cuts) {
      if (this.#remembered === REMEMBERED) {
        for (const map of this.#known) map.clear()
        this.#remembered = 0
      }
      known.set(text, (cuts = this.#cut(text, nextKind)))
      this.#remembered++
    }
    return cuts
  }

  #cut(text: string, nextKind: number): readonly CutToken[] {
    const chunk = this.#chunk
    chunk.load(text, nextKind)
    const tokens: CutToken[] = []
    const classifier = this.#boundaries
    let start = 0
    let inner: number[] = []
    let wordStart = 0
    for (let i = 0; i + 1 < chunk.size; i++) {
      if (!chunk.isPossible(i, this.#cuttable)) continue
      classifier.scores.fill(0)
      classifier.add(this.#keys, chunk.writeKeys(i, wordStart, this.#keys))
      const boundary = classifier.best()
      if (boundary === NO_BOUNDARY) continue
      wordStart = i + 1
      const at = chunk.offsets[i + 1]
      if (boundary === WORD_END) {
        inner.push(at)
        continue
      }
      tokens.push(this.#token(text, start, at, inner))
      start = at
      inner = []
    }
    tokens.push(this.#token(text, start, text.length, inner))
    return tokens
  }

  #token(text: string, start: number, end: number, inner: readonly number[]): CutToken {
    const token = text.slice(start, end)
    const surface = this.#words.of(token)
    const words = this.#wordsOf(text, token, start, end, inner)
    const facts = words.length === 1 ? [surface] : words.map((word) => this.#words.of(word))
    return { end, words, surface, facts }
  }

  #wordsOf(
    text: string,
    token: string,
    start: number,
    end: number,
    inner: readonly number[],
  ): readonly string[] {
    if (inner.length > 0) {
      const ends = [...inner, end]
      return ends.map((stop, i) => text.slice(i === 0 ? start : ends[i - 1], stop))
    }
    const words = this.model.multiwords.size > 0 && this.model.multiwords.get(token.toLowerCase())
    return words ? [inCaseOf(token, words[0]), ...words.slice(1)] : [token]
  }
}

/** The sentence of the tokens first..behind − 1. */
function sentenceOf(
  tokens: readonly TextToken[],
  cuts: readonly CutToken[],
  first: number,
  behind: number,
): KnownSentence {
  const words: WordFacts[] = []
  for (let i = first; i < behind; i++) for (const word of cuts[i].facts) words.push(word)
  return {
    start: tokens[first].start,
    end: tokens[behind - 1].end,
    tokens: tokens.slice(first, behind),
    words,
  }
}

/** `word` with a capital where `token` begins with one. */
function inCaseOf(token: string, word: string): string {
  const first = token[0]
  return first === first.toLowerCase() ? word : word[0].toUpperCase() + word.slice(1)
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
