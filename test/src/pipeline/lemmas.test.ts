import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyScript, isScript, readScript, scriptOf } from '../../../src/pipeline/lemma-edits.ts'
import { readLemmas } from '../../../src/pipeline/lemma-list.ts'
import { trainTagger } from '../../../src/pipeline/tagger-training.ts'
import { LEMMA, UPOS, XPOS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { Tagger } from '../../../src/pipeline/tagger.ts'

const applied = (script: string, form: string): string | undefined =>
  applyScript(readScript(script), form)?.lemma

describe('edits', () => {
  test('make the lemma of the form', () => {
    const text = fc.oneof(fc.stringMatching(/^[a-zA-Z]{1,9}$/), fc.string({ minLength: 1, unit: 'grapheme' }))
    fc.assert(
      fc.property(text, text, (form, lemma) => {
        expect(applied(scriptOf(form, lemma), form)).toBe(lemma)
        expect(isScript(scriptOf(form, lemma))).toBe(true)
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
    ['12,500', '12500', '3,141,592.65', '3141592.65'],
    ['12,500', '12500', '3,14', undefined],
    ['12,500', '12500', '1,234,56', undefined],
  ])('of %s to %s: %s to %s', (form, lemma, other, its) => {
    expect(applied(scriptOf(form!, lemma!), other!)).toBe(its)
  })

  test('of long words are found in time', () => {
    const form = 'ab'.repeat(900)
    expect(scriptOf(`${form}c`, `${form}d`)).toBe('l 0  1 d')
    expect(scriptOf(`${form}${form}c`, form)).toBe(`=${form}`)
  })

  test('that cut off more than there is do not apply', () => {
    expect(applied(scriptOf('walking', 'walk'), 'Is')).toBeUndefined()
  })
})

const sentence = (...words: string[][]): TextSentence => {
  const column = (at: number): string[] => words.map((word) => word[at])
  const columns = {
    [LEMMA]: column(1),
    [UPOS]: words.map(([, , , upos = 'VERB']) => upos),
    [XPOS]: column(2),
  }
  return TextSentence.ofWords(column(0)).with(columns)
}

const verbs = 'walk jump talk help look call ask play open want pick tick rub'.split(' ')
const others = 'bake vote hop'.split(' ')
const sentences = verbs.flatMap((verb) => [
  sentence([`${verb}ed`, verb, 'VBD'], [`${verb}ing`, verb, 'VBG'], ['went', 'go', 'VBD']),
  sentence([`${verb}s`, verb, 'VBZ'], ['fed', 'feed', 'VBD'], ['_', '_', 'X']),
  sentence(
    ...'love move serve like smoke taste note date'.split(' ').map((verb) => [`${verb}d`, verb, 'VBD']),
  ),
  sentence(...others.map((other) => [other, other, 'VB'])),
  sentence(['12,500', '12500', 'CD', 'NUM'], ['1,999', '1999', 'CD', 'NUM'], ['7.25', '7.25', 'CD', 'NUM']),
])
const lemmas = readLemmas('VERB\tswim\tswam swum\n')
const tagger = new Tagger(trainTagger(sentences, { seed: 1, lemmas }))
const lemmasOf = (...forms: string[]): readonly string[] => tagger.tag(forms)[LEMMA]!
const lemmaOf = (form: string): string => lemmasOf(form)[0]

test('a tagger lemmatizes words that it has not seen, and knows exceptions', () => {
  expect(lemmasOf('kicked', 'kicking', 'went')).toEqual(['kick', 'kick', 'go'])
  expect(lemmasOf('kicks', 'fed', '_')).toEqual(['kick', 'feed', '_'])
})

test('lemmas that the treebank has win, as do those of a list', () => {
  expect(lemmasOf('baked', 'voted', 'Swam')).toEqual(['bake', 'vote', 'swim'])
  expect(lemmasOf('swum', 'went', 'walked')).toEqual(['swim', 'go', 'walk'])
})

test('numbers stay as they are, but for the marks that the treebank leaves out', () => {
  const group = fc.integer({ min: 100, max: 999 })
  const grouped = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.array(group, { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(grouped, ([first, groups]) => {
      const number = [first, ...groups].join(',')
      expect(lemmasOf(number)).toEqual([number.replaceAll(',', '')])
    }),
  )
  const other = fc.stringMatching(/^\d{1,4}([/:.-]\d{1,2}){0,3}(th|s|%|km)?$/)
  fc.assert(
    fc.property(other, (number) => {
      expect(lemmaOf(number).replace(/\D/g, '')).toBe(number.replace(/\D/g, ''))
    }),
  )
})

test('an edit applies to what it was seen to cut off', () => {
  // Only `ed` and `d` were cut off verbs in the past.
  fc.assert(
    fc.property(fc.stringMatching(/^[b-df-hj-np-tv-z]{1,3}[aiou][b-df-hj-np-tv-z]{1,3}[a-z]$/), (form) => {
      const lemma = lemmaOf(form)
      if (!/(?:ing|ed|d|s)$/.test(form) && !['went', 'fed'].includes(form)) expect(lemma).toBe(form)
    }),
  )
})

test.each(['VERB swim swam', 'VERB\tswim', 'verb\tswim\tswam', 'VERB\tswim\tswam\tswum'])(
  'a list of lemmas has lines of tag, lemma and forms: %j',
  (line) => {
    expect(() => readLemmas(`VERB\tgo\twent\n\n${line}\n`)).toThrow(
      'line 3: expected a tag, a lemma and forms',
    )
  },
)
