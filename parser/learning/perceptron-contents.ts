/**
 * The weights of a perceptron as plain arrays, and their average.
 *
 * A hash table with open addressing finds features by their keys; a slot says where the row of the feature lies. Most
 * rows are lists of the classes that were ever updated, two or three of a hundred, each with its weight. Longer rows,
 * which take most of the time to sum, have a weight for each class.
 */
import type { ClassifierWeights } from '../model/weights.ts'
import { quantize } from './quantize.ts'

/** The number of fields of a slot of the table, and the fields. An empty slot has key 0. */
export const SLOT = 4
export const KEY = 0
/** The first entry of the row. */
export const START = 1
/** The number of entries of a list, or {@link DENSE}. */
export const LENGTH = 2
/** The number of entries that a list has room for. */
export const ROOM = 3

/** The length of a row with a weight for each class. */
export const DENSE = 0xffffffff

/** The weights of one prediction model as data that can be sent to a thread. */
export interface PerceptronContents {
  /** The classes, sorted by type, then label. */
  readonly transitions: Int32Array
  /** The number of transition types. */
  readonly types: number
  /** The number of features. */
  readonly size: number
  /** The slots, {@link SLOT} numbers each; their number is a power of 2. */
  readonly table: Uint32Array<ArrayBuffer>
  /**
   * Entry e of a list has its class at 2e and its weight, the bits of a 32-bit floating-point number, at 2e + 1. A row
   * that starts at entry e and has a weight for each class has that of class c at 2e + c.
   */
  readonly classes: Int32Array<ArrayBuffer>
  /**
   * By entry, or by class from the start of a row with a weight for each class: the sum of the updates, each times the
   * step that it came at.
   */
  readonly totals: Float64Array<ArrayBuffer>
  /** The number of entries in use. */
  readonly used: number
  /** Lists that are no longer in use: the starts of those with room for 2^r entries, by r. */
  readonly free: readonly (readonly number[])[]
}

/** Calls `visit` with each class of the row of the slot at `at` of the table, its weight and its total. */
export function visitRow(
  { transitions, table, classes, totals }: PerceptronContents,
  weights: Float32Array,
  at: number,
  visit: (c: number, weight: number, total: number) => void,
): void {
  const start = table[at + START]
  const length = table[at + LENGTH]
  if (length === DENSE) {
    for (let c = 0; c < transitions.length; c++) {
      const [weight, total] = [weights[2 * start + c], totals[start + c]]
      if (weight !== 0 || total !== 0) visit(c, weight, total)
    }
    return
  }
  for (let entry = start; entry < start + length; entry++) {
    visit(classes[2 * entry], weights[2 * entry + 1], totals[entry])
  }
}

/** The weights among `classes`. */
export function weightsIn({ classes }: PerceptronContents): Float32Array<ArrayBuffer> {
  return new Float32Array(classes.buffer, classes.byteOffset, classes.length)
}

/** The slots in use: where each begins in the table. */
export function slotsOf({ size, table }: PerceptronContents): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(size)
  for (let at = 0, i = 0; at < table.length; at += SLOT) if (table[at + KEY] !== 0) slots[i++] = at
  return slots
}

/**
 * The average of the weights over the first `steps` steps, quantized: the weight less its total divided by the number of
 * steps (Daumé 2006, section 2.1), so that steps without an update take no time.
 *
 * @param most the largest number of features that a configuration can have
 * @param unit the weight that becomes 1 in the result
 * @param least weights that are smaller in the result are left out
 */
export function averageOf(
  contents: PerceptronContents,
  steps: number,
  most: number,
  unit = 1,
  least = 0,
): ClassifierWeights {
  const slots = slotsOf(contents)
  const keys = slots.map((at) => contents.table[at + KEY])
  const weights = weightsIn(contents)
  const readRow = (feature: number, row: Float64Array): void => {
    row.fill(0)
    visitRow(contents, weights, slots[feature], (c, weight, total) => {
      row[c] = weight - total / steps
    })
  }
  const quantized = quantize(
    { transitions: [...contents.transitions], keys, readRow },
    { most, least: least * unit },
  )
  return { ...quantized, scale: quantized.scale * unit }
}
