/** The constraints that the user picks word by word. Picked constraints do not contradict each other directly. */
import type { Condition, TextConstraints } from '../api/text-constraints.ts'

export type PickedConstraint =
  | { readonly kind: 'arc'; readonly head: number; readonly dependent: number }
  | { readonly kind: 'span'; readonly first: number; readonly last: number; readonly condition: Condition }

/** The state of picking constraints on one sentence. */
export interface Picking {
  readonly constraints: readonly PickedConstraint[]
  readonly kind: PickedConstraint['kind']
  /** The first word of the next constraint, once it is picked. */
  readonly picked?: number
}

export const nothingPicked: Picking = Object.freeze({ constraints: [], kind: 'arc' })

/** Changes the kind of the next constraint. */
export function chooseKind(picking: Picking, kind: PickedConstraint['kind']): Picking {
  return { constraints: picking.constraints, kind }
}

/** Picks a word, 0 for the root: of an arc the dependent, then its head; of a span its ends. Again: unpicks it. */
export function pick(picking: Picking, word: number, condition: Condition = 'plain'): Picking {
  const { constraints, kind, picked } = picking
  if (picked === undefined) return word === 0 ? { constraints, kind } : { constraints, kind, picked: word }
  if (kind === 'arc')
    return picked === word
      ? { constraints, kind }
      : { kind, constraints: withConstraint(constraints, { kind, head: word, dependent: picked }) }
  if (word === 0) return { constraints, kind, picked }
  const [first, last] = [Math.min(picked, word), Math.max(picked, word)]
  return { kind, constraints: withConstraint(constraints, { kind, first, last, condition }) }
}

/** Adds a constraint and removes those that it excludes: another head of the same word, spans that overlap. */
export function withConstraint(
  constraints: readonly PickedConstraint[],
  added: PickedConstraint,
): PickedConstraint[] {
  const stays = (other: PickedConstraint): boolean => {
    if (added.kind === 'arc') return other.kind !== 'arc' || other.dependent !== added.dependent
    return other.kind !== 'span' || other.last < added.first || other.first > added.last
  }
  return [...constraints.filter(stays), added]
}

export function textConstraints(constraints: readonly PickedConstraint[], sentence: number): TextConstraints {
  const arcs = constraints.filter((constraint) => constraint.kind === 'arc')
  const spans = constraints.filter((constraint) => constraint.kind === 'span')
  return {
    arcs: arcs.map(({ head, dependent }) => ({ sentence, head, dependent })),
    spans: spans.map(({ first, last, condition }) => ({ sentence, first, last, condition })),
  }
}

export function wordingOf(constraint: PickedConstraint, forms: readonly string[]): string {
  const form = (word: number): string => (word === 0 ? 'the root' : `“${forms[word - 1]}”`)
  if (constraint.kind === 'arc')
    return constraint.head === 0
      ? `${form(constraint.dependent)} is the root`
      : `${form(constraint.dependent)} depends on ${form(constraint.head)}`
  const words = `“${forms.slice(constraint.first - 1, constraint.last).join(' ')}” is a subtree`
  const details = {
    plain: '',
    root: ', only its root has dependents outside',
    none: ', without dependents outside',
  }
  return words + details[constraint.condition]
}
