/** Nodes in the memory of the kernel. They belong to one configuration at a time. */
import type { Configuration, NodeMemory } from '../../core/configuration.ts'
import { NODE_SIZE } from '../../core/node-fields.ts'
import type { Arena } from './arena.ts'

/** How many nodes there is room for at first. */
const FIRST = 256

export class NodePool implements NodeMemory {
  /** Where the nodes begin. */
  at: number
  readonly #arena: Arena
  #length = FIRST * NODE_SIZE
  #view: Int32Array
  #owner: Configuration | undefined

  constructor(arena: Arena) {
    this.#arena = arena
    this.at = arena.take(4 * this.#length)
    this.#view = new Int32Array(arena.buffer, this.at, this.#length)
  }

  room(length: number): Int32Array {
    if (length > this.#length) {
      const doubled = 2 * length
      this.at = this.#arena.enlarge(this.at, 4 * this.#length, 4 * doubled)
      this.#length = doubled
      this.#view = new Int32Array(this.#arena.buffer, this.at, doubled)
    }
    if (this.#view.length === 0) this.#view = new Int32Array(this.#arena.buffer, this.at, this.#length)
    return this.#view
  }

  /** Makes the nodes of `c` lie here. The configuration whose nodes lay here before gets memory of its own. */
  hold(c: Configuration): void {
    const owner = this.#owner
    if (owner?.isIn(this) && owner.nodes.length === 0) owner.nodes = this.room(0) // the memory has grown
    if (owner === c && c.isIn(this)) return
    if (owner?.isIn(this)) owner.moveTo(undefined)
    this.#owner = undefined
    c.moveTo(this)
    this.#owner = c
  }
}
