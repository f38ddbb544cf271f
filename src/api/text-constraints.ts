/** Constraints on the trees of a text, resolved to its sentences and words when it is cut. */
import type { Constraints, Span } from '../../parser/core/constraints.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { isSpace, type Characters } from '../pipeline/characters.ts'
import type { TextSentence } from '../pipeline/tokenizer.ts'
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
  type Check,
} from './arguments.ts'
import { SentenceWords } from './sentence-words.ts'

/** Which words of a span may have dependents outside: all (`plain`, default), only its root (`root`), or `none`. */
export type Condition = Span['condition']

/** An arc between two words of a sentence, given by their numbers. */
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
  readonly spans?: readonly (NumberedSpan | LocatedSpan)[]
  readonly roots?: readonly RootConstraint[]
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

export const checkTextConstraints: Check = record({
  arcs: optional(
    listOf(
      record({
        sentence,
        head: (value, name) => value === 'root' || word(value, name),
        dependent: word,
        deprel: optional(string),
      }),
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
})

interface MutableConstraints {
  readonly arcs: { head: number; dependent: number; label: number }[]
  readonly spans: Span[]
  root?: number
}

/** Adds one constraint to those of its sentence. */
type Add = (words: SentenceWords, constraints: MutableConstraints) => void

/** Resolves the constraints on a text, sentence by sentence. */
export class ConstraintResolver {
  readonly #text: string
  /** By the index of the sentence; and by the start of a range, in descending order. */
  readonly #numbered = new Map<number, Add[]>()
  readonly #located: { readonly start: number; readonly add: Add }[] = []
  /** The index of the next sentence. */
  #index = 0

  /** Throws TypeError, and RangeError for characters, sentences or labels that do not exist. */
  constructor(text: string, constraints: TextConstraints, labels: Symbols) {
    checkTextConstraints(constraints, 'constraints')
    this.#text = text
    for (const arc of constraints.arcs ?? []) {
      const label = arc.deprel === undefined ? -1 : labels.id(arc.deprel)
      if (arc.deprel !== undefined && label < 0)
        throw new RangeError(`a constraint has the label '${arc.deprel}', expected a label of the model`)
      const head = arc.head === 'root' ? 0 : this.#reference(arc.head)
      const dependent = this.#reference(arc.dependent)
      this.#schedule(arc, dependent, (words, { arcs }) => {
        arcs.push({ head: head === 0 ? 0 : words.number(head), dependent: words.number(dependent), label })
      })
    }
    for (const span of constraints.spans ?? []) {
      const { condition = 'plain' } = span
      const range = 'start' in span ? this.#trim(span) : undefined
      this.#schedule(span, range, (words, { spans }) => {
        const { first, last } = 'start' in span ? words.inRange(range!) : words.between(span.first, span.last)
        spans.push({ first, last, condition })
      })
    }
    for (const root of constraints.roots ?? []) {
      const reference = 'start' in root ? this.#trim(root) : root.word
      this.#schedule(root, reference, (words, constraints) => {
        const word = words.number(reference)
        if (constraints.root !== undefined && constraints.root !== word)
          throw new RangeError(`constraints make both word ${constraints.root} and word ${word} the root`)
        constraints.root = word
      })
    }
    this.#located.sort((one, other) => other.start - one.start)
  }

  /** The constraints on the next sentence, if any. Throws RangeError for words that do not exist and bad ranges. */
  next(sentence: TextSentence): Constraints | undefined {
    const index = this.#index++
    const pending = this.#numbered.get(index) ?? []
    this.#numbered.delete(index)
    const located = this.#located
    while (located.length > 0 && located[located.length - 1].start < sentence.end)
      pending.push(located.pop()!.add)
    if (pending.length === 0) return undefined
    const words = new SentenceWords(this.#text, sentence, index)
    const constraints: MutableConstraints = { arcs: [], spans: [] }
    for (const add of pending) add(words, constraints)
    return constraints
  }

  /** Ends the text. Throws RangeError if there are constraints on a sentence that does not exist. */
  finish(): void {
    for (const index of this.#numbered.keys())
      throw new RangeError(
        `a constraint refers to sentence ${index}, but the text has only ${this.#index} sentences`,
      )
  }

  /** @param reference the word or range that determines the sentence, if it is given by its characters */
  #schedule(
    constraint: NumberedArc | LocatedArc | NumberedSpan | LocatedSpan | RootConstraint,
    reference: number | Characters | undefined,
    add: Add,
  ): void {
    const sentence = ('sentence' in constraint ? constraint.sentence : undefined) ?? 0
    if (typeof reference === 'object') this.#located.push({ start: reference.start, add })
    else if (!Number.isInteger(sentence) || sentence < 0)
      throw new RangeError(`a constraint refers to sentence ${sentence}, expected a whole number from 0`)
    else this.#numbered.set(sentence, [...(this.#numbered.get(sentence) ?? []), add])
  }

  #reference(word: number | Characters): number | Characters {
    return typeof word === 'object' ? this.#trim(word) : word
  }

  /** A range without the white space at its ends. */
  #trim({ start, end }: Characters): Characters {
    const text = this.#text
    const isIn = (offset: number): boolean => Number.isInteger(offset) && offset >= 0 && offset <= text.length
    if (!isIn(start) || !isIn(end) || start >= end)
      throw new RangeError(
        `a constraint refers to characters ${start}-${end}, expected a range within 0-${text.length}`,
      )
    let [first, last] = [start, end]
    while (first < last && isSpace(text.charCodeAt(first))) first++
    while (last > first && isSpace(text.charCodeAt(last - 1))) last--
    if (first < last) return { start: first, end: last }
    throw new RangeError(`a constraint refers to characters ${start}-${end}, which are white space`)
  }
}
