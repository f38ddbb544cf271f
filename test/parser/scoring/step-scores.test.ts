import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_TYPES, WholeScores } from '../../../parser/scoring/step-scores.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import type { FeatureExtractor } from '../../../parser/features/extractor.ts'
import { Sentence } from '../../../parser/core/sentence.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'

/** A model whose scores tell all that it was asked about, and that counts how often it was asked. */
function model(state: number) {
  const transitions = Int32Array.of(transitionOf(0), transitionOf(1, 0), transitionOf(1, 1))
  const scores = new Float64Array(transitions.length)
  const score = (keys: Uint32Array, count: number): void => {
    asked.times++
    scores.fill(state)
    for (let i = 0; i < count; i++) scores[i % 3] += keys[i] * (i + 1)
  }
  const asked = { transitions, typeStarts: Int32Array.of(0, 1, 3, 3), scores, unit: 0.5, score, times: 0 }
  return asked
}

test('configurations of the same features are scored once a step, by each model', () => {
  const keys = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 })
  const step = fc.array(fc.record({ state: fc.nat(1), keys }), { maxLength: 300 })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3 }), (steps) => {
      const models = [model(0), model(1)]
      let next: readonly number[] = []
      const extractor = {
        keys: new Uint32Array(7),
        extract(): number {
          this.keys.set(next)
          this.keys[next.length] = Math.random() * 9 // what lies behind the last key does not count
          return next.length
        },
      }
      const scores = new WholeScores(models, extractor as unknown as FeatureExtractor)
      const c = new Configuration()
      const sentence = new Sentence()
      for (const asked of steps) {
        scores.clear()
        for (const one of models) one.times = 0
        const numbers = asked.map((one) => {
          next = one.keys
          return scores.of(c, sentence, one.state)
        })
        const names = asked.map((one) => `${one.state}: ${one.keys}`)
        asked.forEach((one, i) => {
          const number = numbers[i]
          expect(number).toBe(numbers[names.indexOf(names[i])])
          const fresh = model(one.state)
          fresh.score(Uint32Array.from(one.keys), one.keys.length)
          const start = number * scores.stride
          expect([...scores.values.subarray(start, start + 3)]).toEqual([...fresh.scores])
          expect([...scores.most.subarray(number * MOST_TYPES, number * MOST_TYPES + 3)]).toEqual([
            fresh.scores[0],
            Math.max(fresh.scores[1], fresh.scores[2]),
            -Infinity,
          ])
        })
        expect(models[0].times + models[1].times).toBe(new Set(names).size)
        expect(new Set(numbers).size).toBe(new Set(names).size)
      }
    }),
  )
})
