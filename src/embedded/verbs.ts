/** Finite verbs with what belongs to them. */
import type { Choice } from './choice.ts'
import { adverbs, type Verb } from './lexicon.ts'
import { phrase, verb, word, type Grammatical, type Phrase } from './words.ts'

/** A finite verb, perhaps with auxiliaries, negation or an adverb before it. */
export function withAuxiliaries(c: Choice, entry: Verb, number: Grammatical): Phrase {
  const auxiliary = (form: string, lemma: string, xpos: string) =>
    phrase(word(form, 'AUX', xpos, 'VerbForm=Fin', lemma), 'aux')
  const singular = number === 'Sing'
  const head = c.weighted<() => Phrase>([
    [4, () => phrase(verb(entry, 'past'), 'root')],
    [4, () => phrase(verb(entry, 'present', number), 'root')],
    [2, () => phrase(verb(entry, 'base'), 'root', [auxiliary(c.of(['will', 'can', 'must']), 'will', 'MD')])],
    [
      1,
      () =>
        phrase(verb(entry, 'participle'), 'root', [
          auxiliary(singular ? 'has' : 'have', 'have', singular ? 'VBZ' : 'VBP'),
        ]),
    ],
    [
      1,
      () =>
        phrase(verb(entry, 'gerund'), 'root', [
          auxiliary(singular ? 'is' : 'are', 'be', singular ? 'VBZ' : 'VBP'),
        ]),
    ],
    [1, () => phrase(verb(entry, 'base'), 'root', [auxiliary('did', 'do', 'VBD'), negation(c)])],
  ])()
  if (c.chance(0.15)) head.left.push(phrase(word(c.of(adverbs), 'ADV', 'RB'), 'advmod'))
  return head
}

function negation(c: Choice): Phrase {
  if (c.chance(0.5)) return phrase(word('not', 'PART', 'RB', 'Polarity=Neg'), 'advmod')
  const short = phrase(word("n't", 'PART', 'RB', 'Polarity=Neg', 'not'), 'advmod')
  short.clitic = true
  return short
}
