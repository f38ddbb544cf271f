/**
 * The rows of the weights that a perceptron learns (see perceptron-contents.ts). A full list moves to one with twice the
 * room, and its old room is reused; a long list becomes a row with a weight for each class.
 */
import type { Arena } from '../scoring/kernel/arena.ts'
import { DENSE, LENGTH, ROOM, START, type PerceptronContents } from './perceptron-contents.ts'

/** A list with room for more than this share of the classes becomes a row with a weight for each. */
const LONG = 1 / 8
/** Means of weights are rounded to multiples of 1 / PARTS, so that sums are exact in any order. */
const PARTS = 256

export class PerceptronRows {
  /** See {@link PerceptronContents}. */
  classes!: Int32Array<ArrayBuffer>
  weights!: Float32Array<ArrayBuffer>
  totals: Float64Array<ArrayBuffer>
  used = 0
  /** Lists that are no longer in use: the starts of those with room for 2^r entries, by r. */
  free: number[][] = Array.from({ length: 32 }, () => [])
  /** Where the entries lie in the arena. */
  at: number
  readonly #arena: Arena
  /** The number of classes that a row with a weight for each has room for. */
  readonly #width: number

  constructor(arena: Arena, width: number, contents?: PerceptronContents) {
    this.#arena = arena
    this.#width = width
    this.totals = contents?.totals.slice() ?? new Float64Array(4096)
    this.at = arena.take(8 * this.totals.length)
    this.refresh()
    if (!contents) return
    this.classes.set(contents.classes)
    this.used = contents.used
    this.free = contents.free.map((starts) => [...starts])
  }

  /** Makes new views of the memory: when it grows, views of it become empty. */
  refresh(): void {
    const { buffer } = this.#arena
    this.classes = new Int32Array(buffer, this.at, 2 * this.totals.length)
    this.weights = new Float32Array(buffer, this.at, 2 * this.totals.length)
  }

  /**
   * Adds `by` to the weight of class `c` in the row of the slot at `at`, and `total` to its total.
   *
   * @param tableOf returns the table, which can move when memory is taken
   */
  add(tableOf: () => Uint32Array, at: number, c: number, by: number, total: number): void {
    let table = tableOf()
    if (table[at + LENGTH] !== DENSE) {
      const start = table[at + START]
      const length = table[at + LENGTH]
      for (let entry = start; entry < start + length; entry++) {
        if (this.classes[2 * entry] !== c) continue
        this.weights[2 * entry + 1] += by
        this.totals[entry] += total
        return
      }
      if (length === table[at + ROOM]) this.#enlarge(tableOf, at)
      table = tableOf()
    }
    const start = table[at + START]
    if (table[at + LENGTH] === DENSE) {
      this.weights[2 * start + c] += by
      this.totals[start + c] += total
      return
    }
    const entry = start + table[at + LENGTH]++
    this.classes[2 * entry] = c
    this.weights[2 * entry + 1] = by
    this.totals[entry] = total
  }

  /** Rounds the weights of the row of a slot. */
  round(table: Uint32Array, at: number): void {
    const { weights } = this
    const begin = 2 * table[at + START]
    const length = table[at + LENGTH]
    const [end, by] = length === DENSE ? [begin + this.#width, 1] : [begin + 2 * length, 2]
    for (let i = begin + by - 1; i < end; i += by) weights[i] = Math.round(weights[i] * PARTS) / PARTS
  }

  /** Moves the full list of the slot at `at` to more room. */
  #enlarge(tableOf: () => Uint32Array, at: number): void {
    const [start, length, room] = tableOf().subarray(at + START, at + ROOM + 1)
    const wider = Math.max(2, 2 * room)
    const isLong = wider > LONG * this.#width
    const into = isLong ? this.#takeEnd(this.#width) : this.#take(wider)
    const { classes, weights, totals } = this
    if (isLong) {
      weights.fill(0, 2 * into, 2 * into + this.#width)
      totals.fill(0, into, into + this.#width)
      for (let entry = start; entry < start + length; entry++) {
        weights[2 * into + classes[2 * entry]] = weights[2 * entry + 1]
        totals[into + classes[2 * entry]] = totals[entry]
      }
    } else {
      classes.copyWithin(2 * into, 2 * start, 2 * (start + length))
      totals.copyWithin(into, start, start + length)
    }
    if (room > 0) this.free[31 - Math.clz32(room)].push(start)
    const table = tableOf()
    table[at + START] = into
    table[at + LENGTH] = isLong ? DENSE : length
    table[at + ROOM] = wider
  }

  /** The start of a list of `room` entries, a power of two. */
  #take(room: number): number {
    return this.free[31 - Math.clz32(room)].pop() ?? this.#takeEnd(room)
  }

  #takeEnd(room: number): number {
    const end = this.used + room
    if (end > this.totals.length) {
      const totals = new Float64Array(Math.max(end, this.used + Math.ceil(this.used / 2)))
      totals.set(this.totals)
      this.totals = totals
      const before = this.at
      this.at = this.#arena.take(8 * totals.length)
      new Uint8Array(this.#arena.buffer).copyWithin(this.at, before, before + 8 * this.used)
      this.refresh()
    }
    this.used = end
    return end - room
  }
}
