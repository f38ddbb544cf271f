import { describe, expect, test } from 'vitest'
import { labelledScore } from '../../../parser/learning/selection.ts'
import { readModel, writeModel } from '../../../parser/model/model-file.ts'
import { Parser } from '../../../parser/parse.ts'
import { registry } from '../../../parser/registry.ts'
import { heldOut, learnToy } from './learn-toy.ts'

const systems = registry.map(({ name }) => name).filter((name) => name !== 'rb-oracle')

describe.each(systems)('%s', (system) => {
  test('learns the toy language with a beam', () => {
    const { model } = learnToy(system, { beam: 4 })
    expect(model.header.beam).toBe(4)
    expect(model.header.training).toMatchObject({ beam: 4, update: 'max-violation' })
    // A beam compares after equally many transitions, and those of Covington's derivations differ most in number.
    const least = system === 'covington' ? 0.93 : 0.97
    const searched = { ...model, norms: undefined }
    expect(labelledScore(searched, heldOut(model.labels))).toBeGreaterThan(least)
  })
})

test('a seed decides the model', () => {
  const bytes = (seed: number) => writeModel(learnToy('rb', { beam: 3, seed, epochs: 2 }).model)
  expect(bytes(3)).toEqual(bytes(3))
  expect(bytes(4)).not.toEqual(bytes(3))
})

test('the beam is stored in the model, and may be another for parsing', () => {
  const model = readModel(writeModel(learnToy('rb', { beam: 4, epochs: 2 }).model))
  expect(new Parser(model).beam).toBe(4)
  expect(new Parser(model, { beam: 2 }).beam).toBe(2)
})

test.each(['rb', 'arc-eager-unshift'])(
  '%s: a model trained greedily can be searched with a beam',
  (system) => {
    const { model } = learnToy(system)
    const corpus = heldOut(model.labels)
    expect(new Parser(model).beam).toBe(1)
    const parser = new Parser(model, { beam: 8 })
    for (let i = 0; i < corpus.size; i++) {
      const { tree, vestigialArcs } = parser.parse(corpus.sentence(i, parser.sentence()))
      expect(vestigialArcs).toBe(0)
      expect(tree.head.subarray(1)).not.toContain(-1)
    }
  },
)

test.each([0, -1, 1.5, NaN])('a beam of %d is refused', (beam) => {
  const { model } = learnToy('rb', { epochs: 1 })
  const expected = 'expected a whole number from 1 to 1024'
  expect(() => new Parser(model, { beam })).toThrow(new RangeError(`a beam of ${beam}, ${expected}`))
  expect(() => learnToy('rb', { beam })).toThrow(new RangeError(`beam is ${beam}, ${expected}`))
})

test.each([
  ['rb', 4, 100],
  ['arc-eager-unshift', 4, 10],
  ['rb', 1, 10],
  ['arc-eager-unshift', 1, 10],
] as const)('%s, beam %d: a margin of %d', (system, beam, margin) => {
  expect(learnToy(system, { beam, epochs: 1 }).model.header.training).toMatchObject({ margin })
})
