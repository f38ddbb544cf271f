/** Sums and updates of perceptron weights during learning (../../../learning/perceptron-weights.ts). */
import {
  DENSE_LENGTH,
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

/** A list with a capacity of more than 1/DENSE_DIVISOR of the classes becomes a dense row. */
const DENSE_DIVISOR: u32 = 8
/** The number of bytes of a block of classes that are summed together. */
const BLOCK_BYTES: usize = 128

/** Reads the slots of all keys, so that the processor fetches them together. Returns `scratch` + 4. */
export function touchSlots(keys: usize, count: u32, table: usize, mask: u32, scratch: usize): usize {
  let touched: u32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4)
    touched += load<u32>(table + ((<usize>(load<u32>(keys) & mask)) << FEATURE_BITS))
  store<u32>(scratch, touched) // so that the compiler keeps the loads
  return scratch + 4
}

/**
 * Adds the weights of the keys to the `width` bytes of sums at `from`, and writes the result to `to`. `mask`: the number of
 * slots minus 1. `scratch` has 8 bytes for each key and 4 more: dense rows from the beginning, lists from the end.
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
  // The loop reads from every row, so that the processor fetches all rows together before the sums begin.
  let touched: u32 = 0
  const end = keys + ((<usize>count) << 2)
  let denseEnd = scratch
  const last = scratch + ((<usize>count) << 3)
  let listStart = last
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
    if (length == <u32>DENSE_LENGTH) {
      store<u32>(denseEnd, row)
      denseEnd += 4
    } else {
      listStart -= 8
      store<u32>(listStart, row)
      store<u32>(listStart, row + (length << ENTRY_BITS), 4)
    }
  }
  store<u32>(last, touched) // so that the compiler keeps the loads
  for (let at: usize = 0; at < width; at += BLOCK_BYTES) {
    const start = from + at
    let a = v128.load(start)
    let b = v128.load(start, 16)
    let c = v128.load(start, 32)
    let d = v128.load(start, 48)
    let e = v128.load(start, 64)
    let f = v128.load(start, 80)
    let g = v128.load(start, 96)
    let h = v128.load(start, 112)
    for (let next = scratch; next < denseEnd; next += 4) {
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
    const target = to + at
    v128.store(target, a)
    v128.store(target, b, 16)
    v128.store(target, c, 32)
    v128.store(target, d, 48)
    v128.store(target, e, 64)
    v128.store(target, f, 80)
    v128.store(target, g, 96)
    v128.store(target, h, 112)
  }
  for (; listStart < last; listStart += 8) {
    const end = <usize>load<u32>(listStart, 4)
    for (let entry = <usize>load<u32>(listStart); entry < end; entry += ENTRY_BYTES) {
      const sum = to + ((<usize>load<u32>(entry)) << 2)
      store<f32>(sum, load<f32>(sum) + load<f32>(entry, ENTRY_WEIGHT))
    }
  }
}

/** The slot of a key; if the key is new, the empty slot for it. */
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

/** Copies the slots of a table to a larger empty table. */
export function moveSlots(table: usize, mask: u32, larger: usize, largerMask: u32): void {
  for (const end = table + ((<usize>mask + 1) << FEATURE_BITS); table < end; table += 16) {
    const key = load<u32>(table)
    if (key != 0) v128.store(slotOf(larger, largerMask, key), v128.load(table))
  }
}

/** The sum of the weights of the keys for class `c`. `scratch` has 4 bytes. */
export function sumOfClass(model: usize, keys: usize, count: u32, c: u32, scratch: usize): f32 {
  const table = <usize>load<u32>(model, WEIGHTS_TABLE)
  const mask = load<u32>(model, WEIGHTS_MASK)
  touchSlots(keys, count, table, mask, scratch)
  const rows = <usize>load<u32>(model, WEIGHTS_ROWS)
  let sum: f32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4) {
    const slot = slotOf(table, mask, load<u32>(keys))
    const row = rows + ((<usize>load<u32>(slot, FEATURE_START)) << ENTRY_BITS)
    const length = load<u32>(slot, FEATURE_LENGTH)
    if (length == <u32>DENSE_LENGTH) sum += load<f32>(row + ((<usize>c) << 2))
    else {
      const last = row + ((<usize>length) << ENTRY_BITS)
      for (let entry = row; entry < last; entry += ENTRY_BYTES)
        if (load<u32>(entry) == c) sum += load<f32>(entry, ENTRY_WEIGHT)
    }
  }
  return sum
}

/**
 * Adds `by` to the weights of the keys for class `c`, and `total` to their totals. Returns 0, or the number of remaining keys
 * if there is too little room. `scratch` has 4 bytes.
 */
export function addWeights(
  model: usize,
  keys: usize,
  count: u32,
  c: u32,
  by: f32,
  total: f64,
  scratch: usize,
): u32 {
  touchSlots(keys, count, <usize>load<u32>(model, WEIGHTS_TABLE), load<u32>(model, WEIGHTS_MASK), scratch)
  for (; count > 0; count--, keys += 4) if (addWeight(model, load<u32>(keys), c, by, total) == 0) return count
  return 0
}

/** Adds `by` to the weight of a key for class `c`, and `total` to its total. Returns 0 if there is too little room, else 1. */
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
  if (length != <u32>DENSE_LENGTH) {
    let entry: u32 = 0
    while (entry < length && load<u32>(rows + ((start + entry) << ENTRY_BITS)) != c) entry++
    if (entry == length) {
      if (length == load<u32>(slot, FEATURE_ROOM) && enlarge(model, slot) == 0) return 0
      start = <usize>load<u32>(slot, FEATURE_START)
      length = load<u32>(slot, FEATURE_LENGTH)
    }
    if (length != <u32>DENSE_LENGTH) {
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

/** Doubles the capacity of the list of a slot, or replaces the list by a dense row. Returns 0 if there is too little room, else 1. */
function enlarge(model: usize, slot: usize): u32 {
  const rows = <usize>load<u32>(model, WEIGHTS_ROWS)
  const totals = <usize>load<u32>(model, WEIGHTS_TOTALS)
  const width = load<u32>(model, WEIGHTS_WIDTH)
  const length = load<u32>(slot, FEATURE_LENGTH)
  const room: u32 = max<u32>(2, 2 * load<u32>(slot, FEATURE_ROOM))
  const becomesDense: bool = DENSE_DIVISOR * room > width
  const end = load<u32>(model, WEIGHTS_USED)
  const taken = becomesDense ? width : room
  if (end + taken > load<u32>(model, WEIGHTS_ROOM)) return 0
  store<u32>(model, end + taken, WEIGHTS_USED)
  const from = rows + ((<usize>load<u32>(slot, FEATURE_START)) << ENTRY_BITS)
  const fromTotals = totals + ((<usize>load<u32>(slot, FEATURE_START)) << 3)
  const to = rows + ((<usize>end) << ENTRY_BITS)
  const toTotals = totals + ((<usize>end) << 3)
  if (becomesDense) {
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
  store<u32>(slot, becomesDense ? <u32>DENSE_LENGTH : length, FEATURE_LENGTH)
  store<u32>(slot, room, FEATURE_ROOM)
  return 1
}
