/** Clauses: who does what to whom, where, and with what. */
import type { Choice } from './choice.ts'
import * as lexicon from './lexicon.ts'
import { nominal, prepositional, relativeClause, type Kind, type Nominal } from './nominals.ts'
import { withAuxiliaries } from './verbs.ts'
import { phrase, punctuation, verb, word, type Phrase } from './words.ts'

/** A clause with a subject of its own. */
export function clause(c: Choice, deprel: string, depth: number): Phrase {
  const kind = c.weighted<Kind>([
    [5, 'people'],
    [2, 'animals'],
  ])
  const subject = nominal(c, { kind, deprel: 'nsubj', depth: Math.min(depth, 1), short: true })
  const predicate = c.weighted<(c: Choice, subject: Nominal, depth: number) => Phrase>([
    [4, intransitiveClause],
    [8, transitiveClause],
    [2, givingClause],
    [depth > 0 ? 3 : 0, sayingClause],
    [depth > 0 ? 2 : 0, wantingClause],
    [3, copularClause],
    [1, passiveClause],
  ])(c, subject, depth)
  predicate.deprel = deprel
  return predicate
}

/** What may come after any verb: where, when, with what. */
function circumstances(c: Choice, head: Phrase, depth: number, object?: Phrase): void {
  const below = depth - 1
  if (object && c.chance(0.2)) head.right.push(prepositional(c, 'with', 'tools', 'obl', below))
  if (c.chance(object ? 0.2 : 0.4)) {
    const preposition = c.of(['in', 'in', 'near', 'behind', 'at'])
    // Behind an object, a place is the verb's or the object's: mostly, but not always, the preposition tells.
    const ofObject = object !== undefined && c.chance(preposition === 'near' ? 0.8 : 0.15)
    const place = prepositional(c, preposition, 'places', ofObject ? 'nmod' : 'obl', below)
    if (ofObject && head.right.at(-1) === object) object.right.push(place)
    else head.right.push(Object.assign(place, { deprel: 'obl' }))
  }
  if (c.chance(0.15)) head.right.push(phrase(word(c.of(lexicon.times), 'ADV', 'RB'), 'advmod'))
}

function intransitiveClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const head = withAuxiliaries(c, c.of(lexicon.intransitive), subject.number)
  head.left.unshift(subject.phrase)
  circumstances(c, head, depth)
  // `A sailor arrived yesterday who …`: the clause leaves its noun behind, and the tree is not projective.
  const noun = subject.phrase
  if (noun.word.upos === 'NOUN' && noun.right.length === 0 && depth > 1 && c.chance(0.25)) {
    const late = relativeClause(c, 'people', subject.number, 0)
    late.extraposed = true
    noun.right.push(late)
  }
  return head
}

function transitiveClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const head = withAuxiliaries(c, c.of(lexicon.transitive), subject.number)
  const object = nominal(c, {
    kind: c.of(['people', 'animals', 'things', 'things']),
    deprel: 'obj',
    depth,
    short: true,
  })
  head.left.unshift(subject.phrase)
  head.right.push(object.phrase)
  circumstances(c, head, depth, object.phrase)
  return head
}

function givingClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const head = withAuxiliaries(c, c.of(lexicon.ditransitive), subject.number)
  const thing = nominal(c, { kind: 'things', deprel: 'obj', depth }).phrase
  head.left.unshift(subject.phrase)
  if (c.chance(0.5))
    head.right.push(nominal(c, { kind: 'people', deprel: 'iobj', depth: 0, short: true }).phrase, thing)
  else head.right.push(thing, prepositional(c, 'to', 'people', 'obl', 0))
  return head
}

function sayingClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const head = withAuxiliaries(c, c.of(lexicon.clausal), subject.number)
  const said = clause(c, 'ccomp', depth - 1)
  if (c.chance(0.7)) said.left.unshift(phrase(word('that', 'SCONJ', 'IN'), 'mark'))
  head.left.unshift(subject.phrase)
  head.right.push(said)
  return head
}

function wantingClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const head = withAuxiliaries(c, c.of(lexicon.control), subject.number)
  const object = nominal(c, {
    kind: c.of(['things', 'people']),
    deprel: 'obj',
    depth: depth - 1,
    short: true,
  }).phrase
  const wanted = phrase(
    verb(c.of(lexicon.transitive), 'base'),
    'xcomp',
    [phrase(word('to', 'PART', 'TO'), 'mark')],
    [object],
  )
  head.left.unshift(subject.phrase)
  head.right.push(wanted)
  // `with a knife` may be said of the wanting or of what is wanted.
  circumstances(c, wanted, depth - 1, object)
  if (c.chance(0.15)) head.right.push(phrase(word(c.of(lexicon.times), 'ADV', 'RB'), 'advmod'))
  return head
}

function copularClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const singular = subject.number === 'Sing'
  const past = c.chance(0.5)
  const form = past ? (singular ? 'was' : 'were') : singular ? 'is' : 'are'
  const copula = phrase(
    word(form, 'AUX', past ? 'VBD' : singular ? 'VBZ' : 'VBP', 'Mood=Ind|VerbForm=Fin', 'be'),
    'cop',
  )
  const head = c.weighted<() => Phrase>([
    [3, () => phrase(word(c.of(lexicon.adjectives), 'ADJ', 'JJ', 'Degree=Pos'), 'root')],
    [2, () => prepositional(c, c.of(['in', 'near', 'behind']), 'places', 'root', depth - 1)],
    [2, () => nominal(c, { kind: 'people', deprel: 'root', depth: depth - 1 }).phrase],
  ])()
  head.left.unshift(subject.phrase, copula)
  if (head.word.upos === 'ADJ' && c.chance(0.4))
    head.left.push(phrase(word(c.of(lexicon.degrees), 'ADV', 'RB'), 'advmod'))
  return head
}

function passiveClause(c: Choice, subject: Nominal, depth: number): Phrase {
  const singular = subject.number === 'Sing'
  const auxiliary = word(singular ? 'was' : 'were', 'AUX', 'VBD', 'Mood=Ind|Tense=Past|VerbForm=Fin', 'be')
  subject.phrase.deprel = 'nsubj:pass'
  const head = phrase(verb(c.of(lexicon.transitive), 'participle'), 'root', [
    subject.phrase,
    phrase(auxiliary, 'aux:pass'),
  ])
  if (c.chance(0.6)) head.right.push(prepositional(c, 'by', 'people', 'obl:agent', depth - 1))
  circumstances(c, head, depth - 1)
  return head
}

/** `What does the teacher think that the child found?`: the object of the inner clause stands first, not projective. */
export function question(c: Choice): Phrase {
  const subject = nominal(c, { kind: 'people', deprel: 'nsubj', depth: 0, short: true })
  const inner = nominal(c, { kind: 'people', deprel: 'nsubj', depth: 0, short: true })
  const what = phrase(word('what', 'PRON', 'WP', 'PronType=Int'), 'obj')
  what.fronted = true
  const did = phrase(word('did', 'AUX', 'VBD', 'Mood=Ind|Tense=Past|VerbForm=Fin', 'do'), 'aux')
  const found = phrase(verb(c.of(lexicon.transitive), 'past'), 'ccomp', [
    what,
    phrase(word('that', 'SCONJ', 'IN'), 'mark'),
    inner.phrase,
  ])
  if (c.chance(0.3))
    return phrase(verb(c.of(lexicon.transitive), 'base'), 'root', [what, did, subject.phrase])
  return phrase(verb(c.of(lexicon.clausal), 'base'), 'root', [did, subject.phrase], [found])
}

/** `When …, …`: a clause before the clause, left-branching. */
export function withSubordinate(c: Choice, depth: number): Phrase {
  const main = clause(c, 'root', depth - 1)
  const side = clause(c, 'advcl', depth - 1)
  side.left.unshift(phrase(word(c.of(lexicon.subordinators), 'SCONJ', 'IN'), 'mark'))
  if (c.chance(0.6)) {
    side.right.push(phrase(punctuation(','), 'punct'))
    main.left.unshift(side)
  } else main.right.push(side)
  return main
}

/** `…, and …`: clauses side by side. */
export function coordinated(c: Choice, depth: number): Phrase {
  const first = clause(c, 'root', depth - 1)
  const second = clause(c, 'conj', depth - 1)
  second.left.unshift(
    phrase(punctuation(','), 'punct'),
    phrase(word(c.of(['and', 'but', 'or']), 'CCONJ', 'CC'), 'cc'),
  )
  first.right.push(second)
  return first
}

/** `Give the dog a basket!` */
export function imperative(c: Choice): Phrase {
  const object = nominal(c, { kind: c.of(['things', 'animals']), deprel: 'obj', depth: 1 }).phrase
  const head = phrase(verb(c.of(lexicon.transitive), 'base'), 'root', [], [object])
  circumstances(c, head, 1, object)
  return head
}
