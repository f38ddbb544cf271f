/** What kinds of characters there are, as far as the tokenizer and the tagger care. */

/** Not a kind: before the first character and after the last one. */
export const OUTSIDE = 0
const SPACE = 1
export const SMALL = 2
export const CAPITAL = 3
/** Letters without case. */
const LETTER = 4
export const DIGIT = 5
/** What combines with the character before it, and joiners. */
export const MARK = 6
const IDEOGRAPH = 7
const HIRAGANA = 8
const KATAKANA = 9
const SYMBOL = 10
/** Punctuation, by what it does. */
const STOP = 11
const COMMA = 12
const DASH = 13
const OPENING = 14
const CLOSING = 15
const QUOTE = 16
const OTHER = 17
export const KINDS = 18

const kinds: readonly (readonly [number, RegExp])[] = [
  [SPACE, /[\s\u0085]/u],
  [MARK, /[\p{M}\u200c\u200d]/u],
  [SMALL, /\p{Ll}/u],
  [CAPITAL, /[\p{Lu}\p{Lt}]/u],
  [DIGIT, /\p{Nd}/u],
  [IDEOGRAPH, /\p{Script=Han}/u],
  [HIRAGANA, /\p{Script=Hiragana}/u],
  [KATAKANA, /[\p{Script=Katakana}\u30fc]/u],
  [LETTER, /[\p{L}\p{Nl}\p{No}]/u],
  [STOP, /\p{Sentence_Terminal}/u],
  [COMMA, /[,;:\u060c\u061b\u3001\uff0c\uff1a\uff1b]/u],
  [DASH, /\p{Pd}/u],
  [OPENING, /[\p{Ps}\p{Pi}]/u],
  [CLOSING, /[\p{Pe}\p{Pf}]/u],
  [QUOTE, /["'`]/u],
  [SYMBOL, /[\p{S}\p{P}]/u],
]

/** The kinds of the characters of the basic plane that were asked for, and one more; 0 where it was not yet. */
const known = new Uint8Array(0x10000)

/** The kind of a character, given by its code point; surrogates that stand alone are OTHER. */
export function kindOfCharacter(point: number): number {
  if (point > 0xffff) return findKind(point)
  const kind = known[point]
  return kind > 0 ? kind - 1 : (known[point] = findKind(point) + 1) - 1
}

function findKind(point: number): number {
  const character = String.fromCodePoint(point)
  return kinds.find(([, pattern]) => pattern.test(character))?.[0] ?? OTHER
}

export function isSpace(codeUnit: number): boolean {
  return (
    codeUnit === 0x20 || (codeUnit < 0x21 || codeUnit > 0x7e ? kindOfCharacter(codeUnit) === SPACE : false)
  )
}
