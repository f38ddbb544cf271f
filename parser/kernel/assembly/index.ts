/**
 * Feature keys from atoms, and sums of the weights of keys, for ../kernel.ts, which tells where everything lies; what a
 * table is stands in ../../wide-table.ts and ../../narrow-table.ts, what a program in ../program.ts.
 */

const LINE_BITS: u32 = 6
const LINE: usize = 64
/** The bits of a 16-bit lane that are a tag; the highest bit of the first lane tells that the line spills. */
const TAG: i16 = 0x7fff
const SLOT: usize = 6
const SLOTS_AT: usize = 16
const ELSEWHERE: u32 = 0xffff
const LIST: u32 = 0x80000000
/** Bytes of a vector, and of the classes that dense rows are padded to. */
const VECTOR: usize = 16
const BLOCK: usize = 64

/** What each position of a template multiplies its atom with; as in ../../features/hash.ts. */
const FIRST: u32 = 0x9e3779b1
const SECOND: u32 = 0x85ebca77
const THIRD: u32 = 0xc2b2ae3d
const FOURTH: u32 = 0x27d4eb2f
const FIFTH: u32 = 0x165667b1

/** The bits of a key that are its region. */
const REGION: u32 = 0xfff80000
const REGION_SHIFT: u32 = 19

/** The key of the feature that is on everywhere. */
const BIAS: u32 = 2

function keyOf(sum: u32, first: u32): u32 {
  sum = (sum ^ (sum >> 15)) * 0x2c1b3c6d
  const key = (first & REGION) | ((sum ^ (sum >> 13)) & ~REGION)
  return key | u32(key == 0)
}

function atom(program: usize, position: usize): u32 {
  return load<u32>(<usize>load<u32>(program + position))
}

/**
 * Writes the keys of all templates, and BIAS, to `keys` and returns how many there are. The program holds,
 * for templates of 1 to 5 atoms, how many there are and for each its seed and the addresses of its atoms; then the same
 * for ranges, each with its length behind the seed.
 */
export function extract(program: usize, keys: usize): u32 {
  let key = keys
  let end = program + 4 + load<u32>(program) * 8
  for (program += 4; program < end; program += 8, key += 4) {
    const first = atom(program, 4)
    store<u32>(key, keyOf(load<u32>(program) + first * FIRST, first))
  }
  end = program + 4 + load<u32>(program) * 12
  for (program += 4; program < end; program += 12, key += 4) {
    const first = atom(program, 4)
    const sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 16
  for (program += 4; program < end; program += 16, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 20
  for (program += 4; program < end; program += 20, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD + atom(program, 16) * FOURTH
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 24
  for (program += 4; program < end; program += 24, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD + atom(program, 16) * FOURTH + atom(program, 20) * FIFTH
    store<u32>(key, keyOf(sum, first))
  }
  let ranges = load<u32>(program)
  for (program += 4; ranges > 0; ranges--) {
    const seed = load<u32>(program)
    end = program + 8 + load<u32>(program, 4) * 4
    const start = key
    for (program += 8; program < end; program += 4) {
      const value = atom(program, 0)
      if (value == 0) continue
      const found = keyOf(seed + value * FIRST, value)
      let known = start
      while (known < key && load<u32>(known) != found) known += 4
      if (known < key) continue
      store<u32>(key, found)
      key += 4
    }
  }
  store<u32>(key, BIAS)
  return <u32>((key - keys) >> 2) + 1
}

/**
 * Sums the weights of the keys into `scores`: `width` bytes of 16-bit numbers, and as many behind them for a second
 * sum, since additions to one and the same class have to wait for each other. `scratch` takes 84
 * bytes a key and four: a line, twice a line with the slots that were found, and a row for each of these.
 *
 * Memory and guessed branches are the bottlenecks. A first loop finds and touches the line of each key, so that all of
 * them are under way from memory before the first is looked at; a second one gathers the lines that know their key;
 * neither has branches that depend on what it finds, but for lines that spill.
 */
export function sumWide(
  keys: usize,
  count: u32,
  lines: usize,
  regions: usize,
  codes: usize,
  classBits: u32,
  rows: usize,
  scores: usize,
  width: usize,
  scratch: usize,
): void {
  let touched: u32 = 0
  const end = scratch + ((<usize>count) << 2)
  for (let at = scratch; at < end; at += 4, keys += 4) {
    const key = load<u32>(keys)
    const region = regions + ((<usize>(key >> REGION_SHIFT)) << 3)
    const place =
      load<u32>(region) + <u32>((<u64>(key & ~REGION) * <u64>load<u32>(region, 4)) >> REGION_SHIFT)
    const line = lines + ((<usize>place) << LINE_BITS)
    store<u32>(at, <u32>line)
    touched += load<u32>(line)
  }
  keys -= (<usize>count) << 2
  store<u32>(end, touched) // so that the loads are not left out
  const zero = i16x8.splat(0)
  for (let at = scores; at < scores + 2 * width; at += VECTOR) v128.store(at, zero)
  const tagBits = i16x8.splat(TAG)
  let spare = count
  let hit = end
  for (let at = scratch; at < end; at += 4, keys += 4) {
    let line = <usize>load<u32>(at)
    const tag = i16x8.splat(load<i16>(keys) & TAG)
    let tags = v128.load(line)
    let found = i16x8.bitmask(i16x8.eq(v128.and(tags, tagBits), tag))
    store<u32>(hit, <u32>line)
    store<u32>(hit, found, 4)
    hit += (<usize>u32(found != 0)) << 3
    while (i16x8.bitmask(tags) != 0) {
      line += LINE
      tags = v128.load(line)
      found = i16x8.bitmask(i16x8.eq(v128.and(tags, tagBits), tag))
      if (found == 0) continue
      if (spare == 0) break
      spare--
      store<u32>(hit, <u32>line)
      store<u32>(hit, found, 4)
      hit += 8
    }
  }
  // What is a whole row is noted, to be added block by block.
  let row = hit
  let bank = scores
  for (let at = end; at < hit; at += 8) {
    const line = <usize>load<u32>(at)
    let found = <i32>load<u32>(at, 4)
    do {
      const slot = line + SLOTS_AT + <usize>ctz(found) * SLOT
      const entry = <u32>load<u16>(slot)
      if (entry == ELSEWHERE) {
        const place = load<u32>(slot, 2)
        const from = rows + ((<usize>(place & ~LIST)) << 2)
        if (place & LIST) sumList(from, bank)
        else {
          store<u32>(row, <u32>from)
          row += 4
        }
      } else {
        add(entry, bank, codes, classBits)
        add(<u32>load<u16>(slot, 2), bank, codes, classBits)
        add(<u32>load<u16>(slot, 4), bank, codes, classBits)
      }
      found &= found - 1
    } while (found != 0)
    bank = 2 * scores + width - bank
  }
  sumRows(hit, row, scores, width)
}

function add(entry: u32, scores: usize, codes: usize, classBits: u32): void {
  const to = scores + ((<usize>(entry & ((1 << classBits) - 1))) << 1)
  store<i16>(to, load<i16>(to) + load<i16>(codes + ((<usize>(entry >> classBits)) << 1)))
}

function sumList(entry: usize, scores: usize): void {
  const stop = entry + ((<usize>load<u32>(entry) + 1) << 2)
  for (entry += 4; entry < stop; entry += 4) {
    const to = scores + ((<usize>load<u16>(entry)) << 1)
    store<i16>(to, load<i16>(to) + load<i16>(entry, 2))
  }
}

/**
 * Adds the second sum and all rows that are noted: an eight-bit weight for each class, shifted by as many bits as there
 * are four bytes between a border of BLOCK bytes and where the row is said to be.
 */
function sumRows(first: usize, end: usize, scores: usize, width: usize): void {
  for (let at: usize = 0; at < width; at += BLOCK) {
    const to = scores + at
    const second = to + width
    let a = i16x8.add(v128.load(to), v128.load(second))
    let b = i16x8.add(v128.load(to, 16), v128.load(second, 16))
    let c = i16x8.add(v128.load(to, 32), v128.load(second, 32))
    let d = i16x8.add(v128.load(to, 48), v128.load(second, 48))
    for (let row = first; row < end; row += 4) {
      const place = <usize>load<u32>(row)
      const shift = (<i32>(place & (BLOCK - 1))) >> 2
      const weights = (place & ~(BLOCK - 1)) + (at >> 1)
      const one = v128.load(weights)
      const other = v128.load(weights, 16)
      a = i16x8.add(a, i16x8.shl(i16x8.extend_low_i8x16_s(one), shift))
      b = i16x8.add(b, i16x8.shl(i16x8.extend_high_i8x16_s(one), shift))
      c = i16x8.add(c, i16x8.shl(i16x8.extend_low_i8x16_s(other), shift))
      d = i16x8.add(d, i16x8.shl(i16x8.extend_high_i8x16_s(other), shift))
    }
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
  }
}

/** Classes that are summed at a time. */
const MANY: usize = 32

/** Where in its table the line of a key is, of `spread`. */
function placeOf(key: u32, spread: u32): usize {
  return <usize>((<u64>(key * FIRST) * <u64>spread) >> 32)
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
// @ts-expect-error: a decorator of AssemblyScript
@inline
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

/** The best score among those whose lanes in `allowed` are set, in all lanes. */
function mostOf(scores: usize, allowed: usize, width: usize): v128 {
  const none = i16x8.splat(i16.MIN_VALUE)
  let most = none
  for (let at: usize = 0; at < width; at += VECTOR) {
    most = i16x8.max_s(most, v128.bitselect(v128.load(scores + at), none, v128.load(allowed + at)))
  }
  most = i16x8.max_s(most, i8x16.shuffle(most, most, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  most = i16x8.max_s(most, i8x16.shuffle(most, most, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
  return i16x8.max_s(most, i8x16.shuffle(most, most, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
}

/** The first of the best classes among those whose lanes in `allowed`, a row as wide as `scores`, are set; or -1. */
export function best(scores: usize, allowed: usize, width: usize): i32 {
  const most = mostOf(scores, allowed, width)
  for (let at: usize = 0; at < width; at += VECTOR) {
    const lanes = v128.and(i16x8.eq(v128.load(scores + at), most), v128.load(allowed + at))
    if (v128.any_true(lanes)) return <i32>(at >> 1) + ctz(i16x8.bitmask(lanes))
  }
  return -1
}

/** The class that leads all others of `allowed` by `margin` > 0 at least; -1 where none does. */
export function leading(scores: usize, allowed: usize, width: usize, margin: i32): i32 {
  const most = mostOf(scores, allowed, width)
  const near = i16x8.sub_sat_s(most, i16x8.splat(<i16>margin))
  let found: i32 = -1
  for (let at: usize = 0; at < width; at += VECTOR) {
    const lanes = v128.and(i16x8.gt_s(v128.load(scores + at), near), v128.load(allowed + at))
    const set = i16x8.bitmask(lanes)
    if (set == 0) continue
    if (found >= 0 || (set & (set - 1)) != 0) return -1
    found = <i32>(at >> 1) + ctz(set)
  }
  return found
}
