/**
 * Linear scores of transitions: a table from feature keys to rows, a row of class weights for each feature, and the
 * sum of the rows of the features that are there.
 *
 * Weights are 16-bit integers under one scale for each prediction model, chosen so that no sum of rows can overflow
 * 16 bits either: sums are exact, and every implementation of them gives the same answer.
 */
import { GrowingInts } from './growing.ts'
import { kindOf, labelOf, type Move } from './system.ts'

/** What one prediction model learned: for each feature the weights of the classes that it says something about. */
export interface StateWeights {
  /** The transitions it knows, sorted by kind, then label; class i is `moves[i]`. */
  readonly moves: Int32Array
  /** The features, in ascending order of their keys. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] of `classes` (ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly classes: Uint16Array
  readonly values: Int16Array
  /** What a weight of 1 is worth in `values`. */
  readonly scale: number
}

/** Which classes of a model are of which kind: kind k has the classes `starts[k]..starts[k + 1]`. */
export function kindStarts(moves: ArrayLike<Move>, kinds: number): Int32Array {
  const starts = new Int32Array(kinds + 1)
  for (let i = 0; i < moves.length; i++) starts[kindOf(moves[i]) + 1]++
  for (let kind = 0; kind < kinds; kind++) starts[kind + 1] += starts[kind]
  return starts
}

/** Sorts transitions by kind, then label: `sorted[i]` is `moves[order[i]]`. */
export function sortMoves(moves: readonly Move[]): { sorted: Int32Array; order: Int32Array } {
  const order = Int32Array.from(moves.keys())
  order.sort((a, b) => kindOf(moves[a]) - kindOf(moves[b]) || labelOf(moves[a]) - labelOf(moves[b]))
  return { sorted: order.map((i) => moves[i]), order }
}

/** Gives the weights of one feature, a number for each class. */
export type RowReader = (feature: number, row: Float64Array) => void

/**
 * Quantizes float weights (classes in the order of `moves`), leaving out what rounds to zero.
 *
 * @param most the largest number of features that can be on at once: bounds the sums
 */
export function quantize(
  moves: readonly Move[],
  keys: Uint32Array,
  readRow: RowReader,
  most: number,
): StateWeights {
  const { sorted, order } = sortMoves(moves)
  const row = new Float64Array(moves.length)
  let largest = 0
  for (let feature = 0; feature < keys.length; feature++) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) largest = Math.max(largest, Math.abs(row[c]))
  }
  const scale = largest === 0 ? 1 : Math.floor(32767 / most) / largest
  const features = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b])
  const kept = new GrowingInts()
  const starts = new GrowingInts()
  const classes = new GrowingInts()
  const values = new GrowingInts()
  starts.push(0)
  for (const feature of features) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) {
      const value = Math.round(row[order[c]] * scale)
      if (value === 0) continue
      classes.push(c)
      values.push(value)
    }
    if (classes.length === starts.items[kept.length]) continue
    kept.push(keys[feature])
    starts.push(classes.length)
  }
  return {
    moves: sorted,
    keys: Uint32Array.from(kept.view(), (key) => key >>> 0),
    starts: Uint32Array.from(starts.view()),
    classes: Uint16Array.from(classes.view()),
    values: Int16Array.from(values.view()),
    scale,
  }
}

/** Scores the classes of one prediction model. */
export interface ClassScorer {
  readonly moves: Int32Array
  /** Kind k has the classes kinds[k]..kinds[k + 1]. */
  readonly kinds: Int32Array
  /** The sums of the last call, by class. */
  readonly scores: Int32Array | Int16Array
  /** Sums the weights of `keys[0..count)` into `scores`; keys that are not known add nothing. */
  score(keys: Uint32Array, count: number): void
  /** The first of the best classes of the kinds in `mask`, by the last sums; -1 where there is none. */
  best(mask: number): number
}

/** The scorer in plain JavaScript. Holds the table and the sums. */
export class StateScorer implements ClassScorer {
  readonly moves: Int32Array
  readonly kinds: Int32Array
  readonly scores: Int32Array
  readonly #weights: StateWeights
  readonly #mask: number
  /** Open addressing: slot 2i holds a key, slot 2i + 1 the index of its feature. */
  readonly #table: Uint32Array

  constructor(weights: StateWeights, kinds: number) {
    this.moves = weights.moves
    this.kinds = kindStarts(weights.moves, kinds)
    this.scores = new Int32Array(weights.moves.length)
    this.#weights = weights
    let room = 16
    while (room < 2 * weights.keys.length) room *= 2
    this.#mask = room - 1
    this.#table = new Uint32Array(2 * room)
    weights.keys.forEach((key, feature) => {
      let slot = key & this.#mask
      while (this.#table[2 * slot] !== 0) slot = (slot + 1) & this.#mask
      this.#table[2 * slot] = key
      this.#table[2 * slot + 1] = feature
    })
  }

  score(keys: Uint32Array, count: number): void {
    const scores = this.scores
    const table = this.#table
    const mask = this.#mask
    const { starts, classes, values } = this.#weights
    scores.fill(0)
    for (let i = 0; i < count; i++) {
      const key = keys[i]
      let slot = key & mask
      let known = table[2 * slot]
      while (known !== key && known !== 0) {
        slot = (slot + 1) & mask
        known = table[2 * slot]
      }
      if (known === 0) continue
      const feature = table[2 * slot + 1]
      const end = starts[feature + 1]
      for (let j = starts[feature]; j < end; j++) scores[classes[j]] += values[j]
    }
  }

  best(mask: number): number {
    const { kinds, scores } = this
    let found = -1
    for (let kind = 0; kind + 1 < kinds.length; kind++) {
      if ((mask & (1 << kind)) === 0) continue
      for (let c = kinds[kind]; c < kinds[kind + 1]; c++)
        if (found < 0 || scores[c] > scores[found]) found = c
    }
    return found
  }
}
