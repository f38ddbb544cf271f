/** Looks up the atoms of a configuration by the lists of ../records.ts, one for each kind of atom. */
import { BELOW, MARK } from '../../../core/node-fields'

/** The mark of a reversed arc. */
const REVERSED: i32 = 2
/** The value of an atom where there is no such word or node; the largest count that has a value of its own. */
const NONE_VALUE: i32 = 0
const MOST_COUNT: i32 = 5

/**
 * Finds the nodes that atoms refer to, and writes their addresses to the eight places; 0 where there is none. Nodes are
 * numbered by their offset, in integers, from `nodes`; number 0 is none, and what its fields say leads nowhere else.
 */
export function findPlaces(places: usize, nodes: usize, top: u32, next: u32): void {
  let node = nodes + ((<usize>top) << 2)
  store<u32>(places, addressOf(nodes, top))
  let id = top
  for (let t: usize = 4; t < 16; t += 4) {
    id = load<u32>(nodes + ((<usize>id) << 2), BELOW * 4)
    store<u32>(places + t, addressOf(nodes, id))
  }
  store<u32>(places, addressOf(nodes, next), 16)
  for (let t: usize = 20; t < 32; t += 4) {
    if (load<i32>(node, MARK * 4) == REVERSED) node = nodes + ((<usize>load<u32>(node, BELOW * 4)) << 2)
    id = load<u32>(node, BELOW * 4)
    node = nodes + ((<usize>id) << 2)
    store<u32>(places + t, addressOf(nodes, id))
  }
}

// @inline
function addressOf(nodes: usize, id: u32): u32 {
  return select<u32>(<u32>nodes + (id << 2), 0, id != 0)
}

/** The first word at or after `from` that phrases are built around; -1 where there is none. */
// @inline
function anchorFrom(from: i32, limit: i32, anchors: usize): i32 {
  const found = from > 0 && from <= limit ? load<i32>(anchors + ((<usize>from) << 2)) : -1
  return found <= limit ? found : -1
}

/** Looks up the atoms of a list. `anchors` has, by word, the first content word at or after it. */
export function look(list: usize, front: i32, limit: i32, anchors: usize): void {
  let at = list
  let left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const node = <usize>load<u32>(<usize>load<u32>(at))
    const word = load<i32>(node + load<u32>(at, 4))
    store<i32>(<usize>load<u32>(at, 8), select<i32>(word, -1, node != 0))
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 8) {
    const word = front + load<i32>(at)
    store<i32>(<usize>load<u32>(at, 4), select<i32>(word, -1, word <= limit))
  }
  left = load<u32>(at)
  at += 4
  if (left > 0) {
    const first = anchorFrom(front, limit, anchors)
    const second = first > 0 ? anchorFrom(first + 1, limit, anchors) : -1
    for (; left > 0; left--, at += 8) {
      store<i32>(<usize>load<u32>(at, 4), select<i32>(first, second, load<u32>(at) == 0))
    }
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const word = load<i32>(<usize>load<u32>(at, 4))
    store<u32>(<usize>load<u32>(at, 8), load<u32>(<usize>load<u32>(at) + ((<usize>(word + 1)) << 2)))
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const node = <usize>load<u32>(<usize>load<u32>(at))
    const value = load<i32>(node + load<u32>(at, 4)) + 2
    store<i32>(<usize>load<u32>(at, 8), select<i32>(value, NONE_VALUE, node != 0))
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const node = <usize>load<u32>(<usize>load<u32>(at))
    const count = load<i32>(node + load<u32>(at, 4))
    const value = (count < MOST_COUNT ? count : MOST_COUNT) + 1
    store<i32>(<usize>load<u32>(at, 8), select<i32>(value, NONE_VALUE, node != 0))
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const node = <usize>load<u32>(<usize>load<u32>(at))
    const value = distanceClass(front - load<i32>(node + load<u32>(at, 4))) + 1
    store<i32>(<usize>load<u32>(at, 8), select<i32>(value, NONE_VALUE, node != 0))
  }
}

/** 1, 2, 3, 4, 5–6, 7–10, more. */
// @inline
function distanceClass(distance: i32): i32 {
  return distance <= 4 ? distance : distance <= 6 ? 5 : distance <= 10 ? 6 : 7
}
