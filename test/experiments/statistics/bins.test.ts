import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { countBins, directions, distanceBin, distances } from '../../../experiments/statistics/bins.ts'
import { treeOf } from '../../../transform/tree.ts'

describe('precision and recall by direction and distance', () => {
  // The stock market crashed: the system hangs "stock" on the verb.
  const gold = treeOf([3, 3, 4, 0], [1, 1, 1, 1])
  const system = treeOf([3, 4, 4, 0], [2, 1, 1, 1])
  const bins = countBins(gold, system)

  it('tells where the head is: in the same direction, the same head, and with the same label', () => {
    expect(directions.map((bin) => bins.get(bin))).toEqual([
      { gold: 1, system: 1, binned: 1, right: 1, labelled: 1 },
      { gold: 0, system: 0, binned: 0, right: 0, labelled: 0 },
      { gold: 3, system: 3, binned: 3, right: 2, labelled: 1 },
    ])
  })

  it('tells how far away it is, arcs from the root left out', () => {
    expect(distances.map((bin) => bins.get(bin))).toEqual([
      { gold: 2, system: 1, binned: 1, right: 1, labelled: 1 },
      { gold: 1, system: 2, binned: 1, right: 1, labelled: 0 },
      { gold: 0, system: 0, binned: 0, right: 0, labelled: 0 },
      { gold: 0, system: 0, binned: 0, right: 0, labelled: 0 },
    ])
  })

  it('binned recall is above 90 % in directions where fewer heads are right, as in the paper’s Table 4', () => {
    // Of ten heads to the right, one is another word to the right.
    const [heads, wrong] = [
      [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 0],
      [10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 0],
    ]
    const { binned, right, gold: all } = countBins(treeOf(heads), treeOf(wrong)).get('right')!
    expect([binned / all, right / all]).toEqual([1, 0.9])
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
        const all = countBins(treeOf(pairs.map(([h]) => h)), treeOf(pairs.map(([, h]) => h)))
        const sum = (part: 'gold' | 'system' | 'right'): number =>
          directions.reduce((total, bin) => total + all.get(bin)![part], 0)
        expect(sum('gold')).toBe(pairs.length)
        expect(sum('system')).toBe(pairs.length)
        expect(sum('right')).toBe(pairs.filter(([a, b]) => a === b).length)
      }),
    )
  })
})
