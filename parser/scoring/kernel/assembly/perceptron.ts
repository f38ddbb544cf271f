/** Sums and updates of the weights that a perceptron is learning; ../../../learning/perceptron-weights.ts says how they lie. */

/** Bytes of a slot of the table, as a power of two, and where its fields lie. */
const SLOT_BITS: u32 = 4
const START: usize = 4
const LENGTH: usize = 8
const SLOT_ROOM: usize = 12
// Fields of a model, in bytes.
const TABLE: usize = 0
const MASK: usize = 4
const SIZE: usize = 8
const ROWS: usize = 12
const TOTALS: usize = 16
const USED: usize = 20
const ROOM: usize = 24
const WIDTH: usize = 28
/** A list with room for more than this share of the classes becomes a row with a weight for each: 1/8. */
const LONG: u32 = 8
/** The length of a row that has a weight for each class. */
const DENSE: u32 = 0xffffffff
/** Bytes of an entry of a row, as a power of two: a class, and its weight. */
const ENTRY_BITS: u32 = 3
/** Bytes of the classes that are summed at a time. */
const BLOCK: usize = 128

/** Reads the slots of all keys, so that the processor fetches them at the same time. Returns `scratch` behind 4 bytes. */
export function touchSlots(keys: usize, count: u32, table: usize, mask: u32, scratch: usize): usize {
  let touched: u32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4)
    touched += load<u32>(table + ((<usize>(load<u32>(keys) & mask)) << SLOT_BITS))
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
    let slot = table + ((<usize>place) << SLOT_BITS)
    let known = load<u32>(slot)
    while (known != key && known != 0) {
      place = (place + 1) & mask
      slot = table + ((<usize>place) << SLOT_BITS)
      known = load<u32>(slot)
    }
    if (known == 0) continue
    const row = <u32>(rows + ((<usize>load<u32>(slot, START)) << ENTRY_BITS))
    const length = load<u32>(slot, LENGTH)
    touched += load<u32>(row)
    if (length == DENSE) {
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
    for (let entry = <usize>load<u32>(other); entry < end; entry += 8) {
      const sum = to + ((<usize>load<u32>(entry)) << 2)
      store<f32>(sum, load<f32>(sum) + load<f32>(entry, 4))
    }
  }
}

/** The slot of a key, or the empty one where it belongs. */
function slotOf(table: usize, mask: u32, key: u32): usize {
  let place = key & mask
  let slot = table + ((<usize>place) << SLOT_BITS)
  for (let known = load<u32>(slot); known != key && known != 0; known = load<u32>(slot)) {
    place = (place + 1) & mask
    slot = table + ((<usize>place) << SLOT_BITS)
  }
  return slot
}

/** Copies the slots of a table to a larger one, which is empty. */
export function moveSlots(table: usize, mask: u32, larger: usize, largerMask: u32): void {
  for (const end = table + ((<usize>mask + 1) << SLOT_BITS); table < end; table += 16) {
    const key = load<u32>(table)
    if (key != 0) v128.store(slotOf(larger, largerMask, key), v128.load(table))
  }
}

/** The sum of the weights of class `c` of the keys. */
export function sumOfClass(model: usize, keys: usize, count: u32, c: u32): f32 {
  const table = <usize>load<u32>(model, TABLE)
  const mask = load<u32>(model, MASK)
  const rows = <usize>load<u32>(model, ROWS)
  let sum: f32 = 0
  for (const end = keys + ((<usize>count) << 2); keys < end; keys += 4) {
    const slot = slotOf(table, mask, load<u32>(keys))
    const row = rows + ((<usize>load<u32>(slot, START)) << ENTRY_BITS)
    const length = load<u32>(slot, LENGTH)
    if (length == DENSE) sum += load<f32>(row + ((<usize>c) << 2))
    else {
      const last = row + ((<usize>length) << ENTRY_BITS)
      for (let entry = row; entry < last; entry += 8) if (load<u32>(entry) == c) sum += load<f32>(entry, 4)
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
  const mask = load<u32>(model, MASK)
  const slot = slotOf(<usize>load<u32>(model, TABLE), mask, key)
  if (load<u32>(slot) == 0) {
    const size = load<u32>(model, SIZE)
    if (size << 1 > mask) return 0
    store<u32>(model, size + 1, SIZE)
    store<u32>(slot, key)
  }
  const rows = <usize>load<u32>(model, ROWS)
  const totals = <usize>load<u32>(model, TOTALS)
  let start = <usize>load<u32>(slot, START)
  let length = load<u32>(slot, LENGTH)
  if (length != DENSE) {
    let entry: u32 = 0
    while (entry < length && load<u32>(rows + ((start + entry) << ENTRY_BITS)) != c) entry++
    if (entry == length) {
      if (length == load<u32>(slot, SLOT_ROOM) && enlarge(model, slot) == 0) return 0
      start = <usize>load<u32>(slot, START)
      length = load<u32>(slot, LENGTH)
    }
    if (length != DENSE) {
      const at = rows + ((start + entry) << ENTRY_BITS)
      const sum = totals + ((start + entry) << 3)
      if (entry == length) {
        store<u32>(slot, length + 1, LENGTH)
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
  const rows = <usize>load<u32>(model, ROWS)
  const totals = <usize>load<u32>(model, TOTALS)
  const width = load<u32>(model, WIDTH)
  const length = load<u32>(slot, LENGTH)
  const room: u32 = max<u32>(2, 2 * load<u32>(slot, SLOT_ROOM))
  const isLong: bool = LONG * room > width
  const end = load<u32>(model, USED)
  const taken = isLong ? width : room
  if (end + taken > load<u32>(model, ROOM)) return 0
  store<u32>(model, end + taken, USED)
  const from = rows + ((<usize>load<u32>(slot, START)) << ENTRY_BITS)
  const fromTotals = totals + ((<usize>load<u32>(slot, START)) << 3)
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
  store<u32>(slot, end, START)
  store<u32>(slot, isLong ? DENSE : length, LENGTH)
  store<u32>(slot, room, SLOT_ROOM)
  return 1
}
