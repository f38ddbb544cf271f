/**
 * Sums rows of 16-bit weights, for scoring.ts: which tells where everything lies.
 *
 * A table slot is eight bytes: the key (0: empty) and where its row lies. Bit 31 of the latter tells a list of entries
 * from a dense row; the rest is the number of a dense row, or the place of a list in units of four bytes. A list is
 * its length, then the entries, a class in the low half and a weight in the high half of four bytes each.
 */

const LIST: u32 = 0x80000000

/** Classes in a block: what eight vectors of eight lanes hold. Dense rows are whole blocks. */
const BLOCK: usize = 64

/** Sums the rows of the keys into `scores`, `blocks` blocks of 16-bit numbers. `rows` is scratch for `count` pointers. */
export function score(
  keys: usize,
  count: u32,
  table: usize,
  mask: u32,
  dense: usize,
  lists: usize,
  scores: usize,
  blocks: usize,
  rows: usize,
): void {
  const width = blocks * BLOCK * 2
  let denseCount: usize = 0
  let listCount: usize = 0
  const last = rows + ((<usize>count - 1) << 2)
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(keys + ((<usize>i) << 2))
    let slot = key & mask
    let known = load<u32>(table + ((<usize>slot) << 3))
    while (known != key && known != 0) {
      slot = (slot + 1) & mask
      known = load<u32>(table + ((<usize>slot) << 3))
    }
    if (known == 0) continue
    const place = load<u32>(table + ((<usize>slot) << 3), 4)
    // Dense rows are noted from the front of the scratch, lists from its end.
    if (place & LIST) store<u32>(last - (listCount++ << 2), <u32>(lists + ((<usize>(place & ~LIST)) << 2)))
    else store<u32>(rows + (denseCount++ << 2), <u32>(dense + <usize>place * width))
  }
  const end = rows + (denseCount << 2)
  for (let block: usize = 0; block < blocks; block++) {
    const at = block * BLOCK * 2
    let a = i16x8.splat(0)
    let b = a
    let c = a
    let d = a
    let e = a
    let f = a
    let g = a
    let h = a
    for (let row = rows; row < end; row += 4) {
      const from = <usize>load<u32>(row) + at
      a = i16x8.add(a, v128.load(from))
      b = i16x8.add(b, v128.load(from, 16))
      c = i16x8.add(c, v128.load(from, 32))
      d = i16x8.add(d, v128.load(from, 48))
      e = i16x8.add(e, v128.load(from, 64))
      f = i16x8.add(f, v128.load(from, 80))
      g = i16x8.add(g, v128.load(from, 96))
      h = i16x8.add(h, v128.load(from, 112))
    }
    const to = scores + at
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
    v128.store(to, e, 64)
    v128.store(to, f, 80)
    v128.store(to, g, 96)
    v128.store(to, h, 112)
  }
  for (let i: usize = 0; i < listCount; i++) {
    let entry = <usize>load<u32>(last - (i << 2))
    const stop = entry + ((<usize>load<u32>(entry) + 1) << 2)
    for (entry += 4; entry < stop; entry += 4) {
      const to = scores + ((<usize>load<u16>(entry)) << 1)
      store<i16>(to, load<i16>(to) + load<i16>(entry, 2))
    }
  }
}

/** The first of the best classes of the kinds in `mask`, where kind k has the classes starts[k]..starts[k + 1]; or -1. */
export function best(scores: usize, starts: usize, kinds: i32, mask: i32): i32 {
  let found = -1
  let most = i32.MIN_VALUE
  for (let kind = 0; kind < kinds; kind++) {
    if (((mask >> kind) & 1) == 0) continue
    const end = load<i32>(starts + ((<usize>kind) << 2), 4)
    for (let c = load<i32>(starts + ((<usize>kind) << 2)); c < end; c++) {
      const value = <i32>load<i16>(scores + ((<usize>c) << 1))
      if (value > most) {
        most = value
        found = c
      }
    }
  }
  return found
}
