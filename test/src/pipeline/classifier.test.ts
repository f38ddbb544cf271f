import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import type { ClassifierWeights } from '../../../parser/core/classifier-weights.ts'
import { Classifier } from '../../../src/pipeline/classifier.ts'
import { Examples } from '../../../src/pipeline/classifier-training.ts'
import { featureKey, Rows, Templates } from '../../../src/pipeline/features.ts'

/** Rows of weights by key, as a classifier has them. */
function weightsOf(
  classes: number,
  rows: ReadonlyMap<number, ReadonlyMap<number, number>>,
): ClassifierWeights {
  const keys = [...rows.keys()].sort((a, b) => a - b)
  const entries = keys.map((key) => [...rows.get(key)!].sort((a, b) => a[0] - b[0]))
  const starts = [0]
  for (const row of entries) starts.push(starts[starts.length - 1] + row.length)
  return {
    transitions: Int32Array.from({ length: classes }, (_, c) => transitionOf(0, c)),
    keys: Uint32Array.from(keys),
    starts: Uint32Array.from(starts),
    classes: Uint16Array.from(entries.flat(), ([target]) => target),
    values: Int16Array.from(entries.flat(), ([, value]) => value),
    scale: 1,
  }
}

const weight = fc.integer({ min: -127, max: 127 }).filter((value) => value !== 0)
const anyRows = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(256, 257, 4096)).chain((classes) =>
  fc.record({
    classes: fc.constant(classes),
    rows: fc
      .array(
        fc.tuple(
          fc.integer({ min: 1, max: 0xffffff }),
          fc
            .array(fc.tuple(fc.nat(classes - 1), weight), { minLength: 1, maxLength: 5 })
            .map((row) => new Map(row)),
        ),
        { maxLength: 20 },
      )
      .map((rows) => new Map(rows)),
  }),
)

const weights = { cost: 1, least: 0 }

describe('a classifier', () => {
  test('sums the weights of the features that are there', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.integer({ min: 1, max: 0xffffff })), ({ classes, rows }, others) => {
        const keys = [...rows.keys(), ...others]
        const expected = new Int32Array(classes)
        for (const key of keys) for (const [c, value] of rows.get(key) ?? []) expected[c] += value
        const classifier = new Classifier(weightsOf(classes, rows), classes)
        classifier.add(Uint32Array.from(keys), keys.length)
        expect(classifier.scores).toEqual(expected)
        expect(classifier.best(Uint32Array.from(keys), keys.length)).toBe(
          expected.indexOf(Math.max(...expected)),
        )
      }),
    )
  })

  test('learns what features say', () => {
    const examples = new Examples()
    for (let i = 0; i < 40; i++) examples.add(Uint32Array.of(10 + (i % 4), 99), 2, i % 4)
    const classifier = new Classifier(examples.learn(weights, { seed: 1 }), 4)
    for (let c = 0; c < 4; c++) expect(classifier.best(Uint32Array.of(10 + c, 99), 2)).toBe(c)
  })

  test('more classes than can be learned together are learned by groups', () => {
    const examples = new Examples()
    const count = 5000
    for (let i = 0; i < 2 * count; i++)
      examples.add(Uint32Array.of(10 + (i % count), 5100 + (i % 500)), 2, i % count, i % 500)
    const classifier = new Classifier(examples.learn(weights, { seed: 1 }), count)
    const wrong = Array.from({ length: count }, (_, c) => c).filter(
      (c) => classifier.best(Uint32Array.of(10 + c), 1) !== c,
    )
    expect(wrong).toEqual([])
  })

  test('of a group with too many classes the rarest have no weights', { tags: ['slow'] }, () => {
    const examples = new Examples()
    for (let i = 0; i < 5000; i++)
      for (let n = 0; n < (i < 4096 ? 3 : 2); n++) examples.add(Uint32Array.of(10 + i), 1, i)
    const { transitions } = examples.learn(weights, { seed: 1 })
    expect([...transitions]).toEqual(Array.from({ length: 4096 }, (_, c) => transitionOf(0, c)))
  })

  test('with a single class there is nothing to learn', () => {
    const examples = new Examples()
    for (let i = 0; i < 3; i++) examples.add(Uint32Array.of(7), 1, 0)
    expect(examples.learn(weights, { seed: 1 }).values).toHaveLength(0)
  })
})

describe('templates', () => {
  const columns = ['a', 'b2']

  test('keys have 24 bits and are never 0', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (seed, value) => {
        const key = featureKey(seed, value)
        expect(key > 0 && key <= 0xffffff).toBe(true)
      }),
    )
  })

  test('a key depends on the template and on the values that it addresses, and on nothing else', () => {
    const keysAt = (values: readonly number[], i: number, ...templates: string[]): number[] => {
      const rows = new Rows(columns).begin(values.length / 2)
      rows.data.set(values, rows.at(0))
      const keys = new Uint32Array(templates.length)
      expect(new Templates(templates, columns).write(rows.data, rows.at(i), keys)).toBe(templates.length)
      return [...keys]
    }
    expect(keysAt([1, 2, 3, 4, 5, 6], 1, 'a b2-1')).toEqual(keysAt([9, 2, 3, 9], 1, 'a b2-1'))
    expect(keysAt([1, 2, 3, 4], 1, 'a', 'b2-1')).not.toEqual(keysAt([1, 3, 3, 4], 1, 'a', 'b2-1'))
    const [first, second] = keysAt([7, 7], 0, 'a', 'b2')
    expect(first).not.toBe(second)
    expect(keysAt([7, 7], 0, 'a+1', 'a-1', 'a-3')).toEqual(keysAt([8, 8], 0, 'a+1', 'a-1', 'a-3'))
    expect(keysAt([7, 7, 2, 2], 0, 'a+1')).toEqual(keysAt([7, 7], 0, 'a+1'))
  })
})
