/** The scorer of beams. The kernel does the computations (assembly/beam.ts). */
import type { Configuration } from '../../core/configuration.ts'
import { BELOW, NODE_SIZE, NO_NODE } from '../../core/node-fields.ts'
import type { ParserSentence } from '../../core/sentence.ts'
import type { Transition, TransitionSystem } from '../../core/transition-system.ts'
import { programsByReach } from '../../features/program.ts'
import type { CompiledTemplates } from '../../features/templates.ts'
import type {
  Admits,
  BeamModel,
  BeamScorer,
  Candidate,
  CandidatePath,
  OfferedScore,
} from '../../core/scorer.ts'
import type { Arena } from './arena.ts'
import * as Layout from './records.ts'

/** The parameters of a beam scorer. */
interface SearchParts {
  /** One model for each state of the system. */
  readonly models: readonly BeamModel[]
  /** By classifier: the unit of its sums. */
  readonly units: readonly number[]
  /** The number of bytes of the sums of a classifier, a multiple of 16. */
  readonly sumBytes: number
}

/** The labels of a type are scored immediately if the score of the type is at most this much below the best type. */
const CUTOFF = 4
/** The initial capacity for rows and candidates. */
const [INITIAL_ROW_COUNT, INITIAL_WIDTH] = [128, 64]

/** The parts of the kernel that a beam scorer uses. */
interface PreparedKernel {
  /** The addresses of the plan and of the atoms. */
  readonly places: { readonly plan: number; readonly atoms: number }
  /** The address of the nodes. */
  readonly nodesAt: number
  /** Selects the configuration and the sentence to score. */
  prepare(c: Configuration, sentence: ParserSentence): void
  /** Updates the address and the view of the nodes of a configuration, which may have moved. */
  follow(c: Configuration): void
  /** Updates the plan if the weights have moved. */
  followTables(): void
}

export class KernelBeamScorer implements BeamScorer {
  readonly models: readonly BeamModel[]
  readonly #arena: Arena
  readonly #kernel: PreparedKernel
  readonly #block: number
  /** The number of bytes of a row, and of the list of its keys. */
  readonly #rowBytes: number
  readonly #listBytes: number
  /** The addresses of rows, lists of keys and candidates; the capacity for rows and candidates. */
  #rows = 0
  #lists = 0
  #rowCapacity = 0
  #candidates = 0
  #width = 0
  #rowCount = 0
  #admits: Admits | undefined
  /** Views of the whole memory. */
  #integers = new Int32Array(0)
  #floats = new Float32Array(0)
  #doubles = new Float64Array(0)

  constructor(arena: Arena, kernel: PreparedKernel, templates: CompiledTemplates, options: SearchParts) {
    const { models, units, sumBytes } = options
    this.models = models
    this.#arena = arena
    this.#kernel = kernel
    const widest = Math.max(...models.map(({ transitions }) => transitions.length), sumBytes / 2)
    this.#rowBytes = Layout.ROW_SCORES + 4 * 32 * Math.ceil(widest / 32)
    this.#listBytes = Layout.LIST_KEYS + 4 * (templates.most + 1)
    const { plan, atoms } = kernel.places
    const [buffer, token, rest] = programsByReach(templates, (atom) => atoms + 4 * atom)
    const states = models.flatMap(({ typeStarts, transitions }) => {
      const starts = new Int32Array(Layout.MAX_TYPE_COUNT + 1).fill(transitions.length)
      starts.set(typeStarts)
      return [arena.put(starts), arena.put(transitions)]
    })
    const fields: readonly (readonly [field: number, value: number])[] = [
      [Layout.SEARCH_PLAN, plan],
      [Layout.SEARCH_BUFFER_PROGRAM, arena.put(buffer)],
      [Layout.SEARCH_TOKEN_PROGRAM, arena.put(token)],
      [Layout.SEARCH_REST_PROGRAM, arena.put(rest)],
      [Layout.SEARCH_ROW_BYTES, this.#rowBytes],
      [Layout.SEARCH_LIST_BYTES, this.#listBytes],
      [Layout.SEARCH_SUM_BYTES, sumBytes],
      [Layout.SEARCH_BUFFERS, arena.take(Layout.MAX_BUFFER_COUNT * (Layout.FRONT_BYTES + sumBytes))],
      [Layout.SEARCH_TOKENS, arena.take(Layout.MAX_TOKEN_COUNT * (Layout.TOKEN_BYTES + sumBytes))],
      [Layout.SEARCH_SUMS, arena.take(sumBytes)],
      [Layout.SEARCH_TYPES, Layout.MAX_TYPE_COUNT],
      [Layout.SEARCH_CUTOFF, new Int32Array(Float32Array.of(CUTOFF).buffer)[0]],
      [Layout.SEARCH_STATES, arena.put(Int32Array.from(states))],
      [Layout.SEARCH_UNITS, arena.put(Float32Array.from(units))],
      [Layout.SEARCH_ZEROS, arena.put(new Uint8Array(sumBytes))],
    ]
    this.#block = arena.take(Layout.SEARCH_BYTES)
    for (const [field, value] of fields) this.#set(field, value)
    this.#takeRows(INITIAL_ROW_COUNT)
    this.#takeCandidates(INITIAL_WIDTH)
  }

  begin(c: Configuration, sentence: ParserSentence, width: number, margin: number, admits?: Admits): void {
    this.#admits = admits
    this.#kernel.prepare(c, sentence)
    this.#kernel.followTables()
    if (width > this.#width) this.#takeCandidates(width)
    this.#refreshViews()
    this.#set(Layout.SEARCH_BUFFER_COUNT, 0)
    this.#set(Layout.SEARCH_TOKEN_COUNT, 0)
    this.#set(Layout.SEARCH_NEXT_MARK, 0)
    this.#integers[(this.#candidates + Layout.CANDIDATES_CAPACITY) >> 2] = width
    this.#doubles[(this.#candidates + Layout.CANDIDATES_MARGIN) >> 3] = margin
    this.clear()
  }

  clear(): void {
    this.#refreshViews()
    this.#rowCount = 0
    this.#integers[this.#lists >> 2] = 0
    this.#integers[(this.#candidates + Layout.CANDIDATES_SIZE) >> 2] = 0
    this.#doubles[(this.#candidates + Layout.CANDIDATES_MIN_SCORE) >> 3] = -Infinity
  }

  score(c: Configuration, state: number, mask: number): number {
    if (this.#rowCount === this.#rowCapacity) this.#takeRows(2 * this.#rowCapacity)
    this.#kernel.follow(c)
    const row = this.#arena.run.scoreRow(this.#block, state, mask, c.top, c.next, c.front, c.limit)
    if (row === this.#rowCount) this.#rowCount++
    return row
  }

  scoreOf(row: number, index: number): number {
    this.#refreshViews()
    return this.#floats[((this.#rows + row * this.#rowBytes + Layout.ROW_SCORES) >> 2) + index]
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
    const offerTypes = (types: number): number =>
      // prettier-ignore
      run.offer(block, candidates, row, types, before, free, bonus, item, configuration, reductions, constrained)
    const foundTypes = offerTypes(mask)
    const missing = foundTypes >> 8
    if (missing === 0) return foundTypes !== 0
    this.#kernel.follow(c)
    run.completeRow(block, row, missing, c.top, c.next, c.front, c.limit)
    return ((foundTypes | offerTypes(missing)) & 1) !== 0
  }

  insert(score: number, { item, configuration, reductions }: CandidatePath, transition: Transition): void {
    this.#arena.run.insert(this.#candidates, score, item, configuration, reductions, transition)
  }

  get best(): number {
    return this.size === 0
      ? -Infinity
      : this.#doubles[(this.#candidates + Layout.FIRST_CANDIDATE_OFFSET) >> 3]
  }

  get size(): number {
    this.#refreshViews()
    return this.#integers[(this.#candidates + Layout.CANDIDATES_SIZE) >> 2]
  }

  read(index: number, into: Candidate): void {
    const at = this.#candidates + Layout.FIRST_CANDIDATE_OFFSET + index * Layout.CANDIDATE_BYTES
    this.#refreshViews()
    const integers = this.#integers
    into.score = this.#doubles[(at + Layout.CANDIDATE_SCORE) >> 3]
    into.item = integers[(at + Layout.CANDIDATE_ITEM) >> 2]
    into.configuration = integers[(at + Layout.CANDIDATE_CONFIGURATION) >> 2]
    into.reductions = integers[(at + Layout.CANDIDATE_REDUCTIONS) >> 2]
    into.transition = integers[(at + Layout.CANDIDATE_TRANSITION) >> 2]
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
    const usedWithCopies = c.used
    system.apply(c, type, label)
    if (belowCopy !== NO_NODE && this.areEqual(below, belowCopy)) {
      if (c.nodes[topCopy + BELOW] === belowCopy) c.nodes[topCopy + BELOW] = below
      if (c.top === belowCopy) c.top = below
    }
    if (nextCopy !== NO_NODE && c.next === nextCopy && this.areEqual(next, nextCopy)) c.next = next
    if (c.used === usedWithCopies && c.top < used && c.next < used) c.used = used // nothing refers to the copies
  }

  areEqual(one: number, other: number): boolean {
    return this.#arena.run.equalNodes(this.#kernel.nodesAt, one, other) !== 0
  }

  compact(c: Configuration, kept: number, scratch: number): void {
    this.#arena.run.compact(this.#kernel.nodesAt, kept, scratch, c.used)
    c.used -= scratch - kept
  }

  /** Sets a field of the block of the search. */
  #set(field: number, value: number): void {
    this.#refreshViews()
    this.#integers[(this.#block + field) >> 2] = value
  }

  #takeRows(room: number): void {
    const rows = this.#arena.take(room * this.#rowBytes)
    const lists = this.#arena.take(Layout.HASHES_OFFSET + room * (4 + this.#listBytes))
    const bytes = new Uint8Array(this.#arena.buffer)
    const count = this.#rowCapacity
    bytes.copyWithin(rows, this.#rows, this.#rows + count * this.#rowBytes)
    bytes.copyWithin(lists, this.#lists, this.#lists + Layout.HASHES_OFFSET + 4 * count)
    const [from, to] = [
      this.#lists + Layout.HASHES_OFFSET + 4 * count,
      lists + Layout.HASHES_OFFSET + 4 * room,
    ]
    bytes.copyWithin(to, from, from + count * this.#listBytes)
    this.#rows = rows
    this.#lists = lists
    this.#rowCapacity = room
    this.#createViews()
    this.#set(Layout.SEARCH_ROWS, rows)
    this.#set(Layout.SEARCH_LISTS, lists)
    this.#set(Layout.SEARCH_CAPACITY, room)
  }

  #takeCandidates(width: number): void {
    this.#candidates = this.#arena.take(Layout.FIRST_CANDIDATE_OFFSET + (width + 1) * Layout.CANDIDATE_BYTES)
    this.#width = width
    this.#createViews()
  }

  /** Renews the views if the memory has grown, which empties them. */
  #refreshViews(): void {
    if (this.#integers.length === 0) this.#createViews()
  }

  #createViews(): void {
    const { buffer } = this.#arena
    this.#integers = new Int32Array(buffer)
    this.#floats = new Float32Array(buffer)
    this.#doubles = new Float64Array(buffer)
  }
}
