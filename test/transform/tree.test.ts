import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreement,
  countAgreement,
  copyInto,
  copyTree,
  createTree,
  equalTrees,
  mirrorTree,
  rootCount,
  treeOf,
} from '../../transform/tree.ts'
import { findFlaw, isProjective, isRightBranching, nonProjectiveArcs } from '../../transform/check.ts'
import { allTrees, anyTree, headsOf, labelledTree, projectiveTree } from '../trees.ts'
import * as reference from './reference.ts'

describe('findFlaw', () => {
  it('finds nothing wrong with trees', () => {
    for (let n = 1; n <= 6; n++) for (const tree of allTrees(n)) expect(findFlaw(tree)).toBeUndefined()
    expect(findFlaw(createTree(0))).toBeUndefined()
    expect(findFlaw(labelledTree([0, 0, 0]))).toBeUndefined()
  })

  it('finds something wrong with everything else', () => {
    // All (n + 3)^n head sequences over -1..n + 1: what has no flaw must be the (n + 1)^(n - 1) trees.
    for (const [n, trees] of [
      [1, 1],
      [2, 3],
      [3, 16],
      [4, 125],
    ]) {
      let sound = 0
      for (let number = 0; number < (n + 3) ** n; number++) {
        const heads = Array.from({ length: n }, (_, i) => (Math.floor(number / (n + 3) ** i) % (n + 3)) - 1)
        if (findFlaw(treeOf(heads)) === undefined) sound++
      }
      expect(sound).toBe(trees)
    }
  })

  it.each([
    [[0, 4, 1], 2, 'head 4 is not a word of the sentence, expected 0 to 3'],
    [[0, -1, 1], 2, 'head -1 is not a word of the sentence, expected 0 to 3'],
    [[0, 1, 3], 3, 'word 3 is its own head'],
    [[0, 1, 5, 2, 3], 3, 'cycle 3 → 5 → 3'],
    [[0, 6, 2, 2, 3, 5], 2, 'cycle 2 → 6 → 5 → 3 → 2'],
    [[2, 3, 1], 1, 'no root: no word has head 0 (cycle 1 → 2 → 3 → 1)'],
  ])('%j: word %i, %s', (heads, word, reason) => {
    expect(findFlaw(treeOf(heads))).toEqual({ word, reason })
  })

  it('names only the beginning of a long cycle', () => {
    const n = 10_000
    const heads = Array.from({ length: n }, (_, index) => (index === 0 ? 0 : index + 1 < n ? index + 2 : 2))
    expect(findFlaw(treeOf(heads))?.reason).toBe(
      'cycle 2 → 3 → 4 → 5 → 6 → 7 → 8 → 9 → 10 → 11 → 12 → 13 → …',
    )
  })
})

describe('projectivity', () => {
  it('is what its definition says, for all trees up to six words', () => {
    const wrong: string[] = []
    for (let n = 1; n <= 6; n++) {
      for (const tree of allTrees(n)) {
        const expected = reference.nonProjectiveArcs(tree)
        if (isProjective(tree) !== (expected.length === 0)) wrong.push(`isProjective: ${headsOf(tree)}`)
        if (`${nonProjectiveArcs(tree)}` !== `${expected}`) wrong.push(`nonProjectiveArcs: ${headsOf(tree)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('is what its definition says, for random trees', () => {
    fc.assert(
      fc.property(anyTree(80), (tree) => {
        const expected = reference.nonProjectiveArcs(tree)
        expect(nonProjectiveArcs(tree)).toEqual(expected)
        expect(isProjective(tree)).toBe(expected.length === 0)
      }),
    )
    fc.assert(fc.property(projectiveTree(300), isProjective))
  })

  it('is none of a cycle', () => {
    expect(isProjective(treeOf([2, 1, 0]))).toBe(false)
  })
})

it('isRightBranching looks at every head', () => {
  const count = (n: number) => [...allTrees(n)].filter(isRightBranching).length
  expect([1, 2, 3, 4, 5].map(count)).toEqual([1, 2, 6, 24, 120])
})

describe('mirrorTree', () => {
  const tree = treeOf([0, 1, 4, 1], [5, 6, 7, 8], [0, 1, 2, 0])

  it('numbers the words from the right', () => {
    const mirrored = mirrorTree(tree)
    expect(headsOf(mirrored)).toEqual([4, 1, 4, 0])
    expect([...mirrored.label]).toEqual([0, 8, 7, 6, 5])
    expect([...mirrored.mark]).toEqual([0, 0, 2, 1, 0])
  })

  it('is its own inverse, in place or not, and keeps projectivity and roots', () => {
    fc.assert(
      fc.property(anyTree(50), (any) => {
        const mirrored = mirrorTree(any)
        expect(equalTrees(mirrorTree(mirrored), any)).toBe(true)
        expect(isProjective(mirrored)).toBe(isProjective(any))
        expect(rootCount(mirrored)).toBe(rootCount(any))
        const inPlace = copyTree(any)
        expect(equalTrees(mirrorTree(inPlace, inPlace), mirrored)).toBe(true)
      }),
    )
  })

  it('leaves words without a head without one', () => {
    expect(headsOf(mirrorTree(createTree(3)))).toEqual([-1, -1, -1])
  })
})

describe('copies', () => {
  it('share nothing', () => {
    const tree = labelledTree([0, 1])
    const copy = copyTree(tree)
    copy.head[2] = 0
    copy.label[1] = 9
    copy.mark[1] = 1
    expect(headsOf(tree)).toEqual([0, 1])
    expect([...tree.label]).toEqual([0, 1, 2])
    expect([...tree.mark]).toEqual([0, 0, 0])
  })

  it('do not fit trees of another size', () => {
    expect(() => copyInto(createTree(2), createTree(3))).toThrow(
      new RangeError('a tree of 2 words does not go into one of 3'),
    )
    expect(() => mirrorTree(createTree(2), createTree(3))).toThrow(RangeError)
  })

  it('are equal until something differs', () => {
    const tree = labelledTree([0, 1, 2])
    expect(equalTrees(tree, copyTree(tree))).toBe(true)
    expect(equalTrees(tree, labelledTree([0, 1]))).toBe(false)
    for (const field of ['head', 'label', 'mark'] as const) {
      const other = copyTree(tree)
      other[field][3] = 1
      expect(equalTrees(tree, other)).toBe(false)
    }
  })
})

describe('countAgreement', () => {
  const gold = treeOf([0, 1, 2, 3], [1, 2, 3, 4])

  it('counts equal heads, equal labels and both', () => {
    const counts = agreement()
    countAgreement(gold, treeOf([0, 1, 1, 3], [1, 2, 3, 9]), counts)
    expect(counts).toEqual({ trees: 1, exact: 0, words: 4, heads: 3, labels: 3, arcs: 2 })
    countAgreement(gold, gold, counts)
    expect(counts).toEqual({ trees: 2, exact: 1, words: 8, heads: 7, labels: 7, arcs: 6 })
  })

  it('does not compare trees of different sentences', () => {
    expect(() => countAgreement(gold, createTree(3), agreement())).toThrow(RangeError)
  })
})
