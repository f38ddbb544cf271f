/** The derivations of hypotheses as a tree of entries: a transition, the reductions before it, the entry before. */
import { IntList } from '../core/int-list.ts'
import type { Transition } from '../core/transition-system.ts'

/** The entry before the first. */
export const NO_ENTRY = -1

export class History {
  /** By entry: the entry before, the transition, the number of reductions. */
  readonly #entries = new IntList()

  clear(): void {
    this.#entries.length = 0
  }

  /** A new entry behind `parent`; returns it. */
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
