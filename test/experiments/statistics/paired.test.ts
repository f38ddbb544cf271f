import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { bootstrapInterval, permutationTest } from '../../../experiments/statistics/paired.ts'
import { Random } from '../../../parser/learning/random.ts'

/** The p value of the permutation test without chance: every way of exchanging results. */
function exactTest(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((a, b) => a + b, 0))
  const ways = 1 << differences.length
  let asFar = 0
  for (let way = 0; way < ways; way++) {
    const sum = differences.reduce((total, d, i) => total + ((way >> i) & 1 ? -d : d), 0)
    if (Math.abs(sum) >= observed) asFar++
  }
  return asFar / ways
}

describe('permutation test', () => {
  it('comes near the exact test, which tries every exchange', () => {
    const differences = fc.array(fc.integer({ min: -4, max: 6 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(differences, fc.integer({ min: 0, max: 1000 }), (values, seed) => {
        const p = permutationTest(values, seed, 20_000)
        expect(Math.abs(p - exactTest(values))).toBeLessThan(0.02)
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for a seed, and as good as the same for another', () => {
    const random = new Random(7)
    const differences = Array.from({ length: 500 }, () => random.below(7) - 3)
    const [one, again, other] = [1, 1, 2].map((seed) => permutationTest(differences, seed))
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    expect(Math.abs(other - one)).toBeLessThan(0.02)
  })

  it('does not see sentences without a difference, nor the order of the systems', () => {
    const values = [3, 0, -1, 2, 0, 0, 4, 1]
    const p = permutationTest(values, 1)
    expect(permutationTest([3, -1, 2, 4, 1], 1)).toBe(p)
    expect(
      permutationTest(
        values.map((v) => -v),
        1,
      ),
    ).toBe(p)
  })

  it('answers 1 without any difference, and the least it can where all point one way', () => {
    expect(permutationTest([], 1)).toBe(1)
    expect(permutationTest([0, 0, 0], 1)).toBe(1)
    expect(
      permutationTest(
        Array.from({ length: 200 }, () => 1),
        1,
      ),
    ).toBe(1 / 10_001)
  })

  it('finds no difference in 95 of 100 pairs of systems that do not differ', () => {
    const random = new Random(11)
    let found = 0
    for (let pair = 0; pair < 400; pair++) {
      const differences = Array.from({ length: 60 }, () => random.below(9) - 4)
      if (permutationTest(differences, pair, 1000) < 0.05) found++
    }
    expect(found).toBeGreaterThan(6)
    expect(found).toBeLessThan(36)
  })
})

describe('bootstrap interval', () => {
  it('holds the score, and is as wide as the normal approximation says', () => {
    const random = new Random(5)
    const words = Array.from({ length: 1000 }, () => 10)
    const counts = words.map(
      (size) => Array.from({ length: size }, () => random.next() < 0.8).filter(Boolean).length,
    )
    const score = (100 * counts.reduce((a, b) => a + b, 0)) / 10_000
    const { low, high } = bootstrapInterval(counts, words, 1)
    expect(low).toBeLessThan(score)
    expect(high).toBeGreaterThan(score)
    const expected = 2 * 1.96 * Math.sqrt((0.8 * 0.2) / 10_000) * 100
    expect((high - low) / expected).toBeGreaterThan(0.9)
    expect((high - low) / expected).toBeLessThan(1.1)
  })

  it('has no width where every sentence is alike, and moves with what it is an interval of', () => {
    expect(bootstrapInterval([1, 1, 1], [2, 2, 2], 3)).toEqual({ low: 50, high: 50 })
    const { low, high } = bootstrapInterval([-1, -2, -1, 0, -1], [5, 9, 4, 5, 6], 3)
    expect(low).toBeLessThan(high)
    expect(high).toBeLessThanOrEqual(0)
  })

  it('takes no sentences, and refuses counts that are not one for each sentence', () => {
    expect(bootstrapInterval([], [], 1)).toEqual({ low: 0, high: 0 })
    expect(() => bootstrapInterval([1], [1, 2], 1)).toThrow('1 counts do not go with 2 sentences')
  })

  it('is the same for a seed', () => {
    const random = new Random(2)
    const words = Array.from({ length: 200 }, () => 5 + random.below(20))
    const counts = words.map((size) => random.below(size))
    const [one, again, other] = [9, 9, 10].map((seed) => bootstrapInterval(counts, words, seed))
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
  })
})
