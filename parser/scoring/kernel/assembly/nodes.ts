/** Copies nodes of a configuration, so that a transition of one hypothesis does not change another. */
import { BELOW, NODE_SIZE } from '../../../core/node-fields'

// @inline
function nodeAt(nodes: usize, node: u32): usize {
  return nodes + ((<usize>node) << 2)
}

/** Copies a node. `memory.copy` is slower. */
// @inline
function copyNode(to: usize, from: usize): void {
  for (let i: usize = 0; i < <usize>NODE_SIZE * 4; i += 16) v128.store(to + i, v128.load(from + i))
}

/** Copies the nodes `top`, the node below it, and `next`, if they exist, to consecutive nodes from `used` on. */
export function fork(nodes: usize, used: u32, top: u32, next: u32): void {
  let to = nodeAt(nodes, used)
  if (top != 0) {
    const copy = to
    copyNode(to, nodeAt(nodes, top))
    to += <usize>NODE_SIZE * 4
    const below = load<u32>(copy, BELOW * 4)
    if (below != 0) {
      copyNode(to, nodeAt(nodes, below))
      store<u32>(copy, <u32>((to - nodes) >> 2), BELOW * 4)
      to += <usize>NODE_SIZE * 4
    }
  }
  if (next != 0) copyNode(to, nodeAt(nodes, next))
}

/** Whether two nodes are equal. */
export function equalNodes(nodes: usize, one: u32, other: u32): bool {
  const first = nodeAt(nodes, one)
  const second = nodeAt(nodes, other)
  for (let i: usize = 0; i < <usize>NODE_SIZE * 4; i += 32) {
    const a = v128.xor(v128.load(first + i), v128.load(second + i))
    const b = v128.xor(v128.load(first + i, 16), v128.load(second + i, 16))
    if (v128.any_true(v128.or(a, b))) return false
  }
  return true
}

/** Moves the nodes scratch..used to `kept`; the nodes between are no longer needed. */
export function compact(nodes: usize, kept: u32, scratch: u32, used: u32): void {
  const distance = scratch - kept
  for (let node = scratch; node < used; node += NODE_SIZE) {
    const place = nodeAt(nodes, node)
    const below = load<u32>(place, BELOW * 4)
    if (below >= scratch) store<u32>(place, below - distance, BELOW * 4)
  }
  memory.copy(nodeAt(nodes, kept), nodeAt(nodes, scratch), (<usize>(used - scratch)) << 2)
}
