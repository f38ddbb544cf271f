import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashText } from '../../../parser/core/sentence.ts'
import { Classifier } from '../../../src/pipeline/classifier.ts'
import {
  MOST_TAG_FEATURES,
  places,
  writeCombinedKeys,
  writePlaceKeys,
} from '../../../src/pipeline/tag-features.ts'
import { borders, idAt, Tagger, windowAt } from '../../../src/pipeline/tagger.ts'
import {
  jackknife,
  retagged,
  trainTagger,
  type TaggedSentence,
} from '../../../src/pipeline/tagger-training.ts'
import { WordCache } from '../../../src/pipeline/word-facts.ts'
import { numberOf } from '../../../src/pipeline/word-numbers.ts'
import { sentencesOf, tinyTreebank } from './tiny.ts'

const gold: TaggedSentence[] = sentencesOf(tinyTreebank).map((sentence) => {
  const words = Array.from({ length: sentence.size }, (_, i) => i + 1)
  return {
    forms: words.map((word) => sentence.form(word)),
    upos: words.map((word) => sentence.upos(word)),
    xpos: words.map((word) => sentence.xpos(word)),
    feats: words.map((word) => sentence.feats(word)),
  }
})
const options = { seed: 1 }
const model = trainTagger(gold, options)
const anyForms = fc.array(
  fc.oneof(
    fc.constantFrom(...new Set(gold.flatMap(({ forms }) => forms))),
    fc.string({ minLength: 1, maxLength: 9 }),
  ),
  { maxLength: 12 },
)

/** The share of words that have the same value in a column of both. */
function agreement(
  a: readonly TaggedSentence[],
  b: readonly TaggedSentence[],
  column: keyof TaggedSentence,
): number {
  const same = a.map((sentence, i) => sentence[column].filter((value, k) => value === b[i][column][k]).length)
  return same.reduce((x, y) => x + y, 0) / a.reduce((sum, { forms }) => sum + forms.length, 0)
}

describe('the tagger', () => {
  test('knows what it learned', () => {
    const tagger = new Tagger(model)
    const again = gold.map(({ forms }) => retagged(tagger, forms))
    for (const column of ['upos', 'xpos', 'feats'] as const)
      expect(agreement(gold, again, column)).toBeGreaterThan(0.99)
  })

  test('never gives a tag FEATS that it was not seen with', () => {
    const seen = new Set(
      gold.flatMap(({ upos, xpos, feats }) => upos.map((tag, i) => `${tag} ${xpos[i]} ${feats[i]}`)),
    )
    const tagger = new Tagger(model)
    fc.assert(
      fc.property(anyForms, (forms) => {
        const { upos, xpos, feats } = retagged(tagger, forms)
        expect(upos.filter((tag, i) => !seen.has(`${tag} ${xpos[i]} ${feats[i]}`))).toEqual([])
      }),
    )
  })

  test('says the same whatever it has met before, and whoever tagged before it', () => {
    const used = new Tagger(model)
    const other = new Tagger(trainTagger(gold.slice(60), options))
    fc.assert(
      fc.property(anyForms, (forms) => {
        other.tag(forms)
        expect(retagged(used, forms)).toEqual(retagged(new Tagger(model), forms))
      }),
    )
  })

  test('the sums that it keeps are those of the features', () => {
    // A tagger of other classes comes first: nothing that it keeps may be seen by the next one.
    new Tagger(trainTagger(gold.slice(60), options)).tag(gold[0].forms)
    const tagger = new Tagger(model)
    const classifier = new Classifier(model.tagWeights)
    const cache = new WordCache(model.vocabulary, Infinity)
    const keys = new Uint32Array(MOST_TAG_FEATURES)
    fc.assert(
      fc.property(anyForms, (forms) => {
        tagger.tag(forms)
        const words = forms.map((form) => cache.of(form))
        words.forEach(({ choices }, i) => {
          const window = windowAt(words, i, borders())
          const isVerb = (word: number): boolean =>
            ['VERB', 'AUX'].includes(model.tags[tagger.tags[word]].upos)
          let verb = i - 1
          while (verb >= 0 && !isVerb(verb)) verb--
          const before = [1, 2].map((distance) => idAt(tagger.tags, i - distance))
          let count = writeCombinedKeys(window, before[0], before[1], idAt(tagger.tags, verb), keys, 0)
          places.forEach(({ offset }, place) => {
            count = writePlaceKeys(window[2 + offset], place, keys, count)
          })
          expect(count).toBe(MOST_TAG_FEATURES)
          classifier.scores.fill(0)
          classifier.add(keys, count)
          const among = [...(choices?.tags ?? model.tags.keys())]
          const best = among.reduce((a, b) => (classifier.scores[b] > classifier.scores[a] ? b : a))
          expect(tagger.tags[i]).toBe(best)
        })
      }),
    )
  })

  test('words that came often get a tag that they had, and what they hardly ever had is no choice', () => {
    const { choice, choices } = model.vocabulary
    expect(choice.words.length).toBeGreaterThan(0)
    const counts = new Map<string, Map<string, number>>()
    for (const { forms, upos } of gold)
      forms.forEach((form, i) => {
        const tags = counts.get(form) ?? new Map<string, number>()
        counts.set(form, tags.set(upos[i], (tags.get(upos[i]) ?? 0) + 1))
      })
    for (const [form, tags] of counts) {
      const number = numberOf(choice, hashText(form))
      const all = [...tags.values()].reduce((a, b) => a + b)
      expect(number >= 0).toBe(all >= 8)
      if (number < 0) continue
      for (const tag of choices[number]) expect(tags.has(model.tags[tag].upos)).toBe(true)
    }
    const { upos } = retagged(new Tagger(model), ['.', '.', '.'])
    expect(upos).toEqual(['PUNCT', 'PUNCT', 'PUNCT'])
  })

  test('takes a sentence without words, and one of very many', () => {
    const tagger = new Tagger(model)
    expect(retagged(tagger, []).upos).toEqual([])
    expect(
      retagged(
        tagger,
        Array.from({ length: 20_000 }, () => 'dog'),
      ).upos,
    ).toHaveLength(20_000)
  })

  test('a seed gives the same model', () => {
    const few = gold.slice(0, 40)
    expect(trainTagger(few, options)).toEqual(trainTagger(few, options))
  })
})

describe('jackknifing', () => {
  const folds = 4

  test('no sentence is tagged by what was learned from it', () => {
    const tags = jackknife(gold, folds, options)
    const lied = gold.map((sentence, i) =>
      i === 5
        ? { ...sentence, upos: sentence.upos.map(() => 'X'), feats: sentence.feats.map(() => 'A=B') }
        : sentence,
    )
    const tagsOfLied = jackknife(lied, folds, options)
    expect(tagsOfLied[5]).toEqual(tags[5])
    expect(tags.map(({ forms }) => forms)).toEqual(gold.map(({ forms }) => forms))
  })

  test('its tags are good, but not as good as those of a tagger that has seen them', () => {
    const upos = agreement(gold, jackknife(gold, folds, options), 'upos')
    expect(upos).toBeGreaterThan(0.9)
    expect(upos).toBeLessThan(1)
  })

  test('a single sentence keeps its own', () => {
    expect(jackknife(gold.slice(0, 1), folds, options)).toEqual(gold.slice(0, 1))
  })
})
