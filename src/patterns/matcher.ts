/** Patterns over dependency trees, and the search for them. Semgrex and spaCy's patterns are compiled to this form. */
import type { Document } from '../api/document.ts'
import { Sentence, type Word } from '../api/sentence.ts'
import type { Relation } from './relations.ts'

/** A word of a pattern, and what has to hold around it. */
export interface PatternNode {
  readonly test: (word: Word) => boolean
  /** The name of the word in matches; two nodes with one name are one word. */
  readonly name?: string
  readonly condition?: Condition
}

/** What has to hold around a word. */
export type Condition =
  | {
      readonly relation: Relation
      /** Whether the arc between the two words has the label of the pattern. Default: any label. */
      readonly isLabelled?: (word: Word, other: Word) => boolean
      readonly node: PatternNode
    }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  /** Holds if the other condition does not; names no words. */
  | { readonly not: Condition }
  /** Holds in any case; names the words of the other condition if that holds. */
  | { readonly optional: Condition }

/** A place in a sentence where a pattern matches. */
export interface PatternMatch {
  readonly sentence: Sentence
  /** The word of the first node of the pattern. */
  readonly word: Word
  /** The words that the pattern names. */
  readonly words: Readonly<Record<string, Word>>
}

type Names = ReadonlyMap<string, Word>

/** The most words that a pattern is compared with in a sentence: nested conditions multiply. */
const MOST_STEPS = 1_000_000

/** Finds a pattern in sentences. */
export class Matcher {
  readonly #patterns: readonly PatternNode[]

  /** @param patterns a match has to match all of them, with the same words for the same names */
  constructor(patterns: readonly PatternNode[]) {
    this.#patterns = patterns
  }

  /**
   * The matches, ordered by sentence and by the word of the first node. Matches that differ in no named word are one.
   *
   * @throws RangeError if the pattern takes more than 1,000,000 steps in a sentence
   */
  *matches(where: Document | Sentence): Generator<PatternMatch, void> {
    const [first, ...rest] = this.#patterns
    const relation: Relation = ({ sentence }) => sentence.words
    const all = rest.map((node) => ({ relation, node }))
    for (const sentence of where instanceof Sentence ? [where] : where) {
      const search = new Search()
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
  #steps = 0

  #step(): void {
    if (++this.#steps <= MOST_STEPS) return
    throw new RangeError(`the pattern takes more than ${MOST_STEPS} steps, expected a simpler one`)
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
  *holds(condition: Condition, word: Word, names: Names): Generator<Names> {
    if ('relation' in condition)
      for (const other of condition.relation(word)) {
        this.#step()
        if (condition.isLabelled?.(word, other) !== false) yield* this.match(condition.node, other, names)
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

/** A regular expression of a pattern. Throws RangeError for an invalid one. */
export function regularExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch (error) {
    throw new RangeError(`/${source}/ is not a regular expression: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
