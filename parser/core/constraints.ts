import { rootCount, type Tree } from '../../transform/tree.ts'

/** Constraints on one tree (Nivre, Goldberg & McDonald 2014). Word 0 is the artificial root, labels are ids. */
export interface Constraints {
  /** Arcs that the tree must contain; label -1 allows every label. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number; readonly label: number }[]
  /** Spans of words that must form subtrees. */
  readonly spans?: readonly Span[]
  /** The only root of the sentence: the same as an arc from 0 in a system with a single root. */
  readonly root?: number
  /** Labels that words must have whatever their heads are. Right-branching parsers have to choose labels late for that. */
  readonly labels?: readonly { readonly dependent: number; readonly label: number }[]
  /** Arcs that the tree must not contain; for systems of the arc-eager family, and without spans of several words. */
  readonly forbidden?: readonly { readonly head: number; readonly dependent: number }[]
  /** Words that must not have dependents. The same as spans of one word with the condition `none`. */
  readonly leaves?: readonly number[]
}

/** The words first..last (inclusive), which must be connected: exactly one of them, the root of the span, has its head outside. */
export interface Span {
  readonly first: number
  readonly last: number
  /** Which of its words may have dependents outside: every word (`plain`), none (`none`), or only its root (`root`). */
  readonly condition: SpanCondition
}

/** The conditions, from the weakest to the strictest: each one implies those before it. */
export const spanConditions = Object.freeze(['plain', 'root', 'none'] as const)
export type SpanCondition = (typeof spanConditions)[number]

/** The labels of a model, as constraints need them. */
export interface ConstraintLabels {
  /** By label id: the id that a constrained label must equal. It is the label itself, without a lift of the projectivizer. */
  readonly bases: Int32Array
  /** The text of a label, for error messages. */
  text(label: number): string
  /** Whether labels are chosen for finished trees: a label without a head then restricts no derivation. Default: false. */
  readonly late?: boolean
}

/** A test for words: whether the constraints fix the label of the word. */
export function labelIsConstrained({ arcs = [], labels = [] }: Constraints): (word: number) => boolean {
  const words = [...arcs.filter(({ label }) => label >= 0), ...labels].map(({ dependent }) => dependent)
  const constrained = new Set(words)
  return (word) => constrained.has(word)
}

/** Whether the constraints hold for every tree. */
export function areEmpty({ root, ...lists }: Constraints): boolean {
  return root === undefined && Object.values(lists).every((list) => !list || list.length === 0)
}

/** Whether any tree that satisfies the constraints shows that they can be met. The others have to be well-formed and within limits, too. */
export function areOnlyArcs(constraints: Constraints): boolean {
  return areEmpty({ ...constraints, arcs: [], root: undefined })
}

/** The constraints cannot be met. The message names the ones that contradict each other. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
}

// Constraints for a mirrored transform, which reads the sentence from right to left.

/** The same constraints on the sentence read backwards: word i becomes size + 1 − i, the artificial root stays 0. */
export function mirrorConstraints(size: number, constraints: Constraints): Constraints {
  const mirror = (word: number): number => (word === 0 ? 0 : size + 1 - word)
  const { arcs, forbidden, spans, root, labels, leaves } = constraints
  const mirrorArc = <Arc extends { readonly head: number; readonly dependent: number }>(arc: Arc): Arc => ({
    ...arc,
    head: mirror(arc.head),
    dependent: mirror(arc.dependent),
  })
  return {
    arcs: arcs?.map(mirrorArc),
    forbidden: forbidden?.map(mirrorArc),
    spans: spans?.map((span) => ({ ...span, first: mirror(span.last), last: mirror(span.first) })),
    root: root && mirror(root),
    labels: labels?.map((one) => ({ ...one, dependent: mirror(one.dependent) })),
    leaves: leaves?.map(mirror),
  }
}

// Whether a finished tree satisfies constraints.

/** Whether `tree`, in the order of the sentence and with labels without lifts, satisfies all of the constraints. */
export function isSatisfied(
  { arcs = [], forbidden = [], labels = [], spans = [], root, leaves = [] }: Constraints,
  tree: Tree,
): boolean {
  const { head, label } = tree
  return (
    arcs.every((arc) => arc.dependent > 0 && head[arc.dependent] === arc.head) &&
    forbidden.every((arc) => head[arc.dependent] !== arc.head) &&
    [...arcs, ...labels].every((one) => one.label === -1 || label[one.dependent] === one.label) &&
    (root === undefined || (head[root] === 0 && rootCount(tree) === 1)) &&
    spans.every((span) => isSubtree(span, tree)) &&
    (leaves.length === 0 || areLeaves(leaves, tree))
  )
}

function areLeaves(words: readonly number[], { size, head }: Tree): boolean {
  const heads = new Set(head.subarray(1, size + 1))
  return words.every((word) => !heads.has(word))
}

/** Whether one word of the span has its head outside, and only the words that may have dependents outside. */
function isSubtree({ first, last, condition }: Span, { size, head }: Tree): boolean {
  const isInside = (word: number): boolean => word >= first && word <= last
  let top = 0
  for (let word = first; word <= last; word++) {
    if (isInside(head[word])) continue
    if (top !== 0) return false
    top = word
  }
  if (condition === 'plain') return true
  for (let word = 1; word <= size; word++) {
    const leavesSpan = !isInside(word) && isInside(head[word])
    if (leavesSpan && (condition === 'none' || head[word] !== top)) return false
  }
  return true
}

// Leaves that are demanded by their tags.

/**
 * The constraints, and that the words with these universal tags are leaves. Words that other constraints make heads, or the
 * root, are no leaves; and a sentence or a demanded span of several words has no leaves by their tags if all of its words
 * would be leaves.
 *
 * @param size the number of words
 * @param upos the universal tag of a word, from 1
 */
export function withTaggedLeaves(
  constraints: Constraints,
  tags: ReadonlySet<string>,
  size: number,
  upos: (word: number) => string,
): Constraints {
  const { arcs = [], spans = [], root = 0, leaves = [] } = constraints
  const heads = new Set([root, ...arcs.map(({ head, dependent }) => (head === 0 ? dependent : head))])
  const given = new Set(leaves)
  const found = new Set(leaves)
  for (let word = 1; word <= size; word++) if (tags.has(upos(word)) && !heads.has(word)) found.add(word)
  for (const { first, last } of [{ first: 1, last: size }, ...spans]) {
    const words = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    if (words.length > 1 && words.every((word) => found.has(word)))
      for (const word of words) if (!given.has(word)) found.delete(word)
  }
  return { ...constraints, leaves: [...found] }
}
