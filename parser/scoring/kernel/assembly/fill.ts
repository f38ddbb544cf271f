/**
 * The tables of ../../tables/narrow-table.ts and ../../tables/sparse-table.ts filled, as these do it themselves where there
 * is no WebAssembly: a model of a megabyte or two is ready in a few milliseconds. All memory to be filled is zero before.
 */
import { FULL, LINE, placeOf, SLOT, SLOTS_AT, TAG } from './narrow'

const SLOTS: i32 = 8
const SPILLS: u16 = 0x8000
/** Lines that a feature may be away from its own. */
const FARTHEST: usize = 64
/** The most weights that are kept as pairs, and how many to a slot. */
const MOST_PAIRS: u32 = 12
const PAIRS: u32 = 3
const PLACE: usize = 2

function takenOf(line: usize): i32 {
  const tags = v128.and(v128.load(line), i16x8.splat(TAG))
  return SLOTS - popcnt(i16x8.bitmask(i16x8.eq(tags, i16x8.splat(0))))
}

/** The line of the feature with this key, of which `slots` slots are free; 0 where it would be too far away. */
function roomFor(key: u32, slots: i32, lines: usize, spread: u32, bytes: usize): usize {
  const home = lines + placeOf(key, spread) * bytes
  let line = home
  const end = home + FARTHEST * bytes
  while (line < end && takenOf(line) + slots > SLOTS) line += bytes
  if (line == end) return 0
  for (let full = home; full < line; full += bytes) store<u16>(full, load<u16>(full) | SPILLS)
  return line
}

function mark(line: usize, slot: i32, key: u32): void {
  const at = line + ((<usize>slot) << 1)
  const tag = <u16>(key & TAG)
  store<u16>(at, load<u16>(at) | (tag | u16(tag == 0)))
}

/** Whether there was room for all features: 1 or 0. Feature i has the weights starts[i]..starts[i + 1]. */
export function fillNarrow(
  keys: usize,
  starts: usize,
  classes: usize,
  values: usize,
  count: u32,
  lines: usize,
  spread: u32,
  room: usize,
): u32 {
  const bytes = SLOTS_AT + <usize>SLOTS * room
  let start = load<u32>(starts)
  for (let i: u32 = 0; i < count; i++, keys += 4) {
    starts += 4
    const end = load<u32>(starts)
    const key = load<u32>(keys)
    const line = roomFor(key, 1, lines, spread, bytes)
    if (line == 0) return 0
    const slot = takenOf(line)
    mark(line, slot, key)
    const at = line + SLOTS_AT + <usize>slot * room
    for (; start < end; start++) {
      store<u8>(
        at + load<u16>(classes + ((<usize>start) << 1)),
        <u8>load<i16>(values + ((<usize>start) << 1)),
      )
    }
  }
  return 1
}

/** The same for sparse tables, with the rows of features of many weights, in order of the features. */
export function fillSparse(
  keys: usize,
  starts: usize,
  classes: usize,
  values: usize,
  count: u32,
  lines: usize,
  spread: u32,
  rows: usize,
  width: usize,
): u32 {
  let row: usize = 0
  let start = load<u32>(starts)
  for (let i: u32 = 0; i < count; i++, keys += 4) {
    starts += 4
    const end = load<u32>(starts)
    const key = load<u32>(keys)
    const weights = end - start
    const isFull = weights > MOST_PAIRS
    const slots = isFull || weights == 0 ? 1 : <i32>((weights + PAIRS - 1) / PAIRS)
    const line = roomFor(key, slots, lines, spread, LINE)
    if (line == 0) return 0
    const slot = takenOf(line)
    for (let k = slot; k < slot + slots; k++) mark(line, k, key)
    let at = line + SLOTS_AT + <usize>slot * SLOT
    if (isFull) {
      store<u8>(at, <u8>FULL)
      store<u32>(at, <u32>row, PLACE)
    }
    for (; start < end; start++) {
      const label = load<u16>(classes + ((<usize>start) << 1))
      const value = <u8>load<i16>(values + ((<usize>start) << 1))
      if (isFull) store<u8>(rows + row + label, value)
      else {
        store<u8>(at, <u8>label)
        store<u8>(at, value, 1)
        at += 2
      }
    }
    if (isFull) row += width
  }
  return 1
}
