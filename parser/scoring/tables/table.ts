/**
 * The weights of a classifier in the form that suits them: where eight bits are enough for each, narrow with few classes
 * and sparse with more; else wide.
 */
import type { TableBuilder } from '../kernel/table-builder.ts'
import { buildNarrowTable, ROOMS, type NarrowTable } from './narrow-table.ts'
import { buildSparseTable, type SparseTable } from './sparse-table.ts'
import { EIGHT_BITS, type ClassifierWeights } from '../../model/weights.ts'
import { buildWideTable, type WideTable } from './wide-table.ts'

export type Table = WideTable | NarrowTable | SparseTable

/** A classifier of more classes has a wide table, whatever its weights. */
export const MOST_OF_EIGHT_BITS = 128

/**
 * @param builder fills some forms faster than JavaScript does; the table is the same
 * @throws RangeError where the keys are not spread as hashes are
 */
export function buildTable(weights: ClassifierWeights, builder?: TableBuilder): Table {
  const { transitions, values } = weights
  if (transitions.length > MOST_OF_EIGHT_BITS) return buildWideTable(weights)
  if (!areSmall(values)) return buildWideTable(weights)
  return transitions.length <= ROOMS[1]
    ? buildNarrowTable(weights, builder)
    : buildSparseTable(weights, builder)
}

function areSmall(values: Int16Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] > EIGHT_BITS || values[i] < -EIGHT_BITS) return false
  return true
}
