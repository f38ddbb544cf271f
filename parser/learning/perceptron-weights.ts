/**
 * The weights of one prediction model while a perceptron learns them, with what their average needs.
 *
 * Features are found by their keys in a table of open addressing; a slot tells where the feature's row lies. Rows are
 * sparse: the classes that were ever updated, each with its weight; most features have seen two or three of a hundred.
 * A row that is full moves to one of twice the room, and what it leaves is used again.
 *
 * The average over all steps is the weight less the sum of the updates times the steps they came at, divided by the
 * number of steps (Daumé 2006, section 2.1): nothing has to be summed at steps without an update.
 */
import { kindStarts, quantize, sortMoves, type StateWeights } from '../weights.ts'
import { labelOf, type Move } from '../system.ts'

// The fields of a slot of the table. Key 0 is an empty slot.
const SLOT = 4
const KEY = 0
const START = 1
const LENGTH = 2
const ROOM = 3

/** All that weights are, as it can be sent elsewhere: one record of arrays, which the weights go on to use. */
export interface Contents {
  readonly moves: Int32Array
  /** How many kinds of transitions there are. */
  readonly kinds: number
  readonly size: number
  readonly table: Uint32Array<ArrayBuffer>
  readonly classes: Int32Array<ArrayBuffer>
  readonly totals: Float64Array<ArrayBuffer>
  readonly used: number
  readonly free: readonly number[][]
}

export class PerceptronWeights {
  /** The transitions, sorted by kind, then label; class i is `moves[i]`, kind k has the classes kinds[k]..kinds[k + 1]. */
  readonly moves: Int32Array
  readonly kinds: Int32Array
  /** The sums of the last `score`, by class. */
  readonly scores: Float64Array
  /** What 1 is worth in `scores`: weights are not scaled while they are learned. */
  readonly unit = 1
  #mask = 0x3ff
  #size = 0
  #table: Uint32Array<ArrayBuffer> = new Uint32Array((this.#mask + 1) * SLOT)
  /** Entry e of a row: its class at 2e, its weight at 2e + 1. Both arrays lie on one buffer. */
  #classes: Int32Array<ArrayBuffer> = new Int32Array(2 * 4096)
  #weights = new Float32Array(this.#classes.buffer)
  #totals: Float64Array<ArrayBuffer> = new Float64Array(4096)
  #used = 0
  /** Where the rows of the features that are being summed lie. */
  #begins = new Int32Array(0)
  #ends = new Int32Array(0)
  /** Rows given up: the starts of those with room for 2^r entries. */
  #free: number[][] = Array.from({ length: 32 }, () => [])

  constructor(moves: Iterable<Move>, kinds: number) {
    this.moves = sortMoves([...moves]).sorted
    this.kinds = kindStarts(this.moves, kinds)
    this.scores = new Float64Array(this.moves.length)
  }

  /** The weights that were in these contents, which are theirs from now on. */
  static from({ moves, kinds, size, table, classes, totals, used, free }: Contents): PerceptronWeights {
    const weights = new PerceptronWeights(moves, kinds)
    weights.#mask = table.length / SLOT - 1
    weights.#size = size
    weights.#table = table
    weights.#classes = classes
    weights.#weights = new Float32Array(classes.buffer)
    weights.#totals = totals
    weights.#used = used
    weights.#free = free.map((starts) => [...starts])
    return weights
  }

  /** What the weights are at this moment; whoever takes it leaves them alone, or copies it. */
  contents(): Contents {
    return {
      moves: this.moves,
      kinds: this.kinds.length - 1,
      size: this.#size,
      table: this.#table,
      classes: this.#classes,
      totals: this.#totals,
      used: this.#used,
      free: this.#free,
    }
  }

  /** How many features have a weight. */
  get size(): number {
    return this.#size
  }

  /** The class of a transition, -1 where the model does not know it. */
  classOf(move: Move): number {
    const kind = move & 7
    let from = this.kinds[kind]
    let to = this.kinds[kind + 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if (labelOf(this.moves[middle]) < labelOf(move)) from = middle + 1
      else to = middle
    }
    return from < this.kinds[kind + 1] && this.moves[from] === move ? from : -1
  }

  /** Sums the weights of `keys[0..count)` into `scores`. */
  score(keys: Uint32Array, count: number): void {
    const scores = this.scores
    const table = this.#table
    const mask = this.#mask
    const classes = this.#classes
    const weights = this.#weights
    // Finding all rows before summing any lets the memory look for several at once.
    if (this.#begins.length < count) {
      this.#begins = new Int32Array(2 * count)
      this.#ends = new Int32Array(2 * count)
    }
    const begins = this.#begins
    const ends = this.#ends
    let found = 0
    for (let i = 0; i < count; i++) {
      const key = keys[i]
      let slot = key & mask
      let known = table[slot * SLOT]
      while (known !== key && known !== 0) {
        slot = (slot + 1) & mask
        known = table[slot * SLOT]
      }
      if (known === 0) continue
      const begin = 2 * table[slot * SLOT + START]
      begins[found] = begin
      ends[found++] = begin + 2 * table[slot * SLOT + LENGTH]
    }
    scores.fill(0)
    for (let i = 0; i < found; i++) {
      const end = ends[i]
      for (let entry = begins[i]; entry < end; entry += 2) scores[classes[entry]] += weights[entry + 1]
    }
  }

  /** Adds `by` to the weights of class `c` of `keys[0..count)`, at step `step`. */
  update(keys: Uint32Array, count: number, c: number, by: number, step: number): void {
    for (let i = 0; i < count; i++) this.add(keys[i], c, by, step)
  }

  /** Adds `by` to the weight of class `c` of one feature, at step `step`. */
  add(key: number, c: number, by: number, step: number): void {
    this.#add(key, c, by, by * step)
  }

  /** Adds `share` of all weights of `others`, which know the same transitions, and of their steps. */
  addAll(others: PerceptronWeights, share: number): void {
    for (const at of others.#slots()) {
      const start = others.#table[at + START]
      const end = start + others.#table[at + LENGTH]
      for (let entry = start; entry < end; entry++) {
        const by = others.#weights[2 * entry + 1] * share
        this.#add(others.#table[at + KEY], others.#classes[2 * entry], by, others.#totals[entry] * share)
      }
    }
  }

  #add(key: number, c: number, by: number, total: number): void {
    const at = this.#find(key)
    const start = this.#table[at + START]
    const length = this.#table[at + LENGTH]
    for (let entry = start; entry < start + length; entry++) {
      if (this.#classes[2 * entry] !== c) continue
      this.#weights[2 * entry + 1] += by
      this.#totals[entry] += total
      return
    }
    const entry = (length === this.#table[at + ROOM] ? this.#move(at) : start) + length
    this.#classes[2 * entry] = c
    this.#weights[2 * entry + 1] = by
    this.#totals[entry] = total
    this.#table[at + LENGTH]++
  }

  /**
   * The average over the first `steps` steps, quantized.
   *
   * @param most the largest number of features that can be on at once
   * @param unit what is to count as 1 in the result
   */
  average(steps: number, most: number, unit = 1): StateWeights {
    const slots = this.#slots()
    const keys = slots.map((at) => this.#table[at + KEY])
    const readRow = (feature: number, row: Float64Array): void => {
      const start = this.#table[slots[feature] + START]
      const end = start + this.#table[slots[feature] + LENGTH]
      row.fill(0)
      for (let entry = start; entry < end; entry++) {
        row[this.#classes[2 * entry]] = this.#weights[2 * entry + 1] - this.#totals[entry] / steps
      }
    }
    const quantized = quantize([...this.moves], keys, readRow, most)
    return { ...quantized, scale: quantized.scale * unit }
  }

  /** The slots in use, by their first index in the table. */
  #slots(): Uint32Array<ArrayBuffer> {
    const slots = new Uint32Array(this.#size)
    for (let at = 0, i = 0; at < this.#table.length; at += SLOT) if (this.#table[at] !== 0) slots[i++] = at
    return slots
  }

  /** Where the slot of `key` begins; a new one where it is not known. */
  #find(key: number): number {
    let slot = key & this.#mask
    for (; this.#table[slot * SLOT] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#table[slot * SLOT] === key) return slot * SLOT
    }
    if (2 * this.#size > this.#mask) {
      this.#growTable()
      return this.#find(key)
    }
    this.#table[slot * SLOT] = key
    this.#size++
    return slot * SLOT
  }

  #growTable(): void {
    const before = this.#table
    this.#mask = 2 * this.#mask + 1
    this.#table = new Uint32Array((this.#mask + 1) * SLOT)
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at] === 0) continue
      let slot = before[at] & this.#mask
      while (this.#table[slot * SLOT] !== 0) slot = (slot + 1) & this.#mask
      for (let field = 0; field < SLOT; field++) this.#table[slot * SLOT + field] = before[at + field]
    }
  }

  /** Moves the full row of the slot at `at` to one of twice the room, and returns its start. */
  #move(at: number): number {
    const table = this.#table
    const [start, length, room] = [table[at + START], table[at + LENGTH], table[at + ROOM]]
    const wider = Math.max(2, 2 * room)
    const into = this.#allocate(wider)
    this.#classes.copyWithin(2 * into, 2 * start, 2 * (start + length))
    this.#totals.copyWithin(into, start, start + length)
    if (room > 0) this.#free[31 - Math.clz32(room)].push(start)
    table[at + START] = into
    table[at + ROOM] = wider
    return into
  }

  #allocate(room: number): number {
    const start = this.#free[31 - Math.clz32(room)].pop()
    if (start !== undefined) return start
    const end = this.#used + room
    if (end > this.#totals.length) {
      const entries = Math.max(end, this.#used + Math.ceil(this.#used / 2))
      const classes = new Int32Array(2 * entries)
      const totals = new Float64Array(entries)
      classes.set(this.#classes)
      totals.set(this.#totals)
      this.#classes = classes
      this.#weights = new Float32Array(classes.buffer)
      this.#totals = totals
    }
    this.#used = end
    return end - room
  }
}
