/**
 * From weights of floating-point numbers to integers: a weight of 1 becomes `scale`, and of larger integers only the
 * leading bits are kept, so that there are few different weights and each gets a code (see ../scoring/tables/wide-table.ts).
 */
import { IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'
import { EIGHT_BITS, sortTransitions, type ClassifierWeights } from '../model/weights.ts'
import { codesFor, isLong, shiftFor } from '../scoring/tables/wide-table.ts'

/** Gives the weights of one feature, a number for each class. */
export type RowReader = (feature: number, row: Float64Array) => void

/**
 * Quantizes weights; classes are in the order of `transitions`.
 *
 * @param most the largest number of features that can be on at once: bounds the sums, which have to fit into 16 bits
 * @param least weights that are smaller are left out, as is what rounds to 0
 * @param largest the largest integer; where it is {@link EIGHT_BITS}, all bits are kept
 */
export function quantize(
  transitions: readonly Transition[],
  keys: Uint32Array,
  readRow: RowReader,
  most: number,
  least = 0,
  largest = 32767,
): ClassifierWeights {
  const { sorted, order } = sortTransitions(transitions)
  const row = new Float64Array(transitions.length)
  let heaviest = 0
  for (let feature = 0; feature < keys.length; feature++) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) if (row[c] !== 0) heaviest = Math.max(heaviest, Math.abs(row[c]))
  }
  const limit = Math.min(largest, Math.floor(32767 / most))
  const scale = heaviest === 0 ? 1 : limit / heaviest
  const bits = largest === EIGHT_BITS ? 8 : leadingBits(limit, codesFor(transitions.length))
  const kept = new IntList()
  const starts = new IntList()
  const classes = new IntList()
  const values = new IntList()
  starts.push(0)
  for (const feature of byKey(keys)) {
    readRow(feature, row)
    let [entries, rowHeaviest] = [0, 0]
    for (let c = 0; c < row.length; c++) {
      if (row[c] === 0) continue // most are
      if (Math.abs(row[c]) < least) row[c] = 0
      if (Math.round(row[c] * scale) !== 0) entries++
      rowHeaviest = Math.max(rowHeaviest, Math.abs(row[c]))
    }
    const step = isLong(entries, row.length) ? 2 ** shiftFor(Math.round(rowHeaviest * scale)) : 0
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

/** The features in order of their keys, sorted as numbers of 64 bits: a key, then its feature. */
function byKey(keys: Uint32Array): Uint32Array {
  const halves = new Uint32Array(2 * keys.length)
  for (let feature = 0; feature < keys.length; feature++) {
    halves[2 * feature] = feature
    halves[2 * feature + 1] = keys[feature]
  }
  new BigUint64Array(halves.buffer).sort()
  return keys.map((_, place) => halves[2 * place])
}

/** How many leading bits integers up to `limit` may keep so that there are, with either sign, at most `codes` of them. */
function leadingBits(limit: number, codes: number): number {
  let bits = 6
  while (bits > 1 && 2 * (1 << (bits - 1)) * (2 + Math.log2(limit) - bits) > codes) bits--
  return bits
}

/** Rounds an integer to one of `bits` bits and zeros, up to `limit`. */
function keepLeading(value: number, bits: number, limit: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(Math.abs(value)) - bits)
  return Math.min(limit, Math.max(-limit, Math.round(value / step) * step))
}

/** Rounds to a multiple of `step`, up to 127 times. */
function roundTo(weight: number, step: number): number {
  return Math.min(127, Math.max(-127, Math.round(weight / step))) * step
}
