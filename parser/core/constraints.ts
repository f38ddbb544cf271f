/** What a parse of one sentence must contain. Words count from 1, 0 is the artificial root, label ids as in the model. */
export interface Constraints {
  /** Demanded arcs; `label` -1 leaves the label open. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number; readonly label: number }[]
  /** Spans of words first..last (inclusive) that must be the yields of subtrees. */
  readonly spans?: readonly Span[]
  /** The word that must be the sentence's only root: the same as an arc from 0 in a single-rooted system. */
  readonly root?: number
  /** Labels that words must have whatever their heads are; for the systems of the arc-eager family only. */
  readonly labels?: readonly { readonly dependent: number; readonly label: number }[]
}

/** A demanded subtree (Nivre, Goldberg & McDonald 2014, section 4). */
export interface Span {
  readonly first: number
  readonly last: number
  /** Which of its words may have dependents outside: all (`plain`), none (`none`), or only its root (`root`). */
  readonly condition: 'plain' | 'none' | 'root'
}

/** Whether constraints say what label a word has to have. */
export function demandedLabels({ arcs = [], labels = [] }: Constraints): (word: number) => boolean {
  const words = [...arcs.filter(({ label }) => label >= 0), ...labels].map(({ dependent }) => dependent)
  const demanded = new Set(words)
  return (word) => demanded.has(word)
}

/** Why a set of constraints cannot be met: `message` names those that clash. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError'
}
