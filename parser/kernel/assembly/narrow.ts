/** Sums of the weights of keys in narrow tables, see ../../narrow-table.ts. */
const LINE: usize = 64
/** The bits of a 16-bit lane that are a tag; the highest bit of the first lane tells that the line spills. */
const TAG: i16 = 0x7fff
const SLOT: usize = 6
const SLOTS_AT: usize = 16
/** What spreads keys over lines; as in ../../narrow-table.ts. */
const SPREAD: u32 = 0x9e3779b1

/** Classes that are summed at a time. */
const MANY: usize = 32

/** Where in its table the line of a key is, of `spread`. */
function placeOf(key: u32, spread: u32): usize {
  return <usize>((<u64>(key * SPREAD) * <u64>spread) >> 32)
}

/** The tag of a key in all lanes; 0 is the tag of what is empty. */
function tagOf(key: u32): v128 {
  const low = <i16>(key & TAG)
  return i16x8.splat(low + i16(low == 0))
}

/** Which of the slots of a line have this tag. */
function slotsOf(tags: v128, tag: v128): i32 {
  return i16x8.bitmask(i16x8.eq(v128.and(tags, i16x8.splat(TAG)), tag))
}

/**
 * Finds the lines of all keys and touches each, so that they are under way from memory together before the first is looked
 * at: what is found in a line is hard to guess, and a wrong guess would hold up those behind it. Writes where the lines
 * are to `scratch`, four bytes a key, and four that mean nothing behind them; returns the end of the lines.
 */
function touch(keys: usize, count: u32, lines: usize, spread: u32, bytes: usize, scratch: usize): usize {
  const end = scratch + ((<usize>count) << 2)
  let touched: u32 = 0
  for (let at = scratch; at < end; at += 4, keys += 4) {
    const line = lines + placeOf(load<u32>(keys), spread) * bytes
    store<u32>(at, <u32>line)
    touched += load<u32>(line)
  }
  store<u32>(end, touched) // so that the loads are not left out
  return end
}

/**
 * Sums the eight-bit weights of the keys into `scores`, eight 16-bit numbers, the last two of them anything. `spread` is
 * the number of lines; a key that is not known adds nothing. `scratch` takes four bytes a key and four.
 */
export function sumSix(
  keys: usize,
  count: u32,
  lines: usize,
  spread: u32,
  scores: usize,
  scratch: usize,
): void {
  let sums = i16x8.splat(0)
  const end = touch(keys, count, lines, spread, LINE, scratch)
  for (let at = scratch; at < end; at += 4, keys += 4) {
    const tag = tagOf(load<u32>(keys))
    let line = <usize>load<u32>(at)
    let tags = v128.load(line)
    let found = slotsOf(tags, tag)
    while (found == 0 && i16x8.bitmask(tags) != 0) {
      line += LINE
      tags = v128.load(line)
      found = slotsOf(tags, tag)
    }
    // Without a branch: whether a key is known is hard to guess.
    const slot = line + SLOTS_AT + <usize>(ctz(found | 0x80) & 7) * SLOT
    const known = v128.load8x8_s(slot)
    sums = i16x8.add(sums, v128.and(known, i32x4.splat(-i32(found != 0))))
  }
  v128.store(scores, sums)
}

/**
 * The same for `room` classes, a multiple of 32. First the weights of all keys that are known are found, so that they are
 * under way from memory together; then they are added.
 */
export function sumMany(
  keys: usize,
  count: u32,
  lines: usize,
  spread: u32,
  room: usize,
  scores: usize,
  scratch: usize,
): void {
  const lineBytes = SLOTS_AT + 8 * room
  const last = touch(keys, count, lines, spread, lineBytes, scratch)
  let end = scratch
  for (let at = scratch; at < last; at += 4, keys += 4) {
    const tag = tagOf(load<u32>(keys))
    let line = <usize>load<u32>(at)
    let tags = v128.load(line)
    let found = slotsOf(tags, tag)
    while (found == 0 && i16x8.bitmask(tags) != 0) {
      line += lineBytes
      tags = v128.load(line)
      found = slotsOf(tags, tag)
    }
    store<u32>(end, <u32>(line + SLOTS_AT + <usize>(ctz(found | 0x80) & 7) * room))
    end += (<usize>u32(found != 0)) << 2
  }
  for (let at: usize = 0; at < room; at += MANY) {
    let a = i16x8.splat(0)
    let b = a
    let c = a
    let d = a
    for (let known = scratch; known < end; known += 4) {
      const slot = <usize>load<u32>(known) + at
      const first = v128.load(slot)
      const second = v128.load(slot, 16)
      a = i16x8.add(a, i16x8.extend_low_i8x16_s(first))
      b = i16x8.add(b, i16x8.extend_high_i8x16_s(first))
      c = i16x8.add(c, i16x8.extend_low_i8x16_s(second))
      d = i16x8.add(d, i16x8.extend_high_i8x16_s(second))
    }
    const to = scores + 2 * at
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
  }
}
