import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { ArcBins, directions, distanceBin, distances } from '../../../experiments/statistics/bins.ts'
import { treeOf } from '../../../transform/tree.ts'

describe('precision and recall by direction and distance', () => {
  // The stock market crashed: the system hangs "stock" on the verb.
  const gold = treeOf([3, 3, 4, 0], [1, 1, 1, 1])
  const system = treeOf([3, 4, 4, 0], [2, 1, 1, 1])

  const bins = new ArcBins()
  bins.add(gold, system)
  const { recall, precision, LAS } = bins.rates()

  it('tells where the head stands', () => {
    expect(directions.map((bin) => bins.counts.get(bin))).toEqual([
      { gold: 1, system: 1, right: 1, labelled: 1 },
      { gold: 0, system: 0, right: 0, labelled: 0 },
      { gold: 3, system: 3, right: 2, labelled: 1 },
    ])
    expect(LAS.right).toBeCloseTo(100 / 3)
    expect([LAS.left, precision.left, recall.left]).toEqual([undefined, undefined, undefined])
    expect(recall['to root']).toBe(100)
    expect(precision.right).toBeCloseTo(200 / 3)
  })

  it('tells how far away it is, arcs from the root left out', () => {
    expect(distances.map((bin) => bins.counts.get(bin))).toEqual([
      { gold: 2, system: 1, right: 1, labelled: 1 },
      { gold: 1, system: 2, right: 1, labelled: 0 },
      { gold: 0, system: 0, right: 0, labelled: 0 },
      { gold: 0, system: 0, right: 0, labelled: 0 },
    ])
    expect(precision['2']).toBe(50)
    expect(recall['1']).toBe(50)
  })

  it('has the bins 1, 2, 3–6 and 7+', () => {
    const found = [1, 2, 3, 6, 7, 40].map((distance) => distances[distanceBin(50, 50 - distance)])
    expect(found).toEqual(['1', '2', '3–6', '3–6', '7+', '7+'])
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
        const all = new ArcBins()
        all.add(treeOf(pairs.map(([h]) => h)), treeOf(pairs.map(([, h]) => h)))
        const sum = (part: 'gold' | 'system' | 'right'): number =>
          directions.reduce((total, bin) => total + all.counts.get(bin)![part], 0)
        expect(sum('gold')).toBe(pairs.length)
        expect(sum('system')).toBe(pairs.length)
        expect(sum('right')).toBe(pairs.filter(([a, b]) => a === b).length)
      }),
    )
  })
})
