/** The registers of many configurations, whose nodes are in one pool: what distinguishes hypotheses. */
import type { Configuration } from '../core/configuration.ts'
import { NODE_SIZE, NEXT, BELOW, NO_NODE } from '../core/node-fields.ts'
import { enlarged, IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'

const FIELDS = 7

export class Registers {
  #values: Int32Array

  constructor(room: number) {
    this.#values = new Int32Array(room * FIELDS)
  }

  /** Makes `index` hold the registers of `c`. */
  save(c: Configuration, index: number): void {
    const at = index * FIELDS
    if (at + FIELDS > this.#values.length) this.#values = enlarged(this.#values, 2 * (at + FIELDS))
    const values = this.#values
    values[at] = c.top
    values[at + 1] = c.next
    values[at + 2] = c.front
    values[at + 3] = c.limit
    values[at + 4] = c.height
    values[at + 5] = c.roots
    values[at + 6] = c.own
  }

  /** Gives `c` the registers of `index`. */
  restore(index: number, c: Configuration): void {
    const values = this.#values
    const at = index * FIELDS
    c.top = values[at]
    c.next = values[at + 1]
    c.front = values[at + 2]
    c.limit = values[at + 3]
    c.height = values[at + 4]
    c.roots = values[at + 5]
    c.own = values[at + 6]
  }

  top(index: number): number {
    return this.#values[index * FIELDS]
  }

  next(index: number): number {
    return this.#values[index * FIELDS + 1]
  }

  /** Whether the registers of `index` are those of `c`. */
  equal(index: number, c: Configuration): boolean {
    const values = this.#values
    const at = index * FIELDS
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
    const at = index * FIELDS
    if (this.#values[at] >= from) this.#values[at] -= distance
    if (this.#values[at + 1] >= from) this.#values[at + 1] -= distance
  }

  /** Replaces the nodes of `index` by their new places, which are listed by node, divided by NODE_SIZE. */
  redirect(index: number, places: Int32Array): void {
    const at = index * FIELDS
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

/** Room for `width` hypotheses. */
export function hypotheses(width: number): Hypotheses {
  return {
    registers: new Registers(width),
    scores: new Float64Array(width),
    entries: new Int32Array(width),
    ended: new Uint8Array(width),
  }
}

// Takes back the nodes that no hypothesis refers to any more, so that a search needs memory for its stacks only.

/** How many integers of nodes there are before it pays to look for those that are needed: 1 MB. */
const WORTH = 8192 * NODE_SIZE

export class LiveNodes {
  /** From how many integers on nodes are taken back. */
  #full = WORTH
  /** By node, divided by NODE_SIZE: where it moves; 0 if nothing refers to it. */
  #places = new Int32Array(0)
  readonly #open: number[] = []

  begin(): void {
    this.#full = WORTH
  }

  /** Keeps the nodes of `c` that the first `size` of `registers` refer to, if it pays. */
  keep(c: Configuration, registers: Registers, size: number): void {
    if (c.used < this.#full) return
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
    this.#full = Math.max(WORTH, 2 * c.used)
  }

  /** Marks a node and all nodes that it leads to. */
  #visit({ nodes, used }: Configuration, first: number): void {
    const places = this.#places
    const open = this.#open
    open.push(first)
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      // A node that is not on the stack may refer to one that is gone.
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

// The derivations of hypotheses as a tree of entries: a transition, the reductions before it, the entry before.

/** The entry before the first. */
export const NO_ENTRY = -1

export class History {
  /** By entry: the entry before, the transition, the number of reductions. */
  readonly #entries = new IntList()

  clear(): void {
    this.#entries.length = 0
  }

  /** Adds an entry after `parent`; returns it. */
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

  /** The entries that lead to `entry`, the first one first, `entry` itself last. */
  path(entry: number): Int32Array<ArrayBuffer> {
    let length = 0
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) length++
    const path = new Int32Array(length)
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) path[--length] = at
    return path
  }
}
