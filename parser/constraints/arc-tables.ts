/**
 * The arc constraints of one sentence as tables by word, and the check that some projective tree contains all of the
 * arcs (Nivre, Goldberg & McDonald 2014, section 3, made exact). Such a tree exists exactly if
 *
 * - no word has two constrained heads, and the artificial root has none,
 * - the arcs form no cycle,
 * - no two arcs cross,
 * - no arc h→d covers the constrained head of h (the tree would have to lead from h to its own head),
 * - and, in a system with a single root, at most one word has the constrained head 0.
 *
 * Everything takes O(n log n) for a sentence of n words with constraints.
 */
import { ConstraintError, type ConstraintLabels, type Constraints } from '../core/constraints.ts'
import { table, type Table } from './table.ts'
import { findArcOverHead, findCycle } from './head-checks.ts'

/** What the tables are made for. */
export interface ConstrainedSentence {
  /** The number of words. */
  readonly size: number
  /** The node that stands for the artificial root: 0, left of all words, or size + 1, right of them. */
  readonly root: number
  /** Whether exactly one word hangs on the artificial root. */
  readonly singleRoot: boolean
}

/** The leftmost constrained dependent of a word that has none: behind every word. */
export const NEVER = 0x3fffffff

/** Tables for the indices 0..size + 1. An arc is identified by its dependent; 0 is no arc. */
export interface ArcTables extends ConstrainedSentence {
  /** The word whose head must be the artificial root; 0 if there is none, or more than one. */
  readonly rootWord: number
  /** By word: the constrained head, -1 if there is none. */
  readonly head: Table
  /** By word: the base id of the label that the arc into the word must have, -1 if every label is allowed. */
  readonly label: Table
  /** By word: the leftmost and the rightmost constrained dependent; NEVER and -1 if there is none. */
  readonly leftmost: Table
  readonly rightmost: Table
  /** By arc: its left and its right end; for 0, no arc, these are -1 and size + 1. */
  readonly left: Table
  readonly right: Table
  /** By word: the innermost constraint arc that covers the word (which is no end of it), 0 if there is none. */
  readonly cover: Table
  /** Whether the arc into `dependent` may have this label. */
  fits(dependent: number, label: number): boolean
  /** The constraint that fixes the head of `dependent`, for error messages. */
  text(dependent: number): string
}

/** Makes the tables. Throws ConstraintError if no tree satisfies the arcs, labels and root of `constraints`. */
export function arcTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ArcTables {
  const reader = new ConstraintReader(sentence, labels)
  if (constraints.root !== undefined) reader.readRoot(constraints.root)
  for (const arc of constraints.arcs ?? []) reader.readArc(arc.head, arc.dependent, arc.label)
  for (const { dependent, label } of constraints.labels ?? []) reader.readLabelOf(dependent, label)
  const { head, label } = reader
  const bases = labels?.bases
  const text = (dependent: number): string => arcText(sentence, head[dependent], dependent, constraints.root)
  const ends = findEnds(sentence, head)
  const first = ends.leftmost[sentence.root]
  const last = ends.rightmost[sentence.root]
  const singleRoot = sentence.singleRoot || constraints.root !== undefined
  if (singleRoot && first < last) {
    throw new ConstraintError(`the sentence cannot have two roots: ${text(first)} and ${text(last)}`)
  }
  const cycle = findCycle(head, sentence.size)
  if (cycle.length > 0) throw new ConstraintError(`${arcsText(cycle, text)} make a cycle`)
  const cover = findCovers(sentence.size, head, ends, text)
  const dependent = findArcOverHead(head, sentence.size)
  if (dependent !== 0) {
    const middle = head[dependent]
    throw new ConstraintError(
      `${text(dependent)} reaches over word ${head[middle]}, the head that ${text(middle)} demands`,
    )
  }
  const { size, root } = sentence
  const { leftmost, rightmost, left, right } = ends
  const fits = (word: number, chosen: number): boolean =>
    label[word] === -1 || label[word] === (bases ? bases[chosen] : chosen)
  const rootWord = first === last ? first : 0
  // Listed one by one: to spread the parts takes longer than to make all tables.
  return {
    size,
    root,
    singleRoot,
    rootWord,
    head,
    label,
    leftmost,
    rightmost,
    left,
    right,
    cover,
    fits,
    text,
  }
}

/** Arcs are written head→dependent, the artificial root as 0. */
function arcText({ root }: ConstrainedSentence, head: number, dependent: number, rootWord?: number): string {
  return dependent === rootWord ? `root ${dependent}` : `arc ${head === root ? 0 : head}→${dependent}`
}

/** Lists the constraints of some dependents; of more than eight only the first eight. */
export function arcsText(dependents: readonly number[], text: ArcTables['text']): string {
  const shown = dependents.slice(0, 8).map((dependent) => text(dependent))
  const more = dependents.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Reads constraints one by one and throws ConstraintError for one that is malformed or contradicts those before. */
class ConstraintReader {
  readonly head: Table
  readonly label: Table
  readonly #sentence: ConstrainedSentence
  readonly #labels: ConstraintLabels | undefined
  #root: number | undefined

  constructor(sentence: ConstrainedSentence, labels: ConstraintLabels | undefined) {
    this.#sentence = sentence
    this.#labels = labels
    this.head = table(sentence.size + 2, -1)
    this.label = table(sentence.size + 2, -1)
  }

  readRoot(word: number): void {
    const { root, size } = this.#sentence
    if (!this.#isWord(word)) {
      throw new ConstraintError(`root ${word} is not a word of the sentence of ${size} words`)
    }
    this.head[word] = root
    this.#root = word
  }

  readArc(head: number, dependent: number, label: number): void {
    const { root, size } = this.#sentence
    const text = `arc ${head}→${dependent}`
    if (dependent === 0) throw new ConstraintError(`${text} demands a head for the artificial root`)
    if (!this.#isWord(dependent) || (head !== 0 && !this.#isWord(head))) {
      throw new ConstraintError(`${text} leaves the sentence of ${size} words`)
    }
    if (head === dependent) throw new ConstraintError(`${text} makes a word its own head`)
    const node = head === 0 ? root : head
    const known = this.head[dependent]
    if (known !== -1 && known !== node) {
      const other = arcText(this.#sentence, known, dependent, this.#root)
      throw new ConstraintError(`word ${dependent} cannot have two heads: ${other} and ${text}`)
    }
    this.head[dependent] = node
    if (label !== -1) this.#readLabel(dependent, label, text)
  }

  readLabelOf(dependent: number, label: number): void {
    const text = `label of word ${dependent}`
    if (!this.#isWord(dependent)) {
      throw new ConstraintError(`${text}: it is not in the sentence of ${this.#sentence.size} words`)
    }
    if (label !== -1) this.#readLabel(dependent, label, text)
  }

  #readLabel(dependent: number, label: number, text: string): void {
    const bases = this.#labels?.bases
    if (bases ? bases[label] !== label : !Number.isInteger(label) || label < 0) {
      throw new ConstraintError(`${text} demands the label ${label}, which the model does not know`)
    }
    const known = this.label[dependent]
    if (known !== -1 && known !== label) {
      const [one, other] = [known, label].map((id) => (this.#labels ? `'${this.#labels.text(id)}'` : `${id}`))
      throw new ConstraintError(`word ${dependent} cannot have two labels, ${one} and ${other} (${text})`)
    }
    this.label[dependent] = label
  }

  #isWord(word: number): boolean {
    return Number.isInteger(word) && word >= 1 && word <= this.#sentence.size
  }
}

type Ends = Pick<ArcTables, 'leftmost' | 'rightmost' | 'left' | 'right'>

/** The outermost dependents of each word, and the ends of each arc. */
function findEnds({ size }: ConstrainedSentence, head: Table): Ends {
  const leftmost = table(size + 2, NEVER)
  const rightmost = table(size + 2, -1)
  const left = table(size + 2, 0)
  const right = table(size + 2, 0)
  left[0] = -1
  right[0] = size + 1
  for (let dependent = 1; dependent <= size; dependent++) {
    const above = head[dependent]
    if (above === -1) continue
    if (dependent < leftmost[above]) leftmost[above] = dependent
    rightmost[above] = dependent
    left[dependent] = Math.min(above, dependent)
    right[dependent] = Math.max(above, dependent)
  }
  return { leftmost, rightmost, left, right }
}

/** Finds the innermost arc over each word in one pass with a stack of the open arcs. Throws where two arcs cross. */
function findCovers(size: number, head: Table, { left, right }: Ends, text: ArcTables['text']) {
  const cover = table(size + 2, 0)
  const arcs: number[] = []
  for (let word = 1; word <= size; word++) if (head[word] !== -1) arcs.push(word)
  arcs.sort((one, other) => left[one] - left[other] || right[other] - right[one])
  const open = [0]
  let next = 0
  for (let word = 0; word <= size + 1; word++) {
    while (open.length > 1 && right[open[open.length - 1]] === word) open.pop()
    cover[word] = open[open.length - 1]
    for (; next < arcs.length && left[arcs[next]] === word; next++) {
      const outer = open[open.length - 1]
      if (right[outer] < right[arcs[next]]) {
        throw new ConstraintError(`${text(outer)} and ${text(arcs[next])} cross`)
      }
      open.push(arcs[next])
    }
  }
  return cover
}
