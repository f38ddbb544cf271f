/** A sentence in the memory of the kernel: the columns that templates read, and the nodes of configurations. */
import type { ParserSentence } from '../../core/sentence.ts'
import { NONE_VALUE } from '../../core/hash.ts'
import { attributes } from '../../core/word-attributes.ts'
import { type CompiledTemplates, CONTENT_WORD } from '../../features/templates.ts'
import type { Configuration, NodeMemory } from '../../core/configuration.ts'
import { NODE_SIZE } from '../../core/node-fields.ts'
import type { Arena } from './arena.ts'

/** The initial capacity in words. */
const INITIAL_WORD_COUNT = 254

export class SentenceMemory {
  /** By attribute: the address of its column; 0 if no template reads it. Word w has index w + 1; index 0 is a missing word (-1). */
  columns!: readonly number[]
  /** The address of the next content words, by word. */
  contentWords!: number
  readonly #arena: Arena
  readonly #usedColumns: readonly number[]
  readonly #readsContentWords: boolean
  #capacity = 0
  /** The columns, then the next content words. */
  #views: readonly Int32Array[] = []
  #sentence: ParserSentence | undefined
  #filling = -1

  constructor(arena: Arena, { atoms, used }: CompiledTemplates) {
    this.#arena = arena
    this.#usedColumns = used.map((attribute) => attributes.indexOf(attribute))
    this.#readsContentWords = atoms.some(({ source }) => source === CONTENT_WORD)
    this.#allocate(INITIAL_WORD_COUNT)
  }

  /** Whether the memory contains this sentence with its present words. */
  holds(sentence: ParserSentence): boolean {
    return sentence === this.#sentence && sentence.filling === this.#filling
  }

  /** Copies a sentence into the memory. If the capacity is too small, the columns move. */
  hold(sentence: ParserSentence): void {
    const { size } = sentence
    this.#sentence = undefined // until all words are copied
    if (size > this.#capacity) this.#allocate(2 * size)
    else if (this.#views.at(-1)!.length === 0) this.#createViews()
    for (let i = 0; i < this.#usedColumns.length; i++) {
      const from = sentence.columns[this.#usedColumns[i]]
      const to = this.#views[i]
      for (let word = 0; word <= size + 1; word++) to[word + 1] = from[word]
    }
    if (this.#readsContentWords) {
      const from = sentence.contentWords()
      const to = this.#views.at(-1)!
      for (let word = 1; word <= size + 1; word++) to[word] = from[word]
    }
    this.#sentence = sentence
    this.#filling = sentence.filling
  }

  #allocate(room: number): void {
    const columns = attributes.map(() => 0)
    for (const column of this.#usedColumns) columns[column] = this.#arena.take(4 * (room + 3))
    const contentWords = this.#arena.take(4 * (room + 3))
    this.columns = columns
    this.contentWords = contentWords
    this.#capacity = room
    this.#createViews()
    for (const view of this.#views) view[0] = NONE_VALUE
  }

  #createViews(): void {
    const places = [...this.#usedColumns.map((column) => this.columns[column]), this.contentWords]
    this.#views = places.map((at) => new Int32Array(this.#arena.buffer, at, this.#capacity + 3))
  }
}

/** The initial capacity in nodes. */
const INITIAL_NODE_COUNT = 256

/** The nodes of one configuration at a time. */
export class NodePool implements NodeMemory {
  /** The address of the nodes. */
  at: number
  readonly #arena: Arena
  #length = INITIAL_NODE_COUNT * NODE_SIZE
  #view: Int32Array
  #owner: Configuration | undefined

  constructor(arena: Arena) {
    this.#arena = arena
    this.at = arena.take(4 * this.#length)
    this.#view = new Int32Array(arena.buffer, this.at, this.#length)
  }

  room(length: number): Int32Array {
    if (length > this.#length) {
      const doubled = 2 * length
      this.at = this.#arena.enlarge(this.at, 4 * this.#length, 4 * doubled)
      this.#length = doubled
      this.#view = new Int32Array(this.#arena.buffer, this.at, doubled)
    }
    if (this.#view.length === 0) this.#view = new Int32Array(this.#arena.buffer, this.at, this.#length)
    return this.#view
  }

  /** Moves the nodes of `c` to this memory. The nodes of the previous configuration move to separate memory. */
  hold(c: Configuration): void {
    const owner = this.#owner
    if (owner?.isIn(this) && owner.nodes.length === 0) owner.nodes = this.room(0) // the memory has grown
    if (owner === c && c.isIn(this)) return
    if (owner?.isIn(this)) owner.moveTo(undefined)
    this.#owner = undefined
    c.moveTo(this)
    this.#owner = c
  }
}
