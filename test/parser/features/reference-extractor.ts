/** Feature keys as the kernel has to extract them: the atoms are looked up once, then each template hashes its own. */
import { REVERSED } from '../../../transform/tree.ts'
import type { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, MARK } from '../../../parser/core/node-fields.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import { NONE_VALUE } from '../../../parser/core/hash.ts'
import { BIAS_KEY, keyOf, POSITION_MULTIPLIERS } from '../../../parser/core/hash.ts'
import { LANE_COUNT, programOf, divide, sourcesOf, type Sources } from '../../../parser/features/program.ts'
import {
  parts,
  type CompiledTemplates,
  type Part,
  CONTENT_WORD,
  COUNT,
  FIELD,
  FRONT,
  WORD_OF_BUFFER,
  WORD_OF_NODE,
} from '../../../parser/features/templates.ts'

/** The largest count that a feature tells apart. */
const MOST_COUNT = 5

/** Extracts the keys of one compiled set; holds the memory for it. */
export class ReferenceExtractor {
  readonly compiled: CompiledTemplates
  /** The keys of the last configuration: `keys[0..count)`. */
  readonly keys: Uint32Array
  /** The values of the atoms of the last configuration, by their index. */
  readonly atoms: Int32Array
  /** Where the atoms are found, see `divide`. */
  readonly #buffer: Sources
  readonly #common: Sources
  readonly #others: readonly Sources[]
  /** By word that atoms refer to: its number, -1 where there is none. */
  readonly #words: Int32Array
  /** What was looked up last. */
  #configuration: Configuration | undefined
  #sentence: ParserSentence | undefined
  #filling = -1
  #front = -1
  #limit = -1
  #next = -1
  /** By part of the set. */
  readonly #codes: readonly Int32Array[]
  readonly #places = new Int32Array(8)
  readonly #readsAnchors: boolean

  constructor(compiled: CompiledTemplates) {
    this.compiled = compiled
    this.keys = new Uint32Array(compiled.most + LANE_COUNT)
    this.atoms = new Int32Array(compiled.atoms.length + 1)
    this.#readsAnchors = compiled.atoms.some((atom) => atom.source === CONTENT_WORD)
    const { buffer, common, others } = divide(compiled)
    this.#buffer = sourcesOf(compiled.atoms, buffer)
    this.#common = sourcesOf(compiled.atoms, common)
    this.#others = others.map((atoms) => sourcesOf(compiled.atoms, atoms))
    this.#words = new Int32Array(compiled.atoms.length)
    this.#codes = compiled.members.map((_, part) => programOf(compiled, part as Part))
  }

  /** Fills `keys` and returns how many there are, BIAS_KEY included. */
  extract(c: Configuration, sentence: ParserSentence): number {
    this.lookUp(c, sentence)
    return this.combine(parts.all)
  }

  /** Fills `keys` with those of a part of the templates, of the atoms that were looked up last, as `extract` does. */
  combine(part: Part): number {
    this.complete(part)
    const atoms = this.atoms
    const code = this.#codes[part]
    const keys = this.keys
    let i = 1
    let next = 0
    for (let arity = 1; arity <= POSITION_MULTIPLIERS.length; arity++) {
      for (let groups = code[i++]; groups > 0; groups--, i += LANE_COUNT * (1 + arity)) {
        for (let lane = i; lane < i + LANE_COUNT; lane++) {
          let sum = code[lane]
          for (let position = 0, at = lane + LANE_COUNT; position < arity; position++, at += LANE_COUNT) {
            sum = (sum + Math.imul(atoms[code[at]], POSITION_MULTIPLIERS[position])) | 0
          }
          keys[next++] = keyOf(sum, atoms[code[lane + LANE_COUNT]])
        }
      }
    }
    let count = code[0]
    for (let ranges = code[i++]; ranges > 0; ranges--) {
      const seed = code[i++]
      const first = count
      for (let left = code[i++]; left > 0; left--) {
        const value = atoms[code[i++]]
        if (value === NONE_VALUE) continue
        const key = keyOf((seed + Math.imul(value, POSITION_MULTIPLIERS[0])) | 0, value)
        let known = first
        while (known < count && keys[known] !== key) known++
        if (known === count) keys[count++] = key
      }
    }
    keys[count] = BIAS_KEY
    return count + 1
  }

  /** Looks up the values of the atoms that every decision reads. */
  lookUp(c: Configuration, sentence: ParserSentence): void {
    this.#findPlaces(c)
    const { front, limit } = c
    if (
      front !== this.#front ||
      limit !== this.#limit ||
      c.nodes[c.next] !== this.#next ||
      sentence.filling !== this.#filling ||
      sentence !== this.#sentence
    ) {
      this.#front = front
      this.#limit = limit
      this.#next = c.nodes[c.next] // the word
      this.#filling = sentence.filling
      this.#sentence = sentence
      this.#fill(this.#buffer, c, sentence)
    }
    this.#configuration = c
    this.#fill(this.#common, c, sentence)
  }

  /** Looks up those that a part of the templates reads besides, in the configuration that was looked up last. */
  complete(part: Part): void {
    this.#fill(this.#others[part], this.#configuration!, this.#sentence!)
  }

  #fill({ words, attributes, numbers }: Sources, c: Configuration, sentence: ParserSentence): void {
    this.#findWords(words, c, sentence)
    const atoms = this.atoms
    for (const { column, word, atom } of attributes) {
      const found = this.#words[word]
      atoms[atom] = found < 0 ? NONE_VALUE : sentence.columns[column][found]
    }
    const nodes = c.nodes
    for (const atom of numbers) {
      const { source, place, field } = this.compiled.atoms[atom]
      const node = this.#places[place]
      let value = NONE_VALUE
      if (node !== 0) {
        const number = nodes[node + field]
        if (source === FIELD) value = number + 2
        else if (source === COUNT) value = Math.min(number, MOST_COUNT) + 1
        else value = distanceClass(c.front - number) + 1
      }
      atoms[atom] = value
    }
  }

  #findPlaces(c: Configuration): void {
    const nodes = c.nodes
    const places = this.#places
    places[0] = c.top
    places[1] = nodes[c.top + BELOW]
    places[2] = nodes[places[1] + BELOW]
    places[3] = nodes[places[2] + BELOW]
    places[FRONT] = c.next
    for (let t = 5, node = c.top; t < 8; t++) {
      if (nodes[node + MARK] === REVERSED) node = nodes[node + BELOW]
      places[t] = node = nodes[node + BELOW]
    }
  }

  #findWords(words: Sources['words'], c: Configuration, sentence: ParserSentence): void {
    if (words.length === 0) return
    const found = this.#words
    const first = this.#readsAnchors ? this.#anchor(c, sentence, c.front) : -1
    const second = first > 0 ? this.#anchor(c, sentence, first + 1) : -1
    words.forEach(({ source, place, field }, w) => {
      if (source === WORD_OF_NODE) {
        const node = this.#places[place]
        found[w] = node === 0 ? -1 : c.nodes[node + field]
      } else if (source === WORD_OF_BUFFER) {
        const word = c.front + place
        found[w] = word <= c.limit ? word : -1
      } else found[w] = place === 0 ? first : second
    })
  }

  /** The first anchor among the words `from`..limit of the buffer; -1 where there is none. */
  #anchor(c: Configuration, sentence: ParserSentence, from: number): number {
    const anchor = from <= c.limit && from <= sentence.size ? sentence.contentWords()[from] : -1
    return anchor <= c.limit ? anchor : -1
  }
}

/** 1, 2, 3, 4, 5–6, 7–10, more. */
function distanceClass(distance: number): number {
  return distance <= 4 ? distance : distance <= 6 ? 5 : distance <= 10 ? 6 : 7
}
