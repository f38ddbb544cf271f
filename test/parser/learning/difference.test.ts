import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Difference } from '../../../parser/learning/difference.ts'

/** The counts of a difference that are not 0, by state, key and class. */
function countsOf(difference: Difference): Record<string, number> {
  const found: Record<string, number> = {}
  difference.each((state, c, key, count) => {
    found[`${state} ${key} ${c}`] = count
  })
  return found
}

test('counts what is added, and forgets it when it is cleared', () => {
  const addition = fc.record({
    state: fc.nat(1),
    keys: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }),
    c: fc.nat(3),
    by: fc.integer({ min: -2, max: 2 }),
  })
  const difference = new Difference()
  fc.assert(
    fc.property(fc.array(addition), (additions) => {
      const expected: Record<string, number> = {}
      difference.clear()
      for (const { state, keys, c, by } of additions) {
        difference.add(state, Uint32Array.from(keys), keys.length, c, by)
        for (const key of keys) {
          const name = `${state} ${key} ${c}`
          expected[name] = (expected[name] ?? 0) + by
        }
      }
      expect(difference.size).toBe(Object.keys(expected).length)
      const others = Object.entries(expected).filter(([, count]) => count !== 0)
      expect(countsOf(difference)).toEqual(Object.fromEntries(others))
    }),
  )
})

test('nothing is lost where it grows', () => {
  const difference = new Difference()
  const keys = Uint32Array.from({ length: 5000 }, (_, i) => i + 1)
  difference.add(0, keys, keys.length, 0, 1)
  expect(new Set(Object.values(countsOf(difference)))).toEqual(new Set([1]))
  expect(difference.size).toBe(5000)
})
