/** What a beam computes, computed in the kernel; see assembly/beam.ts. */
import { BELOW, NODE_SIZE, NO_NODE, type Configuration } from '../../core/configuration.ts'
import type { Sentence } from '../../core/sentence.ts'
import type { Transition, TransitionSystem } from '../../core/transition-system.ts'
import { programsByReach } from '../../features/reach.ts'
import type { CompiledTemplates } from '../../features/templates.ts'
import type { Admits, BeamModel, BeamScorer, Candidate, CandidatePath, OfferedScore } from '../beam-scorer.ts'
import type { Arena } from './arena.ts'

/** What a beam scorer is made from. */
interface Settings {
  /** One for each state of the system. */
  readonly models: readonly BeamModel[]
  /** By classifier: what 1 of its sums is worth. */
  readonly units: readonly number[]
  /** Bytes of the sums of a classifier, a multiple of 16. */
  readonly slot: number
}

/** The largest number of transition types that a system may have. */
const MOST_TYPES = 8
/** Sizes in bytes as in assembly/beam.ts: what is before the scores of a row, a key of sums, a candidate, what is before. */
const [VALUES, KEY, ENTRY, ENTRIES] = [48, 16, 24, 24]
/** For how many fronts of buffers and true tokens there are sums. */
const [BUFFERS, TOKENS] = [32, 128]
/** Fields of the block that change. */
const [ROWS, LISTS, CAPACITY, BUFFER_COUNT, TOKEN_COUNT, NEXT_MARK] = [4, 6, 8, 11, 13, 14]
/** Labels of a type are scored at once if it scores at most this much less than the best type. */
const CUTOFF = 4
/** How many rows and candidates there is room for at first. */
const [FIRST_ROWS, FIRST_WIDTH] = [128, 64]

/** What a beam needs of the kernel that it belongs to. */
interface PreparedKernel {
  /** The addresses of the plan and of the atoms. */
  readonly places: { readonly plan: number; readonly atoms: number }
  /** The address of the nodes. */
  readonly nodesAt: number
  /** Makes the configuration and the sentence those that are scored. */
  prepare(c: Configuration, sentence: Sentence): void
  /** Updates the plan if the nodes have moved. */
  follow(): void
  /** Updates the plan if the weights have moved. */
  followTables(): void
}

export class KernelBeamScorer implements BeamScorer {
  readonly models: readonly BeamModel[]
  readonly #arena: Arena
  readonly #kernel: PreparedKernel
  readonly #block: number
  /** Bytes of a row, and of the keys of a row. */
  readonly #rowBytes: number
  readonly #listBytes: number
  /** Where rows, their keys and the candidates begin, and for how many there is room. */
  #rows = 0
  #lists = 0
  #room = 0
  #candidates = 0
  #width = 0
  #rowCount = 0
  #admits: Admits | undefined
  /** The whole memory. */
  #integers = new Int32Array(0)
  #floats = new Float32Array(0)
  #doubles = new Float64Array(0)

  constructor(arena: Arena, kernel: PreparedKernel, templates: CompiledTemplates, options: Settings) {
    const { models, units, slot } = options
    this.models = models
    this.#arena = arena
    this.#kernel = kernel
    const widest = Math.max(...models.map(({ transitions }) => transitions.length), slot / 2)
    this.#rowBytes = VALUES + 4 * 32 * Math.ceil(widest / 32)
    this.#listBytes = 4 * (templates.most + 3)
    const { plan, atoms } = kernel.places
    const programs = programsByReach(templates, (atom) => atoms + 4 * atom).map((code) => arena.put(code))
    const states = models.flatMap(({ typeStarts, transitions }) => {
      const starts = new Int32Array(MOST_TYPES + 1).fill(transitions.length)
      starts.set(typeStarts)
      return [arena.put(starts), arena.put(transitions)]
    })
    const tables = [Int32Array.from(states), Float32Array.from(units), new Uint8Array(slot)]
    const [statesAt, unitsAt, zeros] = tables.map((array) => arena.put(array))
    const sums = [arena.take(BUFFERS * (KEY + slot)), 0, arena.take(TOKENS * (KEY + slot)), 0, 0]
    const rows = [0, this.#rowBytes, 0, this.#listBytes, 0, slot]
    const cutoff = new Int32Array(Float32Array.of(CUTOFF).buffer)[0]
    const places = [arena.take(slot), MOST_TYPES, cutoff, statesAt, unitsAt, zeros]
    this.#block = arena.put(Int32Array.from([plan, ...programs, ...rows, ...sums, ...places]))
    this.#takeRows(FIRST_ROWS)
    this.#takeCandidates(FIRST_WIDTH)
  }

  begin(c: Configuration, sentence: Sentence, width: number, margin: number, admits?: Admits): void {
    this.#admits = admits
    this.#kernel.prepare(c, sentence)
    this.#kernel.followTables()
    if (width > this.#width) this.#takeCandidates(width)
    this.#look()
    for (const field of [BUFFER_COUNT, TOKEN_COUNT, NEXT_MARK]) this.#integers[(this.#block >> 2) + field] = 0
    this.#integers[this.#candidates >> 2] = width
    this.#doubles[(this.#candidates >> 3) + 2] = margin
    this.clear()
  }

  clear(): void {
    this.#look()
    this.#rowCount = 0
    this.#integers[this.#lists >> 2] = 0
    this.#integers[(this.#candidates >> 2) + 1] = 0
    this.#doubles[(this.#candidates >> 3) + 1] = -Infinity
  }

  score(c: Configuration, state: number, mask: number): number {
    this.#kernel.follow()
    if (this.#rowCount === this.#room) this.#takeRows(2 * this.#room)
    const row = this.#arena.run.scoreRow(this.#block, state, mask, c.top, c.next, c.front, c.limit)
    if (row === this.#rowCount) this.#rowCount++
    return row
  }

  scoreOf(row: number, index: number): number {
    this.#look()
    return this.#floats[((this.#rows + row * this.#rowBytes + VALUES) >> 2) + index]
  }

  logTotal(row: number, mask: number, temperature: number): number {
    return this.#arena.run.logTotal(this.#block, row, mask, temperature)
  }

  offer(
    c: Configuration,
    row: number,
    mask: number,
    { before, free, bonus }: OfferedScore,
    { item, configuration, reductions }: CandidatePath,
  ): boolean {
    const { run } = this.#arena
    const block = this.#block
    const candidates = this.#candidates
    const constrained = this.#admits ? 1 : 0
    if (this.#admits) this.#arena.isAdmitted = this.#admits
    const of = (types: number): number =>
      // prettier-ignore
      run.offer(block, candidates, row, types, before, free, bonus, item, configuration, reductions, constrained)
    const found = of(mask)
    const missing = found >> 8
    if (missing === 0) return found !== 0
    run.completeRow(block, row, missing, c.top, c.next, c.front, c.limit)
    return ((found | of(missing)) & 1) !== 0
  }

  insert(score: number, { item, configuration, reductions }: CandidatePath, transition: Transition): void {
    this.#arena.run.insert(this.#candidates, score, item, configuration, reductions, transition)
  }

  get best(): number {
    return this.size === 0 ? -Infinity : this.#doubles[(this.#candidates + ENTRIES) >> 3]
  }

  get size(): number {
    this.#look()
    return this.#integers[(this.#candidates >> 2) + 1]
  }

  read(index: number, into: Candidate): void {
    const at = this.#candidates + ENTRIES + index * ENTRY
    const integers = at >> 2
    this.#look()
    into.score = this.#doubles[at >> 3]
    into.item = this.#integers[integers + 2]
    into.configuration = this.#integers[integers + 3]
    into.reductions = this.#integers[integers + 4]
    into.transition = this.#integers[integers + 5]
  }

  apply(system: TransitionSystem, c: Configuration, type: number, label: number): void {
    const { run } = this.#arena
    const { top, next, used } = c
    c.reserve(used + 3 * NODE_SIZE)
    const below = top === NO_NODE ? NO_NODE : c.nodes[top + BELOW]
    run.fork(this.#kernel.nodesAt, used, top, next)
    const topCopy = top === NO_NODE ? NO_NODE : c.use()
    const belowCopy = below === NO_NODE ? NO_NODE : c.use()
    const nextCopy = next === NO_NODE ? NO_NODE : c.use()
    c.top = topCopy
    c.next = nextCopy
    const copied = c.used
    system.apply(c, type, label)
    if (belowCopy !== NO_NODE && this.areEqual(below, belowCopy)) {
      if (c.nodes[topCopy + BELOW] === belowCopy) c.nodes[topCopy + BELOW] = below
      if (c.top === belowCopy) c.top = below
    }
    if (nextCopy !== NO_NODE && c.next === nextCopy && this.areEqual(next, nextCopy)) c.next = next
    if (c.used === copied && c.top < used && c.next < used) c.used = used // nothing refers to the copies
  }

  areEqual(one: number, other: number): boolean {
    return this.#arena.run.equalNodes(this.#kernel.nodesAt, one, other) !== 0
  }

  compact(c: Configuration, kept: number, scratch: number): void {
    this.#arena.run.compact(this.#kernel.nodesAt, kept, scratch, c.used)
    c.used -= scratch - kept
  }

  #takeRows(room: number): void {
    const before = { rows: this.#rows, lists: this.#lists, room: this.#room }
    this.#rows = this.#arena.take(room * this.#rowBytes)
    this.#lists = this.#arena.take(16 + room * (4 + this.#listBytes))
    this.#room = room
    const bytes = new Uint8Array(this.#arena.buffer)
    const [count, copied] = [before.room, before.room * this.#rowBytes]
    bytes.copyWithin(this.#rows, before.rows, before.rows + copied)
    bytes.copyWithin(this.#lists, before.lists, before.lists + 16 + 4 * count)
    const [from, to] = [before.lists + 16 + 4 * count, this.#lists + 16 + 4 * room]
    bytes.copyWithin(to, from, from + count * this.#listBytes)
    this.#renew()
    const block = this.#block >> 2
    this.#integers[block + ROWS] = this.#rows
    this.#integers[block + LISTS] = this.#lists
    this.#integers[block + CAPACITY] = room
  }

  #takeCandidates(width: number): void {
    this.#candidates = this.#arena.take(ENTRIES + (width + 1) * ENTRY)
    this.#width = width
    this.#renew()
  }

  /** Looks at the memory as it is: when it grows, views of it are left behind, empty. */
  #look(): void {
    if (this.#integers.length === 0) this.#renew()
  }

  #renew(): void {
    const { buffer } = this.#arena
    this.#integers = new Int32Array(buffer)
    this.#floats = new Float32Array(buffer)
    this.#doubles = new Float64Array(buffer)
  }
}
