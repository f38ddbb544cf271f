import { enlarged } from '../core/int-list.ts'
import { TupleIndex } from '../core/tuple-index.ts'

/**
 * The difference between the features of two derivations: for each feature, class and prediction model, how much more
 * often the first derivation has it than the second. Entries are in the order in which they were added.
 */
export class Difference {
  /** By entry; an entry can have become 0. */
  counts = new Int32Array(1024)
  /** Tuples of prediction model, class and feature key. */
  readonly #entries = new TupleIndex(3)
  readonly #entry = new Uint32Array(3)

  /** The number of entries. */
  get size(): number {
    return this.#entries.size
  }

  /** The prediction model, the class and the feature key of an entry. */
  entry(index: number): Uint32Array {
    return this.#entries.items.subarray(3 * index, 3 * index + 3)
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
      if (index === this.counts.length) this.counts = enlarged(this.counts, index + 1)
      if (index === known) this.counts[index] = 0
      this.counts[index] += by
    }
  }
}
