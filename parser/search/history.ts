/**
 * The derivations of the hypotheses of a beam as a tree of entries: a transition, the reductions before it, the entry
 * before. Arcs are not stored; repeating the derivation yields them.
 */
import type { Configuration } from '../core/configuration.ts'
import { IntList } from '../core/int-list.ts'
import { typeOf, labelOf, type Transition, type TransitionSystem } from '../core/transition-system.ts'

/** The entry before the first. */
export const NO_ENTRY = -1

export class History {
  readonly #parents = new IntList()
  readonly #transitions = new IntList()
  readonly #reductions = new IntList()

  clear(): void {
    this.#parents.length = 0
    this.#transitions.length = 0
    this.#reductions.length = 0
  }

  /** A new entry behind `parent`; returns it. */
  add(parent: number, reductions: number, transition: Transition): number {
    this.#parents.push(parent)
    this.#reductions.push(reductions)
    this.#transitions.push(transition)
    return this.#parents.length - 1
  }

  parent(entry: number): number {
    return this.#parents.items[entry]
  }

  transition(entry: number): Transition {
    return this.#transitions.items[entry]
  }

  reductions(entry: number): number {
    return this.#reductions.items[entry]
  }

  /** The entries that lead to `entry`, the first one first, `entry` itself last. */
  path(entry: number): Int32Array<ArrayBuffer> {
    let length = 0
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) length++
    const path = new Int32Array(length)
    for (let at = entry; at !== NO_ENTRY; at = this.parent(at)) path[--length] = at
    return path
  }

  /** Carries out the derivation that ends in `entry`, on a sentence of `size` words. */
  replay(system: TransitionSystem, c: Configuration, size: number, entry: number, spineKind: number): void {
    system.start(c, size)
    for (const at of this.path(entry)) {
      for (let left = this.reductions(at); left > 0; left--) system.apply(c, spineKind, 0)
      const transition = this.transition(at)
      system.apply(c, typeOf(transition), labelOf(transition))
    }
  }
}
