/** A linear classifier over 24-bit hashed features with 8-bit weights, for all models except the parser. */
import { labelOf } from '../../parser/core/transition-system.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import { KEY_BITS } from './features.ts'

/** The number of bits of the class in an entry; the other eight bits are the weight. */
const CLASS_BITS = 24
const CLASS_MASK = (1 << CLASS_BITS) - 1
/** The number of 32-bit integers of the Bloom filter of keys. */
const FILTER_LENGTH = 1 << 15
/** Larger than every key. */
const END_KEY = 1 << KEY_BITS

/** Sums the weights of features by class. */
export class Classifier {
  readonly classes: number
  /** The sums by class. The caller resets them. */
  readonly scores: Int32Array
  /** Bucket b (the leading bits of a key) starts at feature buckets[b]. */
  readonly #buckets: Int32Array
  readonly #shift: number
  /** The key of feature i at 2i and the start of its entries at 2i + 1; END_KEY after the last feature. */
  readonly #features: Int32Array
  /** A weight in the high bits, the class in the low CLASS_BITS bits. */
  readonly #entries: Int32Array
  /** A filter over the low bits of keys: most features of a text are unknown, and this table fits the cache. */
  readonly #filter = new Int32Array(FILTER_LENGTH)

  /** @param classes the number of classes. Classes that did not occur in training have no weights */
  constructor({ transitions, keys, starts, classes: entries, values }: ClassifierWeights, classes: number) {
    this.classes = classes
    this.scores = new Int32Array(classes)
    const size = keys.length
    const bits = Math.max(1, 31 - Math.clz32(Math.max(2, size)))
    const shift = (this.#shift = Math.max(0, KEY_BITS - bits))
    const buckets = (this.#buckets = new Int32Array(1 << (KEY_BITS - shift)))
    const features = (this.#features = new Int32Array(2 * size + 2))
    for (let feature = 0, bucket = 0; feature < size; feature++)
      for (const last = keys[feature] >>> shift; bucket < last;) buckets[++bucket] = feature
    // Buckets after that of the last key are empty.
    const last = size > 0 ? keys[size - 1] >>> shift : -1
    buckets.fill(size, last + 1)
    interleave(keys, starts, features)
    features[2 * size] = END_KEY
    features[2 * size + 1] = entries.length
    addToFilter(keys, this.#filter)
    this.#entries = packEntries(Int32Array.from(transitions, labelOf), entries, values)
  }

  /** Adds the weights of the features keys[0..count) to `sums`. Unknown keys add nothing. */
  add(keys: Uint32Array, count: number, sums: Int32Array | Int16Array = this.scores): void {
    const features = this.#features
    const buckets = this.#buckets
    const shift = this.#shift
    const entries = this.#entries
    const filter = this.#filter
    for (let k = 0; k < count; k++) {
      const key = keys[k]
      if (((filter[(key >>> 5) & (FILTER_LENGTH - 1)] >>> (key & 31)) & 1) === 0) continue
      let feature = 2 * buckets[key >>> shift]
      while (features[feature] < key) feature += 2
      if (features[feature] !== key) continue
      const end = features[feature + 3]
      for (let i = features[feature + 1]; i < end; i++) {
        const entry = entries[i]
        sums[entry & CLASS_MASK] += entry >> CLASS_BITS
      }
    }
  }

  /** The class with the largest score for the features keys[0..count); the first class in a tie. */
  best(keys: Uint32Array, count: number): number {
    const { scores } = this
    scores.fill(0)
    this.add(keys, count)
    let best = 0
    for (let c = 1; c < scores.length; c++) if (scores[c] > scores[best]) best = c
    return best
  }
}

// Functions of their own, which are compiled once for all classifiers.

function interleave(keys: Uint32Array, starts: Uint32Array, features: Int32Array): void {
  for (let i = 0; i < keys.length; i++) {
    features[2 * i] = keys[i]
    features[2 * i + 1] = starts[i]
  }
}

function addToFilter(keys: Uint32Array, filter: Int32Array): void {
  for (let i = 0; i < keys.length; i++) filter[(keys[i] >>> 5) & (FILTER_LENGTH - 1)] |= 1 << (keys[i] & 31)
}

function packEntries(labels: Int32Array, classes: Uint16Array, values: Int16Array): Int32Array {
  const entries = new Int32Array(classes.length)
  for (let i = 0; i < entries.length; i++) entries[i] = (values[i] << CLASS_BITS) | labels[classes[i]]
  return entries
}
