/** Extracts the features of arcs of finished trees (see arc-templates.ts). */
import { keyOf, POSITIONS, seedOf } from '../features/hash.ts'
import { attributes, hashPair, NONE_VALUE, type Sentence } from '../core/sentence.ts'
import type { Tree } from '../../transform/tree.ts'
import { addresses, compileRelabelling, ofArcs, type CompiledRelabelling } from './arc-templates.ts'

const NO_WORD = -1
const UPOS = attributes.indexOf('upos')

export class TreeFeatures {
  /** The keys of the last arc, by template. */
  readonly keys: Uint32Array
  /** The words of the tree, `order[0..size)`, heads before their dependents. */
  order = new Int32Array(0)
  readonly #compiled: CompiledRelabelling
  readonly #atoms: Int32Array
  readonly #words = new Int32Array(addresses.length)
  #tree!: Tree
  #sentence!: Sentence
  /** By word: its first and last dependent, and the previous and next dependent of its head; NO_WORD if there is none. */
  #first!: Int32Array
  #last!: Int32Array
  #previous!: Int32Array
  #next!: Int32Array
  /** By word: a hash of the tags of its dependents, of its head's dependents before it, and of those behind it. */
  #below!: Int32Array
  #before!: Int32Array
  #behind!: Int32Array

  /** Throws RangeError as `compileRelabelling`. */
  constructor(templates: readonly string[]) {
    this.#compiled = compileRelabelling(templates)
    this.#atoms = new Int32Array(this.#compiled.words.length + ofArcs.length)
    this.keys = new Uint32Array(templates.length)
  }

  /** Starts a tree, in the order of the text, with the words of `sentence`. Takes linear time. */
  begin(sentence: Sentence, tree: Tree): void {
    this.#tree = tree
    this.#sentence = sentence
    const { size, head } = tree
    if (this.order.length <= size) {
      const tables = Array.from({ length: 8 }, () => new Int32Array(2 * (size + 1)))
      ;[this.order, this.#first, this.#last, this.#previous] = tables
      ;[this.#next, this.#below, this.#before, this.#behind] = tables.slice(4)
    }
    const [first, last, previous, next] = [this.#first, this.#last, this.#previous, this.#next]
    const [below, before, behind] = [this.#below, this.#before, this.#behind]
    const upos = sentence.columns[UPOS]
    first.fill(NO_WORD, 0, size + 1)
    last.fill(NO_WORD, 0, size + 1)
    below.fill(NONE_VALUE, 0, size + 1)
    for (let word = size; word >= 1; word--) {
      const above = head[word]
      behind[word] = below[above]
      below[above] = hashPair(below[above], upos[this.#at(word)])
      next[word] = first[above]
      first[above] = word
    }
    below.fill(NONE_VALUE, 0, size + 1)
    for (let word = 1; word <= size; word++) {
      const above = head[word]
      before[word] = below[above]
      below[above] = hashPair(below[above], upos[this.#at(word)])
      previous[word] = last[above]
      last[above] = word
    }
    let end = 0
    const add = (above: number): void => {
      for (let word = first[above]; word !== NO_WORD; word = next[word]) this.order[end++] = word
    }
    add(0)
    for (let i = 0; i < end; i++) add(this.order[i])
  }

  /** Writes the keys of the arc into `word` to `keys`. Reads the label of its head's arc from the tree. */
  extract(word: number): void {
    this.#lookUp(word)
    const atoms = this.#atoms
    const { templates } = this.#compiled
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i]
      let sum = seedOf(i)
      for (let position = 0; position < template.length; position++) {
        sum = (sum + Math.imul(atoms[template[position]], POSITIONS[position])) | 0
      }
      this.keys[i] = keyOf(sum, atoms[template[0]])
    }
  }

  #lookUp(word: number): void {
    const { head, label } = this.#tree
    const atoms = this.#atoms
    const words = this.#words
    const above = head[word]
    words[0] = word
    words[1] = above
    words[2] = above === 0 ? NO_WORD : head[above]
    words[3] = this.#first[word] < word ? this.#first[word] : NO_WORD
    words[4] = this.#last[word] > word ? this.#last[word] : NO_WORD
    words[5] = this.#previous[word]
    words[6] = this.#next[word]
    words[7] = word - 1
    words[8] = word + 1
    let atom = 0
    for (const [address, column] of this.#compiled.words) {
      const other = words[address]
      atoms[atom++] = other === NO_WORD ? NONE_VALUE : this.#sentence.columns[column][this.#at(other)]
    }
    const side = above === 0 ? 1 : above < word ? 2 : 3
    atoms[atom++] = side
    atoms[atom++] = 8 * side + (above === 0 ? 0 : steps(Math.abs(above - word)))
    atoms[atom++] =
      1 +
      (this.#first[word] === NO_WORD ? 0 : 1) +
      (this.#previous[word] === NO_WORD ? 2 : 0) +
      (this.#next[word] === NO_WORD ? 4 : 0)
    atoms[atom++] = above === 0 ? NONE_VALUE : label[above] + 1
    atoms[atom++] = this.#below[word]
    atoms[atom++] = this.#before[word]
    atoms[atom] = this.#behind[word]
  }

  /** The index of a word in the columns of the sentence. */
  #at(word: number): number {
    const { mirrored, size } = this.#sentence
    return mirrored ? size + 1 - word : word
  }
}

/** 1, 2, 3, 4 for up to 7, 5 for more. */
function steps(distance: number): number {
  return distance < 4 ? distance : distance < 8 ? 4 : 5
}
