import { describe, expect, test } from 'vitest'
import { labelledScore } from '../../../parser/learning/selection.ts'
import { writeModel } from '../../../parser/model/model-file.ts'
import { Parser } from '../../../parser/parse.ts'
import { registry } from '../../../parser/registry.ts'
import { fillSentence } from '../../../parser/core/sentence.ts'
import { heldOut, learnToy } from './learn-toy.ts'
import { toyCorpus } from './toy.ts'

const dynamic = registry.filter(({ dynamicOracle }) => dynamicOracle !== undefined).map(({ name }) => name)
const rest = registry.map(({ name }) => name).filter((name) => !dynamic.includes(name))

describe.each(registry.map(({ name }) => name).filter((name) => name !== 'rb-oracle'))('%s', (system) => {
  test('learns the toy language', () => {
    const { model } = learnToy(system)
    expect(labelledScore(model, heldOut(model.labels))).toBeGreaterThan(0.97)
  })
})

describe.each(dynamic)('%s with exploration', (system) => {
  test('learns the toy language, and otherwise than without', () => {
    const explored = learnToy(system, { exploration: true })
    expect(labelledScore(explored.model, heldOut(explored.model.labels))).toBeGreaterThan(0.97)
    expect(explored.model.classifiers).not.toEqual(learnToy(system).model.classifiers)
    expect(explored.model.header.training.exploration).toBe('0.9 from epoch 2')
  })
})

test.each(rest)('%s cannot be trained with exploration', (system) => {
  expect(() => learnToy(system, { exploration: true })).toThrow(
    /^exploration needs a dynamic oracle, expected one of: arc-eager, /,
  )
})

describe('a seed', () => {
  const bytes = (seed: number, exploration: boolean) =>
    writeModel(learnToy('arc-eager-unshift', { seed, exploration, epochs: 2 }).model)

  test.each([true, false])('decides the model, exploration %s', (exploration) => {
    expect(bytes(3, exploration)).toEqual(bytes(3, exploration))
    expect(bytes(4, exploration)).not.toEqual(bytes(3, exploration))
  })
})

describe('a development set', () => {
  test('selects the best epoch', () => {
    const scores: number[] = []
    const development = toyCorpus(60, 2, toyCorpus(150, 1).labels).corpus
    const { model } = learnToy('rb', {
      development,
      labelling: 'early',
      onProgress: ({ detail }) => scores.push(Number(/LAS ([\d.]+)/.exec(detail)![1])),
    })
    expect(scores).toHaveLength(4)
    expect(100 * labelledScore(model, development)).toBeCloseTo(Math.max(...scores), 1)
  })

  test('is not asked without one', () => {
    const { model } = learnToy('rb', { onProgress: ({ detail }) => expect(detail).not.toContain('LAS') })
    expect(model.header.training.selected).toBe(false)
  })
})

test('a signal ends it', () => {
  const controller = new AbortController()
  const onProgress = (): void => controller.abort(new Error('enough'))
  expect(() => learnToy('rb', { onProgress, signal: controller.signal })).toThrow('enough')
})

test('words that are left for the root get the label of roots', () => {
  const { model } = learnToy('arc-eager', { epochs: 1 })
  const parser = new Parser(model)
  const unknown = Array.from({ length: 8 }, (_, i) => ({ form: `?${i}`, upos: i % 2 ? 'DET' : 'VERB' }))
  const { tree } = parser.parse(fillSentence(parser.sentence(), unknown))
  const roots = [...tree.label.subarray(1)].filter((_, i) => tree.head[i + 1] === 0)
  expect(roots.length).toBeGreaterThan(1)
  for (const label of roots) expect(model.labels.text(label)).toBe('root')
})
