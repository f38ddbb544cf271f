/** Resolves the constraints on a text to words, sentence by sentence. */
import { type Constraints, type Span, withTaggedLeaves } from '../../parser/core/constraints.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { isSpace } from '../pipeline/characters.ts'
import type { Characters, TextSentence } from '../sentence/text-sentence.ts'
import {
  type LocatedArc,
  type LocatedSpan,
  type NumberedArc,
  type NumberedSpan,
  type RootConstraint,
  type TextConstraints,
} from './text-constraints.ts'

interface MutableConstraints {
  readonly forbidden: { head: number; dependent: number }[]
  readonly labels: { dependent: number; label: number }[]
  readonly leaves: number[]
  readonly arcs: { head: number; dependent: number; label: number }[]
  readonly spans: Span[]
  root?: number
}

/** Adds one constraint to the constraints of its sentence. */
type AddConstraint = (words: WordFinder, constraints: MutableConstraints) => void

/** Resolves the constraints on a text. Call `next` for each sentence, then `finish`. */
export class ConstraintResolver {
  readonly #text: string
  /** Pending constraints by sentence index, and by the start of a range in descending order. */
  readonly #numbered = new Map<number, AddConstraint[]>()
  readonly #located: { readonly start: number; readonly add: AddConstraint }[] = []
  /** The tags whose words have no dependents. */
  readonly #leaves: ReadonlySet<string>
  /** The index of the next sentence. */
  #index = 0

  /** @throws RangeError for characters, sentences or labels that do not exist */
  constructor(text: string, constraints: TextConstraints, labels: Symbols) {
    this.#text = text
    const labelOf = (deprel: string | undefined): number => {
      const label = deprel === undefined ? -1 : labels.id(deprel)
      if (deprel === undefined || label >= 0) return label
      throw new RangeError(`a constraint has the label '${deprel}', expected a label of the model`)
    }
    const readArcs = (given: TextConstraints['arcs'] = [], list: 'arcs' | 'forbidden'): void => {
      for (const arc of given) {
        const label = labelOf(arc.deprel)
        const head = arc.head === 'root' ? 0 : this.#reference(arc.head)
        const dependent = this.#reference(arc.dependent)
        this.#schedule(arc, dependent, (words, constraints) => {
          const ends = { head: head === 0 ? 0 : words.number(head), dependent: words.number(dependent) }
          constraints[list].push({ ...ends, label })
        })
      }
    }
    readArcs(constraints.arcs, 'arcs')
    readArcs(constraints.forbidden, 'forbidden')
    for (const one of constraints.labels ?? []) {
      const label = labelOf(one.deprel)
      const reference = 'start' in one ? this.#trim(one) : one.word
      this.#schedule(one, reference, (words, { labels }) => {
        labels.push({ dependent: words.number(reference), label })
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
    const { leaves = [] } = constraints
    this.#leaves = new Set(leaves.filter((leaf) => typeof leaf === 'string'))
    for (const leaf of leaves) {
      if (typeof leaf === 'string') continue
      const range = 'start' in leaf ? this.#trim(leaf) : undefined
      this.#schedule(leaf, range, (words, { leaves }) => {
        const { first, last } = 'start' in leaf ? words.inRange(range!) : words.between(leaf.word, leaf.word)
        for (let word = first; word <= last; word++) leaves.push(word)
      })
    }
    this.#located.sort((one, other) => other.start - one.start)
  }

  /**
   * The constraints on the next sentence (already tagged), if any. Throws RangeError for words that do not exist and invalid
   * ranges.
   */
  next(sentence: TextSentence): Constraints | undefined {
    const index = this.#index++
    const pending = this.#numbered.get(index) ?? []
    this.#numbered.delete(index)
    const located = this.#located
    while (located.length > 0 && located[located.length - 1].start < sentence.end)
      pending.push(located.pop()!.add)
    if (pending.length === 0 && this.#leaves.size === 0) return undefined
    const words = new WordFinder(this.#text, sentence, index)
    const constraints: MutableConstraints = { arcs: [], forbidden: [], labels: [], spans: [], leaves: [] }
    for (const add of pending) add(words, constraints)
    return withTaggedLeaves(constraints, this.#leaves, sentence.size, (word) => sentence.upos(word))
  }

  /** Ends the text. Throws RangeError if constraints refer to a sentence that does not exist. */
  finish(): void {
    for (const index of this.#numbered.keys())
      throw new RangeError(
        `a constraint refers to sentence ${index}, but the text has only ${this.#index} sentences`,
      )
  }

  /** @param reference the number or range of the word; a range determines the sentence */
  #schedule(
    constraint: NumberedArc | LocatedArc | NumberedSpan | LocatedSpan | RootConstraint,
    reference: number | Characters | undefined,
    add: AddConstraint,
  ): void {
    const sentence = ('sentence' in constraint ? constraint.sentence : undefined) ?? 0
    if (typeof reference === 'object') this.#located.push({ start: reference.start, add })
    else if (!Number.isInteger(sentence) || sentence < 0)
      throw new RangeError(`a constraint refers to sentence ${sentence}, expected a whole number from 0`)
    else {
      const pendingConstraints = this.#numbered.get(sentence)
      if (pendingConstraints) pendingConstraints.push(add)
      else this.#numbered.set(sentence, [add])
    }
  }

  #reference(word: number | Characters): number | Characters {
    return typeof word === 'object' ? this.#trim(word) : word
  }

  /** The range without white space at both ends. Throws RangeError for an invalid range. */
  #trim({ start, end }: Characters): Characters {
    const text = this.#text
    const isOffset = (offset: number): boolean =>
      Number.isInteger(offset) && offset >= 0 && offset <= text.length
    if (!isOffset(start) || !isOffset(end) || start >= end)
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

/** Finds words of a sentence by their numbers or characters. All methods throw RangeError if there is no such word. */
class WordFinder {
  readonly #text: string
  readonly #index: number
  readonly #sentence: TextSentence

  constructor(text: string, sentence: TextSentence, index: number) {
    this.#text = text
    this.#index = index
    this.#sentence = sentence
  }

  number(word: number | Characters): number {
    if (typeof word === 'object') {
      const { first, last } = this.inRange(word)
      if (first === last) return first
      throw new RangeError(`${this.#quote(word)} covers ${last - first + 1} words, expected one`)
    }
    const { size } = this.#sentence
    if (Number.isInteger(word) && word >= 1 && word <= size) return word
    throw new RangeError(
      `a constraint refers to word ${word} of sentence ${this.#index}, expected a whole number from 1 to ${size}`,
    )
  }

  between(first: number, last: number): { readonly first: number; readonly last: number } {
    this.number(first)
    this.number(last)
    if (first > last) throw new RangeError(`the span ${first}-${last} ends before it begins`)
    return { first, last }
  }

  inRange(range: Characters): { readonly first: number; readonly last: number } {
    if (range.end > this.#sentence.end)
      throw new RangeError(`${this.#quote(range)} goes beyond the end of sentence ${this.#index}`)
    let [first, last] = [0, 0]
    for (let word = 1; word <= this.#sentence.size; word++) {
      const [start, end] = [this.#sentence.startOf(word), this.#sentence.endOf(word)]
      if (end <= range.start || start >= range.end) continue
      if (start < range.start || end > range.end)
        throw new RangeError(`${this.#quote(range)} cuts a word: ${this.#quote({ start, end })}`)
      if (first === 0) first = word
      last = word
    }
    if (first > 0) return { first, last }
    throw new RangeError(`${this.#quote(range)} is not a word`)
  }

  #quote({ start, end }: Characters): string {
    const quoted = this.#text.slice(start, end)
    return `'${quoted.length > 40 ? `${quoted.slice(0, 39)}…` : quoted}' (characters ${start}-${end})`
  }
}
