import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageOf } from '../../../parser/learning/perceptron-contents.ts'
import { PerceptronWeights } from '../../../parser/learning/perceptron-weights.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'

const transitions = [
  transitionOf(3, 5),
  transitionOf(0),
  transitionOf(1, 2),
  transitionOf(3, 1),
  transitionOf(1, 0),
  transitionOf(4),
]
const key = fc.nat(40).map((number) => Math.imul(number + 1, 0x9e3779b1) >>> 0)
const updates = fc.array(fc.tuple(key, fc.nat(transitions.length - 1), fc.constantFrom(-1, 1, 2)), {
  maxLength: 400,
})

test('classes are the transitions by kind, then label', () => {
  const weights = new PerceptronWeights(transitions, 5)
  expect([...weights.transitions]).toEqual([
    transitionOf(0),
    transitionOf(1, 0),
    transitionOf(1, 2),
    transitionOf(3, 1),
    transitionOf(3, 5),
    transitionOf(4),
  ])
  expect([...weights.typeStarts]).toEqual([0, 1, 3, 3, 5, 6])
  expect([...weights.transitions].map((transition) => weights.classOf(transition))).toEqual([
    0, 1, 2, 3, 4, 5,
  ])
  const unknown = [
    transitionOf(1, 1),
    transitionOf(1, 3),
    transitionOf(2, 0),
    transitionOf(3, 0),
    transitionOf(3, 6),
    transitionOf(5),
  ]
  expect(unknown.map((transition) => weights.classOf(transition))).toEqual(unknown.map(() => -1))
})

describe('against a table of all weights', () => {
  test('scores are the sums of what was added', () => {
    fc.assert(
      fc.property(updates, fc.array(key, { maxLength: 20 }), (updates, asked) => {
        const weights = new PerceptronWeights(transitions, 5)
        const table = new Map<string, number>()
        updates.forEach(([key, c, by], step) => {
          weights.add(key, c, by, step + 1)
          table.set(`${key} ${c}`, (table.get(`${key} ${c}`) ?? 0) + by)
        })
        weights.score(Uint32Array.from([0, ...asked]).subarray(1), asked.length)
        const sums = transitions.map((_, c) =>
          asked.reduce((sum, key) => sum + (table.get(`${key} ${c}`) ?? 0), 0),
        )
        expect([...weights.scores]).toEqual(sums)
        const scoreOf = (c: number): number => weights.scoreOf(Uint32Array.from(asked), asked.length, c)
        expect(transitions.map((_, c) => scoreOf(c))).toEqual(sums)
        expect(weights.contents().size).toBe(new Set(updates.map(([key]) => key)).size)
      }),
    )
  })

  test('the average is that of the weights after each step', () => {
    fc.assert(
      fc.property(updates, (updates) => {
        fc.pre(updates.length > 0)
        const weights = new PerceptronWeights(transitions, 5)
        const now = new Map<string, number>()
        const sums = new Map<string, number>()
        // An update at step t counts from then on: the weights of steps 1..t - 1 are without it. Step 0 is no step.
        updates.forEach(([key, c, by], t) => {
          weights.add(key, c, by, t)
          now.set(`${key} ${c}`, (now.get(`${key} ${c}`) ?? 0) + by)
          for (const [entry, value] of now) sums.set(entry, (sums.get(entry) ?? 0) + value)
        })
        const { keys, starts, classes, values, scale } = weights.average(updates.length, 1)
        const found = new Map<string, number>()
        keys.forEach((key, i) => {
          for (let e = starts[i]; e < starts[i + 1]; e++) found.set(`${key} ${classes[e]}`, values[e] / scale)
        })
        for (const [entry, sum] of sums) {
          const average = sum / updates.length
          // Weights are rounded to multiples of 1 / scale.
          expect(Math.abs((found.get(entry) ?? 0) - average)).toBeLessThan(0.5001 / scale)
        }
        for (const entry of found.keys()) expect(sums.has(entry)).toBe(true)
      }),
    )
  })
})

test('a feature is left out if its heaviest weight is small; others keep their small weights', () => {
  const weights = new PerceptronWeights(transitions, 5)
  weights.add(7, 0, 1, 0)
  weights.add(7, 1, -80, 0)
  weights.add(8, 0, 39, 0)
  weights.add(9, 2, 40, 0)
  const average = averageOf(weights.contents(), 1, 1, 10, 4)
  expect([...average.keys]).toEqual([7, 9])
  expect([...average.values].map((value) => Math.round((10 * value) / average.scale))).toEqual([1, -80, 40])
})
