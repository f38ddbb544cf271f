/** A sentence in the memory of the kernel: the columns that templates read, and the nodes of its configurations. */
import type { ParserSentence } from '../../core/sentence.ts'
import { NONE_VALUE } from '../../core/hash.ts'
import { attributes } from '../../core/word-attributes.ts'
import { type CompiledTemplates } from '../../features/templates.ts'
import { CONTENT_WORD } from '../../features/atoms.ts'
import type { Configuration, NodeMemory } from '../../core/configuration.ts'
import { NODE_SIZE } from '../../core/node-fields.ts'
import type { Arena } from './arena.ts'

/** How many words there is room for at first. */
const FIRST_WORDS = 254

export class SentenceMemory {
  /** By attribute: where its column begins; 0 if no template reads it. Word w is the integer w + 1; word -1 is none. */
  columns!: readonly number[]
  /** Where the next content word of each word is. */
  contentWords!: number
  readonly #arena: Arena
  readonly #used: readonly number[]
  readonly #readsContentWords: boolean
  #room = 0
  /** The columns, then the next content words. */
  #views: readonly Int32Array[] = []
  #sentence: ParserSentence | undefined
  #filling = -1

  constructor(arena: Arena, { atoms, used }: CompiledTemplates) {
    this.#arena = arena
    this.#used = used.map((attribute) => attributes.indexOf(attribute))
    this.#readsContentWords = atoms.some(({ source }) => source === CONTENT_WORD)
    this.#take(FIRST_WORDS)
  }

  /** Whether the sentence is the one that is here, with the same words. */
  holds(sentence: ParserSentence): boolean {
    return sentence === this.#sentence && sentence.filling === this.#filling
  }

  /** Copies a sentence into the memory. Columns move if there is no room for it where they are. */
  hold(sentence: ParserSentence): void {
    const { size } = sentence
    this.#sentence = undefined // until all of the new one is here
    if (size > this.#room) this.#take(2 * size)
    else if (this.#views.at(-1)!.length === 0) this.#look()
    for (let i = 0; i < this.#used.length; i++) {
      const from = sentence.columns[this.#used[i]]
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

  #take(room: number): void {
    const columns = attributes.map(() => 0)
    for (const column of this.#used) columns[column] = this.#arena.take(4 * (room + 3))
    const contentWords = this.#arena.take(4 * (room + 3))
    this.columns = columns
    this.contentWords = contentWords
    this.#room = room
    this.#look()
    for (const view of this.#views) view[0] = NONE_VALUE
  }

  #look(): void {
    const places = [...this.#used.map((column) => this.columns[column]), this.contentWords]
    this.#views = places.map((at) => new Int32Array(this.#arena.buffer, at, this.#room + 3))
  }
}

/** How many nodes there is room for at first. */
const FIRST_NODES = 256

/** The nodes of one configuration at a time. */
export class NodePool implements NodeMemory {
  /** Where the nodes begin. */
  at: number
  readonly #arena: Arena
  #length = FIRST_NODES * NODE_SIZE
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

  /** Moves the nodes of `c` to this memory. The configuration whose nodes were here before gets memory of its own. */
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
