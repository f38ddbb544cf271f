import { enlarged } from '../core/int-list.ts'
import { TupleIndex } from '../core/tuple-index.ts'

/**
 * How much more often one derivation has each feature, class and prediction model than another, in order of addition.
 */
export class Difference {
  #counts = new Int32Array(1024)
  /** Tuples of prediction model, class and feature key. */
  readonly #entries = new TupleIndex(3)
  readonly #entry = new Uint32Array(3)

  get size(): number {
    return this.#entries.size
  }

  /** Calls `visit` with each entry whose count is not 0: its prediction model, class, feature key and count. */
  each(visit: (state: number, c: number, key: number, count: number) => void): void {
    const { items } = this.#entries
    for (let entry = 0; entry < this.size; entry++) {
      const count = this.#counts[entry]
      if (count !== 0) visit(items[3 * entry], items[3 * entry + 1], items[3 * entry + 2], count)
    }
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Adds `by` to the counts of class `c` of `keys[0..count)` in a prediction model. */
  add(state: number, keys: Uint32Array, count: number, c: number, by: number): void {
    const entry = this.#entry
    entry[0] = state
    entry[1] = c
    for (let i = 0; i < count; i++) {
      entry[2] = keys[i]
      const known = this.size
      const index = this.#entries.add(entry)
      if (index === this.#counts.length) this.#counts = enlarged(this.#counts, index + 1)
      if (index === known) this.#counts[index] = 0
      this.#counts[index] += by
    }
  }
}
