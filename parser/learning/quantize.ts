/** Turns the weights that a learner found, floating-point numbers, into the integers of a model. */
import { IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'
import { EIGHT_BITS, sortTransitions, type ClassifierWeights } from '../model/weights.ts'
import { isLong, shiftFor } from '../scoring/tables/wide-table.ts'
import { codesFor } from '../scoring/tables/wide-codes.ts'

/** Weights as a learner has them. */
export interface LearnedWeights {
  /** By class. */
  readonly transitions: readonly Transition[]
  /** By feature. */
  readonly keys: Uint32Array
  /** Writes the weights of one feature to `row`, a number for each class. */
  readonly readRow: (feature: number, row: Float64Array) => void
}

export interface QuantizeOptions {
  /** The largest number of features that a configuration can have; bounds the sums. */
  readonly most: number
  /** Weights with a smaller absolute value are left out, as are those that round to 0. Default: 0. */
  readonly least?: number
  /** The largest absolute value of an integer; with {@link EIGHT_BITS}, all its bits are kept. Default: 32767. */
  readonly largest?: number
}

/**
 * Quantizes weights: the heaviest becomes the largest integer, or less if sums could overflow 16 bits. Integers of more
 * than 8 bits keep their leading bits only, so that there are few different ones and each gets a code (see
 * ../scoring/tables/wide-table.ts).
 */
export function quantize(
  { transitions, keys, readRow }: LearnedWeights,
  { most, least = 0, largest = 32767 }: QuantizeOptions,
): ClassifierWeights {
  const { sorted, order } = sortTransitions(transitions)
  const row = new Float64Array(transitions.length)
  const limit = Math.min(largest, Math.floor(32767 / most))
  const heaviest = heaviestOf(keys.length, readRow, row)
  const scale = heaviest === 0 ? 1 : limit / heaviest
  const bits = largest === EIGHT_BITS ? 8 : leadingBits(limit, codesFor(transitions.length))
  const kept = new IntList()
  const starts = new IntList()
  const classes = new IntList()
  const values = new IntList()
  starts.push(0)
  for (const feature of byKey(keys)) {
    readRow(feature, row)
    const step = stepOf(row, least, scale)
    for (let c = 0; c < row.length; c++) {
      if (row[order[c]] === 0) continue
      const weight = row[order[c]] * scale
      const value = step > 0 ? roundTo(weight, step) : keepLeading(Math.round(weight), bits, limit)
      if (value === 0) continue
      classes.push(c)
      values.push(value)
    }
    if (classes.length === starts.items[kept.length]) continue
    kept.push(keys[feature])
    starts.push(classes.length)
  }
  return {
    transitions: sorted,
    keys: Uint32Array.from(kept.view(), (key) => key >>> 0),
    starts: Uint32Array.from(starts.view()),
    classes: Uint16Array.from(classes.view()),
    values: Int16Array.from(values.view()),
    scale,
  }
}

/** The largest absolute weight of all features. */
function heaviestOf(features: number, readRow: LearnedWeights['readRow'], row: Float64Array): number {
  let heaviest = 0
  for (let feature = 0; feature < features; feature++) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) if (row[c] !== 0) heaviest = Math.max(heaviest, Math.abs(row[c]))
  }
  return heaviest
}

/**
 * Sets weights below `least` to 0. Returns the step between the integers of the row if the wide table keeps it as a row
 * of 8-bit weights; 0 if it keeps entries.
 */
function stepOf(row: Float64Array, least: number, scale: number): number {
  let [entries, heaviest] = [0, 0]
  for (let c = 0; c < row.length; c++) {
    if (row[c] === 0) continue // most are
    if (Math.abs(row[c]) < least) row[c] = 0
    if (Math.round(row[c] * scale) !== 0) entries++
    heaviest = Math.max(heaviest, Math.abs(row[c]))
  }
  return isLong(entries, row.length) ? 2 ** shiftFor(Math.round(heaviest * scale)) : 0
}

/** The features in the order of their keys. Sorts numbers of 64 bits: the key, then the feature. */
function byKey(keys: Uint32Array): Uint32Array {
  const halves = new Uint32Array(2 * keys.length)
  for (let feature = 0; feature < keys.length; feature++) {
    halves[2 * feature] = feature
    halves[2 * feature + 1] = keys[feature]
  }
  new BigUint64Array(halves.buffer).sort()
  return keys.map((_, place) => halves[2 * place])
}

/** The number of leading bits that integers up to `limit` keep, so that there are at most `codes` different ones, signs included. */
function leadingBits(limit: number, codes: number): number {
  let bits = 6
  while (bits > 1 && 2 * (1 << (bits - 1)) * (2 + Math.log2(limit) - bits) > codes) bits--
  return bits
}

/** Rounds an integer to one with `bits` leading bits and zeros behind them, at most `limit`. */
function keepLeading(value: number, bits: number, limit: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(Math.abs(value)) - bits)
  return Math.min(limit, Math.max(-limit, Math.round(value / step) * step))
}

/** Rounds to a multiple of `step`, at most 127 times the step. */
function roundTo(weight: number, step: number): number {
  return Math.min(127, Math.max(-127, Math.round(weight / step))) * step
}
