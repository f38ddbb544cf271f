/**
 * The features of a boundary between two characters of a chunk. A chunk is a piece of text between white space. The
 * features read the chunk and the class of the first character of the next chunk, so that the tokens of a chunk can be
 * cached. The templates are code because their values are hashes of substrings, which parser/features does not have.
 */
import { IntList } from '../../parser/core/int-list.ts'
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { addressesIn } from './addresses.ts'
import {
  characterClass,
  isRegionalIndicator,
  MARK,
  OUTSIDE,
  SYMBOL,
  ZERO_WIDTH_JOINER,
} from './characters.ts'
import { featureKey } from './classifier.ts'
import { isAtApostrophe, runsOf, splitsOf, type RunSplits } from './run-splits.ts'

export const BOUNDARY_FEATURES = 25

/** In code points; the values of longer prefixes, suffixes and chunks are all TOO_LONG. */
const LONGEST_PREFIX = 24
const LONGEST_SUFFIX = 12
const LONGEST_CHUNK = 32
const TOO_LONG = 3
/** The number of code points before and after the chunk that features can read. */
const MARGIN = 3

/** The chunk that is being cut, by code points. */
export class Chunk {
  /** The number of code points. */
  size = 0
  /** The offset of each code point in UTF-16 code units, and the length of the text. */
  readonly offsets = new IntList()
  readonly #points = new IntList()
  readonly #classes = new IntList()
  /** By offset: 1 where the chunk can be cut. */
  readonly #possible = new IntList()
  readonly #splits: RunSplits
  #text = ''
  #whole = 0
  #pattern = 0
  #address = 0
  #nextClass = OUTSIDE

  constructor(splits: RunSplits) {
    this.#splits = splits
  }

  /** @param nextClass the class of the first character of the next chunk, OUTSIDE if there is none */
  load(text: string, nextClass: number): void {
    this.#text = text
    this.#nextClass = nextClass
    const { offsets } = this
    const points = this.#points
    const classes = this.#classes
    offsets.length = points.length = classes.length = 0
    for (let i = 0; i < MARGIN; i++) this.#push(0, OUTSIDE)
    let pattern = 0
    for (let at = 0; at < text.length; at += points.items[points.length - 1] > 0xffff ? 2 : 1) {
      const point = text.codePointAt(at)!
      const character = this.#classOfNext(point)
      if (offsets.length < LONGEST_CHUNK) pattern = hashPair(pattern, character)
      offsets.push(at)
      this.#push(point, character)
    }
    const size = (this.size = offsets.length)
    offsets.push(text.length)
    for (let i = 0; i < MARGIN; i++) this.#push(0, OUTSIDE)
    this.#findPossible(text)
    this.#whole = size > LONGEST_CHUNK ? TOO_LONG : hashText(text)
    this.#pattern = size > LONGEST_CHUNK ? TOO_LONG : pattern
    this.#address = (text.includes('@') ? 1 : 0) + (/:\/\/|www\.|\.(?:com|org|net)\b/i.test(text) ? 2 : 0)
  }

  /** The class of the next code point. Joined emoji and the second letter of a flag are marks. */
  #classOfNext(point: number): number {
    const character = characterClass(point)
    const last = this.#points.items[this.#points.length - 1]
    const lastClass = this.#classes.items[this.#classes.length - 1]
    const isJoined = character === SYMBOL && last === ZERO_WIDTH_JOINER
    const isFlag = isRegionalIndicator(point) && isRegionalIndicator(last) && lastClass !== MARK
    return isJoined || isFlag ? MARK : character
  }

  #push(point: number, character: number): void {
    this.#points.push(point)
    this.#classes.push(character)
  }

  /** Marks the boundaries at which the chunk can be cut. */
  #findPossible(text: string): void {
    const classes = this.#classes.items
    const possible = this.#possible
    possible.length = 0
    for (let at = 0; at < text.length; at++) possible.push(0)
    for (let i = 1; i < this.size; i++)
      if (classes[i + MARGIN] !== MARK) possible.items[this.offsets.items[i]] = 1
    for (const { start, end } of runsOf(text)) {
      const offsets = splitsOf(this.#splits, text.slice(start, end))
      for (let at = start + 1; at < end; at++)
        if (!isAtApostrophe(text, at)) possible.items[at] &= offsets.includes(at - start) ? 1 : 0
    }
    for (const { start, end } of addressesIn(text)) possible.items.fill(0, start + 1, end)
  }

  /** Whether there can be a boundary after code point `i`. */
  isPossible(i: number): boolean {
    return this.#possible.items[this.offsets.items[i + 1]] === 1
  }

  /**
   * Writes the features of the boundary after code point `i`; returns their number.
   *
   * @param tokenStart the first code point of the current token
   */
  writeKeys(i: number, tokenStart: number, keys: Uint32Array): number {
    const points = this.#points.items
    const classes = this.#classes.items
    const offsets = this.offsets.items
    const at = i + MARGIN
    const [c2, c1, c0] = [points[at - 2], points[at - 1], points[at]]
    const [n1, n2, n3] = [points[at + 1], points[at + 2], points[at + 3]]
    const [k2, k1, k0] = [classes[at - 2], classes[at - 1], classes[at]]
    const [m1, m2, m3] = [classes[at + 1], classes[at + 2], classes[at + 3]]
    const middle = offsets[i + 1]
    const { length } = this.#text
    const prefix =
      i - tokenStart >= LONGEST_PREFIX ? TOO_LONG : hashText(this.#text, offsets[tokenStart], middle)
    const suffix = length - middle > LONGEST_SUFFIX ? TOO_LONG : hashText(this.#text, middle, length)
    const pair = hashPair(c0, n1)
    const wide = hashPair(hashPair(c1, pair), n2)
    const classPair = k0 * 32 + m1
    const near = (k1 * 32 + m2) * 1024 + classPair
    const next = i + 2 === this.size ? 32 + this.#nextClass : 0
    const progress = Math.min(i - tokenStart, 7) * 8 + Math.min(this.size - i - 1, 7)
    keys[0] = featureKey(0, pair)
    keys[1] = featureKey(1, hashPair(c1, pair))
    keys[2] = featureKey(2, hashPair(pair, n2))
    keys[3] = featureKey(3, wide)
    keys[4] = featureKey(4, hashPair(hashPair(c2, c1), c0))
    keys[5] = featureKey(5, hashPair(hashPair(n1, n2), n3))
    keys[6] = featureKey(6, classPair)
    keys[7] = featureKey(7, near)
    keys[8] = featureKey(8, hashPair(near, k2 * 32 + m3))
    keys[9] = featureKey(9, hashPair(c0, m1))
    keys[10] = featureKey(10, hashPair(k0, n1))
    keys[11] = featureKey(11, prefix)
    keys[12] = featureKey(12, hashPair(prefix, n1))
    keys[13] = featureKey(13, suffix)
    keys[14] = featureKey(14, hashPair(c0, suffix))
    keys[15] = featureKey(15, hashPair(this.#whole, i))
    keys[16] = featureKey(16, hashPair(this.#pattern, i))
    keys[17] = featureKey(17, hashPair(prefix, suffix))
    keys[18] = featureKey(18, hashPair(hashPair(prefix, n1), next))
    keys[19] = featureKey(19, hashPair(hashPair(k0, n1), next))
    keys[20] = featureKey(20, hashPair(n1, progress))
    keys[21] = featureKey(21, hashPair(classPair, progress))
    keys[22] = featureKey(22, hashPair(pair, this.#address))
    keys[23] = featureKey(23, hashPair(wide, this.#address))
    keys[24] = featureKey(24, hashPair(hashPair(c2, wide), n3))
    return BOUNDARY_FEATURES
  }
}
