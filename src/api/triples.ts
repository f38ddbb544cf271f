/**
 * Subject, verb and object, read from Universal Dependencies:
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
 * objects.
 */
import { isA, topDown, type TaggedNode } from './tree-word.ts'

export interface TripleOf<Word> {
  readonly subject: Word
  readonly verb: Word
  readonly object: Word
  /** The preposition of the object; undefined for direct objects and predicates. */
  readonly preposition: Word | undefined
}

interface Node<Word> extends TaggedNode<Word> {
  readonly feats: string
}

/** The subjects of a verb: of the active, and of the passive. */
interface Subjects<Word> {
  readonly active: readonly Word[]
  readonly passive: readonly Word[]
}

/** The triples of a tree, ordered by verb. Takes time linear in the number of words and triples. */
export function triplesOf<Word extends Node<Word>>(roots: readonly Word[]): TripleOf<Word>[] {
  const known: Subjects<Word>[] = []
  const triples: TripleOf<Word>[] = []
  // Heads come before their dependents, so that a verb finds the subjects of the verb above it.
  for (const verb of topDown(roots)) {
    const { active, passive } = (known[verb.id] = subjectsOf(verb, known))
    const add = (
      subjects: readonly Word[],
      predicate: Word,
      objects: readonly Word[],
      preposition?: Word,
    ): void => {
      for (const subject of subjects.flatMap((one) => named(one, verb)))
        for (const object of objects.flatMap((one) => named(one, verb)))
          if (subject !== object) triples.push({ subject, verb: predicate, object, preposition })
    }
    add([...active, ...dependents(verb, 'obl:agent')], verb, [...passive, ...dependents(verb, 'obj')])
    const [copula] = dependents(verb, 'cop')
    if (copula) add(active, copula, [verb])
    else
      for (const oblique of dependents(verb, 'obl')) {
        const [preposition] = dependents(oblique, 'case')
        if (preposition && oblique.deprel !== 'obl:agent')
          add([...active, ...passive], verb, [oblique], preposition)
      }
  }
  return triples.sort((one, other) => one.verb.id - other.verb.id)
}

function subjectsOf<Word extends Node<Word>>(verb: Word, known: readonly Subjects<Word>[]): Subjects<Word> {
  const passive = dependents(verb, 'nsubj:pass')
  const active = dependents(verb, 'nsubj').filter(
    ({ deprel }) => deprel !== 'nsubj:pass' && deprel !== 'nsubj:outer',
  )
  if (passive.length > 0 || active.length > 0 || !verb.head) return { active, passive }
  const above = known[verb.head.id]
  const shared = [...above.active, ...above.passive]
  if (isA(verb.deprel, 'xcomp')) {
    const objects = dependents(verb.head, 'obj')
    return { active: objects.length > 0 ? objects : shared, passive }
  }
  if (!isA(verb.deprel, 'conj') || !canBeVerb(verb)) return { active, passive }
  if (dependents(verb, 'aux:pass').length > 0) return { active: [], passive: shared }
  // A verb with an object is active, even if the first one is passive.
  return dependents(verb, 'obj').length > 0 ? { active: shared, passive: [] } : above
}

/** Participles without an auxiliary are often tagged as adjectives, and then do not share subjects. */
function canBeVerb({ upos }: { readonly upos: string }): boolean {
  return upos === 'VERB' || upos === 'AUX' || upos === '_'
}

function dependents<Word extends Node<Word>>({ children }: Word, relation: string): Word[] {
  return children.filter(({ deprel }) => isA(deprel, relation))
}

/** The words that a word of a clause stands for: what a relative pronoun refers to, with all conjuncts. */
function named<Word extends Node<Word>>(word: Word, { head, deprel }: Word): Word[] {
  const isRelative = head && isA(deprel, 'acl') && word.feats.split('|').includes('PronType=Rel')
  const words = [isRelative ? head : word]
  // The list grows while it is read.
  for (const one of words) for (const other of dependents(one, 'conj')) words.push(other)
  return words
}
