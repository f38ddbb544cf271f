/** The best of the allowed classes. */

/** The number of bytes of a vector. */
const VECTOR_BYTES: usize = 16

/** The best score of the classes whose lanes in `allowed` are set. All lanes of the result contain it. */
function maximumOf(scores: usize, allowed: usize, width: usize): v128 {
  const none = i16x8.splat(i16.MIN_VALUE)
  let maximum = none
  for (let at: usize = 0; at < width; at += VECTOR_BYTES) {
    maximum = i16x8.max_s(maximum, v128.bitselect(v128.load(scores + at), none, v128.load(allowed + at)))
  }
  maximum = i16x8.max_s(
    maximum,
    i8x16.shuffle(maximum, maximum, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  )
  maximum = i16x8.max_s(
    maximum,
    i8x16.shuffle(maximum, maximum, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11),
  )
  return i16x8.max_s(
    maximum,
    i8x16.shuffle(maximum, maximum, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13),
  )
}

/** The first class with the best score among the classes whose lanes in `allowed` (as wide as `scores`) are set; else -1. */
export function best(scores: usize, allowed: usize, width: usize): i32 {
  const maximum = maximumOf(scores, allowed, width)
  for (let at: usize = 0; at < width; at += VECTOR_BYTES) {
    const lanes = v128.and(i16x8.eq(v128.load(scores + at), maximum), v128.load(allowed + at))
    if (v128.any_true(lanes)) return <i32>(at >> 1) + ctz(i16x8.bitmask(lanes))
  }
  return -1
}

/** The class of `allowed` whose lead over all others is at least `margin` > 0; -1 if there is none. */
export function leading(scores: usize, allowed: usize, width: usize, margin: i32): i32 {
  const maximum = maximumOf(scores, allowed, width)
  const threshold = i16x8.sub_sat_s(maximum, i16x8.splat(<i16>margin))
  let found: i32 = -1
  for (let at: usize = 0; at < width; at += VECTOR_BYTES) {
    const lanes = v128.and(i16x8.gt_s(v128.load(scores + at), threshold), v128.load(allowed + at))
    const set = i16x8.bitmask(lanes)
    if (set == 0) continue
    if (found >= 0 || (set & (set - 1)) != 0) return -1
    found = <i32>(at >> 1) + ctz(set)
  }
  return found
}
