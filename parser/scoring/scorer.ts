/**
 * Linear scores of transitions: the sums of what the features that are there say about each class. Here in plain
 * JavaScript, for machines without the kernel, and to say what the kernel has to compute.
 */
import { SLOTS, SPILLS, TAG } from './tables/lines.ts'
import { findNarrow, type NarrowTable } from './tables/narrow-table.ts'
import { addSparse, type SparseTable } from './tables/sparse-table.ts'
import { ELSEWHERE, ENTRIES, LINE, lineOf, LIST, SHIFT, type WideTable } from './tables/wide-table.ts'
import type { Prediction } from './kernel/layout.ts'
import { typeStartsOf } from '../model/weights.ts'

/** Scores transitions. */
export interface Scorer {
  /** Those that it knows, sorted by kind, then label; class i is `moves[i]`. */
  readonly transitions: Int32Array
  /** Kind k has the classes kinds[k]..kinds[k + 1]. */
  readonly typeStarts: Int32Array
  /** The sums of the last call, by class. */
  readonly scores: ArrayLike<number>
  /** What 1 is worth in `scores`: those of different scorers may be added. */
  readonly unit: number
  /** Sums the weights of `keys[0..count)` into `scores`; keys that are not known add nothing. */
  score(keys: Uint32Array, count: number): void
}

/** Scores the classes of one classifier. */
export interface ClassScorer extends Scorer {
  readonly scores: Int32Array | Int16Array
  /** The first of the best classes of the kinds in `mask`, by the last sums; -1 where there is none. */
  best(mask: number): number
  /** The best class of the kinds in `mask` where it leads all others of them by `margin` > 0 at least; else -1. */
  leading(mask: number, margin: number): number
}

/** A scorer in plain JavaScript. `kinds` is how many the system has. */
export function plainScorer({ transitions, scale, table }: Prediction, types: number): ClassScorer {
  const [starts, unit] = [typeStartsOf(transitions, types), 1 / scale]
  if (table.form === 'narrow') return new NarrowScorer(transitions, starts, unit, table)
  if (table.form === 'sparse') return new SparseScorer(transitions, starts, unit, table)
  return new WideScorer(transitions, starts, unit, table)
}

abstract class PlainScorer implements ClassScorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit: number
  readonly scores: Int32Array

  constructor(transitions: Int32Array, types: Int32Array, unit: number) {
    this.transitions = transitions
    this.typeStarts = types
    this.unit = unit
    this.scores = new Int32Array(transitions.length)
  }

  abstract score(keys: Uint32Array, count: number): void

  leading(mask: number, margin: number): number {
    const { typeStarts, scores } = this
    const best = this.best(mask)
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      if ((mask & (1 << type)) === 0) continue
      for (let c = typeStarts[type]; c < typeStarts[type + 1]; c++)
        if (c !== best && scores[c] > scores[best] - margin) return -1
    }
    return best
  }

  best(mask: number): number {
    const { typeStarts, scores } = this
    let found = -1
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      if ((mask & (1 << type)) === 0) continue
      for (let c = typeStarts[type]; c < typeStarts[type + 1]; c++)
        if (found < 0 || scores[c] > scores[found]) found = c
    }
    return found
  }
}

class NarrowScorer extends PlainScorer {
  readonly #table: NarrowTable
  readonly #weights: Int8Array

  constructor(transitions: Int32Array, types: Int32Array, unit: number, table: NarrowTable) {
    super(transitions, types, unit)
    this.#table = table
    this.#weights = new Int8Array(table.lines.buffer, table.lines.byteOffset, table.lines.byteLength)
  }

  score(keys: Uint32Array, count: number): void {
    const scores = this.scores
    scores.fill(0)
    for (let i = 0; i < count; i++) {
      const at = findNarrow(this.#table, keys[i])
      if (at >= 0) for (let c = 0; c < scores.length; c++) scores[c] += this.#weights[at + c]
    }
  }
}

class SparseScorer extends PlainScorer {
  readonly #table: SparseTable

  constructor(transitions: Int32Array, types: Int32Array, unit: number, table: SparseTable) {
    super(transitions, types, unit)
    this.#table = table
  }

  score(keys: Uint32Array, count: number): void {
    this.scores.fill(0)
    for (let i = 0; i < count; i++) addSparse(this.#table, keys[i], this.scores)
  }
}

class WideScorer extends PlainScorer {
  readonly #table: WideTable

  constructor(transitions: Int32Array, types: Int32Array, unit: number, table: WideTable) {
    super(transitions, types, unit)
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
}
