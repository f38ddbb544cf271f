import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdit, editOf, isEdit } from '../../../src/pipeline/lemmatizer.ts'
import { trainTagger } from '../../../src/pipeline/tagger-training.ts'
import { LEMMA, UPOS, XPOS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { Tagger } from '../../../src/pipeline/tagger.ts'

describe('edits', () => {
  test('make the lemma of the form', () => {
    const text = fc.oneof(fc.stringMatching(/^[a-zA-Z]{1,9}$/), fc.string({ minLength: 1, unit: 'grapheme' }))
    fc.assert(
      fc.property(text, text, (form, lemma) => {
        expect(applyEdit(editOf(form, lemma), form)).toBe(lemma)
        expect(isEdit(editOf(form, lemma))).toBe(true)
      }),
    )
  })

  test.each([
    ['dogs', 'dog', 'cats', 'cat'],
    ['Flies', 'fly', 'TRIES', 'try'],
    ['Americans', 'American', 'Indians', 'Indian'],
    ['IRAQ', 'Iraq', 'PARIS', 'Paris'],
    ['ran', 'run', 'sat', 'sun'],
    ['gesagt', 'sagen', 'gemacht', 'machen'],
    ["n't", 'not', "N'T", 'not'],
  ])('of %s to %s: %s to %s', (form, lemma, other, its) => {
    expect(applyEdit(editOf(form, lemma), other)).toBe(its)
  })

  test('of long words are found in time', () => {
    const form = 'ab'.repeat(900)
    expect(editOf(`${form}c`, `${form}d`)).toBe('l 0  1 d')
    expect(editOf(`${form}${form}c`, form)).toBe(`=${form}`)
  })

  test('that cut off more than there is leave the form in lower case', () => {
    expect(applyEdit(editOf('walking', 'walk'), 'Is')).toBe('is')
  })
})

test('a tagger lemmatizes words that it has not seen, and knows exceptions', () => {
  const verbs = [
    'walk',
    'jump',
    'talk',
    'help',
    'look',
    'call',
    'ask',
    'play',
    'open',
    'want',
    'pick',
    'tick',
    'rub',
  ]
  const sentence = (...words: string[][]): TextSentence => {
    const column = (at: number): string[] => words.map((word) => word[at])
    const columns = { [LEMMA]: column(1), [UPOS]: words.map(() => 'VERB'), [XPOS]: column(2) }
    return TextSentence.ofWords(column(0)).with(columns)
  }
  const sentences = verbs.flatMap((verb) => [
    sentence([`${verb}ed`, verb, 'VBD'], [`${verb}ing`, verb, 'VBG'], ['went', 'go', 'VBD']),
    sentence([`${verb}s`, verb, 'VBZ'], ['fed', 'feed', 'VBD'], ['_', '_', 'X']),
  ])
  const tagger = new Tagger(trainTagger(sentences, { seed: 1 }))
  const lemmasOf = (...forms: string[]) => tagger.tag(forms)[LEMMA]
  expect(lemmasOf('kicked', 'kicking', 'went')).toEqual(['kick', 'kick', 'go'])
  expect(lemmasOf('kicks', 'fed', '_')).toEqual(['kick', 'feed', '_'])
})
