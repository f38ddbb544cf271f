/**
 * Words of several pieces: Vietnamese writes spaces between the syllables of a word, French writes spaces inside large
 * numbers, Chinese writes no spaces between words. If the training data require it, text is cut into pieces at white space
 * or into single characters, and a classifier decides whether the word continues after each piece. Its features use the
 * words of the training text.
 */
import { hashPair } from '../../parser/core/hash.ts'
import type { WordNumbers } from '../../parser/core/word-numbers.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import type { Characters } from '../sentence/text-sentence.ts'
import { characterClass } from './characters.ts'
import { listed } from '../../parser/features/template-language.ts'
import { Rows, Templates } from './features.ts'
import { FACT_COUNT, LOWER, wordColumns, type WordFacts } from './word-facts.ts'

/** The model that decides whether two pieces belong to the same word. */
export interface JoinModel {
  /** The class pairs (see `classPair`) between pieces of a word, in ascending order. Pairs without white space cut the text. */
  readonly pairs: Uint16Array
  readonly weights: ClassifierWeights
  /** By word of the training part (see {@link phraseHash}): how often its pieces are one word, a class below {@link SHARES}. */
  readonly phrases: WordNumbers
}

/** The classes of a word: its pieces are rarely, usually or always a word where they follow each other. */
export const SHARES = 3

// Columns: the character class of the piece; the word up to it, its number of pieces, and the class of these pieces, of
// those up to the next pieces, and of the next pieces alone.
const columns = [
  ...wordColumns,
  'kind',
  'word',
  'size',
  'here',
  'one',
  'two',
  'three',
  'next',
  'after',
] as const
const KIND = FACT_COUNT
/** In rows, character classes are larger by this, so that they differ from the values of the borders. */
const FIRST_CLASS = 3

const templates = new Templates(
  listed(`
    lower, lower+1, lower lower+1, lower-1 lower lower+1, lower lower+1 lower+2, word, word lower+1, size,
    size shape shape+1, shape shape+1, long long+1, long-1 long long+1, shape-1 shape shape+1 shape+2,
    kind kind+1, kind-1 kind kind+1 kind+2, lower kind+1, kind lower+1, here, one, here one, here one two,
    one two three, here one next, here one next after, lower one, lower+1 one, lower+1 next, lower here,
    size one, shape shape+1 one
  `),
  columns,
)
export const JOIN_FEATURES: number = templates.size

/** The maximum number of pieces of a known word. */
export const LONGEST_PHRASE = 6
/** The classes of sequences that are no word of training, and of those that are too long or beyond the text. */
const UNKNOWN = SHARES
const NONE = SHARES + 1
const MAX_PIECES = 5

/** Extends the hash of a sequence of pieces by one piece. The hash of an empty sequence is 0. */
export function phraseHash(before: number, { facts }: WordFacts): number {
  return hashPair(before, facts[LOWER])
}

/** The current word. */
export class OpenWord {
  readonly #pieces: readonly WordFacts[]
  readonly #classOf: (hash: number) => number
  readonly #rows = new Rows(columns)
  #start = 0
  /** The hash of the pieces of the current word. */
  #word = 0

  /** @param classOf the class of the phrase with a hash, -1 if training has no such word */
  constructor(
    text: string,
    places: readonly Characters[],
    pieces: readonly WordFacts[],
    classOf: (hash: number) => number,
  ) {
    this.#pieces = pieces
    this.#classOf = classOf
    const rows = this.#rows.begin(pieces.length)
    for (let i = 0; i < pieces.length; i++) {
      rows.data.set(pieces[i].facts, rows.at(i))
      rows.data[rows.at(i) + KIND] = FIRST_CLASS + characterClass(text.codePointAt(places[i].start)!)
    }
  }

  /** Starts a word with piece `i`. */
  begin(i: number): void {
    this.#start = i
    this.#word = 0
  }

  /** Writes the features of the end of piece `i` of the word, which follows the piece of the last call; returns their number. */
  writeKeys(i: number, keys: Uint32Array): number {
    const { data } = this.#rows
    const start = this.#start
    this.#word = phraseHash(this.#word, this.#pieces[i])
    const size = Math.min(i - start, MAX_PIECES)
    const word = [0, 1, 2, 3].map((more) => this.#class(start, i + more))
    const others = [1, 2].map((more) => this.#class(i + 1, i + more))
    data.set([this.#word, size, ...word, ...others], this.#rows.at(i) + KIND + 1)
    return templates.write(data, this.#rows.at(i), keys)
  }

  #class(first: number, last: number): number {
    if (last >= this.#pieces.length || last - first >= LONGEST_PHRASE) return NONE
    let hash = 0
    for (let i = first; i <= last; i++) hash = phraseHash(hash, this.#pieces[i])
    const known = this.#classOf(hash)
    return known < 0 ? UNKNOWN : known
  }
}
