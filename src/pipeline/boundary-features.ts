/**
 * The features of a boundary between two characters of a chunk, which is what stands between white space. They see the
 * chunk, and of what follows it only the kind of its first character, so that a chunk seen before need not be cut again.
 */
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { CAPITAL, DIGIT, kindOfCharacter, MARK, OUTSIDE, SMALL } from './characters.ts'
import { featureKey } from './classifier.ts'

export const MOST_BOUNDARY_FEATURES = 25

/** Longer prefixes, rests and chunks are not told apart. */
const LONGEST_PREFIX = 24
const LONGEST_REST = 12
const LONGEST_CHUNK = 32
const TOO_LONG = 3
/** Characters beside the chunk that can be asked for. */
const MARGIN = 3

/** A set of places between characters, by their numbers of 16 bits. */
export class PlaceSet {
  readonly #bits = new Int32Array(1 << 11)

  constructor(places: Iterable<number>) {
    for (const place of places) this.#bits[place >>> 5] |= 1 << (place & 31)
  }

  has(place: number): boolean {
    return ((this.#bits[place >>> 5] >>> (place & 31)) & 1) !== 0
  }
}

/** Letters that have case, and digits, by their kinds: 1 and 2; 0 for others. */
function runOf(kind: number): number {
  return kind === SMALL || kind === CAPITAL ? 1 : kind === DIGIT ? 2 : 0
}

/** A chunk that is being cut, code point by code point. */
export class Chunk {
  size = 0
  /** Where each code point begins in the text, counted from the chunk; one more for the end. */
  offsets = new Int32Array(64)
  #points = new Int32Array(64 + 2 * MARGIN)
  #kinds = new Int32Array(64 + 2 * MARGIN)
  #text = ''
  #whole = 0
  #kindsHash = 0
  #address = 0
  #nextKind = OUTSIDE

  /** @param nextKind the kind of the first character of the chunk that follows, OUTSIDE where there is none */
  load(text: string, nextKind: number): void {
    this.#text = text
    this.#nextKind = nextKind
    if (text.length >= this.offsets.length) {
      this.offsets = new Int32Array(2 * text.length)
      this.#points = new Int32Array(2 * text.length + 2 * MARGIN)
      this.#kinds = new Int32Array(2 * text.length + 2 * MARGIN)
    }
    const [points, kinds] = [this.#points, this.#kinds]
    let size = 0
    let pattern = 0
    for (let at = 0; at < text.length;) {
      const point = text.codePointAt(at)!
      this.offsets[size] = at
      points[size + MARGIN] = point
      kinds[size + MARGIN] = kindOfCharacter(point)
      if (size < LONGEST_CHUNK) pattern = hashPair(pattern, kinds[size + MARGIN])
      size++
      at += point > 0xffff ? 2 : 1
    }
    this.offsets[size] = text.length
    points.fill(0, size + MARGIN, size + 2 * MARGIN)
    kinds.fill(OUTSIDE, size + MARGIN, size + 2 * MARGIN)
    this.size = size
    this.#whole = size > LONGEST_CHUNK ? TOO_LONG : hashText(text)
    this.#kindsHash = size > LONGEST_CHUNK ? TOO_LONG : pattern
    this.#address = (text.includes('@') ? 1 : 0) + (/:\/\/|www\.|\.(?:com|org|net)\b/i.test(text) ? 2 : 0)
  }

  /** The kind of code point `i`. */
  kind(i: number): number {
    return this.#kinds[i + MARGIN]
  }

  /** Whether both sides of the boundary behind code point `i` are letters that have case, or digits. */
  isWithin(i: number): boolean {
    const run = runOf(this.kind(i))
    return run !== 0 && run === runOf(this.kind(i + 1))
  }

  /** The characters around that boundary as a number: one before it, two behind it. */
  placeOf(i: number): number {
    const points = this.#points
    const at = i + MARGIN
    return hashPair(hashPair(points[at], points[at + 1]), points[at + 2]) >>> 16
  }

  /** Whether there may be a boundary: `cuttable` are those places within letters and digits where there can be one. */
  isPossible(i: number, cuttable: PlaceSet): boolean {
    if (this.isWithin(i)) return cuttable.has(this.placeOf(i))
    return this.kind(i + 1) !== MARK
  }

  /**
   * Writes the features of the boundary behind code point `i`, and returns how many there are.
   *
   * @param tokenStart the code point that the token so far begins with
   */
  writeKeys(i: number, tokenStart: number, keys: Uint32Array): number {
    const [points, kinds] = [this.#points, this.#kinds]
    const at = i + MARGIN
    const [c2, c1, c0] = [points[at - 2], points[at - 1], points[at]]
    const [n1, n2, n3] = [points[at + 1], points[at + 2], points[at + 3]]
    const [k2, k1, k0] = [kinds[at - 2], kinds[at - 1], kinds[at]]
    const [m1, m2, m3] = [kinds[at + 1], kinds[at + 2], kinds[at + 3]]
    const begin = this.offsets[tokenStart]
    const middle = this.offsets[i + 1]
    const { length } = this.#text
    const prefix = i - tokenStart >= LONGEST_PREFIX ? TOO_LONG : hashText(this.#text, begin, middle)
    const rest = length - middle > LONGEST_REST ? TOO_LONG : hashText(this.#text, middle, length)
    const pair = hashPair(c0, n1)
    const wide = hashPair(hashPair(c1, pair), n2)
    const kindPair = k0 * 32 + m1
    const near = (k1 * 32 + m2) * 1024 + kindPair
    const next = i + 2 === this.size ? 32 + this.#nextKind : 0
    const progress = Math.min(i - tokenStart, 7) * 8 + Math.min(this.size - i - 1, 7)
    keys[0] = featureKey(0, pair)
    keys[1] = featureKey(1, hashPair(c1, pair))
    keys[2] = featureKey(2, hashPair(pair, n2))
    keys[3] = featureKey(3, wide)
    keys[4] = featureKey(4, hashPair(hashPair(c2, c1), c0))
    keys[5] = featureKey(5, hashPair(hashPair(n1, n2), n3))
    keys[6] = featureKey(6, kindPair)
    keys[7] = featureKey(7, near)
    keys[8] = featureKey(8, hashPair(near, k2 * 32 + m3))
    keys[9] = featureKey(9, hashPair(c0, m1))
    keys[10] = featureKey(10, hashPair(k0, n1))
    keys[11] = featureKey(11, prefix)
    keys[12] = featureKey(12, hashPair(prefix, n1))
    keys[13] = featureKey(13, rest)
    keys[14] = featureKey(14, hashPair(c0, rest))
    keys[15] = featureKey(15, hashPair(this.#whole, i))
    keys[16] = featureKey(16, hashPair(this.#kindsHash, i))
    keys[17] = featureKey(17, hashPair(prefix, rest))
    keys[18] = featureKey(18, hashPair(hashPair(prefix, n1), next))
    keys[19] = featureKey(19, hashPair(hashPair(k0, n1), next))
    keys[20] = featureKey(20, hashPair(n1, progress))
    keys[21] = featureKey(21, hashPair(kindPair, progress))
    keys[22] = featureKey(22, hashPair(pair, this.#address))
    keys[23] = featureKey(23, hashPair(wide, this.#address))
    keys[24] = featureKey(24, hashPair(hashPair(c2, wide), n3))
    return MOST_BOUNDARY_FEATURES
  }
}
