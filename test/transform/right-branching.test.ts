import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProjective, isRightBranching } from '../../transform/check.ts'
import { isImage, misplacedMark, reverse, transform } from '../../transform/right-branching.ts'
import {
  copyTree,
  createTree,
  equalTrees,
  PLAIN,
  RELOCATED,
  REVERSED,
  rootCount,
  treeOf,
} from '../../transform/tree.ts'
import type { Tree } from '../../transform/tree.ts'
import { allTrees, anyTree, headsOf, labelledTree, projectiveTree, projectiveTrees } from '../trees.ts'
import { reverseAsPrinted, transformAsPrinted } from '../../experiments/examples/reverse-as-printed.js'
import * as reference from './reference.ts'

const SIZES = [1, 2, 3, 4, 5, 6, 7]
const ALL = [1, 3, 16, 125, 1296, 16807, 262144]
const PROJECTIVE = [1, 3, 12, 55, 273, 1428, 7752]
const SINGLE_ROOTED = [1, 2, 7, 30, 143, 728, 3876]
const EXACT = [1, 3, 15, 104, 920, 9892, 125185]

const write = (tree: Tree) => `${headsOf(tree)} ${tree.label.subarray(1)} ${tree.mark.subarray(1)}`

/** Whether reverse gives back the very tree, labels and all. */
function comesBack(tree: Tree, undo: (tree: Tree) => unknown = reverse): boolean {
  const there = transform(tree, createTree(tree.size))
  undo(there)
  return equalTrees(there, tree)
}

describe('the worked example, “the stock market crashed”', () => {
  // the, stock, market, crashed; det, compound, nsubj, root
  const tree = treeOf([3, 3, 4, 0], [10, 11, 12, 13])
  const transformed = treeOf([0, 1, 1, 1], [13, 11, 10, 12], [PLAIN, RELOCATED, REVERSED, REVERSED])

  it('is transformed as the paper says', () => {
    expect(write(transform(tree, createTree(4)))).toBe(write(transformed))
  })

  it('comes back', () => {
    const back = createTree(4)
    expect(reverse(transformed, back)).toBe(0)
    expect(write(back)).toBe(write(tree))
  })

  it('does not come back by the printed inverse, which hands “stock” to “crashed”', () => {
    const back = copyTree(transformed)
    reverseAsPrinted(back)
    expect(headsOf(back)).toEqual([3, 4, 4, 0])
  })
})

describe.each(SIZES)('all projective trees of %i words', (n) => {
  it('have as many transforms, all in the image, and come back', () => {
    const images = new Set<string>()
    let singleRooted = 0
    for (const tree of projectiveTrees(n)) {
      const there = transform(tree, createTree(n))
      if (!isImage(there)) throw new Error(`not in the image: ${write(there)}`)
      images.add(`${headsOf(there)} ${there.mark}`)
      if (rootCount(tree) === 1) singleRooted++
      if (rootCount(tree) !== rootCount(there)) throw new Error(`another number of roots: ${write(there)}`)
      if (reverse(there) !== 0) throw new Error(`vestigial arcs: ${write(tree)}`)
      if (!equalTrees(there, tree)) throw new Error(`${write(tree)} came back as ${write(there)}`)
    }
    expect(images.size).toBe(PROJECTIVE[n - 1])
    expect(singleRooted).toBe(SINGLE_ROOTED[n - 1])
  })

  it('fail by the printed inverse where they should', () => {
    let failing = 0
    for (const tree of projectiveTrees(n)) if (!comesBack(tree, reverseAsPrinted)) failing++
    expect(failing).toBe([0, 0, 0, 1, 12, 104, 798][n - 1])
  })
})

describe.each(SIZES)('all trees of %i words', (n) => {
  it('become right-branching, and the counted ones come back', () => {
    let all = 0
    let exact = 0
    for (const tree of allTrees(n)) {
      const there = transform(tree, createTree(n))
      if (!isRightBranching(there)) throw new Error(`not right-branching: ${write(there)}`)
      all++
      reverse(there)
      if (equalTrees(there, tree)) exact++
    }
    expect(all).toBe(ALL[n - 1])
    expect(exact).toBe(EXACT[n - 1])
  })
})

it('is not one to one on trees that are not projective: the smallest collision', () => {
  const collides = labelledTree([3, 0, 2])
  const there = transform(collides, createTree(3))
  const back = createTree(3)
  reverse(there, back)
  expect(isProjective(collides)).toBe(false)
  expect(isProjective(back)).toBe(true)
  expect(write(transform(back, createTree(3)))).toBe(write(there))
  for (const n of [1, 2]) for (const tree of allTrees(n)) expect(comesBack(tree)).toBe(true)
  for (const tree of allTrees(3)) expect(comesBack(tree)).toBe(`${headsOf(tree)}` !== '3,0,2')
})

/** Every assignment of marks to every right-branching tree of n words, one tree reused. */
function* markedTrees(n: number): Generator<Tree> {
  const tree = createTree(n)
  const choices = Array.from({ length: n }, (_, index) => 3 * (index + 1))
  const total = choices.reduce((product, choice) => product * choice, 1)
  for (let number = 0; number < total; number++) {
    let rest = number
    for (let word = 1; word <= n; word++) {
      const choice = rest % (3 * word)
      rest = (rest - choice) / (3 * word)
      tree.head[word] = choice % word
      tree.mark[word] = (choice - (choice % word)) / word
      tree.label[word] = word
    }
    yield tree
  }
}

describe.each([1, 2, 3, 4, 5])('all marked right-branching trees of %i words', (n) => {
  it('are images exactly when transform gives back what reverse made of them', () => {
    let images = 0
    for (const tree of markedTrees(n)) {
      const back = createTree(n)
      const vestigial = reverse(tree, back)
      const again = transform(back, createTree(n))
      const inverse = vestigial === 0 && isProjective(back) && equalTrees(again, tree)
      if (isImage(tree) !== inverse) throw new Error(`isImage is ${!inverse} for ${write(tree)}`)
      if (inverse) images++
    }
    expect(images).toBe(PROJECTIVE[n - 1])
  })

  it('are taken by reverse, to the tree and count that the slow inverse gives', () => {
    const wrong: string[] = []
    for (const tree of markedTrees(n)) {
      const slow = copyTree(tree)
      const fast = createTree(n)
      const vestigial = reference.correctReverse(slow)
      if (reverse(tree, fast) !== vestigial || !equalTrees(fast, slow))
        wrong.push(`${write(tree)}: ${write(fast)}, expected ${write(slow)} and ${vestigial} vestigial`)
      if (!reference.dominates(fast, 0, n)) wrong.push(`no tree: ${write(fast)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('random trees', () => {
  it('come back when they are projective', () => {
    fc.assert(fc.property(projectiveTree(300), (tree) => comesBack(tree)))
  })

  it('are transformed as by the slow algorithm, projective or not', () => {
    fc.assert(
      fc.property(anyTree(60), (tree) => {
        const slow = copyTree(tree)
        transformAsPrinted(slow)
        expect(write(transform(tree, createTree(tree.size)))).toBe(write(slow))
      }),
    )
  })

  it('are reversed as by the slow algorithm under any marks', () => {
    const marked = fc
      .array(fc.tuple(fc.nat(1 << 20), fc.nat(2)), { minLength: 1, maxLength: 60, size: 'max' })
      .map((words) => {
        const tree = labelledTree(words.map(([number], index) => number % (index + 1)))
        words.forEach(([, mark], index) => (tree.mark[index + 1] = mark))
        return tree
      })
    fc.assert(
      fc.property(marked, (tree) => {
        const slow = copyTree(tree)
        const vestigial = reference.correctReverse(slow)
        const fast = createTree(tree.size)
        expect(reverse(tree, fast)).toBe(vestigial)
        expect(write(fast)).toBe(write(slow))
      }),
    )
  })
})

describe('chains of 10,000 words', () => {
  const n = 10_000
  const shapes = {
    'right-branching': Array.from({ length: n }, (_, index) => index),
    'left-branching': Array.from({ length: n }, (_, index) => (index + 2) % (n + 1)),
    'a star on the last word': Array.from({ length: n }, (_, index) => (index + 1 < n ? n : 0)),
    'a zigzag from the outside in': Array.from({ length: n }, (_, index) =>
      index === 0 ? 0 : 2 * index < n ? n + 1 - index : n - index,
    ),
  }
  it.each(Object.entries(shapes))('%s: come back', (_, heads) => {
    const tree = labelledTree(heads)
    expect(isProjective(tree)).toBe(true)
    expect(isImage(transform(tree, createTree(n)))).toBe(true)
    expect(comesBack(tree)).toBe(true)
  })
})

describe('what reverse cannot undo', () => {
  it('is counted: a reversed dependent of the root, relocated ones that nothing took along', () => {
    const tree = treeOf(
      [0, 1, 1, 1, 0],
      [1, 2, 3, 4, 5],
      [REVERSED, RELOCATED, REVERSED, RELOCATED, RELOCATED],
    )
    expect(reverse(tree)).toBe(3)
    expect(headsOf(tree)).toEqual([3, 3, 0, 1, 0])
    expect([...tree.mark]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('is named: marked words whose head stands after them', () => {
    expect(misplacedMark(treeOf([2, 0], [1, 2], [REVERSED, PLAIN]))).toBe(1)
    expect(misplacedMark(treeOf([2, 0], [1, 2], [PLAIN, RELOCATED]))).toBe(0)
  })

  it('is not there in a tree without marks, which stays as it is', () => {
    for (const tree of allTrees(4)) {
      const same = createTree(4)
      expect(reverse(tree, same)).toBe(0)
      expect(equalTrees(same, tree)).toBe(true)
    }
  })
})

it('takes the empty sentence', () => {
  const tree = createTree(0)
  expect(reverse(transform(tree))).toBe(0)
  expect(isImage(tree)).toBe(true)
})
