/** Constraints on the trees of a text, with words given by numbers or character ranges. */
import type { Span } from '../../parser/core/constraints.ts'
import type { Characters } from '../sentence/text-sentence.ts'
import {
  check,
  hasFields,
  isObject,
  listOf,
  number,
  oneOf,
  optional,
  record,
  string,
} from '../../transform/arguments.ts'
import type { Check } from '../../transform/arguments.ts'

/**
 * The words of a span that may have dependents outside the span: all (`plain`, default), only the root of the span (`root`),
 * or `none`.
 */
export type Condition = Span['condition']

/** An arc between two words of a sentence, given by word numbers. */
export interface NumberedArc {
  /** The index of the sentence; 0 by default. */
  readonly sentence?: number
  /** The number of the head, from 1, or 0 for the artificial root. */
  readonly head: number
  readonly dependent: number
  /** The label of the arc; any label by default. */
  readonly deprel?: string
}

/** An arc to a word that is given by its characters. */
export interface LocatedArc {
  /** The characters of the head, its number in the sentence of the dependent, or `root` (or 0) for the artificial root. */
  readonly head: Characters | number | 'root'
  readonly dependent: Characters
  /** The label of the arc; any label by default. */
  readonly deprel?: string
}

/** A span of words that form a subtree, given by the numbers of the first and the last one. */
export interface NumberedSpan {
  /** The index of the sentence; 0 by default. */
  readonly sentence?: number
  readonly first: number
  readonly last: number
  /** `plain` by default. */
  readonly condition?: Condition
}

/** A span of words that form a subtree, given by its characters: a name from a gazetteer, for example. */
export interface LocatedSpan extends Characters {
  /** `plain` by default. */
  readonly condition?: Condition
}

/** The root of a sentence, given by the number of the word or by its characters. */
export type RootConstraint = { readonly sentence?: number; readonly word: number } | Characters

/** Words without dependents, given by the number of a word or by their characters. */
export type LeafConstraint = RootConstraint

/**
 * Constraints on the trees of a text. Sentences have indices from 0, words have numbers from 1 in their sentence, and
 * offsets of characters count UTF-16 code units of the whole text. White space at the ends of a range is ignored.
 *
 * ```js
 * parser.parse('Clara saw the dog.', {
 *   constraints: { arcs: [{ head: 2, dependent: 4, deprel: 'obj' }], spans: [{ start: 10, end: 17 }] },
 * })
 * ```
 */
export interface TextConstraints {
  readonly arcs?: readonly (NumberedArc | LocatedArc)[]
  /** Arcs that the tree must not have, with any label. */
  readonly forbidden?: readonly (Omit<NumberedArc, 'deprel'> | Omit<LocatedArc, 'deprel'>)[]
  /** Labels of words with any head. Right-branching models take them if they label late, as `train` does by default. */
  readonly labels?: readonly (RootConstraint & { readonly deprel: string })[]
  readonly spans?: readonly (NumberedSpan | LocatedSpan)[]
  readonly roots?: readonly RootConstraint[]
  /**
   * Words that have no dependents: words by their numbers or characters, and all words with a universal tag (`'PUNCT'`).
   * A word with such a tag is no leaf if another constraint makes it a head or the root, or if its sentence or span would
   * have leaves only.
   */
  readonly leaves?: readonly (string | LeafConstraint)[]
}

const hasRange = hasFields({ start: number, end: number })
const condition = optional(oneOf('plain', 'root', 'none'))
const sentence = optional(number)
const word: Check = (value, name) => (isObject(value) ? hasRange(value, name) : isWord(value, name))
const isWord = check(
  'the number of a word or its characters { start, end }',
  (value) => typeof value === 'number',
)
const located = (value: unknown, byRange: Check, byNumber: Check, name: string): void =>
  (isObject(value) && 'start' in value ? byRange : byNumber)(value, name)

const isTag = check(
  "a universal tag such as 'PUNCT', or a word",
  (value) => typeof value === 'string' && /^[A-Z]+$/.test(value),
)

const arc = {
  sentence,
  head: (value: unknown, name: string) => value === 'root' || word(value, name),
  dependent: word,
}

export const checkTextConstraints: Check = record({
  arcs: optional(listOf(record({ ...arc, deprel: optional(string) }))),
  forbidden: optional(listOf(record(arc))),
  labels: optional(
    listOf((value, name) =>
      located(
        value,
        hasFields({ start: number, end: number, deprel: string }),
        record({ sentence, word: number, deprel: string }),
        name,
      ),
    ),
  ),
  spans: optional(
    listOf((value, name) =>
      located(
        value,
        hasFields({ start: number, end: number, condition }),
        record({ sentence, first: number, last: number, condition }),
        name,
      ),
    ),
  ),
  roots: optional(
    listOf((value, name) => located(value, hasRange, record({ sentence, word: number }), name)),
  ),
  leaves: optional(
    listOf((leaf, name) =>
      isObject(leaf) ? located(leaf, hasRange, record({ sentence, word: number }), name) : isTag(leaf, name),
    ),
  ),
})
