/**
 * What the tagger knows of a word by its form alone, as hashes: found once for each form and kept, for as many forms as
 * memory is granted.
 */
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { NO_NUMBERS, numberOf, type WordNumbers } from './word-numbers.ts'

// The facts of a word, by their places in WordFacts.facts.
export const FORM = 0
export const LOWER = 1
/** The first one to four characters, in small letters. */
export const PREFIX = 2
/** The last one to five, digits alike. */
export const SUFFIX = 6
/** Kinds of characters, runs as one; and runs up to three. */
export const SHAPE = 11
const LONG_SHAPE = 12
/** Which tags the word had in training, or of what kind the unknown word is. */
export const AMBIGUITY = 13
export const FACTS = 14

const PREFIXES = 4
const SUFFIXES = 5
/** So much of a form is looked at for its shape. */
const SHAPED = 40

export interface WordFacts {
  readonly facts: Int32Array
  /** The classes that the word had in training, ascending, where it came often enough to know; else any may be right. */
  readonly choices: Choices | undefined
  /** What a tagger keeps with the word: the sums of its features where it stands itself, and where it is a neighbour. */
  own: Int16Array | undefined
  beside: Int16Array | undefined
}

export interface Choices {
  readonly tags: Uint16Array
  /** With each of these the FEATS that the word nearly always had, -1 where they have to be found. */
  readonly feats: Int32Array
}

/** Stand where there is no word. */
export function borderFacts(value: number): WordFacts {
  return { facts: new Int32Array(FACTS).fill(value), choices: undefined, own: undefined, beside: undefined }
}

/** What training has seen of words, by the hashes of their forms. */
export interface Vocabulary {
  /** Of words in small letters that came often enough: the number of the set of tags that they had. */
  readonly ambiguity: WordNumbers
  /** Of words that came often enough: which of `choices` may be right. */
  readonly choice: WordNumbers
  /** Sets of tags, ascending; none is empty. */
  readonly choices: readonly Uint16Array[]
  /** Of words with a tag, by `wordWithTag`, that nearly always had the same FEATS: these. */
  readonly feats: WordNumbers
}

/** The hash under which a {@link Vocabulary} knows a word with a tag. */
export function wordWithTag(form: number, tag: number): number {
  return hashPair(form, tag)
}

export const NO_VOCABULARY: Vocabulary = Object.freeze({
  ambiguity: NO_NUMBERS,
  choice: NO_NUMBERS,
  choices: [],
  feats: NO_NUMBERS,
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
    const word = { facts, choices: this.#choicesOf(facts[FORM]), own: undefined, beside: undefined }
    this.#words.set(form, word)
    return word
  }

  #choicesOf(form: number): Choices | undefined {
    const { choice, choices, feats } = this.#vocabulary
    const number = numberOf(choice, form)
    if (number < 0) return undefined
    const tags = choices[number]
    return { tags, feats: Int32Array.from(tags, (tag) => numberOf(feats, wordWithTag(form, tag))) }
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
    const set = numberOf(this.#vocabulary.ambiguity, facts[LOWER])
    facts[AMBIGUITY] = set < 0 ? hashText(`?${pattern.slice(-3)}`) : set
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
