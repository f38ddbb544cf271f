/**
 * A linear classifier over hashed features, as the tokenizer and the tagger use it: many classes, small integer weights,
 * keys of 24 bits. It sums what features say about classes, and keeps sums that come up again and again for its caller.
 */
import { Instances } from '../../parser/learning/instances.ts'
import { trainState } from '../../parser/learning/liblinear.ts'
import type { ByteReader, ByteWriter } from '../../parser/bytes.ts'
import { GrowingInts } from '../../parser/growing.ts'
import { labelOf, moveOf } from '../../parser/system.ts'

/** For each feature the weights of the classes that it says something about. */
export interface ClassWeights {
  readonly classes: number
  /** The features, in ascending order of their keys. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] of `targets` (ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly targets: Uint16Array
  readonly values: Int8Array
}

/** More classes than this are not to be had. */
export const MOST_CLASSES = 4096

const KEY_BITS = 24
/** How many integers hold a bit for each key. */
const HINTS = 1 << 15
/** The largest weight: what any set of features can add up to stays far below 2^31. */
const LARGEST = 127

/** The key of a feature, 1..2^24 - 1: which of the templates it is, and what it saw there. */
export function featureKey(template: number, value: number): number {
  let hash = Math.imul(value ^ Math.imul(template + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS) || 1
}

/** What a classifier is to learn from. */
export class Examples {
  readonly #instances = new Instances()

  get size(): number {
    return this.#instances.size
  }

  /** The features keys[0..count) call for class `target`. */
  add(keys: Uint32Array, count: number, target: number): void {
    this.#instances.add(keys, count, moveOf(0, target))
  }

  /** The weights, by Crammer and Singer's support vector machine. Throws RangeError for more than MOST_CLASSES. */
  learn(classes: number, options: LearningOptions): ClassWeights {
    if (classes > MOST_CLASSES)
      throw new RangeError(`${classes} different tags or FEATS, expected ${MOST_CLASSES} at most`)
    const {
      moves,
      keys,
      starts,
      classes: targets,
      values,
    } = trainState('', this.#instances, options.most, {
      solver: 4,
      C: options.C,
      seed: options.seed,
      signal: options.signal,
      onPass: (_, pass) => options.onPass?.(pass),
    })
    const wanted = Uint16Array.from(targets, (target) => labelOf(moves[target]))
    return coarsen({ classes, keys, starts, targets: wanted, values }, options.levels)
  }
}

export interface LearningOptions {
  /** The cost of errors. */
  readonly C: number
  readonly seed: number
  /** The largest number of features of an example. */
  readonly most: number
  /** The weights are rounded so that the largest that is not an exception becomes this. */
  readonly levels: number
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** Rounds weights so that one in a thousand is larger than `levels`, and leaves out what rounds to 0. */
function coarsen(
  weights: Omit<ClassWeights, 'values'> & { readonly values: Int16Array },
  levels: number,
): ClassWeights {
  const sizes = weights.values.map(Math.abs).sort()
  const usual = Math.max(1, sizes[Math.floor(0.999 * sizes.length)] ?? 1)
  const kept = new GrowingInts()
  const starts = new GrowingInts()
  const targets = new GrowingInts()
  const values = new GrowingInts()
  starts.push(0)
  for (let feature = 0; feature < weights.keys.length; feature++) {
    const before = targets.length
    for (let i = weights.starts[feature]; i < weights.starts[feature + 1]; i++) {
      const value = Math.round((weights.values[i] * levels) / usual)
      if (value === 0) continue
      targets.push(weights.targets[i])
      values.push(Math.max(-LARGEST, Math.min(LARGEST, value)))
    }
    if (targets.length === before) continue
    kept.push(weights.keys[feature])
    starts.push(targets.length)
  }
  return {
    classes: weights.classes,
    keys: Uint32Array.from(kept.view()),
    starts: Uint32Array.from(starts.view()),
    targets: Uint16Array.from(targets.view()),
    values: Int8Array.from(values.view()),
  }
}

/** Sums weights. Holds the table of the features, and the sums. */
export class Classifier {
  readonly classes: number
  /** The sums, by class. */
  readonly scores: Int32Array
  readonly #mask: number
  /** Open addressing: slot 2i holds a key, 0 where it is free; slot 2i + 1 where its entries begin. */
  readonly #table: Int32Array
  /** The entries of a feature stand in a row: weight, class (12 bits), and a bit that is set in the last one. */
  readonly #entries: Int32Array
  /** A bit for each key by its last bits: most features that come up are unknown, and a small table says so. */
  readonly #hints = new Int32Array(HINTS)

  constructor({ classes, keys, starts, targets, values }: ClassWeights) {
    this.classes = classes
    this.scores = new Int32Array(classes)
    this.#entries = new Int32Array(targets.length)
    let room = 16
    while (room < 2 * keys.length) room *= 2
    this.#mask = room - 1
    this.#table = new Int32Array(2 * room)
    for (let feature = 0; feature < keys.length; feature++) {
      this.#hints[(keys[feature] >>> 5) & (HINTS - 1)] |= 1 << (keys[feature] & 31)
      let slot = keys[feature] & this.#mask
      while (this.#table[2 * slot] !== 0) slot = (slot + 1) & this.#mask
      this.#table[2 * slot] = keys[feature]
      this.#table[2 * slot + 1] = starts[feature]
      const last = starts[feature + 1] - 1
      for (let i = starts[feature]; i <= last; i++)
        this.#entries[i] = (values[i] << 13) | (targets[i] << 1) | Number(i === last)
    }
  }

  /** Adds the weights of keys[0..count) to `sums`; keys that are not known add nothing. */
  add(keys: Uint32Array, count: number, sums: Int32Array | Int16Array = this.scores): void {
    const table = this.#table
    const mask = this.#mask
    const entries = this.#entries
    const hints = this.#hints
    for (let k = 0; k < count; k++) {
      const key = keys[k]
      if (((hints[(key >>> 5) & (HINTS - 1)] >>> (key & 31)) & 1) === 0) continue
      let slot = key & mask
      let known = table[2 * slot]
      while (known !== key && known !== 0) {
        slot = (slot + 1) & mask
        known = table[2 * slot]
      }
      if (known === 0) continue
      for (let i = table[2 * slot + 1]; ; i++) {
        const entry = entries[i]
        sums[(entry >> 1) & 0xfff] += entry >> 13
        if (entry & 1) break
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

/** Writes weights: for each feature the step from the key before, how many entries, and these. */
export function writeWeights(writer: ByteWriter, weights: ClassWeights): void {
  const { keys, starts, targets, values } = weights
  for (const value of [weights.classes, keys.length, targets.length]) writer.unsigned(value)
  for (let feature = 0; feature < keys.length; feature++) {
    writer.unsigned(keys[feature] - (feature === 0 ? 0 : keys[feature - 1]))
    writer.unsigned(starts[feature + 1] - starts[feature])
    for (let i = starts[feature]; i < starts[feature + 1]; i++) {
      writer.unsigned(targets[i] - (i === starts[feature] ? 0 : targets[i - 1]))
      writer.signed(values[i])
    }
  }
}

/** Reads what {@link writeWeights} wrote. Throws RangeError where it did not write it. */
export function readWeights(reader: ByteReader): ClassWeights {
  const [classes, features, entries] = [reader.unsigned(), reader.unsigned(), reader.unsigned()]
  if (classes > MOST_CLASSES) throw new RangeError(`${classes} classes`)
  if (2 * features + 2 * entries > reader.left || features > entries)
    throw new RangeError(`${features} features with ${entries} weights in ${reader.left} bytes`)
  const keys = new Uint32Array(features)
  const starts = new Uint32Array(features + 1)
  const targets = new Uint16Array(entries)
  const values = new Int8Array(entries)
  let end = 0
  for (let feature = 0, key = 0; feature < features; feature++) {
    const step = reader.unsigned()
    keys[feature] = key += step
    if (step === 0 || key >= 1 << KEY_BITS) throw new RangeError('the features are out of order')
    const count = reader.unsigned()
    if (count === 0 || end + count > entries) throw new RangeError('the weights of a feature do not fit')
    for (let target = 0, left = count; left > 0; left--) {
      const further = reader.unsigned()
      target += further
      if (target >= classes || (further === 0 && left < count)) throw new RangeError('a weight of no class')
      const value = reader.signed()
      if (value === 0 || Math.abs(value) > LARGEST) throw new RangeError(`a weight of ${value}`)
      targets[end] = target
      values[end++] = value
    }
    starts[feature + 1] = end
  }
  if (end !== entries) throw new RangeError(`${entries} weights, but ${end} are there`)
  return { classes, keys, starts, targets, values }
}
