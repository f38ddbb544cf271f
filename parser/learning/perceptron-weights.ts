/**
 * The weights of one prediction model while a perceptron learns them, with the totals for their average, in the memory
 * of the kernel (../scoring/kernel/assembly/perceptron.ts). A hash table with open addressing finds the row of a
 * feature: a list of the classes that were ever updated with their weights or, if it is long, a weight for each class.
 */
import { labelOf, typeOf, type Transition, type TransitionSystem } from '../core/transition-system.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { classifiersOf } from '../model/classifiers.ts'
import { sortTransitions, typeStartsOf, type ClassifierWeights } from '../model/model.ts'
import type { BeamScorer } from '../core/scorer.ts'
import { Arena } from '../scoring/kernel/arena.ts'
import { Kernel } from '../scoring/kernel/kernel.ts'
import type { ClassifierPlace } from '../scoring/kernel/table.ts'
import * as Layout from '../scoring/kernel/records.ts'
import { averageOf, SLOT, slotsOf, visitRow, type PerceptronContents } from './perceptron-contents.ts'

/** The number of classes that the kernel sums at a time. */
const BLOCK = 32
/** The fields of the block, as integers. */
const [TABLE, MASK, SIZE, ROWS, TOTALS, USED, ROOM, WIDTH] = [
  Layout.WEIGHTS_TABLE,
  Layout.WEIGHTS_MASK,
  Layout.WEIGHTS_SIZE,
  Layout.WEIGHTS_ROWS,
  Layout.WEIGHTS_TOTALS,
  Layout.WEIGHTS_USED,
  Layout.WEIGHTS_ROOM,
  Layout.WEIGHTS_WIDTH,
].map((field) => field / 4)
const FIRST_SLOTS = 1024
const FIRST_ENTRIES = 4096
/** Features that can be summed at once, and the bytes that the kernel needs to sum them. */
const MOST_KEYS = 1024
const SCRATCH = 8 * MOST_KEYS + 8

/** Called after each epoch (0-based) with the share of right choices or sentences, and the averaged weights. */
export type OnEpoch = (epoch: number, accuracy: number, average: () => ClassifierWeights[]) => void

export class PerceptronWeights implements ClassifierPlace {
  /** The classes, sorted by type, then label; class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type k has the classes typeStarts[k]..typeStarts[k + 1]. */
  readonly typeStarts: Int32Array
  /** The score of 1 of `scores`: weights are not scaled while they are learned. */
  readonly unit = 1
  readonly form = 'perceptron'
  readonly scale = 1
  /** The number of classes that a row with a weight for each has room for. */
  readonly width: number
  readonly classBits = 0
  readonly masks = 0
  readonly transitionsAt = 0
  /** The sums of the last `score`, by class. */
  scores = new Float32Array(0)
  readonly #arena: Arena
  readonly #block: number
  readonly #scratch: number
  /** Where the kernel reads keys. */
  readonly #keysAt: number
  #keys = new Uint32Array(0)
  #fields = new Uint32Array(0)

  constructor(
    transitions: Iterable<Transition>,
    types: number,
    arena = new Arena(),
    contents?: PerceptronContents,
  ) {
    this.transitions = sortTransitions([...transitions]).sorted
    this.typeStarts = typeStartsOf(this.transitions, types)
    this.width = Math.ceil(this.transitions.length / BLOCK) * BLOCK
    this.#arena = arena
    this.#block = arena.put(new Uint8Array(Layout.WEIGHTS_BYTES))
    this.#scratch = arena.take(SCRATCH + 4 * MOST_KEYS + 8 * this.width)
    this.#keysAt = this.#scratch + SCRATCH
    const { table, rows, totals, size = 0 } = contents ?? {}
    const places = [
      [TABLE, arena.put(table ?? new Uint32Array(SLOT * FIRST_SLOTS))],
      [MASK, (table ? table.length / SLOT : FIRST_SLOTS) - 1],
      [SIZE, size],
      [ROWS, arena.put(rows ?? new Int32Array(2 * FIRST_ENTRIES))],
      [TOTALS, arena.put(totals ?? new Float64Array(FIRST_ENTRIES))],
      [USED, totals?.length ?? 0],
      [ROOM, totals?.length ?? FIRST_ENTRIES],
      [WIDTH, this.width],
    ]
    for (const [field, value] of places) this.#field[field] = value
  }

  /** Weights that start as a copy of `contents`. */
  static from(contents: PerceptronContents, arena?: Arena): PerceptronWeights {
    return new PerceptronWeights(contents.transitions, contents.types, arena, contents)
  }

  /** A copy of the current weights. */
  contents(): PerceptronContents {
    const { buffer } = this.#arena
    const fields = this.#field
    const [slots, used] = [fields[MASK] + 1, fields[USED]]
    return {
      transitions: this.transitions,
      types: this.typeStarts.length - 1,
      size: fields[SIZE],
      table: new Uint32Array(buffer, fields[TABLE], SLOT * slots).slice(),
      rows: new Int32Array(buffer, fields[ROWS], 2 * used).slice(),
      totals: new Float64Array(buffer, fields[TOTALS], used).slice(),
    }
  }

  get lines(): number {
    return this.#field[TABLE]
  }

  get spread(): number {
    return this.#field[MASK]
  }

  get rows(): number {
    return this.#field[ROWS]
  }

  /** The class of a transition; -1 if the model does not know it. */
  classOf(transition: Transition): number {
    const type = typeOf(transition)
    let from = this.typeStarts[type]
    let to = this.typeStarts[type + 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if (labelOf(this.transitions[middle]) < labelOf(transition)) from = middle + 1
      else to = middle
    }
    return from < this.typeStarts[type + 1] && this.transitions[from] === transition ? from : -1
  }

  /** Sums the weights of `keys[0..count)`, at most {@link MOST_KEYS}, into `scores`. */
  score(keys: Uint32Array, count: number): void {
    const { buffer, run } = this.#arena
    const keysAt = this.#put(keys, count)
    const zerosAt = keysAt + 4 * MOST_KEYS
    const sumsAt = zerosAt + 4 * this.width
    new Float32Array(buffer, zerosAt, this.width).fill(0)
    const fields = this.#field
    const [table, mask, rows] = [fields[TABLE], fields[MASK], fields[ROWS]]
    const scratch = run.touchSlots(keysAt, count, table, mask, this.#scratch)
    run.sumPerceptron(keysAt, count, table, mask, rows, zerosAt, sumsAt, 4 * this.width, scratch)
    if (this.scores.length === 0) this.scores = new Float32Array(buffer, sumsAt, this.transitions.length)
  }

  /** The sum of the weights of class `c` of `keys[0..count)`. */
  scoreOf(keys: Uint32Array, count: number, c: number): number {
    return this.#arena.run.sumOfClass(this.#block, this.#put(keys, count), count, c)
  }

  /** Adds `by` to the weights of class `c` of `keys[0..count)`, at step `step`. */
  update(keys: Uint32Array, count: number, c: number, by: number, step: number): void {
    this.#add(this.#put(keys, count), count, c, by, by * step)
  }

  /** Adds `by` to the weight of class `c` of one feature, at step `step`. */
  add(key: number, c: number, by: number, step: number): void {
    this.update(Uint32Array.of(key), 1, c, by, step)
  }

  /** Adds `share` times all weights and totals of `others`, which have the same classes. */
  addAll(others: PerceptronContents, share: number): void {
    for (const at of slotsOf(others)) {
      const key = Uint32Array.of(others.table[at])
      visitRow(others, at, (c, weight, total) =>
        this.#add(this.#put(key, 1), 1, c, weight * share, total * share),
      )
    }
  }

  /** The average over the first `steps` steps, see {@link averageOf}. */
  average(steps: number, most: number, unit = 1): ClassifierWeights {
    return averageOf(this.contents(), steps, most, unit)
  }

  #put(keys: Uint32Array, count: number): number {
    if (this.#keys.length === 0) this.#keys = new Uint32Array(this.#arena.buffer, this.#keysAt, MOST_KEYS)
    for (let i = 0; i < count; i++) this.#keys[i] = keys[i]
    return this.#keysAt
  }

  #add(keysAt: number, count: number, c: number, by: number, total: number): void {
    const { run } = this.#arena
    for (let left = count; ; this.#grow()) {
      left = run.addWeights(this.#block, keysAt + 4 * (count - left), left, c, by, total)
      if (left === 0) return
    }
  }

  /** Gives the table or the rows, whichever is full, more room. */
  #grow(): void {
    const arena = this.#arena
    const fields = this.#field
    const [table, mask, size, rows] = [fields[TABLE], fields[MASK], fields[SIZE], fields[ROWS]]
    const [totals, used, room] = [fields[TOTALS], fields[USED], fields[ROOM]]
    if (2 * size > mask) {
      const grown = arena.put(new Uint32Array(2 * SLOT * (mask + 1)))
      arena.run.moveSlots(table, mask, grown, 2 * mask + 1)
      this.#field[TABLE] = grown
      this.#field[MASK] = 2 * mask + 1
      return
    }
    const more = room + Math.max(this.width, room >> 1)
    const [rowsAt, totalsAt] = [arena.take(8 * more), arena.take(8 * more)]
    const bytes = new Uint8Array(arena.buffer)
    bytes.copyWithin(rowsAt, rows, rows + 8 * used)
    bytes.copyWithin(totalsAt, totals, totals + 8 * used)
    this.#field[ROWS] = rowsAt
    this.#field[TOTALS] = totalsAt
    this.#field[ROOM] = more
  }

  /** The fields in the memory as it is: when it grows, views of it become empty. */
  get #field(): Uint32Array {
    if (this.#fields.length === 0)
      this.#fields = new Uint32Array(this.#arena.buffer, this.#block, Layout.WEIGHTS_BYTES / 4)
    return this.#fields
  }
}

/** What a beam scores by. `models` are in `arena`, which must not have been cleared since. */
export function perceptronScorer(
  models: readonly PerceptronWeights[],
  arena: Arena,
  system: TransitionSystem,
  templates: CompiledTemplates,
): BeamScorer {
  const places = { types: system.transitionTypes.length, classifiers: models, end: 0 }
  return new Kernel(arena, places, templates, classifiersOf(system, 'labelled', templates.set)).beam(models)
}
