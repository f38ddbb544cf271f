/** Noun phrases and clauses, read from Universal Dependencies. */
import { isA, topDown, type TaggedNode } from './tree-word.ts'

/** Words of a sentence, from left to right, and the one that heads them. */
export interface PhraseOf<Word> {
  readonly head: Word
  readonly words: readonly Word[]
}

/** The relations of words that belong to the noun phrase of their head: `John's old steam engine`. */
const NOMINAL = ['det', 'amod', 'nummod', 'clf', 'compound', 'flat', 'fixed', 'goeswith', 'nmod:poss']
/** The relations of words that belong to the phrase of a word that is not the head of the phrase: `very old`. */
const MODIFYING = ['advmod', 'case', 'cc', 'conj', 'punct', 'obl:npmod', 'obl:unmarked']
const CLAUSAL = ['ccomp', 'xcomp', 'advcl', 'acl', 'csubj', 'parataxis']

/**
 * The noun phrases that lie in no other one, from left to right: a noun, a proper noun, a pronoun or a number with its
 * determiners, adjectives, possessors and the parts of its name. Conjuncts, appositions and prepositional phrases are
 * phrases of their own. Takes linear time.
 */
export function nounPhrasesOf<Word extends TaggedNode<Word>>(words: readonly Word[]): PhraseOf<Word>[] {
  // The first and the last word of the phrase of each head.
  const ranges = new Map<Word, [first: number, last: number]>()
  const owners = new Map<Word, Word>()
  for (const word of topDown(words.filter(({ head }) => !head))) {
    const { head } = word
    const owner = head && owners.get(head)
    const isPart =
      owner &&
      (head === owner ? NOMINAL : [...NOMINAL, ...MODIFYING]).some((relation) => isA(word.deprel, relation))
    if (isPart) owners.set(word, owner)
    else if (/^(?:NOUN|PROPN|PRON|NUM|SYM)$/.test(word.upos)) owners.set(word, word)
    const own = owners.get(word)
    if (!own) continue
    const [first, last] = ranges.get(own) ?? [word.id, word.id]
    ranges.set(own, [Math.min(first, word.id), Math.max(last, word.id)])
  }
  const phrases: PhraseOf<Word>[] = []
  let covered = 0
  for (const [head, [first, last]] of [...ranges].sort(([, a], [, b]) => a[0] - b[0] || b[1] - a[1])) {
    if (last <= covered) continue
    covered = last
    phrases.push({ head, words: words.slice(first - 1, last) })
  }
  return phrases
}

/**
 * The clauses, ordered by their heads: a root, a clausal dependent (`ccomp`, `xcomp`, `advcl`, `acl`, `csubj`, `parataxis`),
 * or a conjunct of one with a subject, an auxiliary or the tag of a verb. Each word is in one clause, that of the nearest
 * such word above it. Takes linear time.
 */
export function clausesOf<Word extends TaggedNode<Word>>(words: readonly Word[]): PhraseOf<Word>[] {
  const clauses = new Map<Word, Word[]>()
  const owners = new Map<Word, Word>()
  for (const word of topDown(words.filter(({ head }) => !head))) {
    const { head, deprel, upos, children } = word
    const isPredicate =
      upos === 'VERB' || children.some((child) => /^(?:nsubj|csubj|cop|aux)(?::|$)/.test(child.deprel))
    const isClause =
      !head ||
      CLAUSAL.some((relation) => isA(deprel, relation)) ||
      (isA(deprel, 'conj') && clauses.has(head) && isPredicate)
    if (isClause) clauses.set(word, [])
    owners.set(word, isClause ? word : owners.get(head)!)
  }
  for (const word of words) clauses.get(owners.get(word)!)!.push(word)
  return [...clauses].map(([head, own]) => ({ head, words: own })).sort((a, b) => a.head.id - b.head.id)
}
