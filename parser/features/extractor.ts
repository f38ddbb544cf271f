/**
 * From a configuration to feature keys: the atoms are looked up once, then each template hashes its own. A key is 32
 * bits; two features of one model share a key about once in ten thousand features of a million, which costs nothing
 * that can be measured.
 */
import { REVERSED } from '../../transform/tree.ts'
import { BELOW, MARK, type Configuration } from '../configuration.ts'
import { NONE_VALUE, type Sentence } from '../sentence.ts'
import { keyOf, POSITIONS, seedOfState } from './hash.ts'
import { programOf } from './program.ts'
import {
  ANCHOR,
  COUNT,
  DISTANCE,
  FIELD,
  WORD_OF_BUFFER,
  WORD_OF_NODE,
  type CompiledTemplates,
} from './templates.ts'

/** The key of the feature that is on everywhere: the last one of every extraction, known to models that have a bias. */
export const BIAS_KEY = 2

/** The largest count that a feature tells apart. */
const MOST_COUNT = 5

/** Extracts the keys of one compiled set; holds the memory for it. */
export class FeatureExtractor {
  readonly compiled: CompiledTemplates
  /** The keys of the last configuration: `keys[0..count)`. */
  readonly keys: Uint32Array
  /** The values of the atoms of the last configuration, by their index. */
  readonly #atoms: Int32Array
  /** Four integers an atom: source, place, field, column. */
  readonly #sources: Int32Array
  readonly #code: Int32Array
  readonly #places = new Int32Array(8)
  readonly #readsAnchors: boolean

  /** @param atoms where the values of atoms are to lie, if others are to read them */
  constructor(compiled: CompiledTemplates, atoms: Int32Array = new Int32Array(compiled.atoms.length)) {
    this.compiled = compiled
    this.keys = new Uint32Array(compiled.most + 1)
    this.#atoms = atoms
    this.#readsAnchors = compiled.atoms.some((atom) => atom.source === ANCHOR)
    this.#sources = Int32Array.from(compiled.atoms.flatMap((a) => [a.source, a.place, a.field, a.column]))
    this.#code = programOf(compiled).code
  }

  /** Fills `keys` for prediction model `state` and returns how many there are, BIAS_KEY included. */
  extract(c: Configuration, sentence: Sentence, state: number): number {
    this.lookUp(c, sentence)
    const atoms = this.#atoms
    const code = this.#code
    const keys = this.keys
    const model = seedOfState(state)
    let count = 0
    let i = 0
    for (let arity = 1; arity <= POSITIONS.length; arity++) {
      for (let left = code[i++]; left > 0; left--) {
        let sum = code[i++] ^ model
        const first = atoms[code[i]]
        for (let position = 0; position < arity; position++) {
          sum = (sum + Math.imul(atoms[code[i++]], POSITIONS[position])) | 0
        }
        keys[count++] = keyOf(sum, first)
      }
    }
    for (let ranges = code[i++]; ranges > 0; ranges--) {
      const seed = code[i++] ^ model
      const first = count
      for (let left = code[i++]; left > 0; left--) {
        const value = atoms[code[i++]]
        if (value === NONE_VALUE) continue
        const key = keyOf((seed + Math.imul(value, POSITIONS[0])) | 0, value)
        let known = first
        while (known < count && keys[known] !== key) known++
        if (known === count) keys[count++] = key
      }
    }
    keys[count] = BIAS_KEY
    return count + 1
  }

  /** Looks up the values of all atoms. */
  lookUp(c: Configuration, sentence: Sentence): void {
    const nodes = c.nodes
    const columns = sentence.columns
    const program = this.#sources
    const atoms = this.#atoms
    const places = this.#places
    places[0] = c.top
    places[1] = nodes[c.top + BELOW]
    places[2] = nodes[places[1] + BELOW]
    places[3] = nodes[places[2] + BELOW]
    places[4] = c.next
    for (let t = 5, node = c.top; t < 8; t++) {
      if (nodes[node + MARK] === REVERSED) node = nodes[node + BELOW]
      places[t] = node = nodes[node + BELOW]
    }
    const first = this.#readsAnchors ? this.#anchor(c, sentence, c.front) : -1
    const second = first > 0 ? this.#anchor(c, sentence, first + 1) : -1
    for (let i = 0, atom = 0; i < program.length; i += 4, atom++) {
      const place = program[i + 1]
      let value = NONE_VALUE
      switch (program[i]) {
        case WORD_OF_NODE: {
          const node = places[place]
          const word = nodes[node + program[i + 2]]
          if (node !== 0 && word >= 0) value = columns[program[i + 3]][word]
          break
        }
        case WORD_OF_BUFFER: {
          const word = c.front + place
          if (word <= c.limit) value = columns[program[i + 3]][word]
          break
        }
        case ANCHOR: {
          const word = place === 0 ? first : second
          if (word > 0) value = columns[program[i + 3]][word]
          break
        }
        case FIELD:
          if (places[place] !== 0) value = nodes[places[place] + program[i + 2]] + 2
          break
        case COUNT:
          if (places[place] !== 0) value = Math.min(nodes[places[place] + program[i + 2]], MOST_COUNT) + 1
          break
        case DISTANCE:
          if (places[place] !== 0) value = distanceClass(c.front - nodes[places[place] + program[i + 2]]) + 1
          break
      }
      atoms[atom] = value
    }
  }

  /** The first anchor among the words `from`..limit of the buffer; -1 where there is none. */
  #anchor(c: Configuration, sentence: Sentence, from: number): number {
    const anchor = from <= c.limit && from <= sentence.size ? sentence.anchors()[from] : -1
    return anchor <= c.limit ? anchor : -1
  }
}

/** 1, 2, 3, 4, 5–6, 7–10, more. */
function distanceClass(distance: number): number {
  return distance <= 4 ? distance : distance <= 6 ? 5 : distance <= 10 ? 6 : 7
}
