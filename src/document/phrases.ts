/** What Universal Dependencies say of a sentence: noun phrases, clauses, and who does what. Words are given by their numbers. */
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'

/** Words of a sentence, from left to right, and the one that heads them. */
export interface PhraseOf<Word> {
  readonly head: Word
  readonly words: readonly Word[]
}

/** The facts of the verb of a triple, apart from who and what. */
export interface Mood<Word> {
  /** Whether the verb is negated: `did not buy`. So is what depends on a negated verb: `did not want to buy`. */
  readonly negated: boolean
  /** Whether the sentence is a question, with a question mark at its end. */
  readonly question: boolean
  /** Whether the verb is in a condition or depends on one: `if Mary buys, John reads`. */
  readonly condition: boolean
  /** The modal auxiliary, of what may, should or will be: `might buy`. */
  readonly modal: Word | undefined
  /** The verb that wants, tries or says what the triple is, which need not be so: `wanted` of `wanted to buy`. */
  readonly within: Word | undefined
}

export interface TripleOf<Word> extends Mood<Word> {
  readonly subject: Word
  readonly verb: Word
  readonly object: Word
  /** The preposition of the object; undefined for direct objects and predicates. */
  readonly preposition: Word | undefined
}

/** By word: its dependents in the order of the sentence; the roots for 0. */
export type Dependents = readonly (readonly number[])[]

/** Whether a label is a relation or a subtype of it. */
function isA(deprel: string, relation: string): boolean {
  return deprel === relation || deprel.startsWith(`${relation}:`)
}

/** The words of some subtrees, given by their tops, heads before their dependents. */
function topDown(dependents: Dependents, tops: readonly number[]): number[] {
  const order = [...tops]
  for (const word of order) for (const below of dependents[word]) order.push(below)
  return order
}

/** The head, its head, and so on to the root; empty for a root. */
export function ancestorsOf(head: Int32Array, word: number): number[] {
  const found: number[] = []
  for (let above = head[word]; above > 0; above = head[above]) found.push(above)
  return found
}

/** The shortest path from one word to another, both included; undefined if they have different roots. */
export function pathBetween(head: Int32Array, from: number, to: number): number[] | undefined {
  const down = [to, ...ancestorsOf(head, to)]
  const indices = new Map(down.map((word, index) => [word, index]))
  const up: number[] = []
  for (const word of [from, ...ancestorsOf(head, from)]) {
    const index = indices.get(word)
    if (index !== undefined) return [...up, ...down.slice(0, index + 1).reverse()]
    up.push(word)
  }
  return undefined
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

/** The first and the last word of the noun phrase of each head, also of those in other phrases. */
export function nominalRanges(
  sentence: AnnotatedSentence,
  dependents: Dependents,
): Map<number, [first: number, last: number]> {
  const ranges = new Map<number, [first: number, last: number]>()
  const owners = new Map<number, number>()
  for (const word of topDown(dependents, dependents[0])) {
    const head = sentence.head[word]
    const owner = owners.get(head)
    const relations = head === owner ? NOMINAL : [...NOMINAL, ...MODIFYING]
    const isPart = owner !== undefined && relations.some((relation) => isA(sentence.deprel(word), relation))
    if (isPart) owners.set(word, owner)
    else if (/^(?:NOUN|PROPN|PRON|NUM|SYM)$/.test(sentence.upos(word))) owners.set(word, word)
    const own = owners.get(word)
    if (own === undefined) continue
    const [first, last] = ranges.get(own) ?? [word, word]
    ranges.set(own, [Math.min(first, word), Math.max(last, word)])
  }
  return ranges
}

/**
 * The clauses, ordered by their heads: a root, a clausal dependent (`ccomp`, `xcomp`, `advcl`, `acl`, `csubj`, `parataxis`),
 * or a conjunct of one with a subject, an auxiliary or the tag of a verb. Each word is in one clause, that of the nearest
 * such word above it. Takes linear time.
 */
export function clausesOf(sentence: AnnotatedSentence, dependents: Dependents): PhraseOf<number>[] {
  const clauses = new Map<number, number[]>()
  const owners: number[] = []
  for (const word of topDown(dependents, dependents[0])) {
    const [head, deprel] = [sentence.head[word], sentence.deprel(word)]
    const isPredicate =
      sentence.upos(word) === 'VERB' ||
      dependents[word].some((below) => /^(?:nsubj|csubj|cop|aux)(?::|$)/.test(sentence.deprel(below)))
    const isClause =
      head === 0 ||
      CLAUSAL.some((relation) => isA(deprel, relation)) ||
      (isA(deprel, 'conj') && clauses.has(head) && isPredicate)
    if (isClause) clauses.set(word, [])
    owners[word] = isClause ? word : owners[head]
  }
  for (let word = 1; word <= sentence.size; word++) clauses.get(owners[word])!.push(word)
  return [...clauses].map(([head, words]) => ({ head, words })).sort((a, b) => a.head - b.head)
}

/** The subjects of a verb: of the active, and of the passive. */
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
 *   Clara is a doctor          a copula is the verb of its predicate            Clara, is, doctor
 *   the dog that bit Bruno     a relative pronoun is the word it refers to      dog, bit, Bruno
 *   Clara came and saw Bruno   a conjunct without a subject has that of the first verb    Clara, saw, Bruno
 *   Clara wants to see Bruno   an xcomp has the object of its verb as its subject, or its subject    Clara, see, Bruno
 *   Clara and Ida saw Bruno    conjuncts of subjects and objects count, too     also Ida, saw, Bruno
 *
 * A triple has all three parts. Subtypes of a relation count as the relation, except `nsubj:outer`. Conjuncts do not share
 * objects. Ordered by verb. Takes time linear in the number of words and triples.
 */
export function triplesOf(sentence: AnnotatedSentence, dependents: Dependents): TripleOf<number>[] {
  const related = (head: number, relation: string): number[] =>
    dependents[head].filter((word) => isA(sentence.deprel(word), relation))
  const known: Subjects[] = []
  const moods: Mood<number>[] = []
  const isQuestion = isAsked(sentence)
  const triples: TripleOf<number>[] = []

  function subjectsOf(verb: number): Subjects {
    const [head, deprel] = [sentence.head[verb], sentence.deprel(verb)]
    const passive = related(verb, 'nsubj:pass')
    const active = related(verb, 'nsubj').filter(
      (word) => !['nsubj:pass', 'nsubj:outer'].includes(sentence.deprel(word)),
    )
    if (passive.length > 0 || active.length > 0 || head === 0) return { active, passive }
    const above = known[head]
    const shared = [...above.active, ...above.passive]
    if (isA(deprel, 'xcomp')) {
      const objects = related(head, 'obj')
      return { active: objects.length > 0 ? objects : shared, passive }
    }
    // Participles without an auxiliary are often tagged as adjectives, and then do not share subjects.
    if (!isA(deprel, 'conj') || !['VERB', 'AUX', '_'].includes(sentence.upos(verb)))
      return { active, passive }
    if (related(verb, 'aux:pass').length > 0) return { active: [], passive: shared }
    // A verb with an object is active, even if the first one is passive.
    return related(verb, 'obj').length > 0 ? { active: shared, passive: [] } : above
  }

  /** The words that a word of a clause refers to: what a relative pronoun refers to, with all conjuncts. */
  function named(word: number, verb: number): number[] {
    const head = sentence.head[verb]
    const isRelative =
      head > 0 &&
      isA(sentence.deprel(verb), 'acl') &&
      sentence.feats(word).split('|').includes('PronType=Rel')
    const words = [isRelative ? head : word]
    // The list grows while it is read.
    for (const one of words) for (const other of related(one, 'conj')) words.push(other)
    return words
  }

  function moodOf(verb: number): Mood<number> {
    const [head, deprel] = [sentence.head[verb], sentence.deprel(verb)]
    const above = head === 0 ? undefined : moods[head]
    const isComplement = above && ['xcomp', 'ccomp', 'csubj'].some((relation) => isA(deprel, relation))
    const isConjunct = above && isA(deprel, 'conj')
    const below = dependents[verb]
    const isIf = (word: number): boolean =>
      isA(sentence.deprel(word), 'mark') && /^(?:if|unless)$/i.test(sentence.form(word))
    return {
      question: isQuestion,
      negated:
        below.some((word) => isNegation(sentence, word)) || (above?.negated === true && isA(deprel, 'xcomp')),
      condition:
        below.some(isIf) ||
        related(verb, 'advcl').some((clause) => dependents[clause].some(isIf)) ||
        ((isComplement || isConjunct) && above?.condition) === true,
      modal: below.find((word) => isModal(sentence, word)) ?? (isConjunct ? above.modal : undefined),
      within: isComplement ? head : isConjunct ? above.within : undefined,
    }
  }

  // Heads come before their dependents, so that a verb finds the subjects of the verb above it.
  for (const verb of topDown(dependents, dependents[0])) {
    const { active, passive } = (known[verb] = subjectsOf(verb))
    const mood = (moods[verb] = moodOf(verb))
    const add = (
      subjects: readonly number[],
      predicate: number,
      objects: readonly number[],
      preposition?: number,
    ): void => {
      if (objects.length === 0) return
      for (const subject of subjects.flatMap((one) => named(one, verb)))
        for (const object of objects.flatMap((one) => named(one, verb)))
          if (subject !== object) triples.push({ subject, verb: predicate, object, preposition, ...mood })
    }
    add([...active, ...related(verb, 'obl:agent')], verb, [...passive, ...related(verb, 'obj')])
    const [copula] = related(verb, 'cop')
    if (copula !== undefined) add(active, copula, [verb])
    else
      for (const oblique of related(verb, 'obl')) {
        const [preposition] = related(oblique, 'case')
        if (preposition !== undefined && sentence.deprel(oblique) !== 'obl:agent')
          add([...active, ...passive], verb, [oblique], preposition)
      }
  }
  return triples.sort((one, other) => one.verb - other.verb)
}

/** Whether the last word that is not a quotation mark or a bracket is a question mark. */
function isAsked(sentence: AnnotatedSentence): boolean {
  for (let word = sentence.size; word >= 1; word--) {
    const form = sentence.form(word)
    if (!/^[\p{Pf}\p{Pe}"'”’»]+$/u.test(form)) return /[?？؟]/u.test(form)
  }
  return false
}

function isNegation(sentence: AnnotatedSentence, word: number): boolean {
  if (!isA(sentence.deprel(word), 'advmod') && !isA(sentence.deprel(word), 'aux')) return false
  const isNegative = sentence.feats(word).split('|').includes('Polarity=Neg')
  return isNegative || /^(?:not|n['’]t|never)$/i.test(sentence.form(word))
}

function isModal(sentence: AnnotatedSentence, word: number): boolean {
  return (
    isA(sentence.deprel(word), 'aux') && (sentence.xpos(word) === 'MD' || MODALS.has(sentence.lemma(word)))
  )
}

const MODALS = new Set(['can', 'could', 'may', 'might', 'must', 'shall', 'should', 'will', 'would', 'ought'])
