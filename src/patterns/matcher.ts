/** Patterns over dependency trees and their search. Semgrex and spaCy patterns are compiled to this form. */
import type { Document } from '../document/document.ts'
import { Sentence, type Word } from '../document/sentence.ts'
import { unknownValues, type ExpectedValue, type KnownValues } from './known-values.ts'
import type { Relation } from './relations.ts'

/** A word of a pattern with its tests. */
export interface PatternNode {
  readonly test: (word: Word) => boolean
  /** The name of the word in matches. Nodes with the same name match the same word. */
  readonly name?: string
  readonly condition?: NodeCondition
}

/** A condition on the words related to a word. */
export type NodeCondition =
  | {
      readonly relation: Relation
      readonly node: PatternNode
    }
  | { readonly all: readonly NodeCondition[] }
  | { readonly any: readonly NodeCondition[] }
  /** Holds if the inner condition does not hold; names no words. */
  | { readonly not: NodeCondition }
  /** Always holds; names the words of the inner condition if that holds. */
  | { readonly optional: NodeCondition }

/** A place in a sentence where a pattern matches. */
export interface PatternMatch {
  readonly sentence: Sentence
  /** The word of the first node of the pattern. */
  readonly word: Word
  /** The words that the pattern names. */
  readonly words: Readonly<Record<string, Word>>
}

type Names = ReadonlyMap<string, Word>

/**
 * The maximum number of comparisons with words per sentence, and the additional number for each word of the sentence. Nested
 * conditions multiply the number.
 */
const MAX_STEPS = 1_000_000
const EXTRA_STEPS_PER_WORD = 10

/**
 * Finds a pattern in sentences.
 *
 * ```js
 * const matcher = matcherOf('{upos:VERB}=verb >obj {}=object')
 * for (const { sentence, words } of matcher.matches(document)) console.log(sentence.text, words.object.form)
 * ```
 */
export class Matcher {
  readonly #patterns: readonly PatternNode[]
  readonly #expected: readonly ExpectedValue[]

  /**
   * @param patterns the parts of the pattern. A match satisfies all parts, with the same words for the same names
   * @param expected the values of tags, labels and features that the patterns expect
   */
  constructor(patterns: readonly PatternNode[], expected: readonly ExpectedValue[]) {
    this.#patterns = patterns
    this.#expected = expected
  }

  /** A message for each tag, label and feature of the pattern that is not in `known`, with the nearest known value. */
  unknownValues(known: KnownValues): string[] {
    return unknownValues(this.#expected, known)
  }

  /**
   * The matches, ordered by sentence and by the word of the first node. Matches with the same named words are returned once.
   *
   * @throws RangeError if a sentence takes more than 1,000,000 steps plus 10 for each word
   */
  *matches(source: Document | Sentence): Generator<PatternMatch, void> {
    const [first, ...rest] = this.#patterns
    const relation: Relation = ({ sentence }) => sentence.words
    const all = rest.map((node) => ({ relation, node }))
    for (const sentence of source instanceof Sentence ? [source] : source) {
      const search = new Search(sentence.words.length)
      for (const word of sentence) {
        const seenKeys = new Set<string>()
        for (const matchNames of search.match(first, word, new Map()))
          for (const names of search.holds({ all }, word, matchNames)) {
            const ids = [...names].map(([name, { id }]) => `${name} ${id}`)
            const key = ids.sort().join()
            if (seenKeys.has(key)) continue
            seenKeys.add(key)
            yield { sentence, word, words: Object.fromEntries(names) }
          }
      }
    }
  }
}

class Search {
  readonly #most: number
  #steps = 0

  /** @param size the number of words of the sentence */
  constructor(size: number) {
    this.#most = MAX_STEPS + EXTRA_STEPS_PER_WORD * size
  }

  #step(): void {
    if (++this.#steps <= this.#most) return
    throw new RangeError(`the pattern takes more than ${this.#most} steps, expected a simpler one`)
  }

  /** Yields the names for each way in which `word` matches the node. */
  *match({ test, name, condition }: PatternNode, word: Word, names: Names): Generator<Names> {
    this.#step()
    const boundWord = name === undefined ? undefined : names.get(name)
    if ((boundWord && boundWord !== word) || !test(word)) return
    const newNames = name === undefined || boundWord ? names : new Map([...names, [name, word]])
    if (condition) yield* this.holds(condition, word, newNames)
    else yield newNames
  }

  /** Yields the names for each way in which a condition holds. */
  *holds(condition: NodeCondition, word: Word, names: Names): Generator<Names> {
    if ('relation' in condition)
      for (const other of condition.relation(word)) {
        this.#step()
        yield* this.match(condition.node, other, names)
      }
    else if ('any' in condition) for (const one of condition.any) yield* this.holds(one, word, names)
    else if ('all' in condition) {
      const [first, ...all] = condition.all
      if (!first) yield names
      else
        for (const matchNames of this.holds(first, word, names)) yield* this.holds({ all }, word, matchNames)
    } else {
      const other = 'not' in condition ? condition.not : condition.optional
      let isFound = false
      for (const matchNames of this.holds(other, word, names)) {
        isFound = true
        if ('not' in condition) break
        yield matchNames
      }
      if (!isFound) yield names
    }
  }
}
