import { rootCount, type Tree } from '../../transform/tree.ts'

/** Constraints on one tree (Nivre, Goldberg & McDonald 2014). Word 0 is the artificial root, labels are ids. */
export interface Constraints {
  /** Arcs that the tree must contain; label -1 allows every label. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number; readonly label: number }[]
  /** Spans of words that must form subtrees. At most 128 words if spans share words or only some have the condition `none`. */
  readonly spans?: readonly Span[]
  /** The only root of the sentence. The same as an arc from 0 in a system with a single root. */
  readonly root?: number
  /** Labels of words with any head. Right-branching parsers support them only with late labels. */
  readonly labels?: readonly { readonly dependent: number; readonly label: number }[]
  /** Arcs that the tree must not contain. At most 128 words. */
  readonly forbidden?: readonly { readonly head: number; readonly dependent: number }[]
  /** Words that must not have dependents. The same as spans of one word with the condition `none`. */
  readonly leaves?: readonly number[]
}

/** The words first..last (inclusive), which must be connected: exactly one of them, the root of the span, has a head outside. */
export interface Span {
  readonly first: number
  readonly last: number
  /** The words of the span that may have dependents outside: all words (`plain`), no word (`none`), only the root (`root`). */
  readonly condition: SpanCondition
}

/** The conditions, from the weakest to the strictest: each condition implies the previous ones. */
export const spanConditions = Object.freeze(['plain', 'root', 'none'] as const)
export type SpanCondition = (typeof spanConditions)[number]

/** The labels of a model, for checks of constraints. */
export interface ConstraintLabels {
  /** By label id: the id of the label without lift. A constrained label must equal this id. */
  readonly bases: Int32Array
  /** The text of a label, for error messages. */
  text(label: number): string
  /** Whether a relabeller chooses labels for finished trees; then a label without a head restricts no derivation. Default: false. */
  readonly late?: boolean
}

/** Returns a test for words whose label the constraints fix. */
export function labelIsConstrained({ arcs = [], labels = [] }: Constraints): (word: number) => boolean {
  const words = [...arcs.filter(({ label }) => label >= 0), ...labels].map(({ dependent }) => dependent)
  const constrained = new Set(words)
  return (word) => constrained.has(word)
}

/** Whether there are no constraints. */
export function areEmpty({ root, ...lists }: Constraints): boolean {
  return root === undefined && Object.values(lists).every((list) => !list || list.length === 0)
}

/** Whether there are only arcs and a root. Other constraints must also be well-formed and within the limits of the system. */
export function areOnlyArcs(constraints: Constraints): boolean {
  return areEmpty({ ...constraints, arcs: [], root: undefined })
}

/** The error for constraints that no tree satisfies. The message names the constraints that contradict each other. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
}

/** The same constraints for the mirrored sentence: word i becomes size + 1 − i, the artificial root remains 0. */
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

/** Whether `tree` satisfies all constraints. The tree must be in the order of the sentence, with labels without lifts. */
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

/** Whether exactly one word of the span has a head outside, and all dependents outside are allowed by the condition. */
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
    const isDependentOutside = !isInside(word) && isInside(head[word])
    if (isDependentOutside && (condition === 'none' || head[word] !== top)) return false
  }
  return true
}

/**
 * Adds constraints: words with these universal tags are leaves. Exceptions: words that other constraints make heads or the
 * root, and words of a sentence or constrained span of several words if all of its words would be leaves.
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
  const givenLeaves = new Set(leaves)
  const allLeaves = new Set(leaves)
  for (let word = 1; word <= size; word++) if (tags.has(upos(word)) && !heads.has(word)) allLeaves.add(word)
  for (const { first, last } of [{ first: 1, last: size }, ...spans]) {
    const words = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    if (words.length > 1 && words.every((word) => allLeaves.has(word)))
      for (const word of words) if (!givenLeaves.has(word)) allLeaves.delete(word)
  }
  return { ...constraints, leaves: [...allLeaves] }
}
