/**
 * Sums of the weights that a perceptron is learning, for ../../learning/perceptron-scores.ts; where the weights lie is
 * said in ../../learning/perceptron-weights.ts.
 */

/** Bytes of a slot of the table, as a power of two, and where its fields lie. */
const SLOT_BITS: u32 = 4
const START: usize = 4
const LENGTH: usize = 8
/** The length of a row that has a weight for each class. */
const DENSE: u32 = 0xffffffff
/** Bytes of an entry of a row, as a power of two: a class, and its weight. */
const ENTRY_BITS: u32 = 3
/** Bytes of the classes that are summed at a time. */
const BLOCK: usize = 128

/**
 * Adds the weights of the keys to the `width` bytes of 32-bit numbers at `from` and writes the sums to `to`. `mask` is
 * the number of slots, less one. `scratch` takes eight bytes a key and four: whole rows from its beginning, others
 * from its end.
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
  // All slots are under way from memory together before the first is looked at, then all rows: what is found is hard to
  // guess, and a wrong guess would hold up what is behind it.
  let touched: u32 = 0
  const end = keys + ((<usize>count) << 2)
  for (let at = keys; at < end; at += 4)
    touched += load<u32>(table + ((<usize>(load<u32>(at) & mask)) << SLOT_BITS))
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
