/** Fills the tables of ../../table.ts. All memory to be filled is zero before. */
import { classMask, TAG, tagsOf } from './tables'
import { FARTHEST_LINE, IS_ROW, LINE_SLOTS, LINE_TAGS, SLOT_PAIRS } from '../records'

const SPILLS: u16 = 0x8000
/** The number of features whose lines are fetched from memory at the same time (a table of 500,000 features: 0.6 of the time). */
const AT_ONCE: usize = 64
/** Where in a slot the place of a row is. */
const PLACE: usize = 2

function slotsWith(tag: i16, line: usize): i32 {
  return popcnt(i16x8.bitmask(i16x8.eq(v128.and(v128.load(line), i16x8.splat(TAG)), i16x8.splat(tag))))
}

/**
 * The tags of the line of the feature with this key: one where `slots` slots are free and none has the same tag. 0 if it
 * would be too far away.
 */
function roomFor(key: u32, tag: i16, slots: i32, lines: usize, spread: u32, bytes: usize): usize {
  const home = tagsOf(key, lines, spread, bytes)
  let line = home
  const end = home + <usize>FARTHEST_LINE * bytes
  while (line < end && (slotsWith(0, line) < slots || slotsWith(tag, line) > 0)) line += bytes
  if (line == end) return 0
  for (let full = home; full < line; full += bytes) store<u16>(full, load<u16>(full) | SPILLS)
  return line
}

/**
 * Does the turns `first` to `last` - 1 of two for each feature. Returns where the next row goes, which is `row` at first;
 * 0 if there is no room for a feature. Feature i has the weights starts[i]..starts[i + 1] and takes `slots[i]` slots of
 * `stride` bytes. With `bits` class bits slots have pairs; with 0 a weight for each class.
 */
export function fill(
  keys: usize,
  starts: usize,
  classes: usize,
  values: usize,
  slots: usize,
  count: u32,
  first: u32,
  last: u32,
  lines: usize,
  spread: u32,
  stride: usize,
  bits: u32,
  rows: usize,
  row: usize,
  width: usize,
): usize {
  const bytes = <usize>LINE_SLOTS * stride + LINE_TAGS
  let touched: u32 = 0
  // Rows come first, since of two features with the same tag the second is not found.
  for (let turn = first; turn < last; turn++) {
    const i = <usize>(turn < count ? turn : turn - count)
    if (turn >= count && i % AT_ONCE == 0) {
      const end = keys + (min(i + AT_ONCE, <usize>count) << 2)
      for (let next = keys + (i << 2); next < end; next += 4)
        touched |= load<u32>(tagsOf(load<u32>(next), lines, spread, bytes))
    }
    const taken = <i32>load<u8>(slots + i)
    const isRow = taken == IS_ROW
    if (isRow != turn < count) continue
    let start = load<u32>(starts + (i << 2))
    const end = load<u32>(starts + (i << 2), 4)
    const key = load<u32>(keys + (i << 2))
    const own = isRow ? 1 : taken
    const low = <u16>(key & TAG)
    const tag = low + u16(low == 0)
    const line = roomFor(key, tag, own, lines, spread, bytes)
    if (line == 0) return 0
    const slot = LINE_SLOTS - slotsWith(0, line)
    for (let k = slot; k < slot + own; k++) {
      const at = line + ((<usize>k) << 1)
      store<u16>(at, load<u16>(at) | tag)
    }
    let at = line - <usize>(LINE_SLOTS - slot) * stride
    const pairsEnd = at + <usize>own * SLOT_PAIRS
    let dense = at
    if (isRow) {
      store<u16>(at, <u16>classMask(bits))
      store<u32>(at, <u32>(row - rows), PLACE)
      dense = row
      row += width
    }
    for (; start < end; start++) {
      const label = load<u16>(classes + ((<usize>start) << 1))
      const value = <i32>load<i16>(values + ((<usize>start) << 1))
      if (isRow || bits == 0) store<u8>(dense + label, <u8>value)
      else at = storePairs(at, label, value, bits)
    }
    // Pairs that are left over add nothing, to some class or other: to always the same would be slow.
    if (!isRow && bits != 0) for (; at < pairsEnd; at += 2) store<u16>(at, <u16>((at >> 1) & 31))
  }
  return row | (<usize>(touched >> 31)) // which is 0, so that the loads are not left out
}

/** Stores a weight as pairs of as many bits as they have; returns where they end. */
function storePairs(at: usize, label: u16, value: i32, bits: u32): usize {
  const most: i32 = (1 << (15 - bits)) - 1
  do {
    const part = max(-most, min(most, value))
    store<u16>(at, label | (<u16>(part << bits)))
    value -= part
    at += 2
  } while (value != 0)
  return at
}
