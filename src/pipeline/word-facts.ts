/**
 * What the tagger knows of a word by its form alone, as hashes: found once for each form and kept, for as many forms as
 * memory is granted.
 */
import { hashPair, hashText } from '../../parser/sentence.ts'

// The facts of a word, by their places in WordFacts.facts.
export const FORM = 0
export const LOWER = 1
/** The first one to four characters, in small letters. */
export const PREFIX = 2
/** The last one to five, digits alike. */
export const SUFFIX = 6
/** Kinds of characters, runs as one; and runs up to three. */
export const SHAPE = 11
export const LONG_SHAPE = 12
/** Which tags the word had in training, or of what kind the unknown word is. */
export const AMBIGUITY = 13
export const FACTS = 14

const PREFIXES = 4
const SUFFIXES = 5
/** So much of a form is looked at for its shape. */
const SHAPED = 40

export interface WordFacts {
  readonly facts: Int32Array
  /** The analysis that the word always has, -1 where it has to be found. */
  readonly settled: number
  /** What a tagger keeps with the word: the sums of its features, a row for each place where it may stand. */
  sums: Int16Array | undefined
}

/** Stand where there is no word. */
export function borderFacts(value: number): WordFacts {
  return { facts: new Int32Array(FACTS).fill(value), settled: -1, sums: undefined }
}

/** What training has seen of words, by `hashText` of their forms (without sign). */
export interface Vocabulary {
  /** Of words in small letters that came often enough: the number of the set of tags that they had. */
  readonly ambiguity: ReadonlyMap<number, number>
  /** Of words that came often and nearly always had one analysis: that analysis. */
  readonly settled: ReadonlyMap<number, number>
  /** Of words with a tag, by `wordWithTag`, that nearly always had the same FEATS: these. */
  readonly feats: ReadonlyMap<number, number>
}

/** The number under which a {@link Vocabulary} knows a word with a tag. */
export function wordWithTag({ facts }: WordFacts, tag: number): number {
  return hashPair(facts[FORM], tag) >>> 0
}

export const NO_VOCABULARY: Vocabulary = Object.freeze({
  ambiguity: new Map(),
  settled: new Map(),
  feats: new Map(),
})

export class WordCache {
  readonly #vocabulary: Vocabulary
  readonly #most: number
  readonly #words = new Map<string, WordFacts>()

  /** @param most how many words are kept */
  constructor(vocabulary: Vocabulary, most: number) {
    this.#vocabulary = vocabulary
    this.#most = most
  }

  of(form: string): WordFacts {
    const known = this.#words.get(form)
    if (known) return known
    if (this.#words.size >= this.#most) this.#words.clear()
    const facts = this.#find(form)
    const settled = this.#vocabulary.settled.get(facts[FORM] >>> 0) ?? -1
    const word = { facts, settled, sums: undefined }
    this.#words.set(form, word)
    return word
  }

  #find(form: string): Int32Array {
    const facts = new Int32Array(FACTS)
    const lower = form.toLowerCase()
    const pattern = lower.replace(/\d/g, '9')
    facts[FORM] = hashText(form)
    facts[LOWER] = hashText(lower)
    for (let length = 1; length <= PREFIXES; length++)
      facts[PREFIX + length - 1] = hashText(lower, 0, Math.min(length, lower.length))
    for (let length = 1; length <= SUFFIXES; length++)
      facts[SUFFIX + length - 1] = hashText(pattern, Math.max(0, pattern.length - length))
    facts[SHAPE] = hashText(shapeOf(form, 1))
    facts[LONG_SHAPE] = hashText(shapeOf(form, 3))
    facts[AMBIGUITY] = this.#vocabulary.ambiguity.get(facts[LOWER] >>> 0) ?? hashText(`?${pattern.slice(-3)}`)
    return facts
  }
}

/** Capitals, small letters, other letters and digits as `Xxo9`, other characters as they are, runs cut to `longest`. */
function shapeOf(form: string, longest: number): string {
  let shape = ''
  let last = ''
  let run = 0
  for (const character of form.slice(0, SHAPED)) {
    const kind = kindOf(character)
    run = kind === last ? run + 1 : 1
    if (run <= longest) shape += kind
    last = kind
  }
  return shape
}

function kindOf(character: string): string {
  const upper = character.toUpperCase()
  if (upper !== character.toLowerCase()) return character === upper ? 'X' : 'x'
  if (/\d/.test(character)) return '9'
  return /\p{L}/u.test(character) ? 'o' : character
}
