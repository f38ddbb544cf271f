import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vote } from '../../../experiments/measurements/voting.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'

function parseOf(
  heads: readonly number[],
  labels: readonly number[],
  sure: readonly number[],
): {
  tree: Tree
  arcs: Float64Array
} {
  const tree = createTree(heads.length)
  tree.head.set(heads, 1)
  tree.label.set(labels, 1)
  return { tree, arcs: Float64Array.of(0, ...sure) }
}

test('where both agree there is nothing to vote on, and alone the one parse wins', () => {
  const one = parseOf([2, 0, 2], [0, 1, 2], [0.2, 0.3, 0.4])
  const other = parseOf([2, 0, 2], [0, 1, 2], [0.9, 0.1, 0.5])
  for (const parses of [[one], [one, other]]) expect(vote(parses)).toEqual(one.tree)
})

test('the surer arc wins, where a tree comes of it', () => {
  const one = parseOf([2, 0, 2], [0, 1, 2], [0.9, 0.9, 0.4])
  const other = parseOf([2, 0, 1], [3, 1, 4], [0.1, 0.9, 0.6])
  const voted = vote([one, other])
  expect([...voted.head.subarray(1)]).toEqual([2, 0, 1])
  expect([...voted.label.subarray(1)]).toEqual([0, 1, 4])
  // 1 → 2 and 2 → 1 are the surest, and a cycle.
  const [left, right] = [parseOf([0, 1], [0, 0], [0.2, 0.9]), parseOf([2, 0], [0, 0], [0.8, 0.1])]
  expect([...vote([left, right]).head.subarray(1)]).toEqual([0, 1])
})

test('what comes of trees with one root is a tree with one root', () => {
  const sized = fc.integer({ min: 1, max: 8 }).chain((size) => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size })
    // Words in any order, each under an earlier one.
    const tree = fc
      .tuple(
        fc.shuffledSubarray(
          Array.from({ length: size }, (_, i) => i + 1),
          { minLength: size },
        ),
        fc.array(fc.nat(99), { minLength: size, maxLength: size }),
      )
      .map(([order, choices]) => {
        const heads = Array.from({ length: size }, () => 0)
        order.forEach((word, i) => (heads[word - 1] = i === 0 ? 0 : order[choices[i] % i]))
        return heads
      })
    return fc.tuple(tree, shares, tree, shares)
  })
  fc.assert(
    fc.property(sized, ([one, sureOne, other, sureOther]) => {
      const labels = one.map(() => 0)
      const voted = vote([parseOf(one, labels, sureOne), parseOf(other, labels, sureOther)])
      expect([...voted.head.subarray(1)].filter((head) => head === 0)).toHaveLength(1)
      voted.head.subarray(1).forEach((head, i) => expect([one[i], other[i]]).toContain(head))
      for (let start = 1; start <= voted.size; start++) {
        let word = start
        for (let steps = 0; word !== 0; steps++, word = voted.head[word])
          expect(steps).toBeLessThan(voted.size)
      }
    }),
  )
})
