/**
 * The scores of the configurations that are looked at within one step of a beam. Configurations differ in more than
 * their features tell: hypotheses that have the same words at hand, but attached others before, have the same scores.
 * A third of all configurations of right-branching parsing with a beam of 8 are scored once for several in this way.
 */
import type { Configuration } from '../core/configuration.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import type { Scorer } from './scorer.ts'
import type { Sentence } from '../core/sentence.ts'

/** The largest number of kinds of transitions that a system may have. */
export const MOST_TYPES = 8

/** Numbers the configurations of a step whose scores differ. */
export interface StepScores {
  /** How many values a configuration takes. */
  readonly stride: number
  /** By configuration, from `stride` times its number on, its scores by class of the model that was asked. */
  readonly values: Float64Array | Float32Array | Int16Array
  /** By configuration, from KINDS times its number on, the largest score of each kind that has classes. */
  readonly most: Float64Array | Float32Array | Int16Array
  /** Has to be called before each sentence, and when weights have changed. */
  begin(): void
  /** Forgets all configurations. */
  clear(): void
  /** Scores a configuration by model `state` and returns its number. */
  of(c: Configuration, sentence: Sentence, state: number): number
}

const FREE = -1

/** Of models that can only be asked for all features at once. */
export class WholeScores implements StepScores {
  readonly stride: number
  values: Float64Array
  most: Float64Array
  readonly #models: readonly Scorer[]
  readonly #extractor: FeatureExtractor
  /** By number: its model, and where its keys begin and end. */
  #states = new Int32Array(64)
  #begins = new Int32Array(64 + 1)
  #size = 0
  #keys = new Uint32Array(4096)
  /** Numbers by the hashes of their keys; open addressing. */
  #slots = new Int32Array(128).fill(FREE)

  constructor(models: readonly Scorer[], extractor: FeatureExtractor) {
    this.#models = models
    this.#extractor = extractor
    this.stride = Math.max(...models.map(({ transitions }) => transitions.length))
    this.values = new Float64Array(64 * this.stride)
    this.most = new Float64Array(64 * MOST_TYPES)
  }

  begin(): void {
    this.clear()
  }

  clear(): void {
    if (this.#size > 0) this.#slots.fill(FREE)
    this.#size = 0
  }

  of(c: Configuration, sentence: Sentence, state: number): number {
    const { keys } = this.#extractor
    const count = this.#extractor.extract(c, sentence)
    const mask = this.#slots.length - 1
    let slot = hashOf(state, keys, count) & mask
    for (; this.#slots[slot] !== FREE; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]
      if (this.#states[number] === state && this.#has(number, keys, count)) return number
    }
    const number = (this.#slots[slot] = this.#add(state, keys, count))
    const model = this.#models[state]
    model.score(keys, count)
    this.#take(number, model)
    if (2 * this.#size > this.#slots.length) this.#spread()
    return number
  }

  #has(number: number, keys: Uint32Array, count: number): boolean {
    const begin = this.#begins[number]
    if (this.#begins[number + 1] - begin !== count) return false
    for (let i = 0; i < count; i++) if (this.#keys[begin + i] !== keys[i]) return false
    return true
  }

  #add(state: number, keys: Uint32Array, count: number): number {
    const number = this.#size++
    if (number === this.#states.length) {
      this.#states = longer(this.#states, 2 * number)
      this.#begins = longer(this.#begins, 2 * number + 1)
      this.values = longer(this.values, 2 * number * this.stride)
      this.most = longer(this.most, 2 * number * MOST_TYPES)
    }
    const begin = this.#begins[number]
    const end = begin + count
    if (end > this.#keys.length) this.#keys = longer(this.#keys, 2 * end)
    for (let i = 0; i < count; i++) this.#keys[begin + i] = keys[i]
    this.#states[number] = state
    this.#begins[number + 1] = end
    return number
  }

  /** Takes the last scores of a model over. */
  #take(number: number, { scores, typeStarts }: Scorer): void {
    const { values, most } = this
    const start = number * this.stride
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      let best = -Infinity
      for (let i = typeStarts[type]; i < typeStarts[type + 1]; i++) {
        const score = scores[i]
        values[start + i] = score
        if (score > best) best = score
      }
      most[number * MOST_TYPES + type] = best
    }
  }

  #spread(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(FREE)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      const keys = this.#keys.subarray(this.#begins[number], this.#begins[number + 1])
      let slot = hashOf(this.#states[number], keys, keys.length) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = number
    }
  }
}

type Numbers = Int16Array | Int32Array | Uint32Array | Float32Array | Float64Array

/** The same values with room for `length`. */
export function longer<Values extends Numbers>(values: Values, length: number): Values {
  const copy = new (values.constructor as new (length: number) => Values)(length)
  copy.set(values)
  return copy
}

/** Mixes all bits of all keys; the order of the keys counts. */
function hashOf(state: number, keys: Uint32Array, count: number): number {
  let hash = state
  for (let i = 0; i < count; i++) hash = Math.imul(hash ^ keys[i], 0x9e3779b1) ^ (hash >>> 15)
  return hash ^ (hash >>> 16)
}
