/**
 * A linear classifier over hashed features, as the tokenizer and the tagger use it: many classes, small integer weights,
 * keys of 24 bits. It sums what features say about classes, and keeps sums that come up again and again for its caller.
 */
import type { ByteReader, ByteWriter } from '../../parser/model/bytes.ts'

/** For each feature the weights of the classes that it says something about. */
export interface ClassWeights {
  readonly classes: number
  /** The features, in ascending order of their keys. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] of `targets` (ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly targets: Uint8Array | Uint16Array
  readonly values: Int8Array
}

/** More classes than this are not to be had. */
export const MOST_CLASSES = 4096

const KEY_BITS = 24
/** How many integers hold a bit for each key. */
const HINTS = 1 << 15
/** No key is as large. */
const ABOVE_ALL = 1 << KEY_BITS
/** The largest weight: what any set of features can add up to stays far below 2^31. */
export const LARGEST_WEIGHT = 127
/** Up to so many classes, their numbers are bytes. */
const NARROW = 256

/** Class numbers in as few bytes as these classes need. */
export function targetsFor(classes: number, targets: ArrayLike<number>): Uint8Array | Uint16Array {
  return classes <= NARROW ? Uint8Array.from(targets) : Uint16Array.from(targets)
}

/** The key of a feature, 1..2^24 - 1: which of the templates it is, and what it saw there. */
export function featureKey(template: number, value: number): number {
  let hash = Math.imul(value ^ Math.imul(template + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS) || 1
}

/** Sums weights. Holds the table of the features, and the sums. */
export class Classifier {
  readonly classes: number
  /** The sums, by class. */
  readonly scores: Int32Array
  /** The features by the leading bits of their keys: bucket b has the features from buckets[b] on. */
  readonly #buckets: Int32Array
  readonly #shift: number
  /** Feature i: its key at 2i, where its entries begin at 2i + 1; one more, with a key above all, for the end. */
  readonly #features: Int32Array
  /** A weight, and below it the class in as many bits as classes need. */
  readonly #entries: Int16Array | Int32Array
  readonly #classBits: number
  /** A bit for each key by its last bits: most features that come up are unknown, and a small table says so. */
  readonly #hints = new Int32Array(HINTS)

  constructor({ classes, keys, starts, targets, values }: ClassWeights) {
    this.classes = classes
    this.scores = new Int32Array(classes)
    const size = keys.length
    const bits = Math.max(1, 31 - Math.clz32(Math.max(2, size)))
    const shift = (this.#shift = Math.max(0, KEY_BITS - bits))
    const buckets = (this.#buckets = new Int32Array(1 << (KEY_BITS - shift)))
    const features = (this.#features = new Int32Array(2 * size + 2))
    const hints = this.#hints
    for (let feature = 0, bucket = 0; feature < size; feature++) {
      const key = keys[feature]
      hints[(key >>> 5) & (HINTS - 1)] |= 1 << (key & 31)
      features[2 * feature] = key
      features[2 * feature + 1] = starts[feature]
      for (const last = key >>> shift; bucket < last;) buckets[++bucket] = feature
    }
    // Buckets behind the last key begin where the features end.
    const last = size > 0 ? keys[size - 1] >>> shift : -1
    buckets.fill(size, last + 1)
    features[2 * size] = ABOVE_ALL
    features[2 * size + 1] = targets.length
    const isNarrow = targets instanceof Uint8Array
    const classBits = (this.#classBits = isNarrow ? 8 : 12)
    const entries = isNarrow ? new Int16Array(targets.length) : new Int32Array(targets.length)
    for (let i = 0; i < entries.length; i++) entries[i] = (values[i] << classBits) | targets[i]
    this.#entries = entries
  }

  /** Adds the weights of keys[0..count) to `sums`; keys that are not known add nothing. */
  add(keys: Uint32Array, count: number, sums: Int32Array | Int16Array = this.scores): void {
    const features = this.#features
    const buckets = this.#buckets
    const shift = this.#shift
    const entries = this.#entries
    const bits = this.#classBits
    const mask = (1 << bits) - 1
    const hints = this.#hints
    for (let k = 0; k < count; k++) {
      const key = keys[k]
      if (((hints[(key >>> 5) & (HINTS - 1)] >>> (key & 31)) & 1) === 0) continue
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

  /** The first of the best classes by the sums; 0 where there are none. */
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
 * Writes weights: the steps from key to key, then how many entries each feature has, then the classes of all entries,
 * then their weights; a byte each, or two (low byte first) for classes where there are more than bytes can tell.
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

/** Reads what {@link writeWeights} wrote. Throws RangeError where it did not write it. */
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
