/** Reads the features of classifiers from the bytes of a file in the memory of a kernel: half the time of JavaScript. */
import type { ClassifierWeights } from '../../core/classifier-weights.ts'
import { Arena } from './arena.ts'
import { UNPACK_ADDRESS, UNPACK_BYTES, UNPACK_ENTRIES } from './records.ts'

/** The number of features of one call. Calls are short because engines replace slow code by optimized code between calls. */
const FEATURES_PER_CALL = 1 << 12

export class RowReader {
  readonly #arena = new Arena()
  readonly #state = this.#arena.take(UNPACK_BYTES)
  readonly #bytes: number
  readonly #end: number
  /** The memory after the features that have been read. */
  readonly #room: number
  #roomBytes = 0
  #used = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = this.#arena.put(bytes)
    this.#end = this.#bytes + bytes.length
    this.#room = this.#arena.take(0)
  }

  /**
   * The features of the next classifier, which begin at `start`, and the index of the byte after them. There are at least
   * two bytes for each feature. The arrays are views of the memory, made at each access because the memory grows. Throws
   * RangeError if the bytes are not sound.
   */
  read(
    start: number,
    features: number,
    { transitions, scale }: Pick<ClassifierWeights, 'transitions' | 'scale'>,
  ): { readonly weights: ClassifierWeights; readonly end: number } {
    const arena = this.#arena
    const address = this.#bytes + start
    const mostEntries = (this.#end - address) >> 1
    this.#makeRoom(8 * features + 4 + 4 * mostEntries)
    const keys = this.#room + this.#used
    const starts = keys + 4 * features
    const classes = starts + 4 * (features + 1)
    const values = classes + 2 * mostEntries
    const state = new Uint32Array(arena.buffer, this.#state, UNPACK_BYTES / 4).fill(0)
    new Uint32Array(arena.buffer, starts)[0] = 0
    state[UNPACK_ADDRESS / 4] = address
    for (let first = 0; first < features; first += FEATURES_PER_CALL) {
      const last = Math.min(features, first + FEATURES_PER_CALL)
      // prettier-ignore
      if (!arena.run.unpack(this.#state, first, last, this.#end, transitions.length, keys, starts, classes, values))
        throw new RangeError('features out of order, or a weight of no class')
    }
    const entries = state[UNPACK_ENTRIES / 4]
    const end = classes + 4 * entries
    new Uint8Array(arena.buffer).copyWithin(classes + 2 * entries, values, values + 2 * entries)
    this.#used = end - this.#room
    const weights = {
      transitions,
      scale,
      get keys() {
        return new Uint32Array(arena.buffer, keys, features)
      },
      get starts() {
        return new Uint32Array(arena.buffer, starts, features + 1)
      },
      get classes() {
        return new Uint16Array(arena.buffer, classes, entries)
      },
      get values() {
        return new Int16Array(arena.buffer, classes + 2 * entries, entries)
      },
    }
    return { weights, end: state[UNPACK_ADDRESS / 4] - this.#bytes }
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes
    if (needed > this.#roomBytes) this.#arena.enlarge(this.#room, this.#roomBytes, needed)
    this.#roomBytes = Math.max(needed, this.#roomBytes)
  }
}
