/** Words as they stand in the treebank, and trees of them while they are being made. */
import type { Noun, Verb } from './lexicon.ts'

export interface Word {
  readonly form: string
  readonly lemma: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
}

/** A word with its dependents on either side, in order. */
export interface Phrase {
  readonly word: Word
  deprel: string
  readonly left: Phrase[]
  readonly right: Phrase[]
  /** Taken out of its place to the end of the sentence. */
  extraposed?: boolean
  /** Taken out of its place to the beginning. */
  fronted?: boolean
  /** Written without a space before it. */
  glued?: boolean
  /** The same, and part of a multiword token with the word before it. */
  clitic?: boolean
}

export function phrase(word: Word, deprel: string, left: Phrase[] = [], right: Phrase[] = []): Phrase {
  return { word, deprel, left, right }
}

export function word(form: string, upos: string, xpos: string, feats = '_', lemma = form): Word {
  return { form, lemma, upos, xpos, feats }
}

export type Grammatical = 'Sing' | 'Plur'

export function noun([singular, plural]: Noun, number: Grammatical): Word {
  return number === 'Sing'
    ? word(singular, 'NOUN', 'NN', 'Number=Sing')
    : word(plural, 'NOUN', 'NNS', 'Number=Plur', singular)
}

export type VerbForm = 'base' | 'present' | 'past' | 'participle' | 'gerund'

/** A verb form; the present agrees with a subject of this number. */
export function verb(
  [base, third, past, participle, gerund]: Verb,
  form: VerbForm,
  number: Grammatical = 'Plur',
): Word {
  switch (form) {
    case 'base':
      return word(base, 'VERB', 'VB', 'VerbForm=Inf')
    case 'present':
      return number === 'Sing'
        ? word(third, 'VERB', 'VBZ', 'Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin', base)
        : word(base, 'VERB', 'VBP', 'Mood=Ind|Number=Plur|Tense=Pres|VerbForm=Fin')
    case 'past':
      return word(past, 'VERB', 'VBD', 'Mood=Ind|Tense=Past|VerbForm=Fin', base)
    case 'participle':
      return word(participle, 'VERB', 'VBN', 'Tense=Past|VerbForm=Part', base)
    case 'gerund':
      return word(gerund, 'VERB', 'VBG', 'Tense=Pres|VerbForm=Part', base)
  }
}

export const punctuation = (form: string): Word =>
  word(form, 'PUNCT', form === '?' || form === '!' ? '.' : form)
