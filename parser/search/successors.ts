/** The configurations that hypotheses can reach within one step by reductions. Equal ones are scored once. */
import { enlarged } from '../core/int-list.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, NO_NODE } from '../core/node-fields.ts'
import { isForced, type TransitionSystem } from '../core/transition-system.ts'
import type { BeamScorer } from '../core/scorer.ts'
import { Registers } from './registers.ts'

const UNKNOWN = -1

export class Successors {
  size = 0
  /** By configuration: the transition types allowed there. */
  allowed = new Int32Array(64)
  /** By configuration: the prediction model that was asked; -1 if there was nothing to ask. */
  state = new Int32Array(64)
  /** By configuration: the row of its scores, see ../core/scorer.ts. */
  row = new Int32Array(64)
  /** By configuration: how much less every transition scores than the models say. */
  logTotal = new Float64Array(64)
  readonly registers = new Registers(64)
  /** By configuration: what it is reduced to. */
  #reduced = new Int32Array(64)
  /** By configuration: the node, before it was copied, of its stack top if a reduction made it. */
  #origin = new Int32Array(64)
  readonly #scorer: BeamScorer
  readonly #system: TransitionSystem
  readonly #type: number
  readonly #temperature: number

  /** @param temperature see BeamOptions */
  constructor(system: TransitionSystem, type: number, scorer: BeamScorer, temperature: number) {
    this.#system = system
    this.#type = type
    this.#scorer = scorer
    this.#temperature = temperature
  }

  clear(): void {
    this.size = 0
  }

  /** Adds the configuration `c`, scored; returns its index. */
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
    // A transition that only constraints force has the score of the model.
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

  /** The configuration that `index` is reduced to. */
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

  /** The score of the transition that leads from `index` to what it is reduced to. */
  reductionScore(index: number): number {
    const state = this.state[index]
    if (state < 0) return 0
    const { typeStarts } = this.#scorer.models[state]
    const first = typeStarts[this.#type]
    if (first === typeStarts[this.#type + 1]) return 0
    return this.#scorer.scoreOf(this.row[index], first) - this.logTotal[index]
  }

  /** A configuration equal to `c`, whose stack top is a copy of `origin`. */
  #find(c: Configuration, origin: number): number {
    const top = c.top
    for (let index = 0; index < this.size; index++) {
      if (this.#origin[index] !== origin) continue
      const same = this.registers.top(index)
      if (same !== top && !this.#scorer.areEqual(same, top)) continue
      c.top = same
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
