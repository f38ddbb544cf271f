/** Relations between two words of a tree: the operators of Semgrex and of spaCy's DependencyMatcher. */
import type { Word } from '../document/sentence.ts'

/** Returns the words that are in a relation to `word`. */
export type Relation = (word: Word) => readonly Word[]

const before = (word: Word): readonly Word[] => word.sentence.words.slice(0, word.id - 1)
const after = (word: Word): readonly Word[] => word.sentence.words.slice(word.id)
const headOf = ({ head }: Word): readonly Word[] => (head ? [head] : [])
const childrenOf = ({ children }: Word): readonly Word[] => children
const descendantsOf = (word: Word): readonly Word[] => word.subtree.words.filter((other) => other !== word)
const ancestorsOf = ({ ancestors }: Word): readonly Word[] => ancestors
/** The siblings of a word (dependents of the same head) on one side of the word. Roots have no siblings. */
const siblingsOn = (side: -1 | 1): Relation => {
  return (word) => {
    const siblings = word.head?.children ?? []
    let [from, to] = [0, siblings.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (siblings[middle].id < word.id) from = middle + 1
      else to = middle
    }
    return side < 0 ? siblings.slice(0, from) : siblings.slice(from + 1)
  }
}

/** Restricts a relation to words on one side of the word. */
const onSide = (relation: Relation, side: -1 | 1): Relation => {
  return (word) => relation(word).filter(({ id }) => (id - word.id) * side > 0)
}

/** The adjacent word on one side, if the condition holds. */
const neighbor = (side: -1 | 1, holds: (word: Word, other: Word) => boolean = () => true): Relation => {
  return (word) => {
    const other = word.sentence.words[word.id - 1 + side]
    return other && holds(word, other) ? [other] : []
  }
}
const isSibling = (word: Word, other: Word): boolean => word.head !== undefined && word.head === other.head

/** The relations with the same symbol and meaning in both languages. */
const sharedRelations: Readonly<Record<string, Relation>> = {
  '<': headOf,
  '>': childrenOf,
  '<<': ancestorsOf,
  '>>': descendantsOf,
  '.': neighbor(1),
  '$+': neighbor(1, isSibling),
  '$-': neighbor(-1, isSibling),
  '$++': siblingsOn(1),
  '$--': siblingsOn(-1),
  '>++': onSide(childrenOf, 1),
  '>--': onSide(childrenOf, -1),
  '<++': onSide(headOf, 1),
  '<--': onSide(headOf, -1),
}

/** The operators of Semgrex: https://nlp.stanford.edu/nlp/javadoc/javanlp/edu/stanford/nlp/semgraph/semgrex/SemgrexPattern.html */
export const semgrexRelations: Readonly<Record<string, Relation>> = {
  ...sharedRelations,
  '<>': (word) => [...headOf(word), ...childrenOf(word)],
  '==': (word) => [word],
  '-': neighbor(-1),
  '..': after,
  '--': before,
}

/** The operators of spaCy: https://spacy.io/api/dependencymatcher#operators */
export const spacyRelations: Readonly<Record<string, Relation>> = {
  ...sharedRelations,
  '.*': after,
  ';': neighbor(-1),
  ';*': before,
  '>+': neighbor(1, (word, other) => other.head === word),
  '>-': neighbor(-1, (word, other) => other.head === word),
  '<+': neighbor(1, (word, other) => word.head === other),
  '<-': neighbor(-1, (word, other) => word.head === other),
}
