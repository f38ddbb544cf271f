/** Fills the tables of ../../table.ts. The memory of a table must be zero before. */
import { classMask, TAG, tagsOf } from './tables'
import { MAX_LINE_DISTANCE, ROW_MARKER, LINE_SLOTS, LINE_TAGS, SLOT_PAIRS } from '../records'

const SPILLS: u16 = 0x8000
/** The number of features whose lines are fetched from memory together (table of 500,000 features: 0.6 times the time). */
const FEATURES_PER_FETCH: usize = 64
/** The offset of the place of a row in a slot. */
const ROW_PLACE_OFFSET: usize = 2

function slotsWith(tag: i16, line: usize): i32 {
  return popcnt(i16x8.bitmask(i16x8.eq(v128.and(v128.load(line), i16x8.splat(TAG)), i16x8.splat(tag))))
}

/**
 * Finds a line for the feature with this key, with `slots` free slots and without the same tag. Returns the address of the
 * tags of the line; 0 if the line would be too far away.
 */
function roomFor(key: u32, tag: i16, slots: i32, lines: usize, spread: u32, bytes: usize): usize {
  const homeLine = tagsOf(key, lines, spread, bytes)
  let line = homeLine
  const end = homeLine + <usize>MAX_LINE_DISTANCE * bytes
  while (line < end && (slotsWith(0, line) < slots || slotsWith(tag, line) > 0)) line += bytes
  if (line == end) return 0
  for (let fullLine = homeLine; fullLine < line; fullLine += bytes)
    store<u16>(fullLine, load<u16>(fullLine) | SPILLS)
  return line
}

/**
 * Does the turns `first` to `last` - 1; there are two turns for each feature. Returns the address for the next row (`row` if
 * no row was added), or 0 if there is no room for a feature. Feature i has the weights starts[i] to starts[i + 1] - 1 and
 * `slots[i]` slots of `stride` bytes. Slots have pairs if the number of class bits `bits` is above 0, else a weight for
 * each class.
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
  // Features with rows come first, because of two features with the same tag the second is not found.
  for (let turn = first; turn < last; turn++) {
    const i = <usize>(turn < count ? turn : turn - count)
    if (turn >= count && i % FEATURES_PER_FETCH == 0) {
      const end = keys + (min(i + FEATURES_PER_FETCH, <usize>count) << 2)
      for (let next = keys + (i << 2); next < end; next += 4)
        touched |= load<u32>(tagsOf(load<u32>(next), lines, spread, bytes))
    }
    const slotsOrMarker = <i32>load<u8>(slots + i)
    const isRow = slotsOrMarker == ROW_MARKER
    if (isRow != turn < count) continue
    let start = load<u32>(starts + (i << 2))
    const end = load<u32>(starts + (i << 2), 4)
    const key = load<u32>(keys + (i << 2))
    const slotCount = isRow ? 1 : slotsOrMarker
    const lowBits = <u16>(key & TAG)
    const tag = lowBits + u16(lowBits == 0)
    const line = roomFor(key, tag, slotCount, lines, spread, bytes)
    if (line == 0) return 0
    const slot = LINE_SLOTS - slotsWith(0, line)
    for (let k = slot; k < slot + slotCount; k++) {
      const at = line + ((<usize>k) << 1)
      store<u16>(at, load<u16>(at) | tag)
    }
    let at = line - <usize>(LINE_SLOTS - slot) * stride
    const pairsEnd = at + <usize>slotCount * SLOT_PAIRS
    let dense = at
    if (isRow) {
      store<u16>(at, <u16>classMask(bits))
      store<u32>(at, <u32>(row - rows), ROW_PLACE_OFFSET)
      dense = row
      row += width
    }
    for (; start < end; start++) {
      const label = load<u16>(classes + ((<usize>start) << 1))
      const value = <i32>load<i16>(values + ((<usize>start) << 1))
      if (isRow || bits == 0) store<u8>(dense + label, <u8>value)
      else at = storePairs(at, label, value, bits)
    }
    // Unused pairs add 0 to a class. The classes differ, because additions to the same class would be slow.
    if (!isRow && bits != 0) for (; at < pairsEnd; at += 2) store<u16>(at, <u16>((at >> 1) & 31))
  }
  return row | (<usize>(touched >> 31)) // adds 0, so that the compiler keeps the loads
}

/** Stores a weight as one or more pairs; returns the end address. */
function storePairs(at: usize, label: u16, value: i32, bits: u32): usize {
  const maxPart: i32 = (1 << (15 - bits)) - 1
  do {
    const part = max(-maxPart, min(maxPart, value))
    store<u16>(at, label | (<u16>(part << bits)))
    value -= part
    at += 2
  } while (value != 0)
  return at
}
