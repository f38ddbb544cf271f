/**
 * The scores of configurations in the kernel, part by part: what their features have in common with those of others is
 * summed once. That is what the front of the buffer says, which all hypotheses share in right-branching parsing, and on
 * top of it what the true token of s0 says, of which there are five in a step with a beam of 8, for 16 configurations that
 * differ.
 */
import { TOKEN, type Configuration } from '../core/configuration.ts'
import { BUFFERS, LISTS, TOKENS, type PartMachine } from './kernel/parts.ts'
import type { Sentence } from '../core/sentence.ts'
import { MOST_TYPES, longer, type StepScores } from './step-scores.ts'

export class PartScores implements StepScores {
  readonly stride: number
  values: Int16Array | Float32Array
  most: Int16Array | Float32Array
  readonly #machine: PartMachine
  #room = 64
  #size = 0
  /** How many configurations had been scored when the lists of keys were forgotten. */
  #base = 0
  /** By buffer: what its sums are of. */
  readonly #states = new Int32Array(BUFFERS)
  readonly #fronts = new Int32Array(BUFFERS)
  readonly #limits = new Int32Array(BUFFERS)
  #buffers = 0
  /** By token: the buffer that its sums are on top of, and its word. */
  readonly #bufferOf = new Int32Array(TOKENS)
  readonly #words = new Int32Array(TOKENS)
  #tokens = 0

  constructor(machine: PartMachine) {
    this.#machine = machine
    this.stride = machine.sums.length
    this.values = new machine.array(this.#room * this.stride)
    this.most = new machine.array(this.#room * MOST_TYPES)
  }

  begin(): void {
    this.#machine.begin()
    this.#buffers = 0
    this.#tokens = 0
  }

  clear(): void {
    this.#size = 0
    this.#forget()
  }

  of(c: Configuration, sentence: Sentence, state: number): number {
    const machine = this.#machine
    machine.see(c, sentence)
    if (this.#size - this.#base === LISTS) this.#forget()
    const token = this.#token(this.#buffer(c, state), state, c.nodes[c.top + TOKEN])
    const known = machine.sumRest(state, token)
    if (known >= 0) return this.#base + known
    const index = this.#size++
    if (index === this.#room) this.#grow()
    this.values.set(machine.sums, index * this.stride)
    this.most.set(machine.most, index * MOST_TYPES)
    return index
  }

  #forget(): void {
    this.#base = this.#size
    this.#machine.forget()
  }

  /** The number of the front of the buffer, whose sums have been made. */
  #buffer({ front, limit }: Configuration, state: number): number {
    for (let i = this.#buffers - 1; i >= 0; i--) {
      if (this.#fronts[i] === front && this.#states[i] === state && this.#limits[i] === limit) return i
    }
    if (this.#buffers === BUFFERS) {
      this.#buffers = 0
      this.#tokens = 0
      this.#forget()
    }
    const buffer = this.#buffers++
    this.#fronts[buffer] = front
    this.#states[buffer] = state
    this.#limits[buffer] = limit
    this.#machine.sumBuffer(state, buffer)
    return buffer
  }

  /** The number of a true token before the front of a buffer, whose sums have been made. */
  #token(buffer: number, state: number, word: number): number {
    for (let i = this.#tokens - 1; i >= 0; i--) {
      if (this.#words[i] === word && this.#bufferOf[i] === buffer) return i
    }
    if (this.#tokens === TOKENS) {
      this.#tokens = 0
      this.#forget() // the lists are of tokens
    }
    const token = this.#tokens++
    this.#words[token] = word
    this.#bufferOf[token] = buffer
    this.#machine.sumToken(state, buffer, token)
    return token
  }

  #grow(): void {
    this.#room *= 2
    this.values = longer(this.values, this.#room * this.stride)
    this.most = longer(this.most, this.#room * MOST_TYPES)
  }
}
