/**
 * Subject, verb and object, read from Universal Dependencies:
 *
 *   Clara saw Bruno            nsubj and obj of a verb                          Clara, saw, Bruno
 *   Bruno was seen by Clara    obl:agent is the subject, nsubj:pass the object    Clara, seen, Bruno
 *   Clara came and saw Bruno   a conjunct without a subject has that of the first verb    Clara, saw, Bruno
 *   Clara and Ida saw Bruno    conjuncts of subjects and objects count, too     also Ida, saw, Bruno
 *
 * A triple has all three parts. Subtypes of a relation count as the relation, except `nsubj:outer`. Conjuncts do not share
 * objects, and `xcomp` has no subject.
 */
import type { TreeWord } from './tree-word.ts'

export interface TripleOf<Word> {
  readonly subject: Word
  readonly verb: Word
  readonly object: Word
}

interface TaggedNode<Word> extends TreeWord<Word> {
  readonly upos: string
  readonly deprel: string
}

/** The subjects of a verb: of the active, and of the passive. */
interface Subjects<Word> {
  readonly active: readonly Word[]
  readonly passive: readonly Word[]
}

/** The triples of a tree, ordered by verb. Takes time linear in the number of words and triples. */
export function triplesOf<Word extends TaggedNode<Word>>(roots: readonly Word[]): TripleOf<Word>[] {
  const known: Subjects<Word>[] = []
  const triples: TripleOf<Word>[] = []
  // Heads come before their dependents, so that a conjunct finds the subjects of the first verb.
  const order = [...roots]
  for (let next = 0; next < order.length; next++) {
    const verb = order[next]
    order.push(...verb.children)
    const { active, passive } = (known[verb.id] = subjectsOf(verb, known))
    const subjects = [...active, ...dependents(verb, 'obl:agent')]
    const objects = [...passive, ...dependents(verb, 'obj')]
    for (const subject of subjects.flatMap(withConjuncts))
      for (const object of objects.flatMap(withConjuncts))
        if (subject !== object) triples.push({ subject, verb, object })
  }
  return triples.sort((one, other) => one.verb.id - other.verb.id)
}

function subjectsOf<Word extends TaggedNode<Word>>(
  verb: Word,
  known: readonly Subjects<Word>[],
): Subjects<Word> {
  const passive = dependents(verb, 'nsubj:pass')
  const active = dependents(verb, 'nsubj').filter(
    ({ deprel }) => deprel !== 'nsubj:pass' && deprel !== 'nsubj:outer',
  )
  if (passive.length > 0 || active.length > 0) return { active, passive }
  const first = isA(verb.deprel, 'conj') && canBeVerb(verb) && verb.head ? known[verb.head.id] : undefined
  if (!first) return { active, passive }
  const shared = [...first.active, ...first.passive]
  if (dependents(verb, 'aux:pass').length > 0) return { active: [], passive: shared }
  // A verb with an object is active, even if the first one is passive.
  return dependents(verb, 'obj').length > 0 ? { active: shared, passive: [] } : first
}

/** Participles without an auxiliary are often tagged as adjectives, and then do not share subjects. */
function canBeVerb({ upos }: { readonly upos: string }): boolean {
  return upos === 'VERB' || upos === 'AUX' || upos === '_'
}

function dependents<Word extends TaggedNode<Word>>({ children }: Word, relation: string): Word[] {
  return children.filter(({ deprel }) => isA(deprel, relation))
}

/** Whether a label is a relation or a subtype of it. */
function isA(deprel: string, relation: string): boolean {
  return deprel === relation || deprel.startsWith(`${relation}:`)
}

/** A word with all its conjuncts, direct and indirect. */
function withConjuncts<Word extends TaggedNode<Word>>(word: Word): Word[] {
  const words = [word]
  for (let next = 0; next < words.length; next++) words.push(...dependents(words[next], 'conj'))
  return words
}
