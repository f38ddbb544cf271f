/**
 * What the label of an arc is chosen by when the whole tree is there: both ends of the arc, and what stands beside and
 * below them, much as in the second stage of McDonald, Lerman & Pereira 2006. Templates are lines of atoms that are
 * conjoined, as those of ../features/templates.ts:
 *
 *   addresses   w              the word
 *               h g            its head, and the head of that
 *               l r            its leftmost dependent before it, its rightmost behind it
 *               p n            the dependents of its head before and behind it
 *               a b            the words before and behind it in the sentence
 *   attributes  form upos tag suffix     of the word at any address
 *   of the arc  side           whether the head stands before or behind, or is the artificial root
 *               distance       the same, with the steps from end to end: 1, 2, 3, up to 7, more
 *               place          whether the word has dependents, and is the first or the last of its head's
 *               deprel         the label of the head's arc, which is chosen first
 *               below          the universal tags of the word's dependents, from the left
 *               before behind  the same of its head's dependents before and behind it
 */
import { keyOf, POSITIONS, seedOf } from '../features/hash.ts'
import { attributes, hashPair, NONE_VALUE, type Attribute, type Sentence } from '../sentence.ts'
import type { Tree } from '../../transform/tree.ts'

/** A word stands first in each: keys are in order of their first atoms (see ../features/hash.ts). */
const templates = [
  'w.form side',
  'w.form h.form',
  'w.form h.upos side',
  'w.form l.form',
  'w.suffix w.upos h.upos',
  'w.suffix h.upos side',
  'w.tag h.tag side',
  'w.suffix l.upos r.upos',
  'w.tag a.upos b.upos',
  'w.tag distance',
  'w.tag deprel',
  'w.tag h.upos distance',
  'w.tag l.form',
  'w.tag r.form',
  'w.tag l.tag r.tag',
  'w.upos h.upos distance',
  'w.upos h.upos place side',
  'w.upos h.upos deprel side',
  'w.upos h.upos g.upos side',
  'w.upos h.upos g.upos deprel',
  'w.upos h.upos p.upos side',
  'w.upos h.upos n.upos side',
  'w.upos l.upos r.upos side',
  'w.upos h.upos below',
  'h.upos w.upos before behind',
  'h.form w.upos side',
  'h.suffix w.upos side',
  'h.tag w.upos',
  'h.tag w.upos distance',
  'l.form w.upos side',
  'l.form h.form',
  'l.form h.upos side',
  'r.form w.upos side',
  'p.form w.upos h.upos',
  'n.form w.upos h.upos',
  'a.form w.upos side',
  'b.form w.upos side',
] as const

/** The largest number of features of an arc. */
export const MOST_FEATURES: number = templates.length

/** The attributes that they read. */
export const labelAttributes: readonly Attribute[] = Object.freeze(['form', 'upos', 'tag', 'suffix'])

const addresses = 'whglrpnab'
const columns = labelAttributes.map((attribute) => attributes.indexOf(attribute))
const ofArcs = ['side', 'distance', 'place', 'deprel', 'below', 'before', 'behind']
const WORD_ATOMS = addresses.length * columns.length
const NO_WORD = -1

/** The atoms of the templates, one after the other, and how many each has. */
const atomsOf = templates.map((template) => template.split(' ').map(atomOf))

function atomOf(text: string): number {
  const [address, attribute] = text.split('.')
  if (attribute === undefined) return WORD_ATOMS + ofArcs.indexOf(address)
  return addresses.indexOf(address) * columns.length + labelAttributes.indexOf(attribute as Attribute)
}

/** Looks at one tree at a time; holds the memory for it. */
export class TreeFeatures {
  /** The keys of the last arc: `keys[0..MOST_FEATURES)`. */
  readonly keys = new Uint32Array(MOST_FEATURES)
  /** The words of the tree, `order[0..size)`: heads stand before their dependents. */
  order = new Int32Array(0)
  readonly #atoms = new Int32Array(WORD_ATOMS + ofArcs.length)
  readonly #words = new Int32Array(addresses.length)
  #tree!: Tree
  #sentence!: Sentence
  /** By word: its first and last dependent, and its neighbours among those of its head; NO_WORD where there is none. */
  #first = new Int32Array(0)
  #last = new Int32Array(0)
  #previous = new Int32Array(0)
  #next = new Int32Array(0)
  /** By word: the tags of its dependents, of those of its head before it, and behind it. */
  #below = new Int32Array(0)
  #before = new Int32Array(0)
  #behind = new Int32Array(0)

  /** Turns to a tree in the order of the sentence, whose words are those of `sentence`. Takes time in proportion to its size. */
  begin(sentence: Sentence, tree: Tree): void {
    this.#tree = tree
    this.#sentence = sentence
    const { size, head } = tree
    if (this.order.length <= size) this.#grow(2 * (size + 1))
    const [first, last, previous, next] = [this.#first, this.#last, this.#previous, this.#next]
    const [below, before, behind] = [this.#below, this.#before, this.#behind]
    const upos = sentence.columns[columns[1]]
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

  /** Fills `keys` with those of the arc into `word`; the label of its head's arc is read from the tree. */
  extract(word: number): void {
    this.#lookUp(word)
    const atoms = this.#atoms
    for (let i = 0; i < atomsOf.length; i++) {
      const template = atomsOf[i]
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
    for (let i = 0; i < words.length; i++) {
      const at = words[i] === NO_WORD ? NO_WORD : this.#at(words[i])
      for (const column of columns) {
        atoms[atom++] = at === NO_WORD ? NONE_VALUE : this.#sentence.columns[column][at]
      }
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

  /** Where a word stands in the columns of the sentence. */
  #at(word: number): number {
    const { mirrored, size } = this.#sentence
    return mirrored ? size + 1 - word : word
  }

  #grow(room: number): void {
    this.order = new Int32Array(room)
    this.#first = new Int32Array(room)
    this.#last = new Int32Array(room)
    this.#previous = new Int32Array(room)
    this.#next = new Int32Array(room)
    this.#below = new Int32Array(room)
    this.#before = new Int32Array(room)
    this.#behind = new Int32Array(room)
  }
}

/** 1, 2, 3, 4 for up to 7, 5 for more. */
function steps(distance: number): number {
  return distance < 4 ? distance : distance < 8 ? 4 : 5
}
