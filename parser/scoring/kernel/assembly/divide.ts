/** Counts the slots that the features of a classifier take in the tables of ../table.ts. */
import {
  DIVISION_HEAVIEST,
  DIVISION_ROWS,
  DIVISION_SLOTS,
  MAX_PAIR_COUNT,
  PAIRS_OF_SLOT,
  ROW_MARKER,
} from '../records'

/**
 * Writes the numbers of slots of the features `first` to `last` - 1 to `slots`, or ROW_MARKER for a feature with a row, and
 * adds to `result`. Feature i has the weights starts[i] to starts[i + 1] - 1. `bits` is the number of class bits of a pair; 0
 * if every feature takes one slot.
 */
export function divide(
  starts: usize,
  values: usize,
  first: u32,
  last: u32,
  bits: u32,
  slots: usize,
  result: usize,
): void {
  const maxPart: i32 = (1 << (15 - bits)) - 1
  let heaviest = load<i32>(result, DIVISION_HEAVIEST)
  let taken = load<u32>(result, DIVISION_SLOTS)
  let rows = load<u32>(result, DIVISION_ROWS)
  let i = load<u32>(starts + ((<usize>first) << 2))
  for (let feature = first; feature < last; feature++) {
    let pairs: i32 = 0
    for (const end = load<u32>(starts + ((<usize>feature) << 2), 4); i < end; i++) {
      const value = <i32>load<i16>(values + ((<usize>i) << 1))
      const size = abs(value)
      if (size > abs(heaviest)) heaviest = value
      for (let left = size; left > maxPart; left -= maxPart) pairs++
      pairs++
    }
    const isRow = bits != 0 && pairs > MAX_PAIR_COUNT
    const slotCount: i32 = isRow || bits == 0 ? 1 : max(1, (pairs + PAIRS_OF_SLOT - 1) / PAIRS_OF_SLOT)
    store<u8>(slots + feature, isRow ? <u8>ROW_MARKER : <u8>slotCount)
    taken += slotCount
    rows += u32(isRow)
  }
  store<u32>(result, taken, DIVISION_SLOTS)
  store<u32>(result, rows, DIVISION_ROWS)
  store<i32>(result, heaviest, DIVISION_HEAVIEST)
}
