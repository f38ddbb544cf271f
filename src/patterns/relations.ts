/** Relations between two words of a tree, as the operators of Semgrex and of spaCy's DependencyMatcher. */
import type { Word } from '../api/sentence.ts'

/** The words that are in a relation to `word`. */
export type Relation = (word: Word) => readonly Word[]

const before = (word: Word): readonly Word[] => word.sentence.words.slice(0, word.id - 1)
const after = (word: Word): readonly Word[] => word.sentence.words.slice(word.id)
const headOf = ({ head }: Word): readonly Word[] => (head ? [head] : [])
const childrenOf = ({ children }: Word): readonly Word[] => children
const descendantsOf = (word: Word): readonly Word[] => word.subtree.filter((other) => other !== word)
const ancestorsOf = ({ ancestors }: Word): readonly Word[] => ancestors
/** The dependents of the head of a word, without the word. Roots are no siblings. */
const siblingsOf = (word: Word): readonly Word[] =>
  (word.head?.children ?? []).filter((other) => other !== word)

/** Those of a relation that are on one side of the word, `distance` words away if it is given. */
function beside(relation: Relation, side: -1 | 1, distance?: number): Relation {
  return (word) =>
    relation(word).filter(({ id }) =>
      distance === undefined ? (id - word.id) * side > 0 : id - word.id === side * distance,
    )
}

/** The relations of both languages that have the same symbol and the same meaning. */
const common: Readonly<Record<string, Relation>> = {
  '<': headOf,
  '>': childrenOf,
  '<<': ancestorsOf,
  '>>': descendantsOf,
  '.': beside(after, 1, 1),
  '$+': beside(siblingsOf, 1, 1),
  '$-': beside(siblingsOf, -1, 1),
  '$++': beside(siblingsOf, 1),
  '$--': beside(siblingsOf, -1),
  '>++': beside(childrenOf, 1),
  '>--': beside(childrenOf, -1),
  '<++': beside(headOf, 1),
  '<--': beside(headOf, -1),
}

/** The operators of Semgrex: https://nlp.stanford.edu/nlp/javadoc/javanlp/edu/stanford/nlp/semgraph/semgrex/SemgrexPattern.html */
export const semgrexRelations: Readonly<Record<string, Relation>> = {
  ...common,
  '<>': (word) => [...headOf(word), ...childrenOf(word)],
  '==': (word) => [word],
  '-': beside(before, -1, 1),
  '..': after,
  '--': before,
}

/** The operators of spaCy: https://spacy.io/api/dependencymatcher#operators */
export const spacyRelations: Readonly<Record<string, Relation>> = {
  ...common,
  '.*': after,
  ';': beside(before, -1, 1),
  ';*': before,
  '>+': beside(childrenOf, 1, 1),
  '>-': beside(childrenOf, -1, 1),
  '<+': beside(headOf, 1, 1),
  '<-': beside(headOf, -1, 1),
}
