/** Relations between two words of a tree, as the operators of Semgrex and of spaCy's DependencyMatcher. */
import type { Word } from '../document/sentence.ts'

/** The words that are in a relation to `word`, at most as many as the sentence has. */
export type Relation = (word: Word) => readonly Word[]

const before = (word: Word): readonly Word[] => word.sentence.words.slice(0, word.id - 1)
const after = (word: Word): readonly Word[] => word.sentence.words.slice(word.id)
const headOf = ({ head }: Word): readonly Word[] => (head ? [head] : [])
const childrenOf = ({ children }: Word): readonly Word[] => children
const descendantsOf = (word: Word): readonly Word[] => word.subtree.words.filter((other) => other !== word)
const ancestorsOf = ({ ancestors }: Word): readonly Word[] => ancestors
/** The dependents of the head of a word on one side of the word. Roots are no siblings. */
const siblingsOn = (side: -1 | 1): Relation => {
  return (word) => {
    const all = word.head?.children ?? []
    let [from, to] = [0, all.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (all[middle].id < word.id) from = middle + 1
      else to = middle
    }
    return side < 0 ? all.slice(0, from) : all.slice(from + 1)
  }
}

/** Those of a relation that are on one side of the word. */
const onSide = (relation: Relation, side: -1 | 1): Relation => {
  return (word) => relation(word).filter(({ id }) => (id - word.id) * side > 0)
}

/** The word next to a word, if it is in a relation to it. */
const neighbor = (side: -1 | 1, holds: (word: Word, other: Word) => boolean = () => true): Relation => {
  return (word) => {
    const other = word.sentence.words[word.id - 1 + side]
    return other && holds(word, other) ? [other] : []
  }
}
const isSibling = (word: Word, other: Word): boolean => word.head !== undefined && word.head === other.head

/** The relations of both languages that have the same symbol and the same meaning. */
const common: Readonly<Record<string, Relation>> = {
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
  ...common,
  '<>': (word) => [...headOf(word), ...childrenOf(word)],
  '==': (word) => [word],
  '-': neighbor(-1),
  '..': after,
  '--': before,
}

/** The operators of spaCy: https://spacy.io/api/dependencymatcher#operators */
export const spacyRelations: Readonly<Record<string, Relation>> = {
  ...common,
  '.*': after,
  ';': neighbor(-1),
  ';*': before,
  '>+': neighbor(1, (word, other) => other.head === word),
  '>-': neighbor(-1, (word, other) => other.head === word),
  '<+': neighbor(1, (word, other) => word.head === other),
  '<-': neighbor(-1, (word, other) => word.head === other),
}
