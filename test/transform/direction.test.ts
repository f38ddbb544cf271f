import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  betterDirection,
  directionTally,
  LEFT_ABOVE,
  shareOfLeftArcs,
  shareOfLeftLength,
  tallyDirection,
} from '../../transform/direction.ts'
import { mirrorTree } from '../../transform/tree.ts'
import type { Tree } from '../../transform/tree.ts'
import { anyTree, labelledTree } from '../trees.ts'

function tallyOf(...trees: Tree[]) {
  const tally = directionTally()
  for (const tree of trees) tallyDirection(tree, tally)
  return tally
}

describe('the direction of a treebank', () => {
  it('sums arcs and lengths, without those from the artificial root', () => {
    // “the stock market crashed yesterday”
    expect(tallyOf(labelledTree([3, 3, 4, 0, 4]))).toEqual({ arcs: 4, leftArcs: 3, length: 5, leftLength: 4 })
  })

  it('is told by length, not by the number of arcs', () => {
    const shortLeft = tallyOf(labelledTree([2, 0, 4, 2, 2, 2, 2]), labelledTree([2, 0]), labelledTree([2, 0]))
    expect(shareOfLeftArcs(shortLeft)).toBe(4 / 8)
    expect(shareOfLeftLength(shortLeft)).toBe(4 / 18)
    expect(betterDirection(shortLeft)).toBe('right')
    const longLeft = tallyOf(labelledTree([4, 1, 2, 0]))
    expect(shareOfLeftArcs(longLeft)).toBe(1 / 3)
    expect(shareOfLeftLength(longLeft)).toBe(3 / 5)
  })

  it('is left only above the threshold', () => {
    expect(LEFT_ABOVE).toBe(0.6)
    expect(betterDirection(tallyOf(labelledTree([4, 1, 2, 0])))).toBe('right')
    expect(betterDirection(tallyOf(labelledTree([4, 1, 2, 0]), labelledTree([2, 0])))).toBe('left')
  })

  it('is right where there are no arcs', () => {
    expect(shareOfLeftArcs(directionTally())).toBe(0)
    expect(betterDirection(tallyOf(labelledTree([0, 0])))).toBe('right')
  })

  it('turns round in the mirror', () => {
    fc.assert(
      fc.property(anyTree(30), (tree) => {
        const tally = tallyOf(tree)
        const mirrored = tallyOf(mirrorTree(tree))
        expect(mirrored.leftArcs).toBe(tally.arcs - tally.leftArcs)
        expect(mirrored.leftLength).toBe(tally.length - tally.leftLength)
      }),
    )
  })
})
