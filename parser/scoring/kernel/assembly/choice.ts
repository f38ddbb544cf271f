/** The best of the classes that are allowed. */

/** Bytes of a vector. */
const VECTOR: usize = 16

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
