/** Helpers of beam.ts: search for lists of keys, addition of sums, and the maximum score of each type. */
import { HASHES_OFFSET, LIST_COUNT, LIST_KEYS, LIST_MARK } from '../records'

/** The number of bytes of a vector. */
const VECTOR_BYTES: usize = 16

/**
 * The number of the list in `seen` with these keys and this mark. Adds a new list and returns -1 if there is none. The layout
 * of `seen`: the number of lists, `room` hashes, `room` lists of `stride` bytes (the mark, the number of keys, the keys).
 */
export function find(keys: usize, count: u32, mark: u32, seen: usize, room: u32, stride: usize): i32 {
  const end = keys + ((<usize>count) << 2)
  let hash = mark
  for (let at = keys; at < end; at += 4) hash = (rotl<u32>(hash, 5) ^ load<u32>(at)) * 0x9e3779b1
  const size = load<u32>(seen)
  const hashes = seen + HASHES_OFFSET
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
  store<u32>(list, mark, LIST_MARK)
  store<u32>(list, count, LIST_COUNT)
  for (list += LIST_KEYS; keys < end; keys += 4, list += 4) store<u32>(list, load<u32>(keys))
  return -1
}

// @inline
function isList(list: usize, keys: usize, end: usize, count: u32, mark: u32): bool {
  if (load<u32>(list, LIST_MARK) != mark || load<u32>(list, LIST_COUNT) != count) return false
  for (list += LIST_KEYS; keys < end; keys += 4, list += 4)
    if (load<u32>(list) != load<u32>(keys)) return false
  return true
}

/** Adds the 16-bit numbers at `from` and `more` (`width` bytes each) and writes the sums to `to`. */
export function addUp(from: usize, more: usize, to: usize, width: usize): void {
  for (let at: usize = 0; at < width; at += VECTOR_BYTES) {
    v128.store(to + at, i16x8.add(v128.load(from + at), v128.load(more + at)))
  }
}

/** Writes the maximum score of each type, a 32-bit float, to `maxima`; -Infinity for a type without classes. */
export function mostOfFloats(scores: usize, starts: usize, types: u32, maxima: usize): void {
  for (const end = starts + ((<usize>types) << 2); starts < end; starts += 4, maxima += 4) {
    let at = scores + ((<usize>load<u32>(starts)) << 2)
    const stop = scores + ((<usize>load<u32>(starts, 4)) << 2)
    let found: f32 = -Infinity
    if (stop - at >= VECTOR_BYTES) {
      let vectorMaximum = v128.load(stop - VECTOR_BYTES)
      for (; at + VECTOR_BYTES < stop; at += VECTOR_BYTES)
        vectorMaximum = f32x4.pmax(vectorMaximum, v128.load(at))
      vectorMaximum = f32x4.pmax(
        vectorMaximum,
        i8x16.shuffle(vectorMaximum, vectorMaximum, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
      )
      vectorMaximum = f32x4.pmax(
        vectorMaximum,
        i8x16.shuffle(vectorMaximum, vectorMaximum, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11),
      )
      found = f32x4.extract_lane(vectorMaximum, 0)
    } else {
      for (; at < stop; at += 4) found = max(found, load<f32>(at))
    }
    store<f32>(maxima, found)
  }
}
