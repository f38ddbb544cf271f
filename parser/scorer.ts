/**
 * Linear scores of transitions: a table from feature keys to rows, a row of class weights for each feature, and the
 * sum of the rows of the features that are there.
 *
 * Weights are 16-bit integers under one scale for each prediction model, chosen so that no sum of rows can overflow
 * 16 bits either: sums are exact, and every implementation of them gives the same answer.
 */
import { GrowingInts } from './growing.ts'
import { kindOf, labelOf, type Move } from './system.ts'
import {
  codesFor,
  ELSEWHERE,
  ENTRIES,
  LINE,
  lineOf,
  isLong,
  LIST,
  SHIFT,
  shiftFor,
  SLOTS,
  SPILLS,
  TAG,
  type Table,
} from './table.ts'

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
 * Quantizes float weights (classes in the order of `moves`): a weight of 1 becomes `scale`, and of larger integers only
 * the leading bits are kept, so that there are few different weights and each gets a code (see table.ts).
 *
 * @param most the largest number of features that can be on at once: bounds the sums
 * @param least weights that are smaller are left out, as is what rounds to 0
 */
export function quantize(
  moves: readonly Move[],
  keys: Uint32Array,
  readRow: RowReader,
  most: number,
  least = 0,
): StateWeights {
  const { sorted, order } = sortMoves(moves)
  const row = new Float64Array(moves.length)
  let largest = 0
  for (let feature = 0; feature < keys.length; feature++) {
    readRow(feature, row)
    for (let c = 0; c < row.length; c++) largest = Math.max(largest, Math.abs(row[c]))
  }
  const limit = Math.floor(32767 / most)
  const scale = largest === 0 ? 1 : limit / largest
  const bits = leadingBits(limit, codesFor(moves.length))
  const features = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b])
  const kept = new GrowingInts()
  const starts = new GrowingInts()
  const classes = new GrowingInts()
  const values = new GrowingInts()
  starts.push(0)
  for (const feature of features) {
    readRow(feature, row)
    let [entries, heaviest] = [0, 0]
    for (let c = 0; c < row.length; c++) {
      if (Math.abs(row[c]) < least) row[c] = 0
      if (Math.round(row[c] * scale) !== 0) entries++
      heaviest = Math.max(heaviest, Math.abs(row[c]))
    }
    const step = isLong(entries, row.length) ? 2 ** shiftFor(Math.round(heaviest * scale)) : 0
    for (let c = 0; c < row.length; c++) {
      const weight = row[order[c]] * scale
      const value = step > 0 ? roundTo(weight, step) : keepLeading(Math.round(weight), bits, limit)
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

/** How many leading bits integers up to `limit` may keep so that there are, with either sign, at most `codes` of them. */
function leadingBits(limit: number, codes: number): number {
  let bits = 6
  while (bits > 1 && 2 * (1 << (bits - 1)) * (2 + Math.log2(limit) - bits) > codes) bits--
  return bits
}

/** Rounds an integer to one of `bits` bits and zeros, up to `limit`. */
function keepLeading(value: number, bits: number, limit: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(Math.abs(value)) - bits)
  return Math.min(limit, Math.max(-limit, Math.round(value / step) * step))
}

/** Rounds to a multiple of `step`, up to 127 times. */
function roundTo(weight: number, step: number): number {
  return Math.min(127, Math.max(-127, Math.round(weight / step))) * step
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

/** The scorer in plain JavaScript. */
export class PlainScorer implements ClassScorer {
  readonly moves: Int32Array
  readonly kinds: Int32Array
  readonly scores: Int32Array
  readonly #table: Table

  constructor(moves: Int32Array, table: Table, kinds: number) {
    this.moves = moves
    this.kinds = kindStarts(moves, kinds)
    this.scores = new Int32Array(moves.length)
    this.#table = table
  }

  score(keys: Uint32Array, count: number): void {
    const { lines, regions } = this.#table
    this.scores.fill(0)
    for (let i = 0; i < count; i++) {
      const tag = keys[i] & TAG
      for (let line = lineOf(keys[i], regions); ; line++) {
        for (let slot = 0; slot < SLOTS; slot++) {
          if ((lines[LINE * line + slot] & TAG) === tag) this.#add(LINE * line + SLOTS + ENTRIES * slot)
        }
        if ((lines[LINE * line] & SPILLS) === 0) break
      }
    }
  }

  /** Adds the entries of a slot, or what it refers to. */
  #add(slot: number): void {
    const scores = this.scores
    const { lines, codes, classBits, rows } = this.#table
    if (lines[slot] !== ELSEWHERE) {
      for (let i = slot; i < slot + ENTRIES; i++) {
        const code = lines[i] >> classBits
        if (code !== 0) scores[lines[i] & ((1 << classBits) - 1)] += codes[code]
      }
      return
    }
    const place = lines[slot + 1] | (lines[slot + 2] << 16)
    const start = place & ~LIST
    if (place & LIST) {
      for (let i = start + 1; i <= start + rows[start]; i++) scores[rows[i] & 0xffff] += rows[i] >> 16
      return
    }
    const shift = place & SHIFT
    for (let i = 0; i < scores.length; i++) {
      // Weights of eight bits, four to a number.
      const four = rows[start - shift + (i >> 2)]
      scores[i] += ((four << (24 - 8 * (i & 3))) >> 24) << shift
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
