/** The memory of hypotheses: the registers of many configurations whose nodes are in one pool, and their history. */
import type { Configuration } from '../core/configuration.ts'
import { NODE_SIZE, NEXT, BELOW, NO_NODE } from '../core/node-fields.ts'
import { enlarged, IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'

const REGISTER_COUNT = 7

export class Registers {
  #values: Int32Array

  constructor(room: number) {
    this.#values = new Int32Array(room * REGISTER_COUNT)
  }

  /** Copies the registers of `c` to `index`. */
  save(c: Configuration, index: number): void {
    const at = index * REGISTER_COUNT
    if (at + REGISTER_COUNT > this.#values.length)
      this.#values = enlarged(this.#values, 2 * (at + REGISTER_COUNT))
    const values = this.#values
    values[at] = c.top
    values[at + 1] = c.next
    values[at + 2] = c.front
    values[at + 3] = c.limit
    values[at + 4] = c.height
    values[at + 5] = c.roots
    values[at + 6] = c.own
  }

  /** Copies the registers of `index` to `c`. */
  restore(index: number, c: Configuration): void {
    const values = this.#values
    const at = index * REGISTER_COUNT
    c.top = values[at]
    c.next = values[at + 1]
    c.front = values[at + 2]
    c.limit = values[at + 3]
    c.height = values[at + 4]
    c.roots = values[at + 5]
    c.own = values[at + 6]
  }

  top(index: number): number {
    return this.#values[index * REGISTER_COUNT]
  }

  next(index: number): number {
    return this.#values[index * REGISTER_COUNT + 1]
  }

  /** Whether the registers of `index` equal those of `c`. */
  equal(index: number, c: Configuration): boolean {
    const values = this.#values
    const at = index * REGISTER_COUNT
    return (
      values[at] === c.top &&
      values[at + 1] === c.next &&
      values[at + 2] === c.front &&
      values[at + 3] === c.limit &&
      values[at + 4] === c.height &&
      values[at + 5] === c.roots &&
      values[at + 6] === c.own
    )
  }

  /** Subtracts `distance` from the nodes of `index` that are at or after `from` in the pool. */
  relocate(index: number, from: number, distance: number): void {
    const at = index * REGISTER_COUNT
    if (this.#values[at] >= from) this.#values[at] -= distance
    if (this.#values[at + 1] >= from) this.#values[at + 1] -= distance
  }

  /** Replaces the nodes of `index` by their new places. @param places by node number (offset divided by NODE_SIZE) */
  redirect(index: number, places: Int32Array): void {
    const at = index * REGISTER_COUNT
    this.#values[at] = places[this.#values[at] / NODE_SIZE]
    this.#values[at + 1] = places[this.#values[at + 1] / NODE_SIZE]
  }
}

/** The hypotheses of a beam, by their index. */
export interface Hypotheses {
  readonly registers: Registers
  readonly scores: Float64Array
  /** The last entry in the history. */
  readonly entries: Int32Array
  /** 1 if the derivation has ended. */
  readonly ended: Uint8Array
}

/** Allocates memory for `width` hypotheses. */
export function hypotheses(width: number): Hypotheses {
  return {
    registers: new Registers(width),
    scores: new Float64Array(width),
    entries: new Int32Array(width),
    ended: new Uint8Array(width),
  }
}

// Frees the nodes to which no hypothesis refers, so that a search requires memory for present stacks only.

/** The minimum number of integers of nodes before the first collection of unused nodes: 1 MB. */
const MIN_COLLECTED_LENGTH = 8192 * NODE_SIZE

export class LiveNodes {
  /** The number of integers of nodes that starts the next collection. */
  #threshold = MIN_COLLECTED_LENGTH
  /** By node number (offset divided by NODE_SIZE): the new place; 0 if nothing refers to the node. */
  #places = new Int32Array(0)
  readonly #agenda: number[] = []

  begin(): void {
    this.#threshold = MIN_COLLECTED_LENGTH
  }

  /** If there are enough nodes, frees those of `c` to which the first `size` of `registers` do not refer. */
  keep(c: Configuration, registers: Registers, size: number): void {
    if (c.used < this.#threshold) return
    const count = c.used / NODE_SIZE
    if (this.#places.length < count) this.#places = new Int32Array(2 * count)
    const places = this.#places
    places.fill(0, 0, count)
    for (let item = 0; item < size; item++) {
      this.#visit(c, registers.top(item))
      this.#visit(c, registers.next(item))
    }
    this.#move(c, count)
    for (let item = 0; item < size; item++) registers.redirect(item, places)
    this.#threshold = Math.max(MIN_COLLECTED_LENGTH, 2 * c.used)
  }

  /** Marks a node and all nodes reachable from it. */
  #visit({ nodes, used }: Configuration, first: number): void {
    const places = this.#places
    const open = this.#agenda
    open.push(first)
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      // A node that is not on the stack may refer to a freed node.
      for (; node !== NO_NODE && node < used && places[node / NODE_SIZE] === 0; node = nodes[node + BELOW]) {
        places[node / NODE_SIZE] = 1
        if (nodes[node + NEXT] !== NO_NODE) open.push(nodes[node + NEXT])
      }
    }
  }

  /** Moves marked nodes towards the sentinel, in their order. */
  #move(c: Configuration, count: number): void {
    const { nodes } = c
    const places = this.#places
    let kept = NODE_SIZE
    for (let index = 1; index < count; index++) {
      if (places[index] === 0) continue
      places[index] = kept
      kept += NODE_SIZE
    }
    for (let index = 1; index < count; index++) {
      const place = places[index]
      if (place === 0) continue
      const node = index * NODE_SIZE
      if (place !== node) nodes.copyWithin(place, node, node + NODE_SIZE)
      nodes[place + BELOW] = placeOf(nodes[place + BELOW], places, count)
      nodes[place + NEXT] = placeOf(nodes[place + NEXT], places, count)
    }
    c.used = kept
  }
}

function placeOf(node: number, places: Int32Array, count: number): number {
  const index = node / NODE_SIZE
  return index < count ? places[index] : NO_NODE
}

// The derivations of hypotheses as a tree of entries: a transition, the number of reductions before it, the previous entry.

/** The previous entry of the first entry. */
export const NO_ENTRY = -1

export class History {
  /** By entry: the previous entry, the transition, the number of reductions. */
  readonly #entries = new IntList()

  clear(): void {
    this.#entries.length = 0
  }

  /** Adds an entry after `parent`; returns its number. */
  add(parent: number, reductions: number, transition: Transition): number {
    this.#entries.push(parent)
    this.#entries.push(transition)
    this.#entries.push(reductions)
    return this.#entries.length / 3 - 1
  }

  parent(entry: number): number {
    return this.#entries.items[3 * entry]
  }

  transition(entry: number): Transition {
    return this.#entries.items[3 * entry + 1]
  }

  reductions(entry: number): number {
    return this.#entries.items[3 * entry + 2]
  }

  /** The entries from the first one up to `entry`. */
  path(entry: number): Int32Array<ArrayBuffer> {
    let length = 0
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) length++
    const path = new Int32Array(length)
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) path[--length] = at
    return path
  }
}
