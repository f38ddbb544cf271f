/** The weights of a classifier in the form that suits them: narrow where classes are few and weights small, else wide. */
import { buildNarrowTable, isNarrow, type NarrowTable } from './narrow-table.ts'
import type { StateWeights } from './weights.ts'
import { buildWideTable, type WideTable } from './wide-table.ts'

export type Table = WideTable | NarrowTable

/** @throws RangeError where the keys are not spread as hashes are */
export function buildTable(weights: StateWeights): Table {
  return isNarrow(weights) ? buildNarrowTable(weights) : buildWideTable(weights)
}
