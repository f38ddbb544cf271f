/** Converts learned weights (floating-point numbers) to the integers of a model. */
import { IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'
import { MAX_8_BIT_WEIGHT, sortTransitions, type ClassifierWeights } from '../core/classifier-weights.ts'

/** The weights of a learner. */
export interface LearnedWeights {
  readonly transitions: readonly Transition[]
  readonly keys: Uint32Array
  /** Writes the weights of one feature to `row`, one number for each class. */
  readonly readRow: (feature: number, row: Float64Array) => void
}

export interface QuantizeOptions {
  /** The maximum number of features of a configuration, which bounds the sums. */
  readonly most: number
  /** Weights with a smaller absolute value are left out, as are those that round to 0. Default: 0. */
  readonly least?: number
}

/** Quantizes weights: the largest becomes 127, or less if sums could overflow 16 bits. */
export function quantize(
  { transitions, keys, readRow }: LearnedWeights,
  { most, least = 0 }: QuantizeOptions,
): ClassifierWeights {
  const { sorted, order } = sortTransitions(transitions)
  const row = new Float64Array(transitions.length)
  const limit = Math.min(MAX_8_BIT_WEIGHT, Math.floor(32767 / most))
  const largestWeight = heaviestOf(keys.length, readRow, row)
  const scale = largestWeight === 0 ? 1 : limit / largestWeight
  const keptKeys = new IntList()
  const starts = new IntList()
  const classes = new IntList()
  const values = new IntList()
  starts.push(0)
  for (const feature of byKey(keys)) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) {
      const weight = row[order[c]]
      if (weight === 0 || Math.abs(weight) < least) continue
      const value = Math.round(weight * scale)
      if (value === 0) continue
      classes.push(c)
      values.push(value)
    }
    if (classes.length === starts.items[keptKeys.length]) continue
    keptKeys.push(keys[feature])
    starts.push(classes.length)
  }
  return {
    transitions: sorted,
    keys: Uint32Array.from(keptKeys.view(), (key) => key >>> 0),
    starts: Uint32Array.from(starts.view()),
    classes: Uint16Array.from(classes.view()),
    values: Int16Array.from(values.view()),
    scale,
  }
}

function heaviestOf(features: number, readRow: LearnedWeights['readRow'], row: Float64Array): number {
  let largestWeight = 0
  for (let feature = 0; feature < features; feature++) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++)
      if (row[c] !== 0) largestWeight = Math.max(largestWeight, Math.abs(row[c]))
  }
  return largestWeight
}

/** The features, sorted by key. Sorts 64-bit numbers: the key in the high bits, the feature in the low bits. */
function byKey(keys: Uint32Array): Uint32Array {
  const halves = new Uint32Array(2 * keys.length)
  for (let feature = 0; feature < keys.length; feature++) {
    halves[2 * feature] = feature
    halves[2 * feature + 1] = keys[feature]
  }
  new BigUint64Array(halves.buffer).sort()
  return keys.map((_, place) => halves[2 * place])
}
