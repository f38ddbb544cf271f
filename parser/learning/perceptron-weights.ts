/**
 * The weights of one prediction model while a perceptron learns them, with what their average needs; how they are kept
 * is said in perceptron-contents.ts.
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
  type Contents,
} from './perceptron-contents.ts'
import { PerceptronRows } from './perceptron-rows.ts'

/** The kernel sums so many classes at a time. */
const BLOCK = 32

export class PerceptronWeights {
  /** The transitions, sorted by kind, then label; class i is `moves[i]`, kind k has the classes kinds[k]..kinds[k + 1]. */
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  /** How many classes a row with a weight for each has room for. */
  readonly width: number
  /** The sums of the last `score`, by class. */
  readonly scores: Float64Array
  /** What 1 is worth in `scores`: weights are not scaled while they are learned. */
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
    this.#look()
    return this.#table
  }
  /** Where the rows of the features that are being summed lie. */
  #begins = new Int32Array(0)
  #ends = new Int32Array(0)

  constructor(transitions: Iterable<Transition>, types: number, arena = new Arena(), contents?: Contents) {
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

  /** The weights that were in these contents, whose totals are theirs from now on. */
  static from(contents: Contents, arena?: Arena): PerceptronWeights {
    return new PerceptronWeights(contents.transitions, contents.types, arena, contents)
  }

  /** What the weights are at this moment; whoever takes it leaves the totals alone, or copies them. */
  contents(): Contents {
    const contents = this.#contents()
    return { ...contents, table: contents.table.slice(), classes: contents.classes.slice() }
  }

  #contents(): Contents {
    this.#look()
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

  /** How many features have a weight. */
  get size(): number {
    return this.#size
  }

  /** Where the rows lie in the arena. */
  get rowsAt(): number {
    return this.#rows.at
  }

  /** The class of a transition, -1 where the model does not know it. */
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
    this.#look()
    const { scores, mask } = this
    const table = this.#table
    const { classes, weights } = this.#rows
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
    this.#look()
    this.#add(key, c, by, by * step)
  }

  /** Adds `share` of all weights and totals of others, which know the same transitions. */
  addAll(others: Contents, share: number): void {
    this.#look()
    const weights = weightsIn(others)
    for (const at of slotsOf(others)) {
      const key = others.table[at + KEY]
      visitRow(others, weights, at, (c, weight, total) => this.#add(key, c, weight * share, total * share))
    }
  }

  /** Rounds all weights so that sums of them are exact, in whatever order. */
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

  /** Where the slot of `key` begins; a new one where it is not known. */
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

  /** Looks at the memory as it is: when it grows, views on it are left behind, empty. */
  #look(): void {
    if (this.#table.length === 0) this.#view()
  }

  #view(): void {
    this.#table = new Uint32Array(this.#arena.buffer, this.tableAt, SLOT * (this.mask + 1))
    this.#rows.look()
  }
}
