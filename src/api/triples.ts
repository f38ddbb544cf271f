/**
 * Subject, verb and object, read off Universal Dependencies:
 *
 *   Clara saw Bruno            nsubj and obj of a verb                     Clara, saw, Bruno
 *   Bruno was seen by Clara    nsubj:pass is the object, obl:agent the subject    Clara, seen, Bruno
 *   Clara came and saw Bruno   a verb joined by `conj` that has no subject takes the other's    Clara, saw, Bruno
 *   Clara and Ida saw Bruno    what is joined to a subject or object is one too    also Ida, saw, Bruno
 *
 * Nothing else is inferred: objects are not shared between joined verbs, nor subjects with `xcomp`; subtypes count as
 * their relation (`nsubj:outer`, the subject around another one, does not). A triple has all three.
 */
import type { Sentence } from './sentence.ts'
import type { Word } from './word.ts'

export interface Triple {
  readonly subject: Word
  readonly verb: Word
  readonly object: Word
}

/** Who acts, and who is acted on, as far as it is said at the verb. */
interface Roles {
  readonly subjects: readonly Word[]
  /** Those that the verb names as subjects of a passive. */
  readonly passives: readonly Word[]
}

/** The triples of a sentence, by verb in the order of the sentence. Takes time linear in its length and the triples. */
export function triplesOf(sentence: Sentence): Triple[] {
  const roles: (Roles | undefined)[] = []
  const triples: Triple[] = []
  // Heads first, so that a joined verb finds the subjects of the other.
  const order = [...sentence.roots]
  for (let next = 0; next < order.length; next++) {
    const verb = order[next]
    order.push(...verb.children)
    const own = (roles[verb.id] = rolesOf(verb, roles))
    const subjects = [...own.subjects, ...having(verb, ['obl:agent'])]
    const objects = [...own.passives, ...having(verb, ['obj'])]
    for (const subject of subjects.flatMap(withJoined))
      for (const object of objects.flatMap(withJoined))
        if (subject !== object) triples.push({ subject, verb, object })
  }
  return triples.sort((one, other) => one.verb.id - other.verb.id)
}

function rolesOf(verb: Word, known: readonly (Roles | undefined)[]): Roles {
  const passives = having(verb, ['nsubj:pass'])
  const subjects = verb.children.filter(
    ({ deprel }) => isA(deprel, 'nsubj') && deprel !== 'nsubj:pass' && deprel !== 'nsubj:outer',
  )
  if (passives.length > 0 || subjects.length > 0) return { subjects, passives }
  const other = isA(verb.deprel, 'conj') && isVerb(verb) && verb.head ? known[verb.head.id] : undefined
  if (!other) return { subjects, passives }
  const shared = [...other.subjects, ...other.passives]
  if (having(verb, ['aux:pass']).length > 0) return { subjects: [], passives: shared }
  // A verb with an object is active, whatever the one before it was.
  return having(verb, ['obj']).length > 0 ? { subjects: shared, passives: [] } : other
}

/** Not what is known to be something else: participles are tagged as they are. */
function isVerb({ upos }: Word): boolean {
  return upos === 'VERB' || upos === 'AUX' || upos === '_'
}

function having({ children }: Word, relations: readonly string[]): Word[] {
  return children.filter(({ deprel }) => relations.some((relation) => isA(deprel, relation)))
}

function isA(deprel: string, relation: string): boolean {
  return deprel === relation || deprel.startsWith(`${relation}:`)
}

/** A word and what is joined to it, and to that. */
function withJoined(word: Word): Word[] {
  const joined = [word]
  for (let next = 0; next < joined.length; next++) joined.push(...having(joined[next], ['conj']))
  return joined
}
