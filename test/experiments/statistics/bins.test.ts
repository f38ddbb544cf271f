import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  binCounts,
  countBins,
  directionBin,
  directions,
  distanceBin,
  distances,
  labelledRecall,
  precision,
  recall,
} from '../../../experiments/statistics/bins.ts'
import { treeOf } from '../../../transform/tree.ts'

describe('precision and recall by direction and distance', () => {
  // The stock market crashed: the system hangs "stock" on the verb.
  const gold = treeOf([3, 3, 4, 0], [1, 1, 1, 1])
  const system = treeOf([3, 4, 4, 0], [2, 1, 1, 1])

  it('tells where the head stands', () => {
    const counts = binCounts(directions.length)
    countBins(gold, system, directionBin, counts)
    expect(counts).toEqual({ gold: [1, 0, 3], system: [1, 0, 3], right: [1, 0, 2], labelled: [1, 0, 1] })
    expect(labelledRecall(counts, 2)).toBeCloseTo(100 / 3)
    expect(labelledRecall(counts, 1)).toBeUndefined()
    expect(recall(counts, 0)).toBe(100)
    expect(precision(counts, 1)).toBeUndefined()
    expect(recall(counts, 1)).toBeUndefined()
    expect(precision(counts, 2)).toBeCloseTo(200 / 3)
  })

  it('tells how far away it is, arcs from the root left out', () => {
    const counts = binCounts(distances.length)
    countBins(gold, system, distanceBin, counts)
    expect(counts).toEqual({
      gold: [2, 1, 0, 0],
      system: [1, 2, 0, 0],
      right: [1, 1, 0, 0],
      labelled: [1, 0, 0, 0],
    })
    expect(precision(counts, 1)).toBe(50)
    expect(recall(counts, 0)).toBe(50)
  })

  it('has the bins 1, 2, 3–6 and 7+', () => {
    const bins = [1, 2, 3, 6, 7, 40].map((distance) => distances[distanceBin(50, 50 - distance)])
    expect(bins).toEqual(['1', '2', '3–6', '3–6', '7+', '7+'])
    expect(distanceBin(3, 10)).toBe(3)
    expect(distanceBin(3, 0)).toBe(-1)
  })

  it('puts every arc in one direction, and what is right into both sides', () => {
    const heads = fc.integer({ min: 1, max: 9 }).chain((size) =>
      fc.array(fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })), {
        minLength: size,
        maxLength: size,
      }),
    )
    fc.assert(
      fc.property(heads, (pairs) => {
        const counts = binCounts(directions.length)
        const one = treeOf(pairs.map(([h]) => h))
        countBins(one, treeOf(pairs.map(([, h]) => h)), directionBin, counts)
        const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
        expect(sum(counts.gold)).toBe(pairs.length)
        expect(sum(counts.system)).toBe(pairs.length)
        expect(sum(counts.right)).toBe(pairs.filter(([a, b]) => a === b).length)
      }),
    )
  })
})
