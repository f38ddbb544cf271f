import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/index.ts'
import { paragraphsOf } from '../../../src/pipeline/treebank-text.ts'

const file = new URL('../../../src/training/english/everyday.conllu', import.meta.url)

test('everyday sentences: each is a tree, a paragraph of its own and there once, and its words spell its text', () => {
  const sentences = [...readCoNLLU(readFileSync(file))]
  const texts = sentences.map((sentence) => sentence.comments()[2].replace('# text = ', ''))
  expect(paragraphsOf(sentences).map(({ text }) => text.trimEnd())).toEqual(texts)
  expect(new Set(texts).size).toBe(texts.length)
})
