/** Looks up the atoms of a configuration. The lists of ../records.ts have the atoms, by kind. */
import { BELOW, MARK } from '../../../core/node-fields'

/** The mark of a reversed arc. */
const REVERSED: i32 = 2
/** The value of an atom if its word or node is missing. */
const NONE_VALUE: i32 = 0
/** All counts from this one on have the same value. */
const MAX_COUNT: i32 = 5

/**
 * Writes the addresses of the nodes that atoms read to the eight places; 0 for a missing node. The number of a node is its
 * offset from `nodes` in integers. Node 0 is the sentinel, whose fields refer to no other node.
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

/** The first content word from `from` on; -1 if there is none. */
// @inline
function contentWordFrom(from: i32, limit: i32, contentWords: usize): i32 {
  const found = from > 0 && from <= limit ? load<i32>(contentWords + ((<usize>from) << 2)) : -1
  return found <= limit ? found : -1
}

/** Looks up the atoms of a list. `contentWords` has, by word, the first content word from this word on. */
export function look(list: usize, front: i32, limit: i32, contentWords: usize): void {
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
    const first = contentWordFrom(front, limit, contentWords)
    const second = first > 0 ? contentWordFrom(first + 1, limit, contentWords) : -1
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
    const value = (count < MAX_COUNT ? count : MAX_COUNT) + 1
    store<i32>(<usize>load<u32>(at, 8), select<i32>(value, NONE_VALUE, node != 0))
  }
  left = load<u32>(at)
  for (at += 4; left > 0; left--, at += 12) {
    const node = <usize>load<u32>(<usize>load<u32>(at))
    const value = distanceBin(front - load<i32>(node + load<u32>(at, 4))) + 1
    store<i32>(<usize>load<u32>(at, 8), select<i32>(value, NONE_VALUE, node != 0))
  }
}

/** Distance bins: 1, 2, 3, 4, 5–6, 7–10, more than 10. */
// @inline
function distanceBin(distance: i32): i32 {
  return distance <= 4 ? distance : distance <= 6 ? 5 : distance <= 10 ? 6 : 7
}
