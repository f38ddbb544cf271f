/**
 * Scores summed part by part (see ../features/reach.ts), so that what many configurations have in common is summed once:
 * first what a front of the buffer says, then, on top of that, what the true token of s0 does, then all else. Sums lie in
 * slots, whose numbers the caller gives out (see ../part-scores.ts).
 */
import type { Configuration } from '../../core/configuration.ts'
import type { FeatureExtractor } from '../../features/extractor.ts'
import { BUFFER, programsByReach, REST, STACK_TOP } from '../../features/reach.ts'
import { parts, type CompiledTemplates } from '../../features/templates.ts'
import type { Sentence } from '../../core/sentence.ts'
import type { Arena } from './arena.ts'

/** How many fronts of buffers, true tokens and lists of keys there is room for. */
export const BUFFERS = 16
export const TOKENS = 64
export const LISTS = 128

/** Where everything lies, addresses in bytes. */
export interface PartLayout {
  readonly atoms: number
  /** By part. */
  readonly programs: readonly number[]
  /** Bytes of a slot. */
  readonly slot: number
  /** A slot of zeros, where the sums of a configuration come to, those of fronts, those of tokens. */
  readonly zeros: number
  readonly sums: number
  readonly buffers: number
  readonly tokens: number
  /** By kind the most of the sums; by model where the kinds begin. */
  readonly most: number
  readonly starts: readonly number[]
  /** The lists of keys that were looked for, and the bytes that each takes. */
  readonly lists: number
  readonly list: number
}

/** Takes room for `models` prediction models, for sums of `slot` bytes, a multiple of 16. */
export function takeParts(
  arena: Arena,
  templates: CompiledTemplates,
  models: number,
  slot: number,
): PartLayout {
  const list = 4 * (templates.most + 3)
  return {
    atoms: arena.take(4 * (templates.atoms.length + 1)),
    programs: programsByReach(templates).map(({ code }) => arena.take(code.byteLength)),
    slot,
    zeros: arena.take(slot),
    sums: arena.take(slot),
    buffers: arena.take(BUFFERS * slot),
    tokens: arena.take(TOKENS * slot),
    most: arena.take(64),
    starts: Array.from({ length: models }, () => arena.take(64)),
    lists: arena.take(16 + LISTS * (4 + list)),
    list,
  }
}

/** What sums are of. */
export interface Summing {
  /** By model: the first class of each kind, and how many classes there are. */
  readonly types: readonly Int32Array[]
  /** Of numbers of 16 bits, or floating-point. */
  readonly array: typeof Int16Array | typeof Float32Array
  /** Where keys are extracted to. */
  readonly keys: number
  /** Adds the weights of the first `count` keys to what lies at `from`, and writes the sums to `to`. */
  add(model: number, count: number, from: number, to: number): void
}

export class PartMachine {
  readonly array: Summing['array']
  /** The sums made last, by class, and the most of each kind. */
  sums!: Int16Array | Float32Array
  most!: Int16Array | Float32Array
  readonly #arena: Arena
  readonly #extractor: FeatureExtractor
  readonly #at: PartLayout
  readonly #summing: Summing
  #atoms!: Int32Array
  #size!: Int32Array

  constructor(arena: Arena, extractor: FeatureExtractor, at: PartLayout, summing: Summing) {
    this.array = summing.array
    this.#arena = arena
    this.#extractor = extractor
    this.#at = at
    this.#summing = summing
    this.begin()
    programsByReach(extractor.compiled).forEach(({ code, isAtom }, part) => {
      const program = code.map((n, i) => (isAtom[i] ? at.atoms + 4 * n : n))
      new Int32Array(arena.buffer, at.programs[part], code.length).set(program)
    })
    new Uint8Array(arena.buffer, at.zeros, at.slot).fill(0)
    this.forget()
    summing.types.forEach((starts, model) =>
      new Int32Array(arena.buffer, at.starts[model], starts.length).set(starts),
    )
  }

  /** Has to be called when the memory may have grown. */
  begin(): void {
    const { buffer } = this.#arena
    if (this.#size?.buffer === buffer) return
    const { array } = this
    const { atoms, slot, lists, sums, most } = this.#at
    this.#atoms = new Int32Array(buffer, atoms, this.#extractor.atoms.length)
    this.#size = new Int32Array(buffer, lists, 1)
    this.sums = new array(buffer, sums, slot / array.BYTES_PER_ELEMENT)
    this.most = new array(buffer, most, 8)
  }

  /** Forgets the lists of keys. */
  forget(): void {
    this.#size[0] = 0
  }

  /** Looks a configuration up; what is summed is of that. */
  see(c: Configuration, sentence: Sentence): void {
    this.#extractor.lookUp(c, sentence)
    this.#extractor.complete(parts.all)
    this.#atoms.set(this.#extractor.atoms)
  }

  /** Sums what the front of the buffer says to `model`. */
  sumBuffer(model: number, buffer: number): void {
    const { zeros, buffers, slot } = this.#at
    this.#summing.add(model, this.#extract(BUFFER) + 1, zeros, buffers + slot * buffer)
  }

  /** Sums what the true token says on top of the front of the buffer. */
  sumToken(model: number, buffer: number, token: number): void {
    const { buffers, tokens, slot } = this.#at
    const from = buffers + slot * buffer
    this.#summing.add(model, this.#extract(STACK_TOP), from, tokens + slot * token)
  }

  /**
   * The number of the list of the rest of the keys where it is known, for the same token. Else it gets the next: -1 then,
   * and the sums have been made.
   */
  sumRest(model: number, token: number): number {
    const { keys, add, types } = this.#summing
    const { tokens, slot, sums, lists, list, starts, most } = this.#at
    const { run } = this.#arena
    const count = this.#extract(REST)
    const known = run.find(keys, count, token, lists, LISTS, list)
    if (known >= 0) return known
    add(model, count, tokens + slot * token, sums)
    const kindCount = types[model].length - 1
    if (this.array === Int16Array) run.mostOfShorts(sums, starts[model], kindCount, most)
    else run.mostOfFloats(sums, starts[model], kindCount, most)
    return known
  }

  /** Extracts the keys of a part, BIAS_KEY behind them, which is not counted. */
  #extract(part: number): number {
    return this.#arena.run.extract(this.#at.programs[part], this.#summing.keys) - 1
  }
}
