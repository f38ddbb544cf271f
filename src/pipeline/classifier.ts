/** A linear classifier over hashed features for the tokenizer and the tagger: 8-bit weights, 24-bit feature keys. */
import type { ByteReader, ByteWriter } from '../../parser/model/bytes.ts'

/** A sparse matrix: for each feature the weights of some classes. */
export interface ClassWeights {
  readonly classes: number
  /** The keys of the features, ascending. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] of `targets` (classes, ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly targets: Uint8Array | Uint16Array
  readonly values: Int8Array
}

/** The largest number of classes. */
export const MOST_CLASSES = 4096

const KEY_BITS = 24
/** The number of 32-bit integers of the Bloom filter of keys. */
const FILTER = 1 << 15
/** Larger than every key. */
const END_KEY = 1 << KEY_BITS
/** The largest absolute value of a weight. */
export const LARGEST_WEIGHT = 127
/** Up to this number of classes, class numbers are bytes. */
const NARROW = 256

/** Class numbers as bytes, or as 16-bit integers if there are more than 256 classes. */
export function targetsFor(classes: number, targets: ArrayLike<number>): Uint8Array | Uint16Array {
  return classes <= NARROW ? Uint8Array.from(targets) : Uint16Array.from(targets)
}

/** The key of a feature, from 1 to 2^24 - 1: a hash of the number of its template and of its value. */
export function featureKey(template: number, value: number): number {
  let hash = Math.imul(value ^ Math.imul(template + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS) || 1
}

/** Sums the weights of features by class. */
export class Classifier {
  readonly classes: number
  /** The sums by class. The caller resets them. */
  readonly scores: Int32Array
  /** Bucket b, the leading bits of a key, begins with feature buckets[b]. */
  readonly #buckets: Int32Array
  readonly #shift: number
  /** The key of feature i at 2i and the start of its entries at 2i + 1; END_KEY after the last feature. */
  readonly #features: Int32Array
  /** A weight in the high bits, the class in the low `classBits` bits. */
  readonly #entries: Int16Array | Int32Array
  readonly #classBits: number
  /** A filter over the low bits of keys: most features of a text are unknown, and this table fits the cache. */
  readonly #filter = new Int32Array(FILTER)

  constructor({ classes, keys, starts, targets, values }: ClassWeights) {
    this.classes = classes
    this.scores = new Int32Array(classes)
    const size = keys.length
    const bits = Math.max(1, 31 - Math.clz32(Math.max(2, size)))
    const shift = (this.#shift = Math.max(0, KEY_BITS - bits))
    const buckets = (this.#buckets = new Int32Array(1 << (KEY_BITS - shift)))
    const features = (this.#features = new Int32Array(2 * size + 2))
    const filter = this.#filter
    for (let feature = 0, bucket = 0; feature < size; feature++) {
      const key = keys[feature]
      filter[(key >>> 5) & (FILTER - 1)] |= 1 << (key & 31)
      features[2 * feature] = key
      features[2 * feature + 1] = starts[feature]
      for (const last = key >>> shift; bucket < last;) buckets[++bucket] = feature
    }
    // Buckets after that of the last key are empty.
    const last = size > 0 ? keys[size - 1] >>> shift : -1
    buckets.fill(size, last + 1)
    features[2 * size] = END_KEY
    features[2 * size + 1] = targets.length
    const isNarrow = targets instanceof Uint8Array
    const classBits = (this.#classBits = isNarrow ? 8 : 12)
    const entries = isNarrow ? new Int16Array(targets.length) : new Int32Array(targets.length)
    for (let i = 0; i < entries.length; i++) entries[i] = (values[i] << classBits) | targets[i]
    this.#entries = entries
  }

  /** Adds the weights of the features keys[0..count) to `sums`. Unknown keys add nothing. */
  add(keys: Uint32Array, count: number, sums: Int32Array | Int16Array = this.scores): void {
    const features = this.#features
    const buckets = this.#buckets
    const shift = this.#shift
    const entries = this.#entries
    const bits = this.#classBits
    const mask = (1 << bits) - 1
    const filter = this.#filter
    for (let k = 0; k < count; k++) {
      const key = keys[k]
      if (((filter[(key >>> 5) & (FILTER - 1)] >>> (key & 31)) & 1) === 0) continue
      let feature = 2 * buckets[key >>> shift]
      while (features[feature] < key) feature += 2
      if (features[feature] !== key) continue
      const end = features[feature + 3]
      for (let i = features[feature + 1]; i < end; i++) {
        const entry = entries[i]
        sums[entry & mask] += entry >> bits
      }
    }
  }

  /** The class with the largest score, the first of them in a tie. */
  best(): number {
    const scores = this.scores
    let best = 0
    let most = scores[0]
    for (let c = 1; c < scores.length; c++) {
      if (scores[c] <= most) continue
      best = c
      most = scores[c]
    }
    return best
  }
}

/**
 * Writes weights: the differences between successive keys, the number of entries of each feature, the classes of all
 * entries (a byte each, or two, low byte first, if there are more than 256 classes), and the weights (a byte each).
 */
export function writeWeights(writer: ByteWriter, weights: ClassWeights): void {
  const { keys, starts, targets, values } = weights
  for (const value of [weights.classes, keys.length, targets.length]) writer.unsigned(value)
  for (let feature = 0; feature < keys.length; feature++)
    writer.unsigned(keys[feature] - (feature === 0 ? 0 : keys[feature - 1]))
  for (let feature = 0; feature < keys.length; feature++)
    writer.unsigned(starts[feature + 1] - starts[feature])
  for (const target of targets) {
    writer.byte(target & 0xff)
    if (weights.classes > NARROW) writer.byte(target >>> 8)
  }
  writer.bytes(new Uint8Array(values.buffer, values.byteOffset, values.length))
}

/** Reads what {@link writeWeights} wrote. Throws RangeError if the bytes are not valid. */
export function readWeights(reader: ByteReader): ClassWeights {
  const [classes, features, entries] = [reader.unsigned(), reader.unsigned(), reader.unsigned()]
  if (classes > MOST_CLASSES) throw new RangeError(`${classes} classes`)
  if (2 * features + 2 * entries > reader.left || features > entries)
    throw new RangeError(`${features} features with ${entries} weights in ${reader.left} bytes`)
  const keys = new Uint32Array(features)
  for (let feature = 0, key = 0; feature < features; feature++) {
    const step = reader.unsigned()
    keys[feature] = key += step
    if (step === 0 || key >= 1 << KEY_BITS) throw new RangeError('the features are out of order')
  }
  const starts = new Uint32Array(features + 1)
  for (let feature = 0, end = 0; feature < features; feature++) {
    const count = reader.unsigned()
    starts[feature + 1] = end += count
    if (count === 0 || end > entries) throw new RangeError('the weights of a feature do not fit')
  }
  if (starts[features] !== entries)
    throw new RangeError(`${entries} weights, but ${starts[features]} are there`)
  const targets = readTargets(reader, classes, entries)
  const values = new Int8Array(reader.bytes(entries).slice().buffer)
  for (let i = 0; i < entries; i++) {
    if (targets[i] >= classes) throw new RangeError('a weight of no class')
    if (values[i] === 0 || values[i] < -LARGEST_WEIGHT) throw new RangeError(`a weight of ${values[i]}`)
  }
  return { classes, keys, starts, targets, values }
}

function readTargets(reader: ByteReader, classes: number, count: number): Uint8Array | Uint16Array {
  if (classes <= NARROW) return reader.bytes(count).slice()
  const bytes = reader.bytes(2 * count)
  return Uint16Array.from({ length: count }, (_, i) => bytes[2 * i] | (bytes[2 * i + 1] << 8))
}
