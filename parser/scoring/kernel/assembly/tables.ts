/** Sums of weights from the tables of ../table.ts. */
import { LINE_BYTES, LINE_BYTES_THIRTY_TWO, LINE_TAGS, SLOT_PAIRS } from '../records'
/** The tag bits of a 16-bit lane. The highest bit of the first lane is set if the line spills. */
export const TAG: i16 = 0x7fff
/** The multiplier that spreads keys over lines. */
const SPREAD_FACTOR: u32 = 0x9e3779b1

/** The address of the tags of the line of a key, in a table of `spread` lines of `bytes` bytes. */
// @inline
export function tagsOf(key: u32, lines: usize, spread: u32, bytes: usize): usize {
  return lines + bytes - LINE_TAGS + <usize>((<u64>(key * SPREAD_FACTOR) * <u64>spread) >> 32) * bytes
}

/** The tag of a key, in all lanes. Tag 0 marks an empty slot. */
// @inline
function tagOf(key: u32): v128 {
  const low = <i16>(key & TAG)
  return i16x8.splat(low + i16(low == 0))
}

// All three sums repeat the code of the search for the line of a key. One inlined function, which must return the line and
// the slots, was slower in six of six pairs of runs (arc-eager, greedy: 1.02 to 1.15 times the time).

/** The bit mask of the slots of a line with this tag. */
// @inline
function slotsOf(tags: v128, tag: v128): i32 {
  return i16x8.bitmask(i16x8.eq(v128.and(tags, i16x8.splat(TAG)), tag))
}

/**
 * Reads from the tags of each key, so that the processor fetches all lines together. Writes the addresses of the tags to
 * `tags` (four bytes for each key and four more) and returns the end of `tags`.
 */
export function touch(keys: usize, count: u32, lines: usize, spread: u32, bytes: usize, tags: usize): usize {
  const end = tags + ((<usize>count) << 2)
  let touched: u32 = 0
  for (; tags < end; tags += 4, keys += 4) {
    const line = tagsOf(load<u32>(keys), lines, spread, bytes)
    store<u32>(tags, <u32>line)
    touched += load<u32>(line)
  }
  store<u32>(end, touched) // so that the compiler keeps the loads
  return end + 4
}

/**
 * Sums the 8-bit weights of the keys into `scores`: eight 16-bit numbers, of which the last two have no meaning. `from` has
 * the addresses of the tags of the keys. Unknown keys add nothing.
 */
export function sumSix(keys: usize, count: u32, from: usize, scores: usize): void {
  let sums = i16x8.splat(0)
  const end = from + ((<usize>count) << 2)
  for (let at = from; at < end; at += 4, keys += 4) {
    const tag = tagOf(load<u32>(keys))
    let line = <usize>load<u32>(at)
    let tags = v128.load(line)
    let found = slotsOf(tags, tag)
    while (found == 0 && i16x8.bitmask(tags) != 0) {
      line += LINE_BYTES
      tags = v128.load(line)
      found = slotsOf(tags, tag)
    }
    // There is no branch, because the processor cannot predict whether a key is known.
    const slot = line - 8 * SLOT_PAIRS + <usize>(ctz(found | 0x80) & 7) * SLOT_PAIRS
    const known = v128.load8x8_s(slot)
    sums = i16x8.add(sums, v128.and(known, i32x4.splat(-i32(found != 0))))
  }
  v128.store(scores, sums)
}

/** The same for 32 classes: finds all weights first, so that the processor fetches them together. */
export function sumThirtyTwo(keys: usize, count: u32, from: usize, scores: usize, scratch: usize): void {
  const last = from + ((<usize>count) << 2)
  let end = scratch
  for (let at = from; at < last; at += 4, keys += 4) {
    const tag = tagOf(load<u32>(keys))
    let line = <usize>load<u32>(at)
    let tags = v128.load(line)
    let found = slotsOf(tags, tag)
    while (found == 0 && i16x8.bitmask(tags) != 0) {
      line += LINE_BYTES_THIRTY_TWO
      tags = v128.load(line)
      found = slotsOf(tags, tag)
    }
    store<u32>(end, <u32>(line - 8 * 32 + <usize>((ctz(found | 0x80) & 7) << 5)))
    end += (<usize>u32(found != 0)) << 2
  }
  const zero = i16x8.splat(0)
  for (let at = scores; at < scores + 128; at += 16) v128.store(at, zero)
  addRows(scratch, end, scores, 64)
}

/**
 * Adds to `width` bytes of scores: the rows of 8-bit weights whose addresses are at first..end, and the second sum, which
 * follows the scores.
 */
function addRows(first: usize, end: usize, scores: usize, width: usize): void {
  for (let at: usize = 0; at < width; at += 64) {
    const to = scores + at
    const second = to + width
    let a = i16x8.add(v128.load(to), v128.load(second))
    let b = i16x8.add(v128.load(to, 16), v128.load(second, 16))
    let c = i16x8.add(v128.load(to, 32), v128.load(second, 32))
    let d = i16x8.add(v128.load(to, 48), v128.load(second, 48))
    for (let row = first; row < end; row += 4) {
      const weights = <usize>load<u32>(row) + (at >> 1)
      const one = v128.load(weights)
      const other = v128.load(weights, 16)
      a = i16x8.add(a, i16x8.extend_low_i8x16_s(one))
      b = i16x8.add(b, i16x8.extend_high_i8x16_s(one))
      c = i16x8.add(c, i16x8.extend_low_i8x16_s(other))
      d = i16x8.add(d, i16x8.extend_high_i8x16_s(other))
    }
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
  }
}

/** The class bits of a pair. If all of them are set, the slot contains the place of a row in place of pairs. */
// @inline
export function classMask(bits: u32): u32 {
  return (1 << bits) - 1
}

/**
 * The same for tables of pairs. Pairs alternate between two sums of `width` bytes (a multiple of 64), because an addition to
 * a class waits for the previous addition to this class. `scratch` requires 28 bytes for each key and 24 more: rows, slots.
 */
export function sumPairs(
  keys: usize,
  count: u32,
  from: usize,
  bits: u32,
  rows: usize,
  scores: usize,
  width: usize,
  scratch: usize,
): void {
  const end = from + ((<usize>count) << 2)
  const zero = i16x8.splat(0)
  for (let at = scores; at < scores + 2 * width; at += 16) v128.store(at, zero)
  const mask = classMask(bits)
  let row = scratch
  const first = scratch + ((<usize>count) << 2)
  let pairs = first
  for (let at = from; at < end; at += 4, keys += 4) {
    let line = <usize>load<u32>(at)
    const tag = tagOf(load<u32>(keys))
    let tags = v128.load(line)
    let found = slotsOf(tags, tag)
    while (found == 0 && i16x8.bitmask(tags) != 0) {
      line += LINE_BYTES
      tags = v128.load(line)
      found = slotsOf(tags, tag)
    }
    // There is no branch, because the processor cannot predict whether a key is known, how many slots it has, and whether it
    // has a row. All loads are inside the line: at most four slots, and only one slot from the last slot on.
    const slot = line - 8 * SLOT_PAIRS + <usize>(ctz(found | 0x80) & 7) * SLOT_PAIRS
    const isRow = u32(((<u32>load<u16>(slot)) & mask) == mask) & u32(found != 0)
    store<u32>(row, <u32>rows + load<u32>(slot, 2))
    row += (<usize>isRow) << 2
    v128.store(pairs, v128.load(slot))
    store<u64>(pairs, load<u64>(min(slot + 16, line + 8)), 16)
    pairs += <usize>(popcnt(found) & (isRow - 1)) * SLOT_PAIRS
  }
  for (let at = first; at < pairs; at += SLOT_PAIRS) {
    addPair(<i32>load<i16>(at), mask, bits, scores)
    addPair(<i32>load<i16>(at, 2), mask, bits, scores + width)
    addPair(<i32>load<i16>(at, 4), mask, bits, scores)
  }
  addRows(scratch, row, scores, width)
}

// @inline
function addPair(pair: i32, mask: u32, bits: u32, scores: usize): void {
  const to = scores + ((<usize>(pair & mask)) << 1)
  store<i16>(to, load<i16>(to) + <i16>(pair >> bits))
}
