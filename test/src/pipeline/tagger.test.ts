import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashText } from '../../../parser/core/hash.ts'
import { wordClusters, numberOf } from '../../../parser/core/word-numbers.ts'
import { Classifier } from '../../../src/pipeline/classifier.ts'
import { combinedTemplates, neighbours, TagRows, wordTemplates } from '../../../src/pipeline/tag-features.ts'
import { Tagger } from '../../../src/pipeline/tagger.ts'
import { jackknife, trainTagger } from '../../../src/pipeline/tagger-training.ts'
import { NO_VOCABULARY, WordCache } from '../../../src/pipeline/word-facts.ts'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import {
  AnnotatedSentence,
  FEATS,
  LEMMA,
  UPOS,
  XPOS,
  type Columns,
} from '../../../src/sentence/annotated-sentence.ts'
import { sentencesOf, tinyTreebank } from './tiny.ts'

const gold: readonly CoNLLUSentence[] = sentencesOf(tinyTreebank)
const goldForms = gold.map((sentence) => sentence.forms())
const wordsOf = (sentence: AnnotatedSentence): number[] => Array.from(sentence.forms(), (_, i) => i + 1)
const options = { seed: 1 }
const model = trainTagger(gold, options)
const anyForms = fc.array(
  fc.oneof(fc.constantFrom(...new Set(goldForms.flat())), fc.string({ minLength: 1, maxLength: 9 })),
  { maxLength: 12 },
)

/** The share of words that have the same text in a column. */
function agreement(
  a: readonly AnnotatedSentence[],
  b: readonly (AnnotatedSentence | Columns)[],
  column: number,
): number {
  const textOf = (one: AnnotatedSentence | Columns, word: number): string =>
    one instanceof AnnotatedSentence ? one.column(word, column) : one[column]![word - 1]
  const same = a.map(
    (sentence, i) =>
      wordsOf(sentence).filter((word) => sentence.column(word, column) === textOf(b[i], word)).length,
  )
  return same.reduce((x, y) => x + y, 0) / a.reduce((sum, { size }) => sum + size, 0)
}

/** The distinct texts of tags and features. */
const tagsIn = (columns: Columns): string[] =>
  columns[UPOS]!.map((upos, i) => `${upos} ${columns[XPOS]![i]} ${columns[FEATS]![i]}`)

describe('the tagger', () => {
  test('knows what it learned', () => {
    const tagger = new Tagger(model)
    const again = goldForms.map((forms) => tagger.tag(forms))
    for (const column of [UPOS, XPOS, FEATS, LEMMA])
      expect(agreement(gold, again, column)).toBeGreaterThan(0.99)
  })

  test('reads the classes of a lexicon', () => {
    const formsWith = (tag: string): string[] =>
      gold.flatMap((sentence) =>
        sentence.forms().flatMap((form, i) => (sentence.upos(i + 1) === tag ? [form.toLowerCase()] : [])),
      )
    const lexicon = new Map([
      ['xn', [...new Set(formsWith('NOUN')), 'qqq']],
      ['xv', [...new Set(formsWith('VERB')), 'zzz']],
    ])
    const clusters = wordClusters(new Map(), lexicon)
    const tagger = new Tagger(trainTagger(gold, { ...options, clusters }), clusters)
    const unknown = new Map([
      ['NOUN', 'qqq'],
      ['VERB', 'zzz'],
    ])
    const again = gold.map((sentence) =>
      tagger.tag(sentence.forms().map((form, i) => unknown.get(sentence.upos(i + 1)) ?? form)),
    )
    expect(agreement(gold, again, UPOS)).toBeGreaterThan(0.99)
  })

  test('never gives a tag FEATS that it was not seen with', () => {
    const seen = new Set(
      gold.flatMap((sentence) =>
        wordsOf(sentence).map(
          (word) => `${sentence.upos(word)} ${sentence.xpos(word)} ${sentence.feats(word)}`,
        ),
      ),
    )
    const tagger = new Tagger(model)
    fc.assert(
      fc.property(anyForms, (forms) => {
        expect(tagsIn(tagger.tag(forms)).filter((tags) => !seen.has(tags))).toEqual([])
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
    new Tagger(trainTagger(gold.slice(60), options)).tag(goldForms[0])
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
    for (const sentence of gold)
      for (const word of wordsOf(sentence)) {
        const [form, upos] = [sentence.form(word), sentence.upos(word)]
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
    expect(new Tagger(model).tag(['.', '.', '.'])[UPOS]).toEqual(['PUNCT', 'PUNCT', 'PUNCT'])
  })

  test('takes a sentence without words, and one of very many', () => {
    const tagger = new Tagger(model)
    expect(tagger.tag([])[UPOS]).toEqual([])
    expect(tagger.tag(Array.from({ length: 20_000 }, () => 'dog'))[UPOS]).toHaveLength(20_000)
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
        ? sentence.with({ [UPOS]: goldForms[5].map(() => 'X'), [FEATS]: goldForms[5].map(() => 'A=B') })
        : sentence,
    )
    const tagsOfLied = jackknife(lied, folds, options)
    expect(tagsOfLied[5].conllu()).toEqual(tags[5].conllu())
    expect(tags.map((sentence) => sentence.forms())).toEqual(goldForms)
  })

  test('its tags are good, but not as good as those of a tagger that has seen them', () => {
    const upos = agreement(gold, jackknife(gold, folds, options), UPOS)
    expect(upos).toBeGreaterThan(0.9)
    expect(upos).toBeLessThan(1)
  })

  test('a single sentence keeps its own', () => {
    expect(jackknife(gold.slice(0, 1), folds, options)).toEqual(gold.slice(0, 1))
  })
})
