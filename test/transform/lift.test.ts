/** How much work the lifts of deep trees take, counted in steps and visits, so that no clock is needed. */
import { expect, test } from 'vitest'
import { Lifting } from '../../transform/lifting/lift.ts'
import { isProjective } from '../../transform/check.ts'
import { copyTree, mirrorTree, treeOf, type Tree } from '../../transform/tree.ts'
import { allTrees } from '../trees.ts'

const half = (size: number): number => Math.floor(size / 2)

/** The head of word i of n words. */
const shapes: Readonly<Record<string, (i: number, n: number) => number>> = {
  'a chain, and each word of the second half on one of it': (i, n) => (i <= half(n) ? i - 1 : i - half(n)),
  'the same with a chain of every second word': (i, n) =>
    i > half(n) ? i - half(n) : i % 2 === 1 ? Math.max(0, i - 2) : i - 1,
  'the same with all words of the first half on the first': (i, n) =>
    i > half(n) ? i - half(n) : i === 1 ? 0 : 1,
  'as many chains as half of the words': (i, n) => Math.max(0, i - half(n)),
  'two chains that alternate': (i) => Math.max(0, i - 2),
  'three chains that alternate': (i) => Math.max(0, i - 3),
}

test.each(Object.entries(shapes))('%s: at most 2 n log n steps', (_, headOf) => {
  const heads = (n: number) => Array.from({ length: n }, (_, index) => headOf(index + 1, n))
  for (const toTree of [(tree: Tree) => tree, (tree: Tree) => mirrorTree(tree)]) {
    for (const size of [1_000, 8_000, 64_000]) {
      const tree = toTree(treeOf(heads(size)))
      const lifting = new Lifting()
      lifting.lift(tree)
      expect(isProjective(tree)).toBe(true)
      expect(lifting.work).toBeLessThan(2 * size * Math.log2(size))
    }
  }
})

test('the memory of the trees before changes nothing', () => {
  const used = new Lifting()
  const wrong: string[] = []
  for (let size = 1; size <= 6; size++)
    for (const tree of allTrees(size)) {
      const [one, other] = [copyTree(tree), copyTree(tree)]
      const fresh = new Lifting()
      fresh.lift(one)
      used.lift(other)
      const found = (lifting: Lifting, lifted: Tree): string =>
        [lifted.head, lifting.original, lifting.passed].map((list) => list.subarray(0, size + 1)).join(';')
      if (found(used, other) !== found(fresh, one))
        wrong.push(`${found(used, other)}, expected ${found(fresh, one)}`)
    }
  expect(wrong).toEqual([])
})
