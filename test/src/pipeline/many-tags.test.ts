import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { trainPipeline } from '../../../src/pipeline/pipeline-training.ts'
import { Tagger } from '../../../src/pipeline/tagger.ts'
import { hasManyTags, trainTagger } from '../../../src/pipeline/tagger-training.ts'
import { FEATS, LEMMA, UPOS, XPOS } from '../../../src/sentence/annotated-sentence.ts'

const count = 4500
const columns = [LEMMA, UPOS, XPOS, FEATS]

/** Two sentences for each word: a word, its lemma, XPOS and FEATS, which no other word has, and a full stop. */
function treebank(): string {
  const sentences = Array.from({ length: count }, (_, i) => {
    const word = `word${i}\tlemma-of-${i}\tT${i % 30}\tx${i}\tCase=C${i}\t0\troot\t_\t_`
    return `1\t${word}\n2\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n`
  })
  return sentences.join('').repeat(2)
}

test('a treebank of thousands of XPOS, FEATS and edits to lemmas trains, and all are learned', () => {
  const sentences = [...readCoNLLU(treebank())]
  expect(hasManyTags(sentences)).toBe(true)
  const model = trainTagger(sentences, { seed: 1 })
  expect(model.tags.map(({ xpos }) => xpos)).toEqual(Array.from({ length: 31 }, () => '_'))
  const tagger = new Tagger(model)
  const wrong = sentences.filter((sentence) => {
    const tagged = tagger.tag(sentence.forms())
    return columns.some((column) =>
      tagged[column]!.some((text, i) => text !== sentence.column(i + 1, column)),
    )
  })
  expect(wrong.length).toBeLessThan(0.01 * sentences.length)
})

test('a pipeline whose tags are UPOS alone comes back from its file, and gives XPOS', () => {
  const text = treebank().split('\n\n').slice(0, 40).join('\n\n') + '\n\n'
  const { model } = trainPipeline([...readCoNLLU(text.repeat(2))], {
    features: 'paper',
    folds: 2,
  })
  const tagger = trainTagger([...readCoNLLU(text.repeat(2))], { seed: 1, uposAlone: true })
  const bytes = writePipeline({ ...model, tagger })
  const back = readPipeline(bytes)
  expect(back.tagger).toEqual(tagger)
  expect(writePipeline(back)).toEqual(bytes)
  const tagged = new Tagger(back.tagger).tag(['word3', '.'])
  expect([UPOS, XPOS, FEATS].map((column) => tagged[column]![0])).toEqual(['T3', 'x3', 'Case=C3'])
})

const folder =
  process.env.TREEBANKS ?? fileURLToPath(new URL('../../../../shared/treebanks', import.meta.url))
const bosque = `${folder}/pt_bosque/train.conllu`

test.skipIf(!existsSync(bosque))('the tags of a part of Portuguese Bosque', { tags: ['slow'] }, () => {
  const seen = new Set<string>()
  const part = [...readCoNLLU(readFileSync(bosque))].filter((sentence) => {
    const before = seen.size
    for (let word = 1; word <= sentence.size; word++)
      seen.add(`${sentence.upos(word)} ${sentence.xpos(word)}`)
    return seen.size > before
  })
  expect(seen.size).toBe(5301)
  const model = trainTagger(part, { seed: 1 })
  expect(model.tags.length).toBe(17)
  expect(model.tags.flatMap(({ xposOfFeats }) => xposOfFeats!).length).toBeGreaterThan(300)
})
