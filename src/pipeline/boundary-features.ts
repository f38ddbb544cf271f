/**
 * The features of a boundary between two characters of a chunk. A chunk is a piece of text between white space. The
 * features read the chunk and the class of the first character of the next chunk, so that the tokens of a chunk can be
 * cached. The templates are code because their values are hashes of substrings, which parser/features does not have.
 */
import { IntList } from '../../parser/core/int-list.ts'
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { characterClass, DIGIT, LOWERCASE, MARK, OUTSIDE, UPPERCASE } from './characters.ts'
import { featureKey } from './classifier.ts'

export const BOUNDARY_FEATURES = 25

/** In code points; the values of longer prefixes, suffixes and chunks are all TOO_LONG. */
const LONGEST_PREFIX = 24
const LONGEST_SUFFIX = 12
const LONGEST_CHUNK = 32
const TOO_LONG = 3
/** The number of code points before and after the chunk that features can read. */
const MARGIN = 3

/** A set of 16-bit numbers. */
export class SmallSet {
  readonly #bits = new Int32Array(1 << 11)

  constructor(members: Iterable<number>) {
    for (const member of members) this.#bits[member >>> 5] |= 1 << (member & 31)
  }

  has(member: number): boolean {
    return ((this.#bits[member >>> 5] >>> (member & 31)) & 1) !== 0
  }
}

/** 1 for letters with case, 2 for digits, 0 for other characters. */
function runOf(character: number): number {
  return character === LOWERCASE || character === UPPERCASE ? 1 : character === DIGIT ? 2 : 0
}

/** The chunk that is being cut, by code points. */
export class Chunk {
  /** The number of code points. */
  size = 0
  /** The offset of each code point in UTF-16 code units, and the length of the text. */
  readonly offsets = new IntList()
  readonly #points = new IntList()
  readonly #classes = new IntList()
  #text = ''
  #whole = 0
  #pattern = 0
  #address = 0
  #nextClass = OUTSIDE

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
      if (offsets.length < LONGEST_CHUNK) pattern = hashPair(pattern, characterClass(point))
      offsets.push(at)
      this.#push(point, characterClass(point))
    }
    const size = (this.size = offsets.length)
    offsets.push(text.length)
    for (let i = 0; i < MARGIN; i++) this.#push(0, OUTSIDE)
    this.#whole = size > LONGEST_CHUNK ? TOO_LONG : hashText(text)
    this.#pattern = size > LONGEST_CHUNK ? TOO_LONG : pattern
    this.#address = (text.includes('@') ? 1 : 0) + (/:\/\/|www\.|\.(?:com|org|net)\b/i.test(text) ? 2 : 0)
  }

  #push(point: number, character: number): void {
    this.#points.push(point)
    this.#classes.push(character)
  }

  /** Whether both sides of the boundary after code point `i` are letters with case, or both are digits. */
  isWithinRun(i: number): boolean {
    const classes = this.#classes.items
    const run = runOf(classes[i + MARGIN])
    return run !== 0 && run === runOf(classes[i + MARGIN + 1])
  }

  /** A 16-bit hash of one code point before the boundary after code point `i`, and of two after it. */
  trigramAt(i: number): number {
    const points = this.#points.items
    const at = i + MARGIN
    return hashPair(hashPair(points[at], points[at + 1]), points[at + 2]) >>> 16
  }

  /** @param cuttable the trigrams at which there are boundaries within runs of letters or digits */
  isPossible(i: number, cuttable: SmallSet): boolean {
    if (this.isWithinRun(i)) return cuttable.has(this.trigramAt(i))
    return this.#classes.items[i + MARGIN + 1] !== MARK
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
