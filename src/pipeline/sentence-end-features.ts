/** The features of a sentence boundary between two tokens. */
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { characterClass, CHARACTER_CLASSES } from './characters.ts'
import { featureKey } from './classifier.ts'
import { borderFacts, LOWER, FORM, SHAPE, SUFFIX, type WordFacts } from './word-facts.ts'
import type { Characters } from './word-positions.ts'

export const SENTENCE_END_FEATURES = 27

/** In tokens. */
const LONGEST_BRACKETS = 20
const OUTSIDE_PARAGRAPH = borderFacts(1)
const opening = new Set(['(', '[', '{', '“', '«'].map((text) => hashText(text)))
const closing = new Set([')', ']', '}', '”', '»'].map((text) => hashText(text)))
const quote = hashText('"')
/** Shapes of words that begin with a capital. */
const capitalized = new Set(['X', 'Xx', 'XxX', 'XxXx', 'X.'].map((text) => hashText(text)))

/** The number of values of `classPairAt`. */
export const CLASS_PAIRS = 2 * CHARACTER_CLASSES * CHARACTER_CLASSES

/**
 * The class pair between token `i` and the next one, as one number: the classes of the last character of the token and of
 * the first one of the next token, and whether there is white space between them.
 */
export function classPairAt(text: string, tokens: readonly Characters[], i: number): number {
  const { end } = tokens[i]
  const { start } = tokens[i + 1]
  const last = characterClass(text.charCodeAt(end - 1))
  const next = characterClass(text.charCodeAt(start))
  return 2 * (CHARACTER_CLASSES * last + next) + (start > end ? 1 : 0)
}

/** The tokens from the start of the current sentence. */
export class OpenSentence {
  #tokens = 0
  #capitalized = 0
  /** The number of open brackets and quotation marks, and whether a straight quotation mark is open (0 or 1). */
  #open = 0
  #quoted = 0
  #first = 0

  begin(): void {
    this.#tokens = this.#capitalized = this.#open = this.#quoted = 0
  }

  /** Adds the next token. */
  add({ facts }: WordFacts): void {
    if (this.#tokens === 0) this.#first = facts[LOWER]
    this.#tokens++
    if (capitalized.has(facts[SHAPE])) this.#capitalized++
    if (opening.has(facts[FORM])) this.#open++
    else if (closing.has(facts[FORM])) this.#open = Math.max(0, this.#open - 1)
    else if (facts[FORM] === quote) this.#quoted = 1 - this.#quoted
  }

  /** Whether the token added last, token `i`, is within brackets that close soon. */
  isInBrackets(tokens: readonly WordFacts[], i: number): boolean {
    if (this.#open === 0) return false
    return tokens.slice(i + 1, i + 1 + LONGEST_BRACKETS).some(({ facts }) => closing.has(facts[FORM]))
  }

  /**
   * Writes the features of the boundary after token `i` of a paragraph, which was added last; returns their number.
   *
   * @param spaced whether white space follows the token
   */
  writeKeys(tokens: readonly WordFacts[], i: number, spaced: boolean, keys: Uint32Array): number {
    const secondBefore = factsAt(tokens, i - 2)
    const before = factsAt(tokens, i - 1)
    const last = tokens[i].facts
    const next = factsAt(tokens, i + 1)
    const second = factsAt(tokens, i + 2)
    const length = this.#tokens < 6 ? this.#tokens : 6 + Math.min(3, this.#tokens >> 3)
    const titled = this.#capitalized === this.#tokens ? 1 : 2 * this.#capitalized > this.#tokens ? 2 : 3
    const inside = Math.min(2, this.#open) * 2 + this.#quoted
    const space = spaced ? 1 : 0
    const forms = hashPair(last[LOWER], next[LOWER])
    const shapes = hashPair(last[SHAPE], next[SHAPE])
    const lastThenShape = hashPair(last[LOWER], next[SHAPE])
    keys[0] = featureKey(0, last[LOWER])
    keys[1] = featureKey(1, next[LOWER])
    keys[2] = featureKey(2, forms)
    keys[3] = featureKey(3, hashPair(last[FORM], next[FORM]))
    keys[4] = featureKey(4, hashPair(before[LOWER], last[LOWER]))
    keys[5] = featureKey(5, lastThenShape)
    keys[6] = featureKey(6, hashPair(shapes, space))
    keys[7] = featureKey(7, hashPair(before[SHAPE], shapes))
    keys[8] = featureKey(8, hashPair(lastThenShape, space))
    keys[9] = featureKey(9, hashPair(next[LOWER], second[LOWER]))
    keys[10] = featureKey(10, next[FORM])
    keys[11] = featureKey(11, hashPair(next[SHAPE], second[SHAPE]))
    keys[12] = featureKey(12, hashPair(forms, space))
    keys[13] = featureKey(13, hashPair(length, last[LOWER]))
    keys[14] = featureKey(14, hashPair(length, shapes))
    keys[15] = featureKey(15, hashPair(inside, last[LOWER]))
    keys[16] = featureKey(16, hashPair(inside, forms))
    keys[17] = featureKey(17, hashPair(before[LOWER], lastThenShape))
    keys[18] = featureKey(18, hashPair(last[SUFFIX + 2], next[SHAPE]))
    keys[19] = featureKey(19, hashPair(shapes, second[SHAPE]))
    keys[20] = featureKey(20, hashPair(forms, second[SHAPE]))
    keys[21] = featureKey(21, hashPair(titled, shapes))
    keys[22] = featureKey(22, hashPair(titled * 16 + length, next[SHAPE]))
    keys[23] = featureKey(23, hashPair(hashPair(secondBefore[SHAPE], before[SHAPE]), shapes))
    keys[24] = featureKey(24, hashPair(this.#first, shapes))
    keys[25] = featureKey(25, hashPair(lastThenShape, length))
    keys[26] = featureKey(26, hashPair(lastThenShape, titled))
    return SENTENCE_END_FEATURES
  }
}

function factsAt(tokens: readonly WordFacts[], i: number): Int32Array {
  return (i >= 0 && i < tokens.length ? tokens[i] : OUTSIDE_PARAGRAPH).facts
}
