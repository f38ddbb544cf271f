/** Where the tables of classifiers lie in the memory of the kernel. All of it is numbers that can be sent to a thread. */
import { typeStartsOf } from '../../model/weights.ts'
import type { NarrowTable } from '../tables/narrow-table.ts'
import type { SparseTable } from '../tables/sparse-table.ts'
import type { Prediction } from '../tables/table.ts'
import type { WideTable } from '../tables/wide-table.ts'
import type { Arena } from './arena.ts'

/** A classifier in the memory; places are addresses in bytes. */
interface Place {
  readonly transitions: Int32Array
  readonly scale: number
  /** The number of classes, padded to whole vectors. */
  readonly width: number
  /** For each set of transition types a row of 16-bit numbers, one for each class: -1 if its type is in the set. */
  readonly masks: number
  readonly lines: number
  readonly transitionsAt: number
}

export interface WidePlace extends Place, Pick<WideTable, 'form' | 'classBits'> {
  readonly codes: number
  readonly regions: number
  readonly rows: number
}

export interface NarrowPlace extends Place, Pick<NarrowTable, 'form' | 'room' | 'spread'> {}

export interface SparsePlace extends Place, Pick<SparseTable, 'form' | 'spread'> {
  readonly rows: number
}

/** Weights that are being learned: `lines` and `rows` move when they grow. */
export interface PerceptronPlace extends Place {
  readonly form: 'perceptron'
  /** The number of slots of the table, less one. */
  readonly spread: number
  readonly rows: number
}

export type ClassifierPlace = WidePlace | NarrowPlace | SparsePlace | PerceptronPlace

/** The tables of a model. */
export interface Places {
  /** How many transition types the system has. */
  readonly types: number
  readonly classifiers: readonly ClassifierPlace[]
  /** Where they end. */
  readonly end: number
}

/** Writes tables to the memory. */
export function placeTables(arena: Arena, predictions: readonly Prediction[], types: number): Places {
  const classifiers = predictions.map(({ transitions, scale, table }) => {
    const width = table.form === 'narrow' ? 8 * Math.ceil(table.room / 8) : table.width
    const masks = arena.take((2 * width) << types)
    fillMasks(new Int16Array(arena.buffer, masks, width << types), width, typeStartsOf(transitions, types))
    const lines = arena.put(table.lines)
    const place = { transitions, scale, width, masks, lines, transitionsAt: arena.put(transitions) }
    if (table.form === 'narrow') {
      const { form, room, spread } = table
      return { ...place, form, room, spread }
    }
    if (table.form === 'sparse') {
      const { form, spread } = table
      return { ...place, form, spread, rows: arena.put(table.rows) }
    }
    const { form, classBits } = table
    const [codes, regions, rows] = [table.codes, table.regions, table.rows].map((array) => arena.put(array))
    return { ...place, form, classBits, codes, regions, rows }
  })
  return { types, classifiers, end: arena.end }
}

function fillMasks(masks: Int16Array, width: number, starts: Int32Array): void {
  const types = starts.length - 1
  for (let mask = 0; mask < 1 << types; mask++) {
    for (let type = 0; type < types; type++) {
      if (mask & (1 << type)) masks.fill(-1, mask * width + starts[type], mask * width + starts[type + 1])
    }
  }
}
