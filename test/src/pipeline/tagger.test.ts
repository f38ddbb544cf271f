import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashText } from '../../../parser/core/sentence.ts'
import { wordClusters } from '../../../parser/core/word-clusters.ts'
import { Classifier } from '../../../src/pipeline/classifier.ts'
import { combinedTemplates, neighbours, TagRows, wordTemplates } from '../../../src/pipeline/tag-features.ts'
import { Tagger, type TaggedWord } from '../../../src/pipeline/tagger.ts'
import { jackknife, trainTagger } from '../../../src/pipeline/tagger-training.ts'
import { NO_VOCABULARY, WordCache } from '../../../src/pipeline/word-facts.ts'
import { numberOf } from '../../../parser/core/word-numbers.ts'
import { sentencesOf, tinyTreebank } from './tiny.ts'

const gold: (readonly TaggedWord[])[] = sentencesOf(tinyTreebank).map((sentence) =>
  Array.from({ length: sentence.size }, (_, i) => ({
    form: sentence.form(i + 1),
    lemma: sentence.lemma(i + 1),
    upos: sentence.upos(i + 1),
    xpos: sentence.xpos(i + 1),
    feats: sentence.feats(i + 1),
  })),
)
const formsOf = (sentence: readonly TaggedWord[]): string[] => sentence.map(({ form }) => form)
const options = { seed: 1 }
const model = trainTagger(gold, options)
const anyForms = fc.array(
  fc.oneof(fc.constantFrom(...new Set(gold.flatMap(formsOf))), fc.string({ minLength: 1, maxLength: 9 })),
  { maxLength: 12 },
)

/** The share of words that have the same value in a column of both. */
function agreement(
  a: readonly (readonly TaggedWord[])[],
  b: readonly (readonly TaggedWord[])[],
  column: keyof TaggedWord,
): number {
  const same = a.map((sentence, i) => sentence.filter((word, k) => word[column] === b[i][k][column]).length)
  return same.reduce((x, y) => x + y, 0) / a.reduce((sum, { length }) => sum + length, 0)
}

describe('the tagger', () => {
  test('knows what it learned', () => {
    const tagger = new Tagger(model)
    const again = gold.map((sentence) => tagger.tag(formsOf(sentence)))
    for (const column of ['upos', 'xpos', 'feats', 'lemma'] as const)
      expect(agreement(gold, again, column)).toBeGreaterThan(0.99)
  })

  test('reads the classes of a lexicon', () => {
    const wordsOf = (tag: string): string[] =>
      gold.flat().flatMap(({ form, upos }) => (upos === tag ? [form.toLowerCase()] : []))
    const lexicon = new Map([
      ['xn', [...new Set(wordsOf('NOUN')), 'qqq']],
      ['xv', [...new Set(wordsOf('VERB')), 'zzz']],
    ])
    const clusters = wordClusters(new Map(), lexicon)
    const tagger = new Tagger(trainTagger(gold, { ...options, clusters }), clusters)
    const unknown = new Map([
      ['NOUN', 'qqq'],
      ['VERB', 'zzz'],
    ])
    const again = gold.map((words) => tagger.tag(words.map(({ form, upos }) => unknown.get(upos) ?? form)))
    expect(agreement(gold, again, 'upos')).toBeGreaterThan(0.99)
  })

  test('never gives a tag FEATS that it was not seen with', () => {
    const tagsOf = ({ upos, xpos, feats }: TaggedWord): string => `${upos} ${xpos} ${feats}`
    const seen = new Set(gold.flat().map(tagsOf))
    const tagger = new Tagger(model)
    fc.assert(
      fc.property(anyForms, (forms) => {
        expect(tagger.tag(forms).filter((word) => !seen.has(tagsOf(word)))).toEqual([])
      }),
    )
  })

  test('says the same whatever it has met before, and whoever tagged before it', () => {
    const used = new Tagger(model)
    const other = new Tagger(trainTagger(gold.slice(60), options))
    fc.assert(
      fc.property(anyForms, (forms) => {
        other.tag(forms)
        expect(used.tag(forms)).toEqual(new Tagger(model).tag(forms))
      }),
    )
  })

  test('keeps the facts of words, but not of words without end', () => {
    const cache = new WordCache(NO_VOCABULARY, Infinity)
    expect(cache.of('word')).toBe(cache.of('word'))
    const long = 'x'.repeat(1000)
    expect(cache.of(long)).not.toBe(cache.of(long))
    expect(cache.of(long).facts).toEqual(cache.of(long).facts)
  })

  test('the sums that it keeps are those of the features', () => {
    // A tagger of other classes comes first: nothing that it keeps may be seen by the next one.
    new Tagger(trainTagger(gold.slice(60), options)).tag(formsOf(gold[0]))
    const tagger = new Tagger(model)
    const classifier = new Classifier(model.tagWeights, model.tags.length)
    const cache = new WordCache(model.vocabulary, Infinity)
    const keys = new Uint32Array(256)
    fc.assert(
      fc.property(anyForms, (forms) => {
        tagger.tag(forms)
        const tags = tagger.tags.view()
        const words = forms.map((form) => cache.of(form))
        const rows = new TagRows(model.tags)
        rows.beginSentence(words)
        words.forEach(({ choices, facts }, i) => {
          let count = combinedTemplates.write(rows.data, rows.at(i), keys)
          count = wordTemplates.write(facts, 0, keys, count)
          for (const { offset, templates, at } of neighbours) {
            const word = words[i + offset] ?? rows.border(i + offset)
            count = templates.write(word.facts, at, keys, count)
          }
          rows.setTag(i, tags[i])
          rows.setFeats(i, tagger.feats.items[i])
          classifier.scores.fill(0)
          classifier.add(keys, count)
          const among = [...(choices?.tags ?? model.tags.keys())]
          const best = among.reduce((a, b) => (classifier.scores[b] > classifier.scores[a] ? b : a))
          expect(tags[i]).toBe(best)
        })
      }),
    )
  })

  test('words that came often get a tag that they had, and what they hardly ever had is no choice', () => {
    const { choice, choices } = model.vocabulary
    expect(choice.words.length).toBeGreaterThan(0)
    const counts = new Map<string, Map<string, number>>()
    for (const { form, upos } of gold.flat()) {
      const tags = counts.get(form) ?? new Map<string, number>()
      counts.set(form, tags.set(upos, (tags.get(upos) ?? 0) + 1))
    }
    for (const [form, tags] of counts) {
      const number = numberOf(choice, hashText(form))
      const all = [...tags.values()].reduce((a, b) => a + b)
      expect(number >= 0).toBe(all >= 25)
      if (number < 0) continue
      for (const tag of choices[number]) expect(tags.has(model.tags[tag].upos)).toBe(true)
    }
    expect(new Tagger(model).tag(['.', '.', '.']).map(({ upos }) => upos)).toEqual([
      'PUNCT',
      'PUNCT',
      'PUNCT',
    ])
  })

  test('takes a sentence without words, and one of very many', () => {
    const tagger = new Tagger(model)
    expect(tagger.tag([])).toEqual([])
    expect(tagger.tag(Array.from({ length: 20_000 }, () => 'dog'))).toHaveLength(20_000)
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
      i === 5 ? sentence.map((word) => ({ ...word, upos: 'X', feats: 'A=B' })) : sentence,
    )
    const tagsOfLied = jackknife(lied, folds, options)
    expect(tagsOfLied[5]).toEqual(tags[5])
    expect(tags.map(formsOf)).toEqual(gold.map(formsOf))
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
