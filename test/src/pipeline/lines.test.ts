import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { textModelOf } from '../../../src/pipeline/text-model.ts'
import { lineKinds, type Lines } from '../../../src/pipeline/text-windows.ts'
import { tinyPipeline } from './tiny.ts'

const models = { pipeline: tinyPipeline(), parser: textModelOf(tinyPipeline().parser) }
const splitters = Object.fromEntries(
  lineKinds.flatMap((lines) =>
    Object.entries(models).map(([name, model]) => [
      `${name} ${lines}`,
      new Pipeline(model, { lines }).splitter,
    ]),
  ),
)

function cut(text: string, name: string, lines: Lines): string[] {
  return [...splitters[`${name} ${lines}`].sentences(text)].map(({ start, end }) => text.slice(start, end))
}

const line = fc
  .array(fc.constantFrom('The dog sleeps.', 'Anna', 'saw', 'Oslo!', '"no"', 'yes?'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '))
const text = fc.array(line, { minLength: 1, maxLength: 5 })

test.each(Object.keys(models))('%s: a line is one sentence', (name) => {
  fc.assert(
    fc.property(text, (lines) => {
      expect(cut(lines.join('\n'), name, 'sentence')).toEqual(lines)
    }),
  )
})

test.each(Object.keys(models))('%s: the end of a line ends a sentence, and others do, too', (name) => {
  fc.assert(
    fc.property(text, (lines) => {
      const found = cut(lines.join('\n'), name, 'end')
      expect(found.some((sentence) => sentence.includes('\n'))).toBe(false)
      expect(found.length).toBeGreaterThanOrEqual(lines.length)
    }),
  )
  expect(cut('Anna saw Oslo. The dog sleeps.\nAnna', name, 'end')).toHaveLength(3)
})

test('without the option, only a blank line ends a sentence', () => {
  const { splitter } = new Pipeline(models.pipeline)
  fc.assert(
    fc.property(text, (lines) => {
      const joined = lines.join('\n')
      const found = [...splitter.sentences(joined)].map(({ start, end }) => joined.slice(start, end))
      expect(found).toEqual(cut(joined, 'pipeline', 'blank'))
    }),
  )
  expect(cut('Anna saw\nthe dog.', 'pipeline', 'blank')).toEqual(['Anna saw\nthe dog.'])
})
