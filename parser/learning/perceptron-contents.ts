/**
 * The weights of a perceptron as arrays that can be sent elsewhere, and what is made of them in the end.
 *
 * Features are found by their keys in a table of open addressing; a slot tells where the feature's row lies. Rows of few
 * classes are lists, of the classes that were ever updated, each with its weight; most features have seen two or three
 * of a hundred. The others, which take most of the time to sum, have a weight for each class.
 */
import type { ClassifierWeights } from '../model/weights.ts'
import { quantize } from './quantize.ts'

// The fields of a slot of the table. Key 0 is an empty slot.
export const SLOT = 4
export const KEY = 0
export const START = 1
export const LENGTH = 2
export const ROOM = 3

/** The length of a row that has a weight for each class. */
export const DENSE = 0xffffffff

export interface Contents {
  readonly transitions: Int32Array
  /** How many kinds of transitions there are. */
  readonly types: number
  readonly size: number
  readonly table: Uint32Array<ArrayBuffer>
  /**
   * Entry e of a list: its class at 2e, its weight, in the bits of a floating-point number, at 2e + 1. Of a row that
   * starts at entry e and has a weight for each class: that of class c at 2e + c.
   */
  readonly classes: Int32Array<ArrayBuffer>
  /** By entry, of a row with a weight for each class by class from its start on: what the average needs. */
  readonly totals: Float64Array<ArrayBuffer>
  readonly used: number
  readonly free: readonly number[][]
}

/** Calls `visit` with each class of the row of the slot at `at`, its weight and its total. */
export function visitRow(
  { transitions, table, classes, totals }: Contents,
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
export function weightsIn({ classes }: Contents): Float32Array<ArrayBuffer> {
  return new Float32Array(classes.buffer, classes.byteOffset, classes.length)
}

/** The slots in use, by their first index in the table. */
export function slotsOf({ size, table }: Contents): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(size)
  for (let at = 0, i = 0; at < table.length; at += SLOT) if (table[at + KEY] !== 0) slots[i++] = at
  return slots
}

/**
 * The average over the first `steps` steps, quantized: the weight less the sum of the updates times the steps they came
 * at, divided by the number of steps (Daumé 2006, section 2.1), so that nothing has to be summed at steps without an
 * update.
 *
 * @param most the largest number of features that can be on at once
 * @param unit what is to count as 1 in the result
 */
export function averageOf(contents: Contents, steps: number, most: number, unit = 1): ClassifierWeights {
  const slots = slotsOf(contents)
  const keys = slots.map((at) => contents.table[at + KEY])
  const weights = weightsIn(contents)
  const readRow = (feature: number, row: Float64Array): void => {
    row.fill(0)
    visitRow(contents, weights, slots[feature], (c, weight, total) => {
      row[c] = weight - total / steps
    })
  }
  const quantized = quantize([...contents.transitions], keys, readRow, most)
  return { ...quantized, scale: quantized.scale * unit }
}
