/**
 * The constraints of one sentence as tables for right-branching parsing, by word or by span, made in O(n log n). All
 * heads are those of the original tree: a derivation has to prepare for constraints on it while it still reorders words.
 *
 * A word on the stack can become part of the subtree of a later word: the *next head* of its true token. The lists of
 * {@link Candidates} say which words can be next heads. Without spans they contain the words under the same innermost
 * constraint arc
 *
 *   - `free`: that have no constrained head,
 *   - `open`: that have no constrained head before them.
 *
 * As seen from outside a span, some of its words are left out: all under NONE; those after the word that must be the root
 * of the span; and of `free`, under ROOT of `open` too, all but the last one that can be the root.
 */
import { constraintTables, type ConstraintTables } from '../constrained-system.ts'
import { ConstraintError, type ConstraintLabels, type Constraints } from '../../core/constraints.ts'
import { table, type WordColumn } from '../arc-tables.ts'
import { RightBranchingChart } from './chart.ts'

export interface RightBranchingTables extends ConstraintTables {
  /** The test with the chart; undefined if there is no chart. */
  readonly stackChart: RightBranchingChart | undefined
  /** Whether some arc has a constrained label. */
  readonly labelled: boolean
  /** By span: its root, or the last open word that no constraint arc inside covers; -1 if there is none. */
  readonly lastRoot: WordColumn
  readonly chains: Chains
  readonly candidates: CandidateLists
}

/** By word: the end of the chain of constrained heads that starts at the word and only goes to the right. */
export interface Chains {
  /** The last head of the chain, or the word itself. */
  readonly end: WordColumn
  /** The same from outside: in a span the chain goes on at its determined root, and ends there without a later head. */
  readonly outerEnd: WordColumn
  /** The last word that `outerEnd` dominates or is dominated by for certain: itself, or the last word of its span. */
  readonly outerLimit: WordColumn
}

export interface CandidateLists {
  /** The candidates as seen from outside their span, and from inside it. */
  readonly outerFree: Candidates
  readonly outerOpen: Candidates
  readonly innerFree: Candidates
  readonly innerOpen: Candidates
  /** By word of a span: the last candidate in the span under the same arc; -1, or a word before it, if there is none. */
  readonly spanFree: WordColumn
  readonly spanOpen: WordColumn
}

/** Computes the tables. Throws ConstraintError as `constraintTables`, and for an early label without a head. */
export function rightBranchingTables(
  size: number,
  singleRoot: boolean,
  constraints: Constraints,
  labels?: ConstraintLabels,
): RightBranchingTables {
  const tables = constraintTables({ size, root: 0, singleRoot }, constraints, labels)
  const labelled = hasLabels(tables, labels?.late === true)
  const lastRoot = lastRoots(tables)
  return {
    ...tables,
    stackChart: tables.chart && new RightBranchingChart(tables.chart),
    labelled,
    lastRoot,
    chains: chainsOf(tables),
    candidates: candidatesOf(tables, lastRoot),
  }
}

/** Whether the condition of its span allows `head` as the next head of a word outside: never for NONE, the root for ROOT. */
export function mayLeadOutside({ arcs, spans }: ConstraintTables, head: number): boolean {
  const { of, condition, root } = spans
  const span = of[head]
  if (arcs.leaf[head] === 1) return false
  if (span === 0 || condition[span] === 'plain') return true
  if (condition[span] === 'none') return false
  if (root[span] !== 0 && root[span] !== head) return false
  const above = arcs.head[head]
  return above === -1 || of[above] !== span
}

/** @param late whether a relabeller sets the labels without heads in the finished tree */
function hasLabels({ arcs: { size, head, label } }: ConstraintTables, late: boolean): boolean {
  let labelled = false
  for (let word = 1; word <= size; word++) {
    if (label[word] === -1) continue
    if (head[word] !== -1) labelled = true
    else if (late) label[word] = -1
    else
      throw new ConstraintError(
        `label of word ${word}: a right-branching parser with early labels takes a demanded label only with a demanded head`,
      )
  }
  return labelled
}

function chainsOf({ arcs, spans }: ConstraintTables): Chains {
  const { size, head } = arcs
  const { of, last, root } = spans
  const chainEnd = table(size + 2, 0)
  for (let word = size; word >= 1; word--) chainEnd[word] = head[word] > word ? chainEnd[head[word]] : word
  if (spans.count === 0) return { end: chainEnd, outerEnd: chainEnd, outerLimit: chainEnd }
  const outerEnd = table(size + 2, 0)
  const outerLimit = table(size + 2, 0)
  for (let word = size; word >= 1; word--) {
    const span = of[word]
    const leaving = span === 0 ? word : root[span]
    const end = span === 0 ? word : last[span]
    if (leaving !== 0 && head[leaving] > end) {
      outerEnd[word] = outerEnd[head[leaving]]
      outerLimit[word] = outerLimit[head[leaving]]
    } else {
      outerEnd[word] = leaving !== 0 ? leaving : chainEnd[word]
      outerLimit[word] = end
    }
  }
  return { end: chainEnd, outerEnd, outerLimit }
}

function lastRoots({ arcs, spans }: ConstraintTables): WordColumn {
  const { size, head, cover, left, right, leaf } = arcs
  const { of, first, last, root } = spans
  const lastRoot = root.map((word) => (word === 0 ? -1 : word))
  for (let word = 1; word <= size; word++) {
    const span = of[word]
    if (span === 0 || root[span] !== 0 || leaf[word] === 1 || (head[word] !== -1 && head[word] < word))
      continue
    const arc = cover[word]
    if (left[arc] < first[span] && right[arc] > last[span]) lastRoot[span] = word
  }
  return lastRoot
}

function candidatesOf({ arcs, spans }: ConstraintTables, lastRoot: WordColumn): CandidateLists {
  const { size, head, cover, leaf } = arcs
  const { of, first, last, condition, root } = spans
  const hasSpans = spans.count > 0
  const lists = (): Candidates[] => [new Candidates(size), new Candidates(size)]
  const [innerFree, innerOpen] = lists()
  const [outerFree, outerOpen] = hasSpans ? lists() : [innerFree, innerOpen]
  const [spanFree, spanOpen] = hasSpans ? [table(size + 2, 0), table(size + 2, 0)] : [[], []]
  const isSeenOutside = (word: number, isFree: boolean): boolean => {
    const span = of[word]
    if (span === 0) return true
    if (condition[span] === 'none') return false
    if (!isFree && condition[span] !== 'root') return root[span] === 0 || word <= root[span]
    return word === lastRoot[span]
  }
  for (let word = 1; word <= size; word++) {
    const arc = cover[word]
    const isFree = leaf[word] === 0 && head[word] === -1
    const isOpen = leaf[word] === 0 && (head[word] === -1 || head[word] > word)
    innerFree.add(word, arc, isFree)
    innerOpen.add(word, arc, isOpen)
    if (!hasSpans) continue
    outerFree.add(word, arc, isFree && isSeenOutside(word, true))
    outerOpen.add(word, arc, isOpen && isSeenOutside(word, false))
    const span = of[word]
    if (span === 0 || word < last[span]) continue
    for (let member = first[span]; member <= word; member++) {
      spanFree[member] = innerFree.last(cover[member])
      spanOpen[member] = innerOpen.last(cover[member])
    }
  }
  return { outerFree, outerOpen, innerFree, innerOpen, spanFree, spanOpen }
}

/** Lists of words under one innermost arc. `latest` finds the last word of a list before a bound in constant time. */
export class Candidates {
  /** By word: the latest member before the word under the same arc; -1 if there is none. */
  readonly #previous: WordColumn
  /** By arc (its dependent, 0 for no arc): the latest added member under the arc; -1 if there is none. */
  readonly #last: WordColumn

  constructor(size: number) {
    this.#previous = table(size + 2, -1)
    this.#last = table(size + 2, -1)
  }

  /** Adds the next word of the sentence, which is under `arc`, as a member or only as a possible bound. */
  add(word: number, arc: number, isMember: boolean): void {
    this.#previous[word] = this.#last[arc]
    if (isMember) this.#last[arc] = word
  }

  /** The latest member under `arc` among the added words. */
  last(arc: number): number {
    return this.#last[arc]
  }

  before(word: number): number {
    return this.#previous[word]
  }

  /** The latest member before `bound` under `arc`. @param end the right end of `arc`; a bound before it is under the arc */
  latest(arc: number, bound: number, end: number): number {
    return bound < end ? this.#previous[bound] : this.#last[arc]
  }
}
