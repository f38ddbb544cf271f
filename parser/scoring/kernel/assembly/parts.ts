/**
 * Sums of the parts of a set of templates, for ../parts.ts: what was summed is looked for, what is summed is added up,
 * and the most of each kind of transitions is found.
 */

/** Bytes of a vector. */
const VECTOR: usize = 16

/**
 * Looks in `seen` for these keys with this mark: it holds how many lists of keys there are, `room` for the hashes of
 * lists, then `room` for lists, each of `stride` bytes: the mark, how many keys, the keys. Returns the number of the list;
 * where there is none, takes it up and returns -1.
 */
export function find(keys: usize, count: u32, mark: u32, seen: usize, room: u32, stride: usize): i32 {
  const end = keys + ((<usize>count) << 2)
  let hash = mark
  for (let at = keys; at < end; at += 4) hash = (rotl<u32>(hash, 5) ^ load<u32>(at)) * 0x9e3779b1
  const size = load<u32>(seen)
  const hashes = seen + VECTOR
  const lists = hashes + ((<usize>room) << 2)
  const wanted = i32x4.splat(hash)
  for (let first: u32 = 0; first < size; first += 4) {
    let same = i32x4.bitmask(i32x4.eq(v128.load(hashes + ((<usize>first) << 2)), wanted))
    for (; same != 0; same &= same - 1) {
      const found = first + ctz(same)
      if (found < size && isList(lists + <usize>found * stride, keys, end, count, mark)) return found
    }
  }
  store<u32>(seen, size + 1)
  store<u32>(hashes + ((<usize>size) << 2), hash)
  let list = lists + <usize>size * stride
  store<u32>(list, mark)
  store<u32>(list, count, 4)
  for (list += 8; keys < end; keys += 4, list += 4) store<u32>(list, load<u32>(keys))
  return -1
}

function isList(list: usize, keys: usize, end: usize, count: u32, mark: u32): bool {
  if (load<u32>(list) != mark || load<u32>(list, 4) != count) return false
  for (list += 8; keys < end; keys += 4, list += 4) if (load<u32>(list) != load<u32>(keys)) return false
  return true
}

/** Writes the sums of the 16-bit numbers at `from` and `more`, `width` bytes each, to `to`. */
export function addUp(from: usize, more: usize, to: usize, width: usize): void {
  for (let at: usize = 0; at < width; at += VECTOR) {
    v128.store(to + at, i16x8.add(v128.load(from + at), v128.load(more + at)))
  }
}

/**
 * Writes the most of the 16-bit scores of each kind to `most`; of a kind without classes, the least number there is.
 * `starts` tells the class with which each of the `kinds` begins, and the last one ends.
 */
export function mostOfShorts(scores: usize, starts: usize, types: u32, most: usize): void {
  for (const end = starts + ((<usize>types) << 2); starts < end; starts += 4, most += 2) {
    let at = scores + ((<usize>load<u32>(starts)) << 1)
    const stop = scores + ((<usize>load<u32>(starts, 4)) << 1)
    let found: i16 = i16.MIN_VALUE
    if (stop - at >= VECTOR) {
      // The last vector reaches back over what was seen already.
      let all = v128.load(stop - VECTOR)
      for (; at + VECTOR < stop; at += VECTOR) all = i16x8.max_s(all, v128.load(at))
      all = i16x8.max_s(all, i8x16.shuffle(all, all, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
      all = i16x8.max_s(all, i8x16.shuffle(all, all, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
      all = i16x8.max_s(all, i8x16.shuffle(all, all, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
      found = i16x8.extract_lane_s(all, 0)
    } else {
      for (; at < stop; at += 2) found = max(found, load<i16>(at))
    }
    store<i16>(most, found)
  }
}

/** The same for 32-bit floating-point numbers. */
export function mostOfFloats(scores: usize, starts: usize, types: u32, most: usize): void {
  for (const end = starts + ((<usize>types) << 2); starts < end; starts += 4, most += 4) {
    let at = scores + ((<usize>load<u32>(starts)) << 2)
    const stop = scores + ((<usize>load<u32>(starts, 4)) << 2)
    let found: f32 = -Infinity
    if (stop - at >= VECTOR) {
      let all = v128.load(stop - VECTOR)
      for (; at + VECTOR < stop; at += VECTOR) all = f32x4.pmax(all, v128.load(at))
      all = f32x4.pmax(all, i8x16.shuffle(all, all, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
      all = f32x4.pmax(all, i8x16.shuffle(all, all, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
      found = f32x4.extract_lane(all, 0)
    } else {
      for (; at < stop; at += 4) found = max(found, load<f32>(at))
    }
    store<f32>(most, found)
  }
}
