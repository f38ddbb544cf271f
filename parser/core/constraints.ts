/** Constraints on one tree (Nivre, Goldberg & McDonald 2014). Word 0 is the artificial root, labels are ids. */
export interface Constraints {
  /** Arcs that the tree must contain; label -1 allows every label. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number; readonly label: number }[]
  /** Spans of words that must form subtrees. */
  readonly spans?: readonly Span[]
  /** The only root of the sentence: the same as an arc from 0 in a system with a single root. */
  readonly root?: number
  /** Labels that words must have whatever their heads are; for systems of the arc-eager family only. */
  readonly labels?: readonly { readonly dependent: number; readonly label: number }[]
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
}

/** A test for words: whether the constraints fix the label of the word. */
export function labelIsConstrained({ arcs = [], labels = [] }: Constraints): (word: number) => boolean {
  const words = [...arcs.filter(({ label }) => label >= 0), ...labels].map(({ dependent }) => dependent)
  const constrained = new Set(words)
  return (word) => constrained.has(word)
}

/** Whether the constraints hold for every tree. */
export function areEmpty({ arcs = [], spans = [], root, labels = [], leaves = [] }: Constraints): boolean {
  return arcs.length + spans.length + labels.length + leaves.length === 0 && root === undefined
}

/** Whether any tree that satisfies the constraints shows that they can be met. The others have to be well-formed and within limits, too. */
export function areOnlyArcs({ spans = [], labels = [], leaves = [] }: Constraints): boolean {
  return spans.length + labels.length + leaves.length === 0
}

/** The constraints cannot be met. The message names the ones that contradict each other. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
}
