import { describe, expect, it } from 'vitest'
import {
  FOLD_COUNT,
  foldOf,
  JointCounts,
  meanOf,
  sample,
  split,
} from '../../../experiments/statistics/summary.ts'
import { Random } from '../../../parser/learning/random.ts'
import { median } from '../../../src/bench/interleave.ts'

describe('conditional entropy', () => {
  it('is 0 where the context tells the outcome, and of nothing', () => {
    const counts = new JointCounts()
    expect(counts.conditionalEntropy()).toBe(0)
    for (let i = 0; i < 10; i++) counts.add(i % 2 ? 'odd' : 'even', i % 2 ? 'a' : 'b')
    expect(counts.conditionalEntropy()).toBe(0)
  })

  it('is near 1 bit for a fair coin, whatever says nothing about it', () => {
    const counts = new JointCounts()
    const random = new Random(3)
    for (let i = 0; i < 4000; i++) counts.add(String(random.below(40)), String(random.below(2)))
    expect(Math.abs(counts.conditionalEntropy() - 1)).toBeLessThan(0.01)
  })

  it('is a weighted mean over the contexts', () => {
    const counts = new JointCounts()
    for (let i = 0; i < 3000; i++) counts.add('sure', 'a')
    for (let i = 0; i < 1000; i++) counts.add('open', String(i % 4))
    const correction = 3 / 2 / 4000 / Math.LN2
    expect(counts.conditionalEntropy()).toBeCloseTo(0.25 * 2 + correction, 9)
  })
})

describe('summaries', () => {
  it('are the middle and the mean', () => {
    expect(median([5, 1, 9])).toBe(5)
    expect(median([4, 1, 9, 5])).toBe(4.5)
    expect(meanOf([1, 2, 6])).toBe(3)
    expect(median([])).toBeNaN()
    expect(meanOf([])).toBeUndefined()
  })
})

describe('samples', () => {
  const items = Array.from({ length: 100 }, (_, i) => i)

  it('keep the order, and the smaller lies in the larger', () => {
    const [few, more] = [sample(items, 10, 1), sample(items, 60, 1)]
    expect(few).toHaveLength(10)
    expect(few).toEqual([...few].sort((a, b) => a - b))
    expect(more).toEqual(expect.arrayContaining(few))
    expect(sample(items, 10, 2)).not.toEqual(few)
    expect(sample(items, 500, 1)).toEqual(items)
  })

  it('folds have every item on one side, and each item in one fold', () => {
    const folds = Array.from({ length: FOLD_COUNT }, (_, fold) => split(items, fold))
    for (const { train, test } of folds) {
      expect(test).toHaveLength(10)
      expect([...train, ...test].sort((a, b) => a - b)).toEqual(items)
    }
    expect(folds.flatMap(({ test }) => test).sort((a, b) => a - b)).toEqual(items)
    expect(split([1, 2, 3], 4).test).toHaveLength(1)
  })

  it('ten seeds in a row have different folds', () => {
    const folds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(foldOf)
    expect(new Set(folds).size).toBe(FOLD_COUNT)
    expect([foldOf(1), foldOf(11), foldOf(0)]).toEqual([0, 0, 9])
  })
})
