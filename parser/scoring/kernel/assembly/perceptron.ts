/** Sums and updates of the weights that a perceptron is learning; ../../../learning/perceptron-weights.ts describes them. */
import {
  DENSE,
  ENTRY_BITS,
  ENTRY_BYTES,
  ENTRY_WEIGHT,
  FEATURE_BITS,
  FEATURE_LENGTH,
  FEATURE_ROOM,
  FEATURE_START,
  WEIGHTS_MASK,
  WEIGHTS_ROOM,
  WEIGHTS_ROWS,
  WEIGHTS_SIZE,
  WEIGHTS_TABLE,
  WEIGHTS_TOTALS,
  WEIGHTS_USED,
  WEIGHTS_WIDTH,
} from '../records'

/** A list with room for more than this share of the classes becomes a row with a weight for each: 1/8. */
const LONG: u32 = 8
/** Bytes of the classes that are summed at a time. */
const BLOCK: usize = 128

/** Reads the slots of all keys, so that the processor fetches them at the same time. Returns `scratch` + 4. */
export function touchSlots(keys: usize, count: u32, table: usize, mask: u32, scratch: usize): usize {
  let touched: u32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4)
    touched += load<u32>(table + ((<usize>(load<u32>(keys) & mask)) << FEATURE_BITS))
  store<u32>(scratch, touched) // so that the loads are not left out
  return scratch + 4
}

/**
 * Adds the weights of the keys to the `width` bytes of sums at `from`, written to `to`. `mask`: the slots less one.
 * `scratch` takes 8 bytes a key and 4 more: whole rows from its beginning, lists from its end.
 */
export function sumPerceptron(
  keys: usize,
  count: u32,
  table: usize,
  mask: u32,
  rows: usize,
  from: usize,
  to: usize,
  width: usize,
  scratch: usize,
): void {
  // All rows are under way from memory together before the first is added.
  let touched: u32 = 0
  const end = keys + ((<usize>count) << 2)
  let whole = scratch
  const last = scratch + ((<usize>count) << 3)
  let other = last
  for (; keys < end; keys += 4) {
    const key = load<u32>(keys)
    let place = key & mask
    let slot = table + ((<usize>place) << FEATURE_BITS)
    let known = load<u32>(slot)
    while (known != key && known != 0) {
      place = (place + 1) & mask
      slot = table + ((<usize>place) << FEATURE_BITS)
      known = load<u32>(slot)
    }
    if (known == 0) continue
    const row = <u32>(rows + ((<usize>load<u32>(slot, FEATURE_START)) << ENTRY_BITS))
    const length = load<u32>(slot, FEATURE_LENGTH)
    touched += load<u32>(row)
    if (length == <u32>DENSE) {
      store<u32>(whole, row)
      whole += 4
    } else {
      other -= 8
      store<u32>(other, row)
      store<u32>(other, row + (length << ENTRY_BITS), 4)
    }
  }
  store<u32>(last, touched) // so that the loads are not left out
  for (let at: usize = 0; at < width; at += BLOCK) {
    const start = from + at
    let a = v128.load(start)
    let b = v128.load(start, 16)
    let c = v128.load(start, 32)
    let d = v128.load(start, 48)
    let e = v128.load(start, 64)
    let f = v128.load(start, 80)
    let g = v128.load(start, 96)
    let h = v128.load(start, 112)
    for (let next = scratch; next < whole; next += 4) {
      const row = <usize>load<u32>(next) + at
      a = f32x4.add(a, v128.load(row))
      b = f32x4.add(b, v128.load(row, 16))
      c = f32x4.add(c, v128.load(row, 32))
      d = f32x4.add(d, v128.load(row, 48))
      e = f32x4.add(e, v128.load(row, 64))
      f = f32x4.add(f, v128.load(row, 80))
      g = f32x4.add(g, v128.load(row, 96))
      h = f32x4.add(h, v128.load(row, 112))
    }
    const goal = to + at
    v128.store(goal, a)
    v128.store(goal, b, 16)
    v128.store(goal, c, 32)
    v128.store(goal, d, 48)
    v128.store(goal, e, 64)
    v128.store(goal, f, 80)
    v128.store(goal, g, 96)
    v128.store(goal, h, 112)
  }
  for (; other < last; other += 8) {
    const end = <usize>load<u32>(other, 4)
    for (let entry = <usize>load<u32>(other); entry < end; entry += ENTRY_BYTES) {
      const sum = to + ((<usize>load<u32>(entry)) << 2)
      store<f32>(sum, load<f32>(sum) + load<f32>(entry, ENTRY_WEIGHT))
    }
  }
}

/** The slot of a key, or the empty one where it belongs. */
// @inline
function slotOf(table: usize, mask: u32, key: u32): usize {
  let place = key & mask
  let slot = table + ((<usize>place) << FEATURE_BITS)
  for (let known = load<u32>(slot); known != key && known != 0; known = load<u32>(slot)) {
    place = (place + 1) & mask
    slot = table + ((<usize>place) << FEATURE_BITS)
  }
  return slot
}

/** Copies the slots of a table to a larger one, which is empty. */
export function moveSlots(table: usize, mask: u32, larger: usize, largerMask: u32): void {
  for (const end = table + ((<usize>mask + 1) << FEATURE_BITS); table < end; table += 16) {
    const key = load<u32>(table)
    if (key != 0) v128.store(slotOf(larger, largerMask, key), v128.load(table))
  }
}

/** The sum of the weights of class `c` of the keys. */
export function sumOfClass(model: usize, keys: usize, count: u32, c: u32): f32 {
  const table = <usize>load<u32>(model, WEIGHTS_TABLE)
  const mask = load<u32>(model, WEIGHTS_MASK)
  const rows = <usize>load<u32>(model, WEIGHTS_ROWS)
  let sum: f32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4) {
    const slot = slotOf(table, mask, load<u32>(keys))
    const row = rows + ((<usize>load<u32>(slot, FEATURE_START)) << ENTRY_BITS)
    const length = load<u32>(slot, FEATURE_LENGTH)
    if (length == <u32>DENSE) sum += load<f32>(row + ((<usize>c) << 2))
    else {
      const last = row + ((<usize>length) << ENTRY_BITS)
      for (let entry = row; entry < last; entry += ENTRY_BYTES)
        if (load<u32>(entry) == c) sum += load<f32>(entry, ENTRY_WEIGHT)
    }
  }
  return sum
}

/**
 * Adds to the weights of class `c` of the keys, and to their totals. Returns how many keys are left when there is too
 * little room, 0 at the end.
 */
export function addWeights(model: usize, keys: usize, count: u32, c: u32, by: f32, total: f64): u32 {
  for (; count > 0; count--, keys += 4) if (addWeight(model, load<u32>(keys), c, by, total) == 0) return count
  return 0
}

/** Adds to the weight of class `c` of a feature, and to its total. Returns 0 if there is too little room, else 1. */
function addWeight(model: usize, key: u32, c: u32, by: f32, total: f64): u32 {
  const mask = load<u32>(model, WEIGHTS_MASK)
  const slot = slotOf(<usize>load<u32>(model, WEIGHTS_TABLE), mask, key)
  if (load<u32>(slot) == 0) {
    const size = load<u32>(model, WEIGHTS_SIZE)
    if (size << 1 > mask) return 0
    store<u32>(model, size + 1, WEIGHTS_SIZE)
    store<u32>(slot, key)
  }
  const rows = <usize>load<u32>(model, WEIGHTS_ROWS)
  const totals = <usize>load<u32>(model, WEIGHTS_TOTALS)
  let start = <usize>load<u32>(slot, FEATURE_START)
  let length = load<u32>(slot, FEATURE_LENGTH)
  if (length != <u32>DENSE) {
    let entry: u32 = 0
    while (entry < length && load<u32>(rows + ((start + entry) << ENTRY_BITS)) != c) entry++
    if (entry == length) {
      if (length == load<u32>(slot, FEATURE_ROOM) && enlarge(model, slot) == 0) return 0
      start = <usize>load<u32>(slot, FEATURE_START)
      length = load<u32>(slot, FEATURE_LENGTH)
    }
    if (length != <u32>DENSE) {
      const at = rows + ((start + entry) << ENTRY_BITS)
      const sum = totals + ((start + entry) << 3)
      if (entry == length) {
        store<u32>(slot, length + 1, FEATURE_LENGTH)
        store<u32>(at, c)
        store<f32>(at, by, 4)
        store<f64>(sum, total)
      } else {
        store<f32>(at, load<f32>(at, 4) + by, 4)
        store<f64>(sum, load<f64>(sum) + total)
      }
      return 1
    }
  }
  const at = rows + (start << ENTRY_BITS) + ((<usize>c) << 2)
  const sum = totals + ((start + c) << 3)
  store<f32>(at, load<f32>(at) + by)
  store<f64>(sum, load<f64>(sum) + total)
  return 1
}

/** Moves the full list of a slot to twice the room, or makes it a row. Returns 0 if there is too little room, else 1. */
function enlarge(model: usize, slot: usize): u32 {
  const rows = <usize>load<u32>(model, WEIGHTS_ROWS)
  const totals = <usize>load<u32>(model, WEIGHTS_TOTALS)
  const width = load<u32>(model, WEIGHTS_WIDTH)
  const length = load<u32>(slot, FEATURE_LENGTH)
  const room: u32 = max<u32>(2, 2 * load<u32>(slot, FEATURE_ROOM))
  const isLong: bool = LONG * room > width
  const end = load<u32>(model, WEIGHTS_USED)
  const taken = isLong ? width : room
  if (end + taken > load<u32>(model, WEIGHTS_ROOM)) return 0
  store<u32>(model, end + taken, WEIGHTS_USED)
  const from = rows + ((<usize>load<u32>(slot, FEATURE_START)) << ENTRY_BITS)
  const fromTotals = totals + ((<usize>load<u32>(slot, FEATURE_START)) << 3)
  const to = rows + ((<usize>end) << ENTRY_BITS)
  const toTotals = totals + ((<usize>end) << 3)
  if (isLong) {
    memory.fill(to, 0, (<usize>width) << 2)
    memory.fill(toTotals, 0, (<usize>width) << 3)
    for (let i: usize = 0; i < length; i++) {
      const c = <usize>load<u32>(from + (i << ENTRY_BITS))
      store<f32>(to + (c << 2), load<f32>(from + (i << ENTRY_BITS), 4))
      store<f64>(toTotals + (c << 3), load<f64>(fromTotals + (i << 3)))
    }
  } else {
    memory.copy(to, from, (<usize>length) << ENTRY_BITS)
    memory.copy(toTotals, fromTotals, (<usize>length) << 3)
  }
  store<u32>(slot, end, FEATURE_START)
  store<u32>(slot, isLong ? <u32>DENSE : length, FEATURE_LENGTH)
  store<u32>(slot, room, FEATURE_ROOM)
  return 1
}
