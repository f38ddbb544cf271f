/** The heaviest projective tree of some arcs, against all projective trees. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heaviestProjectiveTree, type WeightedArc } from '../../../parser/committee/projective-tree.ts'
import { isProjective } from '../../../transform/check.ts'
import { treeOf } from '../../../transform/tree.ts'
import { headsOf, projectiveTrees } from '../../trees.ts'

const trees = Array.from({ length: 6 }, (_, size) => [...projectiveTrees(size)].map(headsOf))

/** Some of the arcs over up to five words, with whole weights, many of which are equal. */
const inputs = fc.integer({ min: 1, max: 5 }).chain((size) => {
  const word = fc.integer({ min: 1, max: size })
  const arc = fc
    .record({
      head: fc.integer({ min: 0, max: size }),
      dependent: word,
      weight: fc.integer({ min: -4, max: 4 }),
    })
    .filter(({ head, dependent }) => head !== dependent)
  const arcs = fc.uniqueArray(arc, {
    selector: ({ head, dependent }) => head * 8 + dependent,
    maxLength: size * size,
    size: 'max',
  })
  return fc.record({ size: fc.constant(size), arcs })
})

/** The weight of a tree; undefined if it has other arcs. */
function weightOf(heads: readonly number[], arcs: readonly WeightedArc[]): number | undefined {
  const weights = heads.map(
    (head, i) => arcs.find((arc) => arc.head === head && arc.dependent === i + 1)?.weight,
  )
  return weights.some((weight) => weight === undefined)
    ? undefined
    : weights.reduce<number>((sum, weight) => sum + weight!, 0)
}

test('no projective tree of the arcs is heavier; undefined if there is none', () => {
  let found = 0
  fc.assert(
    fc.property(inputs, ({ size, arcs }) => {
      const weights = trees[size].flatMap((heads) => weightOf(heads, arcs) ?? [])
      const heads = heaviestProjectiveTree(size, arcs)
      if (weights.length === 0) {
        expect(heads).toBeUndefined()
        return
      }
      found++
      expect(heads![0]).toBe(-1)
      expect(isProjective(treeOf(heads!.subarray(1)))).toBe(true)
      expect(weightOf([...heads!.subarray(1)], arcs)).toBe(Math.max(...weights))
    }),
    { numRuns: 3000 },
  )
  expect(found).toBeGreaterThan(500)
})
