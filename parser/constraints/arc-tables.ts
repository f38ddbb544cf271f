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
import { findCycle } from '../../transform/check.ts'
import { ConstraintError, type ConstraintLabels, type Constraints } from '../core/constraints.ts'

export interface ConstrainedSentence {
  /** The number of words. */
  readonly size: number
  /** The node of the artificial root: 0, left of all words, or size + 1, right of them. */
  readonly root: number
  readonly singleRoot: boolean
}

/** The value for "every label is allowed". */
export const ANY_LABEL = -1

/** The leftmost constrained dependent of a word that has none: after every word. */
export const NEVER = 0x3fffffff

/** Tables for the indices 0..size + 1. An arc is identified by its dependent; 0 is no arc. */
export interface ArcTables extends ConstrainedSentence {
  /** The word whose head must be the artificial root; 0 if there is no such word or more than one. */
  readonly rootWord: number
  /** By word: the constrained head, -1 if there is none. */
  readonly head: WordColumn
  /** By word: the base id of the label that the arc into the word must have, -1 if every label is allowed. */
  readonly label: WordColumn
  /** By word: the leftmost and the rightmost constrained dependent; NEVER and -1 if there is none. */
  readonly leftmost: WordColumn
  readonly rightmost: WordColumn
  /** By arc: its left and its right end; for 0, no arc, these are -1 and size + 1. */
  readonly left: WordColumn
  readonly right: WordColumn
  /** By word: the innermost constrained arc over the word (the word is not an end of the arc); 0 if there is none. */
  readonly cover: WordColumn
  /** By word: 1 if it must not have dependents. */
  readonly leaf: WordColumn
  /** Whether the arc into `dependent` may have this label. */
  fits(dependent: number, label: number): boolean
  /** The constraint that fixes the head of `dependent`, for error messages. */
  text(dependent: number): string
}

/** Computes the tables. Throws ConstraintError if no tree satisfies the arcs, labels, leaves and root of `constraints`. */
export function arcTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ArcTables {
  const { size, root } = sentence
  const head = table(size + 2, -1)
  const label = table(size + 2, -1)
  /** Formats an arc as head→dependent, with 0 for the artificial root. */
  const text = (dependent: number): string =>
    dependent === constraints.root
      ? `root ${dependent}`
      : `arc ${head[dependent] === root ? 0 : head[dependent]}→${dependent}`
  readHeads(sentence, constraints, head, text)
  readLabels(size, constraints, label, labels)
  const ends = findEnds(sentence, head)
  const [first, last] = [ends.leftmost[root], ends.rightmost[root]]
  const singleRoot = sentence.singleRoot || constraints.root !== undefined
  if (singleRoot && first < last)
    throw new ConstraintError(`the sentence cannot have two roots: ${text(first)} and ${text(last)}`)
  const cycle = findCycle(head, size)
  if (cycle.length > 0) throw new ConstraintError(`${arcsText(cycle, text)} make a cycle`)
  const leaf = readLeaves(size, constraints, ends, text)
  const cover = findCovers(size, head, ends, text)
  const dependent = findArcOverHead(head, size)
  if (dependent !== 0) {
    const middle = head[dependent]
    throw new ConstraintError(
      `${text(dependent)} reaches over word ${head[middle]}, the head that ${text(middle)} demands`,
    )
  }
  const bases = labels?.bases
  const fits = (word: number, chosen: number): boolean =>
    label[word] === -1 || label[word] === (bases ? bases[chosen] : chosen)
  const rootWord = first === last ? first : 0
  return { size, root, singleRoot, rootWord, head, label, ...ends, cover, leaf, fits, text }
}

/** Lists constraints, at most eight. */
export function arcsText(dependents: readonly number[], text: ArcTables['text']): string {
  const shown = dependents.slice(0, 8).map((dependent) => text(dependent))
  const more = dependents.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const isWordOf = (size: number, word: number): boolean => Number.isInteger(word) && word >= 1 && word <= size

/** Writes the constrained heads to `known`. Throws ConstraintError for an arc that is malformed or contradicts another. */
function readHeads(
  { size, root }: ConstrainedSentence,
  { root: rootWord, arcs = [] }: Constraints,
  known: WordColumn,
  textOf: ArcTables['text'],
): void {
  if (rootWord !== undefined) {
    if (!isWordOf(size, rootWord))
      throw new ConstraintError(`root ${rootWord} is not a word of the sentence of ${size} words`)
    known[rootWord] = root
  }
  for (const { head, dependent } of arcs) {
    const text = `arc ${head}→${dependent}`
    if (dependent === 0) throw new ConstraintError(`${text} demands a head for the artificial root`)
    if (!isWordOf(size, dependent) || (head !== 0 && !isWordOf(size, head)))
      throw new ConstraintError(`${text} leaves the sentence of ${size} words`)
    if (head === dependent) throw new ConstraintError(`${text} makes a word its own head`)
    const node = head === 0 ? root : head
    if (known[dependent] !== -1 && known[dependent] !== node)
      throw new ConstraintError(`word ${dependent} cannot have two heads: ${textOf(dependent)} and ${text}`)
    known[dependent] = node
  }
}

/** Writes the constrained labels to `known`. Throws ConstraintError as `readHeads`. */
function readLabels(
  size: number,
  { arcs = [], labels = [] }: Constraints,
  known: WordColumn,
  names: ConstraintLabels | undefined,
): void {
  const nameOf = (label: number): string => (names ? `'${names.text(label)}'` : `${label}`)
  const read = (dependent: number, label: number, text: string): void => {
    if (label === -1) return
    if (names ? names.bases[label] !== label : !Number.isInteger(label) || label < 0)
      throw new ConstraintError(`${text} demands the label ${label}, which the model does not know`)
    if (known[dependent] !== -1 && known[dependent] !== label) {
      const both = `${nameOf(known[dependent])} and ${nameOf(label)}`
      throw new ConstraintError(`word ${dependent} cannot have two labels, ${both} (${text})`)
    }
    known[dependent] = label
  }
  for (const { head, dependent, label } of arcs) read(dependent, label, `arc ${head}→${dependent}`)
  for (const { dependent, label } of labels) {
    const text = `label of word ${dependent}`
    if (!isWordOf(size, dependent))
      throw new ConstraintError(`${text}: it is not in the sentence of ${size} words`)
    read(dependent, label, text)
  }
}

/** The words without dependents. Throws ConstraintError for one that has a constrained dependent. */
function readLeaves(
  size: number,
  { leaves = [], spans = [] }: Constraints,
  { leftmost }: Ends,
  textOf: ArcTables['text'],
): WordColumn {
  const leaf = table(size + 2, 0)
  for (const word of leaves) {
    if (!isWordOf(size, word))
      throw new ConstraintError(`leaf ${word} is not a word of the sentence of ${size} words`)
    leaf[word] = 1
  }
  for (const { first, last, condition } of spans)
    if (condition === 'none' && first === last && isWordOf(size, first)) leaf[first] = 1
  for (let word = 1; word <= size; word++)
    if (leaf[word] === 1 && leftmost[word] !== NEVER)
      throw new ConstraintError(`${textOf(leftmost[word])} gives leaf ${word} a dependent`)
  return leaf
}

type Ends = Pick<ArcTables, 'leftmost' | 'rightmost' | 'left' | 'right'>

/** The outermost dependents of each word, and the ends of each arc. */
function findEnds({ size }: ConstrainedSentence, head: WordColumn): Ends {
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

/** Finds the innermost arc over each word in one pass, with a stack of open arcs. Throws ConstraintError if two arcs cross. */
function findCovers(size: number, head: WordColumn, { left, right }: Ends, text: ArcTables['text']) {
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

/** The dependent of an arc over the head of its own head, which no projective tree has; 0 if there is none. */
export function findArcOverHead(head: ArrayLike<number>, size: number): number {
  for (let dependent = 1; dependent <= size; dependent++) {
    const middle = head[dependent]
    if (middle < 1 || middle > size) continue
    const upper = head[middle]
    if (upper === -1) continue
    if (upper > Math.min(middle, dependent) && upper < Math.max(middle, dependent)) return dependent
  }
  return 0
}

/** A column of integers for one sentence. It is a plain array, which is faster than a typed array for short sentences. */
export type WordColumn = number[]

export function table(length: number, value: number): WordColumn {
  return Array<number>(length).fill(value)
}
