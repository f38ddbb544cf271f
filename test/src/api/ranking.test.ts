/** Several trees of a sentence, and scores of trees and words. */
import { expect, test } from 'vitest'
import { Document } from '../../../src/document/document.ts'
import type { Sentence } from '../../../src/document/sentence.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { tinyParser } from './parsers.ts'

const parser = tinyParser()
const text = 'The dog saw a cat in the garden. It slept.'
const treeOf = ({ words }: Sentence): string =>
  words.map(({ head, deprel }) => `${head?.id} ${deprel}`).join()

test('the best tree is the same, and the others are different and worse', () => {
  const [plain, ranked] = [parser.parse(text), parser.parse(text, { nbest: 3, scores: true })]
  expect(ranked.sentences).toHaveLength(plain.sentences.length)
  ranked.sentences.forEach((sentence, i) => {
    const all = [sentence, ...sentence.alternatives]
    expect(all.length).toBeLessThanOrEqual(3)
    expect(new Set(all.map(treeOf)).size).toBe(all.length)
    expect(all.map(({ index, start, end, text }) => [index, start, end, text])).toEqual(
      all.map(() => [i, plain.sentences[i].start, plain.sentences[i].end, plain.sentences[i].text]),
    )
    const scores = all.map(({ score }) => score!)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    for (const { score } of all.flatMap(({ words }) => words)) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }
  })
  expect(ranked.sentences[0].alternatives.length).toBeGreaterThan(0)
  const beam = parser.parse(text, { scores: true })
  expect(beam.sentences.map(treeOf)).toEqual(plain.sentences.map(treeOf))
  expect(beam.sentences[0].alternatives).toEqual([])
})

test('without the options there are none', () => {
  const [sentence] = parser.parse(text)
  expect([sentence.score, sentence.words[0].score, sentence.alternatives]).toEqual([undefined, undefined, []])
  expect(JSON.stringify(sentence)).not.toMatch(/score|alternatives/)
  const [several] = parser.parse(text, { nbest: 2 })
  expect([several.score, several.words[0].score]).toEqual([undefined, undefined])
})

test('scores and trees survive JSON and stand in CoNLL-U', () => {
  const document = parser.parse(text, { nbest: 2, scores: true })
  const json = JSON.parse(JSON.stringify(document)) as ReturnType<Document['toJSON']>
  expect(Document.fromJSON(json).toJSON()).toEqual(json)
  const [sentence] = readCoNLLU(document.toCoNLLU())
  expect(sentence.commentValues('score')).toEqual([document.sentences[0].score!.toFixed(4)])
  expect(sentence.misc(1)).toBe(`Score=${document.sentences[0].words[0].score!.toFixed(4)}`)
  const broken = {
    ...json,
    sentences: [{ ...json.sentences[0], alternatives: [{ ...json.sentences[0], start: 1 }] }],
  }
  expect(() => Document.fromJSON(broken)).toThrow(
    /^document.sentences\[0\]: its text is not that of the document/,
  )
})

test('streams have them, too', async () => {
  const { readable, writable } = parser.stream({ nbest: 2, scores: true })
  const writer = writable.getWriter()
  void writer.write(text).then(() => writer.close())
  const sentences: Sentence[] = []
  for await (const sentence of readable) sentences.push(sentence)
  const document = parser.parse(text, { nbest: 2, scores: true })
  expect(JSON.stringify(sentences)).toBe(JSON.stringify(document.sentences))
})

test('constraints hold in all trees', () => {
  const roots = [{ word: 2 }]
  const [sentence] = parser.parse(text, { nbest: 3, constraints: { roots } })
  for (const one of [sentence, ...sentence.alternatives]) expect(one.words[1].isRoot).toBe(true)
})

test('options of wrong types are errors', () => {
  for (const nbest of [0, 1.5, 1025, '2'])
    expect(() => parser.parse('a', { nbest } as never)).toThrow(
      /^options.nbest is .*, expected a whole number from 1 to 1024$/,
    )
  expect(() => parser.parse('a', { scores: 1 } as never)).toThrow(
    /^options.scores is 1, expected true or false$/,
  )
})
