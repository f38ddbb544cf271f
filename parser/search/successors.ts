/** The configurations that hypotheses can reach by reductions within one step. Equal configurations are scored once. */
import { enlarged } from '../core/int-list.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, NO_NODE } from '../core/node-fields.ts'
import { isForced, type TransitionSystem } from '../core/transition-system.ts'
import type { BeamScorer } from '../core/scorer.ts'
import { Registers } from './registers.ts'

const UNKNOWN = -1

export class Successors {
  size = 0
  /** By configuration: the mask of allowed transition types. */
  allowed = new Int32Array(64)
  /** By configuration: the prediction model that scored it; -1 if the transition is forced. */
  state = new Int32Array(64)
  /** By configuration: the row of its scores (../core/scorer.ts). */
  row = new Int32Array(64)
  /** By configuration: the number that is subtracted from all scores of the models. */
  logTotal = new Float64Array(64)
  readonly registers = new Registers(64)
  /** By configuration: the configuration after a reduction. */
  #reduced = new Int32Array(64)
  /** By configuration that a reduction created: the original node of its stack top, of which the top is a copy. */
  #origin = new Int32Array(64)
  readonly #scorer: BeamScorer
  readonly #system: TransitionSystem
  readonly #type: number
  readonly #temperature: number

  /** @param temperature as in BeamOptions */
  constructor(system: TransitionSystem, type: number, scorer: BeamScorer, temperature: number) {
    this.#system = system
    this.#type = type
    this.#scorer = scorer
    this.#temperature = temperature
  }

  clear(): void {
    this.size = 0
  }

  /** Adds the configuration `c` and scores it; returns its index. */
  add(c: Configuration, origin = NO_NODE): number {
    const index = this.size
    if (index === this.allowed.length) this.#grow()
    this.size++
    this.registers.save(c, index)
    const allowed = this.#system.allowed(c)
    this.allowed[index] = allowed
    this.#reduced[index] = UNKNOWN
    this.#origin[index] = origin
    this.state[index] = -1
    if (allowed === 0) return index
    // If only constraints force a transition, it has the score of the model.
    const { unconstrained } = this.#system
    const choices = unconstrained ? unconstrained.allowed(c) : allowed
    if (isForced(this.#system, choices)) return index
    const state = this.#system.state(c)
    const row = this.#scorer.score(c, state, choices)
    this.state[index] = state
    this.row[index] = row
    this.logTotal[index] = this.#temperature > 0 ? this.#scorer.logTotal(row, choices, this.#temperature) : 0
    return index
  }

  /** The configuration after a reduction of `index`. */
  reduce(index: number, c: Configuration): number {
    if (this.#reduced[index] !== UNKNOWN) return this.#reduced[index]
    this.registers.restore(index, c)
    const origin = c.nodes[c.top + BELOW]
    const { used } = c
    this.#scorer.apply(this.#system, c, this.#type, 0)
    let reduced = this.#find(c, origin)
    if (reduced === UNKNOWN) reduced = this.add(c, origin)
    else c.used = used
    this.#reduced[index] = reduced
    return reduced
  }

  /** The score of the reduction of `index`. */
  reductionScore(index: number): number {
    const state = this.state[index]
    if (state < 0) return 0
    const { typeStarts } = this.#scorer.models[state]
    const first = typeStarts[this.#type]
    if (first === typeStarts[this.#type + 1]) return 0
    return this.#scorer.scoreOf(this.row[index], first) - this.logTotal[index]
  }

  /** The index of a configuration that equals `c`, whose stack top is a copy of `origin`. */
  #find(c: Configuration, origin: number): number {
    const top = c.top
    for (let index = 0; index < this.size; index++) {
      if (this.#origin[index] !== origin) continue
      const otherTop = this.registers.top(index)
      if (otherTop !== top && !this.#scorer.areEqual(otherTop, top)) continue
      c.top = otherTop
      if (this.registers.equal(index, c)) return index
      c.top = top
    }
    return UNKNOWN
  }

  #grow(): void {
    const room = 2 * this.allowed.length
    const integers = [this.allowed, this.state, this.row, this.#reduced, this.#origin]
    const [allowed, state, row, reduced, origin] = integers.map((items) => enlarged(items, room))
    this.logTotal = enlarged(this.logTotal, room)
    this.allowed = allowed
    this.state = state
    this.row = row
    this.#reduced = reduced
    this.#origin = origin
  }
}
