/** Character classes for the tokenizer. */

/** The class of positions before the first character and after the last character. */
export const OUTSIDE = 0
const SPACE = 1
export const LOWERCASE = 2
export const UPPERCASE = 3
/** Letters without case. */
const LETTER = 4
export const DIGIT = 5
/** Combining characters, joiners and skin tones: they belong to the character before them. */
export const MARK = 6
const IDEOGRAPH = 7
const HIRAGANA = 8
const KATAKANA = 9
export const SYMBOL = 10
const SENTENCE_TERMINAL = 11
const COMMA = 12
const DASH = 13
const OPENING = 14
const CLOSING = 15
export const QUOTE = 16
const OTHER = 17
export const CHARACTER_CLASSES = 18

export const ZERO_WIDTH_JOINER = 0x200d

/** Whether a code point is a regional indicator, of which two form a flag. */
export function isRegionalIndicator(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff
}

/** The classes with their patterns. The first matching pattern determines the class. */
const classPatterns: readonly (readonly [number, RegExp])[] = [
  [SPACE, /[\s\u0085]/u],
  [MARK, /[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u],
  [LOWERCASE, /\p{Ll}/u],
  [UPPERCASE, /[\p{Lu}\p{Lt}]/u],
  [DIGIT, /\p{Nd}/u],
  [IDEOGRAPH, /\p{Script=Han}/u],
  [HIRAGANA, /\p{Script=Hiragana}/u],
  [KATAKANA, /[\p{Script=Katakana}\u30fc]/u],
  [LETTER, /[\p{L}\p{Nl}\p{No}]/u],
  [SENTENCE_TERMINAL, /\p{Sentence_Terminal}/u],
  [COMMA, /[,;:\u060c\u061b\u3001\uff0c\uff1a\uff1b]/u],
  [DASH, /\p{Pd}/u],
  [OPENING, /[\p{Ps}\p{Pi}]/u],
  [CLOSING, /[\p{Pe}\p{Pf}]/u],
  [QUOTE, /["'`]/u],
  [SYMBOL, /[\p{S}\p{P}]/u],
]

/** Cache for the basic multilingual plane: the class plus 1, or 0 if the class is not computed yet. */
const classCache = new Uint8Array(0x10000)

/** The class of the character with this code point. Unpaired surrogates have the class OTHER. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return computeClass(codePoint)
  if (classCache[codePoint] === 0) classCache[codePoint] = computeClass(codePoint) + 1
  return classCache[codePoint] - 1
}

function computeClass(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  return classPatterns.find(([, pattern]) => pattern.test(character))?.[0] ?? OTHER
}

/** Whether a UTF-16 code unit is white space. */
export function isSpace(codeUnit: number): boolean {
  return (
    codeUnit === 0x20 || (codeUnit < 0x21 || codeUnit > 0x7e ? characterClass(codeUnit) === SPACE : false)
  )
}

/** The number of values of {@link classPair}. */
export const CLASS_PAIRS = 2 * CHARACTER_CLASSES * CHARACTER_CLASSES

/**
 * Combines three values in one number: the classes of the UTF-16 code units before `end` and at `start`, and whether white
 * space is between them.
 */
export function classPair(text: string, end: number, start: number): number {
  const previous = characterClass(text.charCodeAt(end - 1))
  const next = characterClass(text.charCodeAt(start))
  return 2 * (CHARACTER_CLASSES * previous + next) + (start > end ? 1 : 0)
}

export function isSpacedPair(pair: number): boolean {
  return pair % 2 === 1
}

/** Whether both characters are letters without case. */
export function isUncasedPair(pair: number): boolean {
  const classes = [Math.floor(pair / 2 / CHARACTER_CLASSES), (pair >> 1) % CHARACTER_CLASSES]
  return classes.every((one) => one === LETTER || (one >= IDEOGRAPH && one <= KATAKANA))
}

/** Returns a function that counts the code points before an offset, in time linear in the distance from the previous offset. */
export function codePointCounter(text: string): (offset: number) => number {
  let previous = 0
  let points = 0
  return (offset) => {
    const { length } = Array.from(text.slice(Math.min(previous, offset), Math.max(previous, offset)))
    points += offset < previous ? -length : length
    previous = offset
    return points
  }
}

/** A copy of a text for long-term storage, because a substring can keep the whole string in memory. */
export function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}

/**
 * The offset at which to cut a text: after the last white space of text[from..to), or else at `to`, but not within a
 * surrogate pair.
 */
export function cutAtSpace(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (isSpace(text.charCodeAt(at - 1))) return at
  const previous = text.charCodeAt(to - 1)
  return previous >= 0xd800 && previous < 0xdc00 ? to - 1 : to
}
