import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader, ByteWriter } from '../../../parser/model/bytes.ts'
import {
  Classifier,
  featureKey,
  readWeights,
  targetsFor,
  writeWeights,
  type ClassWeights,
} from '../../../src/pipeline/classifier.ts'
import { Examples } from '../../../src/pipeline/classifier-training.ts'

/** Rows of weights by key, as a classifier has them. */
function weightsOf(classes: number, rows: ReadonlyMap<number, ReadonlyMap<number, number>>): ClassWeights {
  const keys = [...rows.keys()].sort((a, b) => a - b)
  const entries = keys.map((key) => [...rows.get(key)!].sort((a, b) => a[0] - b[0]))
  const starts = [0]
  for (const row of entries) starts.push(starts[starts.length - 1] + row.length)
  return {
    classes,
    keys: Uint32Array.from(keys),
    starts: Uint32Array.from(starts),
    targets: targetsFor(
      classes,
      entries.flat().map(([target]) => target),
    ),
    values: Int8Array.from(entries.flat(), ([, value]) => value),
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

function bytesOf(weights: ClassWeights): Uint8Array {
  const writer = new ByteWriter()
  writeWeights(writer, weights)
  return writer.finish()
}

const weights = { cost: 1, levels: 20 }

describe('a classifier', () => {
  test('sums the weights of the features that are there', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.integer({ min: 1, max: 0xffffff })), ({ classes, rows }, others) => {
        const keys = [...rows.keys(), ...others]
        const expected = new Int32Array(classes)
        for (const key of keys) for (const [c, value] of rows.get(key) ?? []) expected[c] += value
        const classifier = new Classifier(weightsOf(classes, rows))
        classifier.add(Uint32Array.from(keys), keys.length)
        expect(classifier.scores).toEqual(expected)
        expect(classifier.best()).toBe(expected.indexOf(Math.max(...expected)))
      }),
    )
  })

  test('keys have 24 bits and are never 0', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (template, value) => {
        const key = featureKey(template, value)
        expect(key > 0 && key <= 0xffffff).toBe(true)
      }),
    )
  })

  test('learns what features say', () => {
    const examples = new Examples(2)
    for (let i = 0; i < 40; i++) examples.add(Uint32Array.of(10 + (i % 4), 99), 2, i % 4)
    const learned = examples.learn(4, weights, { seed: 1 })
    for (let c = 0; c < 4; c++) {
      const classifier = new Classifier(learned)
      classifier.add(Uint32Array.of(10 + c, 99), 2)
      expect(classifier.best()).toBe(c)
    }
  })

  test('more classes than an entry has bits for are refused', () => {
    expect(() => new Examples(1).learn(4097, weights, { seed: 1 })).toThrow('4097 different tags or FEATS')
  })

  test('with a single class there is nothing to learn', () => {
    const examples = new Examples(1)
    for (let i = 0; i < 3; i++) examples.add(Uint32Array.of(7), 1, 0)
    expect(examples.learn(1, weights, { seed: 1 })).toMatchObject({ classes: 1 })
  })
})

describe('weights as bytes', () => {
  test('come back as they went', () => {
    fc.assert(
      fc.property(anyRows, ({ classes, rows }) => {
        const weights = weightsOf(classes, rows)
        expect(readWeights(new ByteReader(bytesOf(weights)))).toEqual(weights)
      }),
    )
  })

  test('whatever bytes there are: sound weights or a RangeError', () => {
    const altered = fc
      .tuple(anyRows, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }))
      .map(([{ classes, rows }, changes]) => {
        const bytes = bytesOf(weightsOf(classes, rows))
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), altered), (bytes) => {
        let weights: ClassWeights
        try {
          weights = readWeights(new ByteReader(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          return
        }
        expect(weights.starts[weights.keys.length]).toBe(weights.targets.length)
        expect(
          weights.keys.every((key, i) => key > 0 && key < 2 ** 24 && (i === 0 || key > weights.keys[i - 1])),
        ).toBe(true)
        expect(weights.targets.every((target) => target < weights.classes)).toBe(true)
        const classifier = new Classifier(weights)
        classifier.add(weights.keys, weights.keys.length)
      }),
    )
  })

  test('a step that leads beyond all keys is refused', () => {
    const writer = new ByteWriter()
    for (const value of [1, 2, 2, 5, 0xffffffff, 1, 1, 0, 0, 2, 2]) writer.unsigned(value)
    expect(() => readWeights(new ByteReader(writer.finish()))).toThrow('the features are out of order')
  })

  test('numbers that promise more than is there are not believed', () => {
    const writer = new ByteWriter()
    for (const value of [3, 0xffffff, 0xfffffff]) writer.unsigned(value)
    expect(() => readWeights(new ByteReader(writer.finish()))).toThrow(/16777215 features .* in 0 bytes/)
  })
})
