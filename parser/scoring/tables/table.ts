/**
 * The weights of a classifier in the form that suits them: if eight bits are enough for each, narrow with few classes
 * and sparse with more; else wide. (Wide tables in place of sparse ones: 0.99 × the speed, 40 ms more to load a model of
 * English EWT, and one in 5,000 features is taken for another, not one in 50,000: 11 of 50,000 words are parsed differently.)
 */
import { EIGHT_BITS, MOST_OF_EIGHT_BITS, type ClassifierWeights } from '../../model/weights.ts'
import type { Arena } from '../kernel/arena.ts'
import { buildNarrowTable, ROOMS, type NarrowTable } from './narrow-table.ts'
import { buildSparseTable, type SparseTable } from './sparse-table.ts'
import { buildWideTable, type WideTable } from './wide-table.ts'

export type Table = WideTable | NarrowTable | SparseTable

/** A classifier with its weights as a table. */
export interface Prediction {
  /** The classes. */
  readonly transitions: Int32Array
  /** What a weight of 1 is worth in the table. */
  readonly scale: number
  readonly table: Table
}

/**
 * @param arena memory to fill the table in; it is cleared
 * @throws RangeError if the keys are not spread as hashes are
 */
export function buildTable(weights: ClassifierWeights, arena: Arena): Table {
  const { transitions, values } = weights
  if (transitions.length > MOST_OF_EIGHT_BITS || !areSmall(values)) return buildWideTable(weights)
  return transitions.length <= ROOMS[1] ? buildNarrowTable(weights, arena) : buildSparseTable(weights, arena)
}

function areSmall(values: Int16Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] > EIGHT_BITS || values[i] < -EIGHT_BITS) return false
  return true
}
