/**
 * The weights of one prediction model while a perceptron learns them, with the totals that their average needs. See
 * perceptron-contents.ts for their layout.
 */
import { typeStartsOf, sortTransitions, type ClassifierWeights } from '../model/weights.ts'
import { labelOf, type Transition } from '../core/transition-system.ts'
import { Arena } from '../scoring/kernel/arena.ts'
import {
  averageOf,
  DENSE,
  KEY,
  LENGTH,
  SLOT,
  slotsOf,
  START,
  visitRow,
  weightsIn,
  type PerceptronContents,
} from './perceptron-contents.ts'
import { PerceptronRows } from './perceptron-rows.ts'

/** The number of classes that the kernel sums at a time. */
const BLOCK = 32

/**
 * Called after each epoch of a perceptron (0-based).
 *
 * @param accuracy the share of choices, or with a beam of sentences, that were right
 * @param average returns the averaged weights so far, by prediction model
 */
export type OnEpoch = (epoch: number, accuracy: number, average: () => ClassifierWeights[]) => void

export class PerceptronWeights {
  /** The classes, sorted by type, then label; class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type k has the classes typeStarts[k]..typeStarts[k + 1]. */
  readonly typeStarts: Int32Array
  /** The number of classes that a row with a weight for each has room for. */
  readonly width: number
  /** The sums of the last `score`, by class. */
  readonly scores: Float64Array
  /** The score that stands for a weight of 1: weights are not scaled while they are learned. */
  readonly unit = 1
  /** The number of slots, less one. */
  mask: number
  /** Where the table lies in the arena. */
  tableAt: number
  readonly #arena: Arena
  readonly #rows: PerceptronRows
  #size = 0
  #table!: Uint32Array<ArrayBuffer>
  readonly #tableOf = (): Uint32Array => {
    this.#refresh()
    return this.#table
  }
  /** Scratch of `score`: where the rows of the features begin and end. */
  #begins = new Int32Array(0)
  #ends = new Int32Array(0)

  constructor(
    transitions: Iterable<Transition>,
    types: number,
    arena = new Arena(),
    contents?: PerceptronContents,
  ) {
    this.transitions = sortTransitions([...transitions]).sorted
    this.typeStarts = typeStartsOf(this.transitions, types)
    this.width = Math.ceil(this.transitions.length / BLOCK) * BLOCK
    this.scores = new Float64Array(this.transitions.length)
    this.#arena = arena
    this.#rows = new PerceptronRows(arena, this.width, contents)
    this.mask = (contents ? contents.table.length / SLOT : 1024) - 1
    this.tableAt = arena.take(4 * SLOT * (this.mask + 1))
    this.#view()
    if (contents) this.#table.set(contents.table)
    else this.#table.fill(0)
    this.#size = contents?.size ?? 0
  }

  /** Weights that start as a copy of `contents`. */
  static from(contents: PerceptronContents, arena?: Arena): PerceptronWeights {
    return new PerceptronWeights(contents.transitions, contents.types, arena, contents)
  }

  /** The current weights. Their totals are shared with this object, all else is a copy. */
  contents(): PerceptronContents {
    const contents = this.#contents()
    return { ...contents, table: contents.table.slice(), classes: contents.classes.slice() }
  }

  #contents(): PerceptronContents {
    this.#refresh()
    const { classes, totals, used, free } = this.#rows
    const types = this.typeStarts.length - 1
    return {
      transitions: this.transitions,
      types,
      size: this.#size,
      table: this.#table,
      classes,
      totals,
      used,
      free,
    }
  }

  /** The number of features with a weight. */
  get size(): number {
    return this.#size
  }

  /** Where the rows lie in the arena. */
  get rowsAt(): number {
    return this.#rows.at
  }

  /** The class of a transition; -1 if the model does not know it. */
  classOf(transition: Transition): number {
    const type = transition & 7
    let from = this.typeStarts[type]
    let to = this.typeStarts[type + 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if (labelOf(this.transitions[middle]) < labelOf(transition)) from = middle + 1
      else to = middle
    }
    return from < this.typeStarts[type + 1] && this.transitions[from] === transition ? from : -1
  }

  /** Sums the weights of `keys[0..count)` into `scores`. */
  score(keys: Uint32Array, count: number): void {
    this.#refresh()
    const { scores, mask } = this
    const table = this.#table
    const { classes, weights } = this.#rows
    // Finding all rows before summing any lets the processor wait for several at once.
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
      const length = table[slot * SLOT + LENGTH]
      begins[found] = begin
      ends[found++] = length === DENSE ? -1 : begin + 2 * length
    }
    scores.fill(0)
    for (let i = 0; i < found; i++) {
      const begin = begins[i]
      const end = ends[i]
      if (end < 0) for (let c = 0; c < scores.length; c++) scores[c] += weights[begin + c]
      else for (let entry = begin; entry < end; entry += 2) scores[classes[entry]] += weights[entry + 1]
    }
  }

  /** Adds `by` to the weights of class `c` of `keys[0..count)`, at step `step`. */
  update(keys: Uint32Array, count: number, c: number, by: number, step: number): void {
    for (let i = 0; i < count; i++) this.add(keys[i], c, by, step)
  }

  /** Adds `by` to the weight of class `c` of one feature, at step `step`. */
  add(key: number, c: number, by: number, step: number): void {
    this.#refresh()
    this.#add(key, c, by, by * step)
  }

  /** Adds `share` times all weights and totals of `others`, which have the same classes. */
  addAll(others: PerceptronContents, share: number): void {
    this.#refresh()
    const weights = weightsIn(others)
    for (const at of slotsOf(others)) {
      const key = others.table[at + KEY]
      visitRow(others, weights, at, (c, weight, total) => this.#add(key, c, weight * share, total * share))
    }
  }

  /** Rounds all weights so that sums of them are exact in any order. */
  round(): void {
    for (const at of slotsOf(this.#contents())) this.#rows.round(this.#table, at)
  }

  /** The average over the first `steps` steps, see {@link averageOf}. */
  average(steps: number, most: number, unit = 1): ClassifierWeights {
    return averageOf(this.#contents(), steps, most, unit)
  }

  #add(key: number, c: number, by: number, total: number): void {
    const at = this.#find(key)
    this.#rows.add(this.#tableOf, at, c, by, total)
  }

  /** Where the slot of `key` begins; a new slot if the key is not known. */
  #find(key: number): number {
    let slot = key & this.mask
    for (; this.#table[slot * SLOT] !== 0; slot = (slot + 1) & this.mask) {
      if (this.#table[slot * SLOT] === key) return slot * SLOT
    }
    if (2 * this.#size > this.mask) {
      this.#growTable()
      return this.#find(key)
    }
    this.#table[slot * SLOT] = key
    this.#size++
    return slot * SLOT
  }

  #growTable(): void {
    const beforeAt = this.tableAt
    const length = this.#table.length
    this.mask = 2 * this.mask + 1
    this.tableAt = this.#arena.take(8 * length)
    this.#view()
    const before = new Uint32Array(this.#arena.buffer, beforeAt, length)
    const table = this.#table.fill(0)
    for (let at = 0; at < length; at += SLOT) {
      if (before[at] === 0) continue
      let slot = before[at] & this.mask
      while (table[slot * SLOT] !== 0) slot = (slot + 1) & this.mask
      for (let field = 0; field < SLOT; field++) table[slot * SLOT + field] = before[at + field]
    }
  }

  /** Makes new views of the memory if it has grown: views of it have become empty. */
  #refresh(): void {
    if (this.#table.length === 0) this.#view()
  }

  #view(): void {
    this.#table = new Uint32Array(this.#arena.buffer, this.tableAt, SLOT * (this.mask + 1))
    this.#rows.refresh()
  }
}
