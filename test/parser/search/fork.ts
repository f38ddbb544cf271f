/**
 * Carrying out a transition for one hypothesis without any other seeing it. A transition writes only the nodes of s0,
 * s1 and b0 (see parser/core/configuration.ts), so it is given copies of them; what it left as it was is shared again.
 */
import type { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, NODE_SIZE, NO_NODE } from '../../../parser/core/node-fields.ts'
import type { TransitionSystem } from '../../../parser/core/transition-system.ts'

/** `system.apply`, on copies of the nodes that the transition may write. */
export function applyToCopies(system: TransitionSystem, c: Configuration, type: number, label: number): void {
  const { top, next } = c
  const below = top === NO_NODE ? NO_NODE : c.nodes[top + BELOW]
  const topCopy = copyOf(c, top)
  const nextCopy = copyOf(c, next)
  const belowCopy = copyOf(c, below)
  if (topCopy !== NO_NODE) c.nodes[topCopy + BELOW] = belowCopy
  c.top = topCopy
  c.next = nextCopy
  system.apply(c, type, label)
  if (belowCopy !== NO_NODE && equalNodes(c.nodes, below, belowCopy)) {
    if (c.nodes[topCopy + BELOW] === belowCopy) c.nodes[topCopy + BELOW] = below
    if (c.top === belowCopy) c.top = below
  }
  if (c.next === nextCopy && nextCopy !== NO_NODE && equalNodes(c.nodes, next, nextCopy)) c.next = next
}

function copyOf(c: Configuration, node: number): number {
  return node === NO_NODE ? NO_NODE : copyNode(c, node)
}

export function copyNode(c: Configuration, node: number): number {
  c.reserve(c.used + NODE_SIZE)
  const copy = c.use()
  c.nodes.copyWithin(copy, node, node + NODE_SIZE)
  return copy
}

export function equalNodes(nodes: Int32Array, one: number, other: number): boolean {
  for (let field = 0; field < NODE_SIZE; field++)
    if (nodes[one + field] !== nodes[other + field]) return false
  return true
}
