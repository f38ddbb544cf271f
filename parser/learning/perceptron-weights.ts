/**
 * The weights of one prediction model during perceptron learning, and the totals for their average, in the memory of the
 * kernel (../scoring/kernel/assembly/perceptron.ts). A hash table with open addressing finds the row of a feature: a list
 * of all updated classes with their weights or, if this list is long, a dense row.
 */
import type { Transition, TransitionSystem } from '../core/transition-system.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { classifiersOf } from '../features/classifiers.ts'
import { classOf, sortTransitions, typeStartsOf, type ClassifierWeights } from '../core/classifier-weights.ts'
import type { BeamScorer } from '../core/scorer.ts'
import { Arena } from '../scoring/kernel/arena.ts'
import { Kernel } from '../scoring/kernel/kernel.ts'
import type { ClassifierPlace } from '../scoring/kernel/table.ts'
import * as Layout from '../scoring/kernel/records.ts'
import { averageOf, SLOT, slotsOf, visitRow, type PerceptronContents } from './perceptron-contents.ts'

/** The number of classes that the kernel sums together. */
const BLOCK_CLASS_COUNT = 32
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
const INITIAL_SLOT_COUNT = 1024
const INITIAL_ENTRY_COUNT = 4096
/** The maximum number of features of a sum, and the bytes that the kernel requires for it. */
const MAX_KEY_COUNT = 1024
const SCRATCH_BYTES = 8 * MAX_KEY_COUNT + 8

/** Called after each epoch (0-based) with the share of correct choices or sentences, and the averaged weights. */
export type OnEpoch = (epoch: number, accuracy: number, average: () => ClassifierWeights[]) => void

export class PerceptronWeights implements ClassifierPlace {
  /** The classes, sorted by type, then label; class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type k has the classes typeStarts[k] to typeStarts[k + 1] - 1. */
  readonly typeStarts: Int32Array
  /** The unit of `scores`. Weights are not scaled during learning. */
  readonly unit = 1
  readonly form = 'perceptron'
  readonly scale = 1
  /** The number of weights of a dense row. */
  readonly width: number
  readonly classBits = 0
  readonly masks = 0
  readonly transitionsAt = 0
  /** The sums of the last `score`, by class. */
  scores = new Float32Array(0)
  readonly #arena: Arena
  readonly #block: number
  readonly #scratch: number
  /** The address of the keys. */
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
    this.width = Math.ceil(this.transitions.length / BLOCK_CLASS_COUNT) * BLOCK_CLASS_COUNT
    this.#arena = arena
    this.#block = arena.put(new Uint8Array(Layout.WEIGHTS_BYTES))
    this.#scratch = arena.take(SCRATCH_BYTES + 4 * MAX_KEY_COUNT + 8 * this.width)
    this.#keysAt = this.#scratch + SCRATCH_BYTES
    const { table, rows, totals, size = 0 } = contents ?? {}
    const places = [
      [TABLE, arena.put(table ?? new Uint32Array(SLOT * INITIAL_SLOT_COUNT))],
      [MASK, (table ? table.length / SLOT : INITIAL_SLOT_COUNT) - 1],
      [SIZE, size],
      [ROWS, arena.put(rows ?? new Int32Array(2 * INITIAL_ENTRY_COUNT))],
      [TOTALS, arena.put(totals ?? new Float64Array(INITIAL_ENTRY_COUNT))],
      [USED, totals?.length ?? 0],
      [ROOM, totals?.length ?? INITIAL_ENTRY_COUNT],
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

  /** The class of a transition; -1 if the model has no such class. */
  classOf(transition: Transition): number {
    return classOf(this, transition)
  }

  /** Sums the weights of `keys[0..count)`, at most {@link MAX_KEY_COUNT}, into `scores`. */
  score(keys: Uint32Array, count: number): void {
    const { buffer, run } = this.#arena
    const keysAt = this.#put(keys, count)
    const zerosAt = keysAt + 4 * MAX_KEY_COUNT
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
    return this.#arena.run.sumOfClass(this.#block, this.#put(keys, count), count, c, this.#scratch)
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

  /** The average over the first `steps` steps ({@link averageOf}). */
  average(steps: number, most: number, unit = 1): ClassifierWeights {
    return averageOf(this.contents(), steps, most, unit)
  }

  #put(keys: Uint32Array, count: number): number {
    if (this.#keys.length === 0) this.#keys = new Uint32Array(this.#arena.buffer, this.#keysAt, MAX_KEY_COUNT)
    for (let i = 0; i < count; i++) this.#keys[i] = keys[i]
    return this.#keysAt
  }

  #add(keysAt: number, count: number, c: number, by: number, total: number): void {
    const { run } = this.#arena
    for (let left = count; ; this.#grow()) {
      left = run.addWeights(this.#block, keysAt + 4 * (count - left), left, c, by, total, this.#scratch)
      if (left === 0) return
    }
  }

  /** Enlarges the table if it is full, else the rows. */
  #grow(): void {
    const arena = this.#arena
    const fields = this.#field
    const [table, mask, size, rows] = [fields[TABLE], fields[MASK], fields[SIZE], fields[ROWS]]
    const [totals, used, room] = [fields[TOTALS], fields[USED], fields[ROOM]]
    if (2 * size > mask) {
      const newTable = arena.put(new Uint32Array(2 * SLOT * (mask + 1)))
      arena.run.moveSlots(table, mask, newTable, 2 * mask + 1)
      this.#field[TABLE] = newTable
      this.#field[MASK] = 2 * mask + 1
      return
    }
    const newRoom = room + Math.max(this.width, room >> 1)
    const [rowsAt, totalsAt] = [arena.take(8 * newRoom), arena.take(8 * newRoom)]
    const bytes = new Uint8Array(arena.buffer)
    bytes.copyWithin(rowsAt, rows, rows + 8 * used)
    bytes.copyWithin(totalsAt, totals, totals + 8 * used)
    this.#field[ROWS] = rowsAt
    this.#field[TOTALS] = totalsAt
    this.#field[ROOM] = newRoom
  }

  /** A view of the fields in the present memory. When the memory grows, its views become empty. */
  get #field(): Uint32Array {
    if (this.#fields.length === 0)
      this.#fields = new Uint32Array(this.#arena.buffer, this.#block, Layout.WEIGHTS_BYTES / 4)
    return this.#fields
  }
}

/** The scorer of a beam. `models` must be in `arena`, which must not be cleared before the scorer is used. */
export function perceptronScorer(
  models: readonly PerceptronWeights[],
  arena: Arena,
  system: TransitionSystem,
  templates: CompiledTemplates,
): BeamScorer {
  const places = { types: system.transitionTypes.length, classifiers: models, end: 0 }
  return new Kernel(arena, places, templates, classifiersOf(system, 'labelled', templates.set)).beam(models)
}
