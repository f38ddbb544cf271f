/** What the reader demands of the tree, as it is picked: word by word, nothing that contradicts itself. */
import type { Condition, Demands } from '../api/demands.ts'

export type Wish =
  | { readonly kind: 'arc'; readonly head: number; readonly dependent: number }
  | { readonly kind: 'span'; readonly first: number; readonly last: number; readonly condition: Condition }

/** What is being picked: the words of one sentence; `picked` is the first of the two words. */
export interface Picking {
  readonly wishes: readonly Wish[]
  readonly kind: Wish['kind']
  readonly picked?: number
}

export const nothingPicked: Picking = Object.freeze({ wishes: [], kind: 'arc' })

/** The reader changes between arcs and spans. */
export function choose(picking: Picking, kind: Wish['kind']): Picking {
  return { wishes: picking.wishes, kind }
}

/**
 * A word is picked, 0 for the artificial root: first the dependent, then its head; or one end of a span, then the other.
 * A word that was picked as a dependent and is picked again is let go.
 */
export function pick(
  { wishes, kind, picked }: Picking,
  word: number,
  condition: Condition = 'plain',
): Picking {
  if (picked === undefined) return word === 0 ? { wishes, kind } : { wishes, kind, picked: word }
  if (kind === 'arc')
    return picked === word
      ? { wishes, kind }
      : { kind, wishes: demand(wishes, { kind, head: word, dependent: picked }) }
  if (word === 0) return { wishes, kind, picked }
  const span = { kind, first: Math.min(picked, word), last: Math.max(picked, word), condition } as const
  return { kind, wishes: demand(wishes, span) }
}

/** A word has one head, and spans do not overlap: what stands in the way goes. */
export function demand(wishes: readonly Wish[], wish: Wish): Wish[] {
  const stays = (other: Wish): boolean => {
    if (wish.kind === 'arc') return other.kind !== 'arc' || other.dependent !== wish.dependent
    return other.kind !== 'span' || other.last < wish.first || other.first > wish.last
  }
  return [...wishes.filter(stays), wish]
}

/** The same for the parser. */
export function demandsOf(wishes: readonly Wish[], sentence: number): Demands {
  const arcs = wishes.filter((wish) => wish.kind === 'arc')
  const spans = wishes.filter((wish) => wish.kind === 'span')
  return {
    arcs: arcs.map(({ head, dependent }) => ({ sentence, head, dependent })),
    spans: spans.map(({ first, last, condition }) => ({ sentence, first, last, condition })),
  }
}

/** In words. */
export function wordingOf(wish: Wish, forms: readonly string[]): string {
  const form = (word: number): string => (word === 0 ? 'the root' : `“${forms[word - 1]}”`)
  if (wish.kind === 'arc')
    return wish.head === 0
      ? `${form(wish.dependent)} is the root`
      : `${form(wish.dependent)} depends on ${form(wish.head)}`
  const words = `“${forms.slice(wish.first - 1, wish.last).join(' ')}” is a subtree`
  const more = {
    plain: '',
    root: ', only its root has dependents outside',
    none: ', without dependents outside',
  }
  return words + more[wish.condition]
}
