/** Sums of the weights of keys in wide tables, see ../../tables/wide-table.ts. */
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

/** The bits of a key that are its region. */
export const REGION: u32 = 0xfff80000
const REGION_SHIFT: u32 = 19

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
