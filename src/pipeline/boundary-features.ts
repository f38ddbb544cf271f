/**
 * The features of a boundary in a chunk (text between white space). They depend only on the chunk and on the class of the
 * next character after it.
 */
import { IntList } from '../../parser/core/int-list.ts'
import { hashPair, hashText } from '../../parser/core/hash.ts'
import { listed } from '../../parser/features/template-language.ts'
import { addressesIn, AFTER, Rows, Templates } from './features.ts'
import {
  characterClass,
  classPair,
  isRegionalIndicator,
  MARK,
  OUTSIDE,
  SYMBOL,
  ZERO_WIDTH_JOINER,
} from './characters.ts'
import { abbreviationIn } from './abbreviations.ts'
import { lettersBeforeDigits, isAtApostrophe, runsOf, splitsOf, type RunSplits } from './run-splits.ts'

const columns = [
  'char',
  'class',
  'place',
  'prefix',
  'suffix',
  'progress',
  'whole',
  'pattern',
  'address',
  'next',
]
const [CHAR, CLASS, PLACE] = columns.keys()

const templates = new Templates(
  listed(`
    char char+1, char-1 char char+1, char char+1 char+2, char-1 char char+1 char+2, char-2 char-1 char,
    char+1 char+2 char+3, char-2 char-1 char char+1 char+2 char+3, class class+1,
    class-1 class class+1 class+2, class-2 class-1 class class+1 class+2 class+3, char class+1,
    class char+1, class char+1 next, char+1 progress, class class+1 progress, prefix, prefix char+1,
    prefix char+1 next, suffix, char suffix, prefix suffix, whole place, pattern place,
    char char+1 address, char-1 char char+1 char+2 address
  `),
  columns,
)
export const BOUNDARY_FEATURES: number = templates.size

/** Maximum lengths in code points. Longer prefixes, suffixes and chunks have the value TOO_LONG. */
const MAX_PREFIX = 24
const MAX_SUFFIX = 12
const MAX_CHUNK = 32
const TOO_LONG = 3
const EM_DASH = 0x2014
/** The offset of classes in rows, so that they differ from the values of the borders. */
const FIRST_CLASS = 3

/** The current chunk, with its code points and possible boundaries. */
export class Chunk {
  size = 0
  /** The offset of each code point in UTF-16 code units, and the length of the text. */
  readonly offsets = new IntList()
  readonly #rows = new Rows(columns)
  /** For each offset: 1 if a boundary is possible. */
  readonly #possible = new IntList()
  readonly #splits: RunSplits
  readonly #joinPairs: ReadonlySet<number>
  #text = ''
  #whole = 0
  #pattern = 0
  #address = 0
  #nextClass = OUTSIDE

  /** @param joinPairs the class pairs at which a word can continue with another piece, see word-pieces.ts */
  constructor(splits: RunSplits, joinPairs: Iterable<number> = []) {
    this.#splits = splits
    this.#joinPairs = new Set(joinPairs)
  }

  /** @param nextClass the class of the first character of the next chunk, OUTSIDE if there is none */
  load(text: string, nextClass: number): void {
    this.#text = text
    this.#nextClass = nextClass
    const { offsets } = this
    const rows = this.#rows.begin(text.length)
    offsets.length = 0
    let pattern = 0
    for (const character of text) {
      const i = offsets.length
      const point = character.codePointAt(0)!
      const type = this.#classOf(point, i)
      if (i < MAX_CHUNK) pattern = hashPair(pattern, type)
      offsets.push(i === 0 ? 0 : offsets.items[i - 1] + (rows.data[rows.at(i - 1) + CHAR] > 0xffff ? 2 : 1))
      rows.data[rows.at(i) + CHAR] = point
      rows.data[rows.at(i) + CLASS] = type + FIRST_CLASS
    }
    const size = (this.size = offsets.length)
    rows.data.fill(AFTER, rows.at(size), rows.at(text.length))
    offsets.push(text.length)
    this.#findPossible(text)
    this.#whole = size > MAX_CHUNK ? TOO_LONG : hashText(text)
    this.#pattern = size > MAX_CHUNK ? TOO_LONG : pattern
    this.#address = (text.includes('@') ? 1 : 0) + (/:\/\/|www\.|\.(?:com|org|net)\b/i.test(text) ? 2 : 0)
  }

  /** The class of code point `i`. Joined emoji and the second letter of a flag are marks. */
  #classOf(point: number, i: number): number {
    const { data } = this.#rows
    const previousRow = this.#rows.at(i - 1)
    const character = characterClass(point)
    const isJoined = character === SYMBOL && data[previousRow + CHAR] === ZERO_WIDTH_JOINER
    const isFlag = isRegionalIndicator(point) && isRegionalIndicator(data[previousRow + CHAR])
    return isJoined || (isFlag && data[previousRow + CLASS] !== MARK + FIRST_CLASS) ? MARK : character
  }

  /** Finds the possible boundaries of the chunk. */
  #findPossible(text: string): void {
    const rows = this.#rows
    const possible = this.#possible
    possible.length = 0
    for (let at = 0; at < text.length; at++) possible.push(0)
    for (let i = 1; i < this.size; i++)
      if (rows.data[rows.at(i) + CLASS] !== MARK + FIRST_CLASS) possible.items[this.offsets.items[i]] = 1
    for (const { start, end } of runsOf(text)) {
      const offsets = splitsOf(this.#splits, text.slice(start, end))
      for (let at = start + 1; at < end; at++)
        if (!isAtApostrophe(text, at)) possible.items[at] &= offsets.includes(at - start) ? 1 : 0
    }
    for (const { at, form } of lettersBeforeDigits(text))
      if (!this.#splits.forms.has(form)) possible.items[at] = 0
    for (const { start, end } of addressesIn(text)) possible.items.fill(0, start + 1, end)
    const abbreviation = abbreviationIn(text, this.#splits.abbreviations)
    if (abbreviation && this.#nextClass !== OUTSIDE)
      possible.items.fill(0, abbreviation.start + 1, abbreviation.end)
    // A name or a number, such as .NET and .5, begins with a period.
    if (/^\.[\p{L}\d]/u.test(text)) possible.items[1] = 0
  }

  /** Whether there can be a boundary after code point `i`. */
  isPossible(i: number): boolean {
    return this.#possible.items[this.offsets.items[i + 1]] === 1
  }

  /** Whether a piece of a word ends after code point `i`. */
  endsPiece(i: number): boolean {
    if (this.#joinPairs.size === 0 || !this.isPossible(i)) return false
    const offset = this.offsets.items[i + 1]
    return this.#joinPairs.has(classPair(this.#text, offset, offset))
  }

  /** Whether there is always a boundary after code point `i`: an em dash is a separate token. */
  isCertain(i: number): boolean {
    const { data, width } = this.#rows
    const at = this.#rows.at(i) + CHAR
    return (data[at] === EM_DASH) !== (data[at + width] === EM_DASH)
  }

  /** Writes the features of the boundary after code point `i` of the token from `tokenStart`; returns their number. */
  writeKeys(i: number, tokenStart: number, keys: Uint32Array): number {
    const offsets = this.offsets.items
    const middle = offsets[i + 1]
    const text = this.#text
    const at = this.#rows.at(i)
    const prefix = i - tokenStart >= MAX_PREFIX ? TOO_LONG : hashText(text, offsets[tokenStart], middle)
    const suffix = text.length - middle > MAX_SUFFIX ? TOO_LONG : hashText(text, middle, text.length)
    const progress = Math.min(i - tokenStart, 7) * 8 + Math.min(this.size - i - 1, 7)
    const next = i + 2 === this.size ? 32 + this.#nextClass : 0
    const values = [i, prefix, suffix, progress, this.#whole, this.#pattern, this.#address, next]
    this.#rows.data.set(values, at + PLACE)
    return templates.write(this.#rows.data, at, keys)
  }
}
