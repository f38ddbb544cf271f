/**
 * The scores of the configurations that are looked at within one step of a beam. Configurations differ in more than
 * their features tell: hypotheses that have the same words at hand, but attached others before, have the same scores.
 * A third of all configurations of right-branching parsing with a beam of 8 are scored once for several in this way.
 */
import type { Scorer } from '../scorer.ts'

const FREE = -1

export class StepScores {
  /** What the models say, in weights: from where `of` tells on, by class. */
  values = new Float64Array(1024)
  #used = 0
  /** By entry: its model, where its keys begin and end, and where its scores begin. */
  #states = new Int32Array(64)
  #begins = new Int32Array(64 + 1)
  #starts = new Int32Array(64)
  #size = 0
  #keys = new Uint32Array(4096)
  /** Entries by the hashes of their keys; open addressing. */
  #slots = new Int32Array(128).fill(FREE)

  clear(): void {
    if (this.#size > 0) this.#slots.fill(FREE)
    this.#size = 0
    this.#used = 0
  }

  /** Where the scores of `keys[0..count)` begin, by model number `state`. */
  of(state: number, model: Scorer, keys: Uint32Array, count: number): number {
    const mask = this.#slots.length - 1
    let slot = hashOf(state, keys, count) & mask
    for (; this.#slots[slot] !== FREE; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]
      if (this.#states[entry] === state && this.#has(entry, keys, count)) return this.#starts[entry]
    }
    this.#slots[slot] = this.#add(state, keys, count)
    model.score(keys, count)
    const start = this.#take(model)
    this.#starts[this.#size - 1] = start
    if (2 * this.#size > this.#slots.length) this.#spread()
    return start
  }

  #has(entry: number, keys: Uint32Array, count: number): boolean {
    const begin = this.#begins[entry]
    if (this.#begins[entry + 1] - begin !== count) return false
    for (let i = 0; i < count; i++) if (this.#keys[begin + i] !== keys[i]) return false
    return true
  }

  #add(state: number, keys: Uint32Array, count: number): number {
    const entry = this.#size++
    if (entry === this.#states.length) {
      this.#states = longer(this.#states, new Int32Array(2 * entry))
      this.#starts = longer(this.#starts, new Int32Array(2 * entry))
      this.#begins = longer(this.#begins, new Int32Array(2 * entry + 1))
    }
    const begin = this.#begins[entry]
    const end = begin + count
    if (end > this.#keys.length) this.#keys = longer(this.#keys, new Uint32Array(2 * end))
    for (let i = 0; i < count; i++) this.#keys[begin + i] = keys[i]
    this.#states[entry] = state
    this.#begins[entry + 1] = end
    return entry
  }

  /** Takes the last scores of a model over. */
  #take({ scores, unit }: Scorer): number {
    const start = this.#used
    this.#used += scores.length
    if (this.#used > this.values.length) this.values = longer(this.values, new Float64Array(2 * this.#used))
    const { values } = this
    for (let i = 0; i < scores.length; i++) values[start + i] = scores[i] * unit
    return start
  }

  #spread(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(FREE)
    const mask = this.#slots.length - 1
    for (let entry = 0; entry < this.#size; entry++) {
      const keys = this.#keys.subarray(this.#begins[entry], this.#begins[entry + 1])
      let slot = hashOf(this.#states[entry], keys, keys.length) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = entry
    }
  }
}

function longer<T extends Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** Mixes all bits of all keys; the order of the keys counts. */
function hashOf(state: number, keys: Uint32Array, count: number): number {
  let hash = state
  for (let i = 0; i < count; i++) hash = Math.imul(hash ^ keys[i], 0x9e3779b1) ^ (hash >>> 15)
  return hash ^ (hash >>> 16)
}
