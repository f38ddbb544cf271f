/**
 * The configurations that the hypotheses of a beam can reach within one step: for each hypothesis its own and, where
 * the spine can be climbed, those after one reduction, two, … Each is scored once, however many hypotheses it belongs
 * to: reductions that end in equal configurations end in the same one.
 */
import { NEGLIGIBLE } from './confidence.ts'
import { BELOW, NO_NODE, type Configuration } from '../core/configuration.ts'
import type { Sentence } from '../core/sentence.ts'
import { isForced, type TransitionSystem } from '../core/transition-system.ts'
import { applyToCopies, equalNodes } from './fork.ts'
import { Registers } from './registers.ts'
import type { Scorer } from '../scoring/scorer.ts'
import { MOST_TYPES, longer, type StepScores } from '../scoring/step-scores.ts'

const UNKNOWN = -1

export class Successors {
  size = 0
  /** By configuration: the kinds allowed there. */
  allowed = new Int32Array(64)
  /** By configuration: the prediction model that was asked; -1 where there was nothing to ask. */
  state = new Int32Array(64)
  /** By configuration: its number in the scores of this step. */
  number = new Int32Array(64)
  /** By configuration: what every transition from there scores less than the models say. */
  logTotal = new Float64Array(64)
  readonly registers = new Registers(64)
  /** By configuration: what it is reduced to. */
  #reduced = new Int32Array(64)
  /** By configuration: the node, before it was copied, of its stack top where a reduction made it. */
  #origin = new Int32Array(64)
  readonly #scores: StepScores
  readonly #system: TransitionSystem
  readonly #type: number
  readonly #models: readonly Scorer[]
  readonly #temperature: number

  /** @param temperature see ./beam.ts */
  constructor(
    system: TransitionSystem,
    type: number,
    models: readonly Scorer[],
    scores: StepScores,
    temperature: number,
  ) {
    this.#temperature = temperature
    this.#system = system
    this.#type = type
    this.#models = models
    this.#scores = scores
  }

  clear(): void {
    this.size = 0
    this.#scores.clear()
  }

  /** Takes the configuration `c` up, scored; returns its index. */
  add(c: Configuration, sentence: Sentence, origin = NO_NODE): number {
    const index = this.size++
    if (index === this.allowed.length) this.#grow()
    this.registers.save(c, index)
    const allowed = this.#system.allowed(c)
    this.allowed[index] = allowed
    this.#reduced[index] = UNKNOWN
    this.#origin[index] = origin
    this.state[index] = -1
    if (allowed !== 0 && !isForced(this.#system, allowed)) this.#score(c, sentence, index)
    return index
  }

  /** The configuration that `index` is reduced to, which `c` is then in, too. */
  reduce(index: number, c: Configuration, sentence: Sentence): number {
    if (this.#reduced[index] !== UNKNOWN) return this.#reduced[index]
    this.registers.restore(index, c)
    const origin = c.nodes[c.top + BELOW]
    const used = c.used
    applyToCopies(this.#system, c, this.#type, 0)
    let reduced = this.#find(c, origin)
    if (reduced === UNKNOWN) reduced = this.add(c, sentence, origin)
    else c.used = used
    this.#reduced[index] = reduced
    return reduced
  }

  /** The score of the transition that leads from `index` to what it is reduced to. */
  reductionScore(index: number): number {
    const state = this.state[index]
    if (state < 0) return 0
    const { typeStarts, unit } = this.#models[state]
    const first = typeStarts[this.#type]
    if (first === typeStarts[this.#type + 1]) return 0
    return this.#scores.values[this.number[index] * this.#scores.stride + first] * unit - this.logTotal[index]
  }

  /** A configuration equal to `c`, whose stack top is a copy of `origin`. */
  #find(c: Configuration, origin: number): number {
    const top = c.top
    for (let index = 0; index < this.size; index++) {
      if (this.#origin[index] !== origin) continue
      const same = this.registers.top(index)
      if (same !== top && !equalNodes(c.nodes, same, top)) continue
      c.top = same
      if (this.registers.equal(index, c)) return index
      c.top = top
    }
    return UNKNOWN
  }

  #score(c: Configuration, sentence: Sentence, index: number): void {
    const state = this.#system.state(c)
    this.state[index] = state
    this.number[index] = this.#scores.of(c, sentence, state)
    this.logTotal[index] = this.#temperature > 0 ? this.#logTotalOf(index) : 0
  }

  /** The logarithm of the sum of the exponentials of what the allowed transitions score, by the temperature. */
  #logTotalOf(index: number): number {
    const { typeStarts, unit } = this.#models[this.state[index]]
    const { values, most, stride } = this.#scores
    const [number, allowed, temperature] = [this.number[index], this.allowed[index], this.#temperature]
    let largest = -Infinity
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      const isKnown = typeStarts[type] < typeStarts[type + 1]
      if (isKnown && (allowed >> type) & 1) largest = Math.max(largest, most[number * MOST_TYPES + type])
    }
    if (largest === -Infinity) return 0
    const scale = unit / temperature
    let sum = 0
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      if (((allowed >> type) & 1) === 0) continue
      for (let i = number * stride + typeStarts[type]; i < number * stride + typeStarts[type + 1]; i++) {
        const logarithm = (values[i] - largest) * scale
        if (logarithm > NEGLIGIBLE) sum += Math.exp(logarithm)
      }
    }
    return largest * unit + temperature * Math.log(sum)
  }

  #grow(): void {
    const room = 2 * this.allowed.length
    this.allowed = longer(this.allowed, room)
    this.state = longer(this.state, room)
    this.number = longer(this.number, room)
    this.logTotal = longer(this.logTotal, room)
    this.#reduced = longer(this.#reduced, room)
    this.#origin = longer(this.#origin, room)
  }
}
