import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  bootstrapInterval,
  correctedByHolm,
  differenceOf,
  permutationTest,
  type Paired,
} from '../../../experiments/statistics/paired.ts'
import { foldOf, split } from '../../../experiments/statistics/summary.ts'
import { pool, type Tally } from '../../../experiments/statistics/tally.ts'
import { Random } from '../../../parser/learning/random.ts'

/** Counts of sentences of ten words: those of a system that is ahead by the differences. */
function pairedOf(differences: readonly number[]): Paired[] {
  const tally = (parts: readonly number[]): Tally => ({
    sentences: parts.length,
    at: [...parts.keys()],
    parts,
    wholes: parts.map(() => 10),
  })
  return [
    { one: tally(differences.map((difference) => 5 + difference)), other: tally(differences.map(() => 5)) },
  ]
}

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
        const p = permutationTest(pairedOf(values), seed, 20_000)
        expect(Math.abs(p - exactTest(values))).toBeLessThan(0.02)
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for a seed, and as good as the same for another', () => {
    const random = new Random(7)
    const differences = Array.from({ length: 500 }, () => random.below(7) - 3)
    const [one, again, other] = [1, 1, 2].map((seed) => permutationTest(pairedOf(differences), seed))
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    expect(Math.abs(other - one)).toBeLessThan(0.02)
  })

  it('does not see sentences without a difference, nor the order of the systems', () => {
    const values = [3, 0, -1, 2, 0, 0, 4, 1]
    const p = permutationTest(pairedOf(values), 1)
    expect(permutationTest(pairedOf([3, -1, 2, 4, 1]), 1)).toBe(p)
    expect(permutationTest(pairedOf(values.map((v) => -v)), 1)).toBe(p)
  })

  it('answers 1 without any difference, and the least it can where all point one way', () => {
    expect(permutationTest([], 1)).toBe(1)
    expect(permutationTest(pairedOf([0, 0, 0]), 1)).toBe(1)
    expect(permutationTest(pairedOf(Array.from({ length: 200 }, () => 1)), 1)).toBe(1 / 10_001)
  })

  it('finds no difference in 95 of 100 pairs of systems that do not differ', () => {
    const random = new Random(11)
    let found = 0
    for (let pair = 0; pair < 400; pair++) {
      const differences = Array.from({ length: 60 }, () => random.below(9) - 4)
      if (permutationTest(pairedOf(differences), pair, 1000) < 0.05) found++
    }
    expect(found).toBeGreaterThan(6)
    expect(found).toBeLessThan(36)
  })
})

describe('tests over several runs and treebanks', () => {
  /** The share of 2,000 pairs of equally good systems in which the test finds a difference. */
  function rejections(testPart: (sentences: readonly number[], seed: number) => readonly number[]): number {
    const random = new Random(3)
    let found = 0
    for (let pair = 0; pair < 2000; pair++) {
      // Each sentence suits one of the systems, and each run adds some chance.
      const inclined = Array.from({ length: 500 }, () => random.below(7) - 3)
      const runs = [1, 2, 3, 4, 5].map((seed) => {
        const part = testPart([...inclined.keys()], seed)
        const differences = part.map((sentence) => inclined[sentence] + random.below(3) - 1)
        return { key: String(seed), ...pairedOf(differences)[0] }
      })
      const [one, other] = (['one', 'other'] as const).map((side) =>
        pool(runs.map(({ key, ...tallies }) => ({ key, tally: tallies[side] }))),
      )
      if (permutationTest([{ one: one!, other: other! }], pair, 400) < 0.05) found++
    }
    return found / 2000
  }

  it('of systems that do not differ find a difference in at most 6 % of the cases over five folds', () => {
    expect(rejections((sentences, seed) => split(sentences, foldOf(seed)).test)).toBeLessThanOrEqual(0.06)
  })

  it('which overlapping tenths do not: the reason for folds', () => {
    const overlapping = (sentences: readonly number[], seed: number): number[] =>
      Array.from(new Random(seed).permutation(sentences.length).subarray(0, 50), (i) => sentences[i])
    expect(rejections(overlapping)).toBeGreaterThan(0.075)
  })

  it('runs on the same sentences count each sentence once', () => {
    const [{ one, other }] = pairedOf([2, -1, 3, 1, 2, 0, 1])
    const twice = (tally: Tally): Tally =>
      pool([
        { key: 'test', tally },
        { key: 'test', tally },
      ])!
    const both = [{ one: twice(one), other: twice(other) }]
    expect(permutationTest(both, 1)).toBe(permutationTest([{ one, other }], 1))
    expect(bootstrapInterval(both, 1)).toEqual(bootstrapInterval([{ one, other }], 1))
    const count = { sentences: 2, at: [0, 1], parts: [3, 5] }
    expect(
      pool([
        { key: 'a', tally: count },
        { key: 'b', tally: count },
      ]),
    ).toEqual({ sentences: 4, at: [0, 1, 2, 3], parts: [3, 5, 3, 5], scale: 0.5 })
  })

  it('an average is of treebanks, whatever their sizes', () => {
    const [large] = pairedOf(Array.from({ length: 300 }, () => 1))
    const [small] = pairedOf([-1, -1, -1])
    expect(differenceOf([large, small])).toBeCloseTo(0)
    expect(differenceOf([large, large])).toBeCloseTo(10)
    expect(permutationTest([large, large], 1, 1000)).toBe(1 / 1001)
    const { low, high } = bootstrapInterval([large, small], 1, 1000)
    expect([low, high]).toEqual([0, 0])
  })

  it('shares of different wholes are compared, as precision is', () => {
    const share = (parts: number[], wholes: number[]): Tally => ({
      sentences: parts.length,
      at: [...parts.keys()],
      parts,
      wholes,
    })
    const size = 40
    const [one, other] = [
      share(Array(size).fill(4), Array(size).fill(5)),
      share(Array(size).fill(4), Array(size).fill(8)),
    ]
    expect(differenceOf([{ one, other }])).toBeCloseTo(30)
    expect(permutationTest([{ one, other }], 1, 1000)).toBe(1 / 1001)
  })
})

describe('Holm’s correction', () => {
  it('multiplies the smallest by the number of comparisons, and keeps the order', () => {
    expect(correctedByHolm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
    expect(correctedByHolm([0.9, 0.8])).toEqual([1, 1])
    expect(correctedByHolm([])).toEqual([])
  })
})

describe('bootstrap interval', () => {
  /** Counts against a system that gets nothing right. */
  const scoreOf = (parts: readonly number[], wholes: readonly number[]): Paired[] => {
    const tally = (right: readonly number[]): Tally => ({
      sentences: parts.length,
      at: [...parts.keys()],
      parts: right,
      wholes,
    })
    return [{ one: tally(parts), other: tally(parts.map(() => 0)) }]
  }

  it('holds the score, and is as wide as the normal approximation says', () => {
    const random = new Random(5)
    const words = Array.from({ length: 1000 }, () => 10)
    const counts = words.map(
      (size) => Array.from({ length: size }, () => random.next() < 0.8).filter(Boolean).length,
    )
    const score = (100 * counts.reduce((a, b) => a + b, 0)) / 10_000
    const { low, high } = bootstrapInterval(scoreOf(counts, words), 1)
    expect(low).toBeLessThan(score)
    expect(high).toBeGreaterThan(score)
    const expected = 2 * 1.96 * Math.sqrt((0.8 * 0.2) / 10_000) * 100
    expect((high - low) / expected).toBeGreaterThan(0.9)
    expect((high - low) / expected).toBeLessThan(1.1)
  })

  it('has no width where every sentence is alike, and moves with what it is an interval of', () => {
    expect(bootstrapInterval(scoreOf([1, 1, 1], [2, 2, 2]), 3)).toEqual({ low: 50, high: 50 })
    const { low, high } = bootstrapInterval(scoreOf([-1, -2, -1, 0, -1], [5, 9, 4, 5, 6]), 3)
    expect(low).toBeLessThan(high)
    expect(high).toBeLessThanOrEqual(0)
  })

  it('takes no sentences', () => {
    expect(bootstrapInterval([], 1)).toEqual({ low: 0, high: 0 })
  })

  it('is the same for a seed', () => {
    const random = new Random(2)
    const words = Array.from({ length: 200 }, () => 5 + random.below(20))
    const counts = words.map((size) => random.below(size))
    const [one, again, other] = [9, 9, 10].map((seed) => bootstrapInterval(scoreOf(counts, words), seed))
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
  })
})
