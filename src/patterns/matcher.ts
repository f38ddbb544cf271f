/** Patterns over dependency trees, and the search for them. Semgrex and spaCy's patterns are compiled to this form. */
import type { Document } from '../document/document.ts'
import { Sentence, type Word } from '../document/sentence.ts'
import { unknownValues, type ExpectedValue, type KnownValues } from './known-values.ts'
import type { Relation } from './relations.ts'

/** A word of a pattern, and what has to hold around it. */
export interface PatternNode {
  readonly test: (word: Word) => boolean
  /** The name of the word in matches; two nodes with one name are one word. */
  readonly name?: string
  readonly condition?: NodeCondition
}

/** What has to hold around a word. */
export type NodeCondition =
  | {
      readonly relation: Relation
      readonly node: PatternNode
    }
  | { readonly all: readonly NodeCondition[] }
  | { readonly any: readonly NodeCondition[] }
  /** Holds if the other condition does not; names no words. */
  | { readonly not: NodeCondition }
  /** Holds in any case; names the words of the other condition if that holds. */
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

/** The most words that a pattern is compared with in a sentence, and how many more for each word: nested conditions multiply. */
const MOST_STEPS = 1_000_000
const STEPS_OF_WORD = 10

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
   * @param patterns a match has to match all of them, with the same words for the same names
   * @param expected the values of tags, labels and features that they expect
   */
  constructor(patterns: readonly PatternNode[], expected: readonly ExpectedValue[]) {
    this.#patterns = patterns
    this.#expected = expected
  }

  /** The tags, labels and features of the pattern that are not `known`: a message for each, with the nearest known one. */
  unknownValues(known: KnownValues): string[] {
    return unknownValues(this.#expected, known)
  }

  /**
   * The matches, ordered by sentence and by the word of the first node. Matches that differ in no named word are one.
   *
   * @throws RangeError if the pattern takes more than 1,000,000 steps and 10 for each word in a sentence
   */
  *matches(where: Document | Sentence): Generator<PatternMatch, void> {
    const [first, ...rest] = this.#patterns
    const relation: Relation = ({ sentence }) => sentence.words
    const all = rest.map((node) => ({ relation, node }))
    for (const sentence of where instanceof Sentence ? [where] : where) {
      const search = new Search(sentence.words.length)
      for (const word of sentence) {
        const seen = new Set<string>()
        for (const found of search.match(first, word, new Map()))
          for (const names of search.holds({ all }, word, found)) {
            const ids = [...names].map(([name, { id }]) => `${name} ${id}`)
            const key = ids.sort().join()
            if (seen.has(key)) continue
            seen.add(key)
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
    this.#most = MOST_STEPS + STEPS_OF_WORD * size
  }

  #step(): void {
    if (++this.#steps <= this.#most) return
    throw new RangeError(`the pattern takes more than ${this.#most} steps, expected a simpler one`)
  }

  /** The names of each way in which `word` can be the node. */
  *match({ test, name, condition }: PatternNode, word: Word, names: Names): Generator<Names> {
    this.#step()
    const known = name === undefined ? undefined : names.get(name)
    if ((known && known !== word) || !test(word)) return
    const named = name === undefined || known ? names : new Map([...names, [name, word]])
    if (condition) yield* this.holds(condition, word, named)
    else yield named
  }

  /** The names of each way in which a condition holds. */
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
      else for (const found of this.holds(first, word, names)) yield* this.holds({ all }, word, found)
    } else {
      const other = 'not' in condition ? condition.not : condition.optional
      let isFound = false
      for (const found of this.holds(other, word, names)) {
        isFound = true
        if ('not' in condition) break
        yield found
      }
      if (!isFound) yield names
    }
  }
}
