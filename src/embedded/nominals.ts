/** Noun phrases: left-branching before the noun, right-branching after it. */
import type { Choice } from './choice.ts'
import * as lexicon from './lexicon.ts'
import { withAuxiliaries } from './verbs.ts'
import { noun, phrase, word, type Grammatical, type Phrase, type Word } from './words.ts'

export type Kind = 'people' | 'animals' | 'things' | 'tools' | 'parts' | 'places'

export interface Nominal {
  readonly phrase: Phrase
  readonly number: Grammatical
}

export interface NominalOptions {
  readonly kind: Kind
  readonly deprel: string
  /** How many levels of modifiers may come below. */
  readonly depth: number
  /** Whether a pronoun or a name will do. */
  readonly short?: boolean
}

const pronouns: Record<'subject' | 'object', readonly (readonly [string, Grammatical])[]> = {
  subject: [
    ['he', 'Sing'],
    ['she', 'Sing'],
    ['they', 'Plur'],
    ['it', 'Sing'],
  ],
  object: [
    ['him', 'Sing'],
    ['her', 'Sing'],
    ['them', 'Plur'],
    ['it', 'Sing'],
  ],
}

export function nominal(c: Choice, options: NominalOptions): Nominal {
  const { kind, deprel, short } = options
  if (short && c.chance(0.25)) return pronoun(c, deprel)
  if (short && kind === 'people' && c.chance(0.25)) return { phrase: name(c, deprel), number: 'Sing' }
  return fullNominal(c, options)
}

function pronoun(c: Choice, deprel: string): Nominal {
  const isSubject = deprel.startsWith('nsubj')
  const [form, number] = c.of(pronouns[isSubject ? 'subject' : 'object'])
  const feats = `Case=${isSubject ? 'Nom' : 'Acc'}|Number=${number}|Person=3|PronType=Prs`
  return { phrase: phrase(word(form, 'PRON', 'PRP', feats), deprel), number }
}

function name(c: Choice, deprel: string): Phrase {
  return phrase(word(c.of(lexicon.names), 'PROPN', 'NNP', 'Number=Sing'), deprel)
}

function fullNominal(c: Choice, { kind, deprel, depth }: NominalOptions): Nominal {
  const number: Grammatical = c.chance(0.7) ? 'Sing' : 'Plur'
  const head = phrase(noun(c.of(lexicon[kind]), number), deprel)
  const possessed = depth > 0 && kind !== 'people' && c.chance(0.12)
  if (possessed) head.left.push(possessor(c, depth - 1))
  else head.left.push(...determiners(c, number))
  const adjectives = c.weighted([
    [6, 0],
    [3, 1],
    [1, 2],
  ])
  for (let i = 0; i < adjectives; i++) head.left.push(adjective(c))
  if ((kind === 'things' || kind === 'places') && c.chance(0.15))
    head.left.push(phrase(word(c.of(lexicon.materials), 'NOUN', 'NN', 'Number=Sing'), 'compound'))
  if (depth > 0) modify(c, head, kind, number, depth)
  if (depth > 0 && c.chance(0.12)) return { phrase: coordinate(c, head, kind, depth), number: 'Plur' }
  return { phrase: head, number }
}

function determiners(c: Choice, number: Grammatical): Phrase[] {
  const definite = phrase(word('the', 'DET', 'DT', 'Definite=Def|PronType=Art'), 'det')
  if (number === 'Plur') {
    return c.weighted<() => Phrase[]>([
      [5, () => [definite]],
      [2, () => [phrase(word(c.of(lexicon.numbers), 'NUM', 'CD', 'NumType=Card'), 'nummod')]],
      [1, () => [phrase(word('these', 'DET', 'DT', 'Number=Plur|PronType=Dem', 'this'), 'det')]],
      [1, () => [definite, phrase(word(c.of(lexicon.numbers), 'NUM', 'CD', 'NumType=Card'), 'nummod')]],
      [2, () => []],
    ])()
  }
  return c.weighted<Phrase[]>([
    [5, [definite]],
    [3, [phrase(word('a', 'DET', 'DT', 'Definite=Ind|PronType=Art'), 'det')]],
    [1, [phrase(word('this', 'DET', 'DT', 'Number=Sing|PronType=Dem'), 'det')]],
    [1, [phrase(word('every', 'DET', 'DT', 'PronType=Tot'), 'det')]],
  ])
}

function adjective(c: Choice): Phrase {
  const head = phrase(word(c.of(lexicon.adjectives), 'ADJ', 'JJ', 'Degree=Pos'), 'amod')
  if (c.chance(0.2)) head.left.push(phrase(word(c.of(lexicon.degrees), 'ADV', 'RB'), 'advmod'))
  return head
}

/** `the neighbour 's`, which itself may be possessed: left-branching. */
function possessor(c: Choice, depth: number): Phrase {
  const owner = c.chance(0.4)
    ? name(c, 'nmod:poss')
    : fullNominal(c, { kind: 'people', deprel: 'nmod:poss', depth: 0 }).phrase
  if (depth > 0 && c.chance(0.25)) owner.left.splice(0, owner.left.length, possessor(c, depth - 1))
  const mark = phrase(word("'s", 'PART', 'POS'), 'case')
  mark.glued = true
  owner.right.push(mark)
  return owner
}

/** What follows the noun: prepositional phrases and relative clauses. */
function modify(c: Choice, head: Phrase, kind: Kind, number: Grammatical, depth: number): void {
  const below = depth - 1
  if (kind !== 'parts' && kind !== 'places' && c.chance(0.12))
    head.right.push(prepositional(c, 'with', 'parts', 'nmod', below))
  else if (c.chance(kind === 'places' || kind === 'parts' ? 0.2 : 0.08))
    head.right.push(
      prepositional(
        c,
        'of',
        kind === 'parts' ? 'animals' : c.of(['people', 'places'] as const),
        'nmod',
        below,
      ),
    )
  else if (c.chance(0.12))
    head.right.push(prepositional(c, c.of(['from', 'from', 'near', 'in']), 'places', 'nmod', below))
  if (c.chance(0.1)) head.right.push(relativeClause(c, kind, number, below))
}

export function prepositional(
  c: Choice,
  preposition: string,
  kind: Kind,
  deprel: string,
  depth: number,
): Phrase {
  const inside = nominal(c, { kind, deprel, depth, short: preposition === 'of' })
  inside.phrase.left.unshift(phrase(word(preposition, 'ADP', 'IN'), 'case'))
  return inside.phrase
}

/** A clause about a noun: the subject or the object is left out, or is the relative pronoun at its beginning. */
export function relativeClause(c: Choice, kind: Kind, number: Grammatical, depth: number): Phrase {
  const isPerson = kind === 'people'
  const isSubject = (isPerson || kind === 'animals') && c.chance(0.6)
  const pronoun = word(isPerson && isSubject ? 'who' : 'that', 'PRON', 'WP', 'PronType=Rel')
  return isSubject ? subjectRelative(c, pronoun, number, depth) : objectRelative(c, pronoun)
}

function subjectRelative(c: Choice, pronoun: Word, number: Grammatical, depth: number): Phrase {
  const takesObject = c.chance(0.5)
  const head = withAuxiliaries(c, c.of(takesObject ? lexicon.transitive : lexicon.intransitive), number)
  head.deprel = 'acl:relcl'
  head.left.unshift(phrase(pronoun, 'nsubj'))
  if (takesObject)
    head.right.push(nominal(c, { kind: c.of(['things', 'animals']), deprel: 'obj', depth: depth - 1 }).phrase)
  else if (c.chance(0.5)) head.right.push(prepositional(c, 'in', 'places', 'obl', depth - 1))
  return head
}

function objectRelative(c: Choice, pronoun: Word): Phrase {
  const subject = nominal(c, { kind: 'people', deprel: 'nsubj', depth: 0, short: true })
  const head = withAuxiliaries(c, c.of(lexicon.transitive), subject.number)
  head.deprel = 'acl:relcl'
  head.left.unshift(subject.phrase)
  if (c.chance(0.6)) head.left.unshift(phrase(pronoun, 'obj'))
  return head
}

function coordinate(c: Choice, first: Phrase, kind: Kind, depth: number): Phrase {
  const second = fullNominal(c, { kind, deprel: 'conj', depth: depth - 1 }).phrase
  second.left.unshift(phrase(word(c.chance(0.8) ? 'and' : 'or', 'CCONJ', 'CC'), 'cc'))
  first.right.push(second)
  return first
}
