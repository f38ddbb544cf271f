/** The registers of many configurations, whose nodes lie in one pool: what tells hypotheses apart. */
import type { Configuration } from '../core/configuration.ts'
import { enlarged } from '../core/int-list.ts'

const FIELDS = 8

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
    values[at + 5] = c.ended
    values[at + 6] = c.roots
    values[at + 7] = c.relocated
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
    c.ended = values[at + 5]
    c.roots = values[at + 6]
    c.relocated = values[at + 7]
  }

  top(index: number): number {
    return this.#values[index * FIELDS]
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
      values[at + 5] === c.ended &&
      values[at + 6] === c.roots &&
      values[at + 7] === c.relocated
    )
  }

  /** Subtracts `distance` from the nodes of `index` that lie at or behind `from` in the pool. */
  relocate(index: number, from: number, distance: number): void {
    const at = index * FIELDS
    if (this.#values[at] >= from) this.#values[at] -= distance
    if (this.#values[at + 1] >= from) this.#values[at + 1] -= distance
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
