/** The constraints that the user selects word by word. Selected constraints do not directly contradict each other. */
import type { Condition, TextConstraints } from '../api/text-constraints.ts'

export type PickedConstraint =
  /** The label; '' for any label. */
  | { readonly kind: 'arc'; readonly head: number; readonly dependent: number; readonly label: string }
  | { readonly kind: 'span'; readonly first: number; readonly last: number; readonly condition: Condition }

/** The state of the selection of constraints on one sentence. */
export interface Picking {
  readonly constraints: readonly PickedConstraint[]
  readonly kind: PickedConstraint['kind']
  /** The first word of the next constraint; undefined until it is selected. */
  readonly picked?: number
}

export const nothingPicked: Picking = Object.freeze({ constraints: [], kind: 'arc' })

export function chooseKind(picking: Picking, kind: PickedConstraint['kind']): Picking {
  return { constraints: picking.constraints, kind }
}

/**
 * Selects a word (0 for the root). An arc needs the dependent, then its head; a span needs its two ends. Selecting the
 * dependent again deselects it.
 */
export function pick(picking: Picking, word: number): Picking {
  const { constraints, kind, picked } = picking
  if (picked === undefined) return word === 0 ? { constraints, kind } : { constraints, kind, picked: word }
  if (kind === 'arc')
    return picked === word
      ? { constraints, kind }
      : { kind, constraints: withConstraint(constraints, { kind, head: word, dependent: picked, label: '' }) }
  if (word === 0) return { constraints, kind, picked }
  const [first, last] = [Math.min(picked, word), Math.max(picked, word)]
  return { kind, constraints: withConstraint(constraints, { kind, first, last, condition: 'plain' }) }
}

/** Sets the detail of a constraint: the label of an arc ('' for any), or the condition of a span. */
export function withDetail(constraint: PickedConstraint, detail: string): PickedConstraint {
  return constraint.kind === 'arc'
    ? { ...constraint, label: detail }
    : { ...constraint, condition: detail as Condition }
}

/** Adds a constraint and removes contradicting constraints: another head of the same word, overlapping spans. */
export function withConstraint(
  constraints: readonly PickedConstraint[],
  added: PickedConstraint,
): PickedConstraint[] {
  const isCompatible = (other: PickedConstraint): boolean => {
    if (added.kind === 'arc') return other.kind !== 'arc' || other.dependent !== added.dependent
    return other.kind !== 'span' || other.last < added.first || other.first > added.last
  }
  return [...constraints.filter(isCompatible), added]
}

export function textConstraints(constraints: readonly PickedConstraint[], sentence: number): TextConstraints {
  const arcs = constraints.filter((constraint) => constraint.kind === 'arc')
  const spans = constraints.filter((constraint) => constraint.kind === 'span')
  return {
    arcs: arcs.map(({ head, dependent, label }) => ({
      sentence,
      head,
      dependent,
      deprel: label === '' ? undefined : label,
    })),
    spans: spans.map(({ first, last, condition }) => ({ sentence, first, last, condition })),
  }
}

/** A constraint as text. Each word is followed by its number, because error messages name words by number. */
export function wordingOf(constraint: PickedConstraint, forms: readonly string[]): string {
  const name = (word: number): string => `“${forms[word - 1]}” (${word})`
  if (constraint.kind === 'span') {
    const { first, last } = constraint
    return `“${forms.slice(first - 1, last).join(' ')}” (${first}–${last}) is a subtree`
  }
  const { head, dependent } = constraint
  return head === 0 ? `${name(dependent)} is the root` : `${name(dependent)} depends on ${name(head)}`
}
