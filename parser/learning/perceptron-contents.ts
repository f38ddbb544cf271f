/** The weights of a perceptron as plain arrays, and their average. */
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import { DENSE_LENGTH, FEATURE_BYTES, FEATURE_LENGTH, FEATURE_START } from '../scoring/kernel/records.ts'
import { quantize } from './quantize.ts'

/** The number of integers of a slot, and its fields (../scoring/kernel/records.ts). */
export const SLOT = FEATURE_BYTES / 4
const START = FEATURE_START / 4
const LENGTH = FEATURE_LENGTH / 4
/** The length of a dense row, unsigned. */
const DENSE_ROW_LENGTH = DENSE_LENGTH >>> 0

/** The weights of one prediction model as plain data, which can be sent to a thread. */
export interface PerceptronContents {
  /** The classes, sorted by type, then label. */
  readonly transitions: Int32Array
  /** The number of transition types. */
  readonly types: number
  /** The number of features. */
  readonly size: number
  /** The slots, {@link SLOT} numbers each. The number of slots is a power of 2. */
  readonly table: Uint32Array<ArrayBuffer>
  /**
   * Lists and dense rows. Entry e of a list: the class at 2e, the bits of the weight at 2e + 1. A dense row that starts at
   * entry e: the bits of the weight of class c at 2e + c.
   */
  readonly rows: Int32Array<ArrayBuffer>
  /** By entry, or by class of a dense row: the sum of the updates, each multiplied by its step. */
  readonly totals: Float64Array<ArrayBuffer>
}

/**
 * The average of the weights over the first `steps` steps, quantized (Daumé 2006, section 2.1).
 *
 * @param most the maximum number of features of a configuration
 * @param unit the weight that becomes 1 in the result, which leaves out features whose heaviest weight is below `least`
 */
export function averageOf(
  contents: PerceptronContents,
  steps: number,
  most: number,
  unit = 1,
  least = 0,
): ClassifierWeights {
  const average = (weight: number, total: number): number => weight - total / steps
  const slots = slotsOf(contents).filter((at) => {
    let heaviest = 0
    visitRow(contents, at, (_, weight, total) => {
      heaviest = Math.max(heaviest, Math.abs(average(weight, total)))
    })
    return heaviest >= least * unit
  })
  const keys = slots.map((at) => contents.table[at])
  const readRow = (feature: number, row: Float64Array): void => {
    row.fill(0)
    visitRow(contents, slots[feature], (c, weight, total) => {
      row[c] = average(weight, total)
    })
  }
  const quantized = quantize({ transitions: [...contents.transitions], keys, readRow }, { most })
  return { ...quantized, scale: quantized.scale * unit }
}

/** The used slots: their indices in the table. */
export function slotsOf({ size, table }: PerceptronContents): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(size)
  for (let at = 0, i = 0; at < table.length; at += SLOT) if (table[at] !== 0) slots[i++] = at
  return slots
}

/** Calls `visit` with each class of the row of the slot at `at` of the table, its weight and its total. */
export function visitRow(
  { transitions, table, rows, totals }: PerceptronContents,
  at: number,
  visit: (c: number, weight: number, total: number) => void,
): void {
  const weights = new Float32Array(rows.buffer)
  const start = table[at + START]
  const length = table[at + LENGTH]
  if (length === DENSE_ROW_LENGTH) {
    for (let c = 0; c < transitions.length; c++) {
      const [weight, total] = [weights[2 * start + c], totals[start + c]]
      if (weight !== 0 || total !== 0) visit(c, weight, total)
    }
    return
  }
  for (let entry = start; entry < start + length; entry++)
    visit(rows[2 * entry], weights[2 * entry + 1], totals[entry])
}

/** Means of weights are rounded to multiples of 1 / PART_COUNT, so that sums are exact in any order. */
const PART_COUNT = 256

/** Rounds all weights in place. */
export function roundWeights(contents: PerceptronContents): PerceptronContents {
  const { transitions, table, rows } = contents
  const weights = new Float32Array(rows.buffer)
  for (const at of slotsOf(contents)) {
    const begin = 2 * table[at + START]
    const length = table[at + LENGTH]
    const [end, by] = length === DENSE_ROW_LENGTH ? [begin + transitions.length, 1] : [begin + 2 * length, 2]
    for (let i = begin + by - 1; i < end; i += by)
      weights[i] = Math.round(weights[i] * PART_COUNT) / PART_COUNT
  }
  return contents
}
