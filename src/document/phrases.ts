/**
 * Extracts noun phrases, clauses and triples of subject, verb and object from Universal Dependencies trees. Words are given
 * by number.
 */
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'

/** Words of a sentence, from left to right, and their head. */
export interface PhraseOf<Word> {
  readonly head: Word
  readonly words: readonly Word[]
}

/** Properties of the verb of a triple. */
export interface Mood<Word> {
  /** Whether the verb or the verb that governs it as xcomp is negated: `did not buy`, `did not want to buy`. */
  readonly negated: boolean
  /** Whether the sentence ends with a question mark. */
  readonly question: boolean
  /** Whether the verb is in a condition or depends on a condition: `if Mary buys, John reads`. */
  readonly condition: boolean
  /** The modal auxiliary, such as `might` in `might buy`. */
  readonly modal: Word | undefined
  /** The verb of which the triple is a complement, so that the triple may be untrue: `wanted` in `wanted to buy`. */
  readonly within: Word | undefined
}

export interface TripleOf<Word> extends Mood<Word> {
  readonly subject: Word
  readonly verb: Word
  readonly object: Word
  /** The preposition of the object; undefined for direct objects and predicates. */
  readonly preposition: Word | undefined
}

/** For each word: its dependents in sentence order. Index 0: the roots. */
export type Dependents = readonly (readonly number[])[]

/** Whether a label is equal to a relation or is a subtype of it. */
function isSubtypeOf(deprel: string, relation: string): boolean {
  return deprel === relation || deprel.startsWith(`${relation}:`)
}

/** The words of the subtrees of the words `tops`. Heads precede their dependents. */
function topDown(dependents: Dependents, tops: readonly number[]): number[] {
  const order = [...tops]
  for (const word of order) for (const dependent of dependents[word]) order.push(dependent)
  return order
}

/** The ancestors of a word from its head to the root; empty for a root. */
export function ancestorsOf(head: Int32Array, word: number): number[] {
  const ancestors: number[] = []
  for (let ancestor = head[word]; ancestor > 0; ancestor = head[ancestor]) ancestors.push(ancestor)
  return ancestors
}

/** The shortest path from one word to another, with both words; undefined if they have different roots. */
export function pathBetween(head: Int32Array, from: number, to: number): number[] | undefined {
  const pathDown = [to, ...ancestorsOf(head, to)]
  const indices = new Map(pathDown.map((word, index) => [word, index]))
  const pathUp: number[] = []
  for (const word of [from, ...ancestorsOf(head, from)]) {
    const index = indices.get(word)
    if (index !== undefined) return [...pathUp, ...pathDown.slice(0, index + 1).reverse()]
    pathUp.push(word)
  }
  return undefined
}

/** The relations of dependents that belong to the noun phrase of their head: `John's old steam engine`. */
const NOMINAL_RELATIONS = [
  'det',
  'amod',
  'nummod',
  'clf',
  'compound',
  'flat',
  'fixed',
  'goeswith',
  'nmod:poss',
]
/** The additional relations of dependents that belong to the phrase if their head is not the head of the phrase: `very old`. */
const MODIFYING_RELATIONS = ['advmod', 'case', 'cc', 'conj', 'punct', 'obl:npmod', 'obl:unmarked']
const CLAUSAL_RELATIONS = ['ccomp', 'xcomp', 'advcl', 'acl', 'csubj', 'parataxis']

/**
 * The noun phrases that are not inside another noun phrase, from left to right: a noun, proper noun, pronoun or number with
 * its determiners, adjectives, possessors and parts of names. Conjuncts, appositions and prepositional phrases are separate
 * phrases. Takes linear time.
 */
export function nounPhrasesOf(sentence: AnnotatedSentence, dependents: Dependents): PhraseOf<number>[] {
  const phrases: PhraseOf<number>[] = []
  let covered = 0
  const ranges = [...nominalRanges(sentence, dependents)]
  for (const [head, [first, last]] of ranges.sort(([, a], [, b]) => a[0] - b[0] || b[1] - a[1])) {
    if (last <= covered) continue
    covered = last
    phrases.push({ head, words: range(first, last) })
  }
  return phrases
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** The first and the last word of the noun phrase of each head, including nested noun phrases. */
export function nominalRanges(
  sentence: AnnotatedSentence,
  dependents: Dependents,
): Map<number, [first: number, last: number]> {
  const ranges = new Map<number, [first: number, last: number]>()
  const owners = new Map<number, number>()
  for (const word of topDown(dependents, dependents[0])) {
    const head = sentence.head[word]
    const owner = owners.get(head)
    const relations = head === owner ? NOMINAL_RELATIONS : [...NOMINAL_RELATIONS, ...MODIFYING_RELATIONS]
    const isPart =
      owner !== undefined && relations.some((relation) => isSubtypeOf(sentence.deprel(word), relation))
    if (isPart) owners.set(word, owner)
    else if (/^(?:NOUN|PROPN|PRON|NUM|SYM)$/.test(sentence.upos(word))) owners.set(word, word)
    const phraseHead = owners.get(word)
    if (phraseHead === undefined) continue
    const [first, last] = ranges.get(phraseHead) ?? [word, word]
    ranges.set(phraseHead, [Math.min(first, word), Math.max(last, word)])
  }
  return ranges
}

/**
 * The clauses, ordered by their heads. The head of a clause is a root, a clausal dependent (`ccomp`, `xcomp`, `advcl`,
 * `acl`, `csubj`, `parataxis`), or a conjunct of a clause head with a subject, an auxiliary or the tag VERB. Each word
 * belongs to the clause of its nearest ancestor that is a clause head. Takes linear time.
 */
export function clausesOf(sentence: AnnotatedSentence, dependents: Dependents): PhraseOf<number>[] {
  const clauses = new Map<number, number[]>()
  const owners: number[] = []
  for (const word of topDown(dependents, dependents[0])) {
    const [head, deprel] = [sentence.head[word], sentence.deprel(word)]
    const isPredicate =
      sentence.upos(word) === 'VERB' ||
      dependents[word].some((dependent) => /^(?:nsubj|csubj|cop|aux)(?::|$)/.test(sentence.deprel(dependent)))
    const isClause =
      head === 0 ||
      CLAUSAL_RELATIONS.some((relation) => isSubtypeOf(deprel, relation)) ||
      (isSubtypeOf(deprel, 'conj') && clauses.has(head) && isPredicate)
    if (isClause) clauses.set(word, [])
    owners[word] = isClause ? word : owners[head]
  }
  for (let word = 1; word <= sentence.size; word++) clauses.get(owners[word])!.push(word)
  return [...clauses].map(([head, words]) => ({ head, words })).sort((a, b) => a.head - b.head)
}

/** The active and passive subjects of a verb. */
interface Subjects {
  readonly active: readonly number[]
  readonly passive: readonly number[]
}

/**
 * Subject, verb and object:
 *
 *   Clara saw Bruno            nsubj and obj of a verb                          Clara, saw, Bruno
 *   Bruno was seen by Clara    obl:agent is the subject, nsubj:pass the object    Clara, seen, Bruno
 *   Clara lives in Paris       an oblique with a preposition                    Clara, lives, Paris (in)
 *   Clara is a doctor          the copula is the verb of its predicate            Clara, is, doctor
 *   the dog that bit Bruno     a relative pronoun is replaced by its antecedent      dog, bit, Bruno
 *   Clara came and saw Bruno   a conjunct without a subject has the subject of the first verb    Clara, saw, Bruno
 *   Clara wants to see Bruno   the subject of an xcomp is the object of its verb, or else the subject    Clara, see, Bruno
 *   Clara and Ida saw Bruno    conjuncts of subjects and objects also count     also Ida, saw, Bruno
 *
 * Every triple has all three parts. Subtypes of a relation count as the relation, except `nsubj:outer`. Conjuncts do not
 * share objects. The triples are ordered by verb. Takes time linear in the number of words and triples.
 */
export function triplesOf(sentence: AnnotatedSentence, dependents: Dependents): TripleOf<number>[] {
  const dependentsWith = (head: number, relation: string): number[] =>
    dependents[head].filter((word) => isSubtypeOf(sentence.deprel(word), relation))
  const subjectsByVerb: Subjects[] = []
  const moods: Mood<number>[] = []
  const isQuestion = endsWithQuestionMark(sentence)
  const triples: TripleOf<number>[] = []

  function subjectsOf(verb: number): Subjects {
    const [head, deprel] = [sentence.head[verb], sentence.deprel(verb)]
    const passive = dependentsWith(verb, 'nsubj:pass')
    const active = dependentsWith(verb, 'nsubj').filter(
      (word) => !['nsubj:pass', 'nsubj:outer'].includes(sentence.deprel(word)),
    )
    if (passive.length > 0 || active.length > 0 || head === 0) return { active, passive }
    const subjectsOfHead = subjectsByVerb[head]
    const headSubjects = [...subjectsOfHead.active, ...subjectsOfHead.passive]
    if (isSubtypeOf(deprel, 'xcomp')) {
      const objects = dependentsWith(head, 'obj')
      return { active: objects.length > 0 ? objects : headSubjects, passive }
    }
    // Participles without an auxiliary are often tagged as adjectives; adjectives do not share subjects.
    if (!isSubtypeOf(deprel, 'conj') || !['VERB', 'AUX', '_'].includes(sentence.upos(verb)))
      return { active, passive }
    if (dependentsWith(verb, 'aux:pass').length > 0) return { active: [], passive: headSubjects }
    // A verb with an object is active, even if the first conjunct is passive.
    return dependentsWith(verb, 'obj').length > 0 ? { active: headSubjects, passive: [] } : subjectsOfHead
  }

  /** The words that a word of a clause refers to: the word, or the antecedent of a relative pronoun, with all conjuncts. */
  function referentsOf(word: number, verb: number): number[] {
    const head = sentence.head[verb]
    const isRelative =
      head > 0 &&
      isSubtypeOf(sentence.deprel(verb), 'acl') &&
      sentence.feats(word).split('|').includes('PronType=Rel')
    const words = [isRelative ? head : word]
    // The list grows during the iteration.
    for (const one of words) for (const other of dependentsWith(one, 'conj')) words.push(other)
    return words
  }

  function moodOf(verb: number): Mood<number> {
    const [head, deprel] = [sentence.head[verb], sentence.deprel(verb)]
    const headMood = head === 0 ? undefined : moods[head]
    const isComplement =
      headMood && ['xcomp', 'ccomp', 'csubj'].some((relation) => isSubtypeOf(deprel, relation))
    const isConjunct = headMood && isSubtypeOf(deprel, 'conj')
    const dependent = dependents[verb]
    const isIf = (word: number): boolean =>
      isSubtypeOf(sentence.deprel(word), 'mark') && /^(?:if|unless)$/i.test(sentence.form(word))
    return {
      question: isQuestion,
      negated:
        dependent.some((word) => isNegation(sentence, word)) ||
        (headMood?.negated === true && isSubtypeOf(deprel, 'xcomp')),
      condition:
        dependent.some(isIf) ||
        dependentsWith(verb, 'advcl').some((clause) => dependents[clause].some(isIf)) ||
        ((isComplement || isConjunct) && headMood?.condition) === true,
      modal: dependent.find((word) => isModal(sentence, word)) ?? (isConjunct ? headMood.modal : undefined),
      within: isComplement ? head : isConjunct ? headMood.within : undefined,
    }
  }

  // Visit heads before their dependents, because the subjects of a verb can depend on those of its head.
  for (const verb of topDown(dependents, dependents[0])) {
    const { active, passive } = (subjectsByVerb[verb] = subjectsOf(verb))
    const mood = (moods[verb] = moodOf(verb))
    const add = (
      subjects: readonly number[],
      predicate: number,
      objects: readonly number[],
      preposition?: number,
    ): void => {
      if (objects.length === 0) return
      for (const subject of subjects.flatMap((one) => referentsOf(one, verb)))
        for (const object of objects.flatMap((one) => referentsOf(one, verb)))
          if (subject !== object) triples.push({ subject, verb: predicate, object, preposition, ...mood })
    }
    add([...active, ...dependentsWith(verb, 'obl:agent')], verb, [...passive, ...dependentsWith(verb, 'obj')])
    const [copula] = dependentsWith(verb, 'cop')
    if (copula !== undefined) add(active, copula, [verb])
    else
      for (const oblique of dependentsWith(verb, 'obl')) {
        const [preposition] = dependentsWith(oblique, 'case')
        if (preposition !== undefined && sentence.deprel(oblique) !== 'obl:agent')
          add([...active, ...passive], verb, [oblique], preposition)
      }
  }
  return triples.sort((one, other) => one.verb - other.verb)
}

/** Whether the last word except quotation marks and brackets is a question mark. */
function endsWithQuestionMark(sentence: AnnotatedSentence): boolean {
  for (let word = sentence.size; word >= 1; word--) {
    const form = sentence.form(word)
    if (!/^[\p{Pf}\p{Pe}"'”’»]+$/u.test(form)) return /[?？؟]/u.test(form)
  }
  return false
}

function isNegation(sentence: AnnotatedSentence, word: number): boolean {
  if (!isSubtypeOf(sentence.deprel(word), 'advmod') && !isSubtypeOf(sentence.deprel(word), 'aux'))
    return false
  const isNegative = sentence.feats(word).split('|').includes('Polarity=Neg')
  return isNegative || /^(?:not|n['’]t|never)$/i.test(sentence.form(word))
}

function isModal(sentence: AnnotatedSentence, word: number): boolean {
  return (
    isSubtypeOf(sentence.deprel(word), 'aux') &&
    (sentence.xpos(word) === 'MD' || MODAL_LEMMAS.has(sentence.lemma(word)))
  )
}

const MODAL_LEMMAS = new Set([
  'can',
  'could',
  'may',
  'might',
  'must',
  'shall',
  'should',
  'will',
  'would',
  'ought',
])
