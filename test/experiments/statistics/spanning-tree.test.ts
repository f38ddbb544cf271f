import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumSpanningTree, type WeightedArc } from '../../../experiments/statistics/spanning-tree.ts'

/** All ways to give each word one of its arcs, so that a tree comes of it. */
function* trees(size: number, arcs: readonly WeightedArc[], word = 1): Generator<WeightedArc[]> {
  if (word > size) return yield []
  for (const arc of arcs.filter((one) => one.word === word))
    for (const rest of trees(size, arcs, word + 1)) yield [arc, ...rest]
}

function isTree(chosen: readonly WeightedArc[]): boolean {
  return chosen.every((_, i) => {
    let word = i + 1
    for (let steps = 0; word !== 0; steps++) {
      if (steps > chosen.length) return false
      word = chosen[word - 1].head
    }
    return true
  })
}

const rootsOf = (chosen: readonly WeightedArc[]): number => chosen.filter(({ head }) => head === 0).length
const weightOf = (chosen: readonly WeightedArc[]): number =>
  chosen.reduce((sum, { weight }) => sum + weight, 0)

test('is the best of all trees with as few roots as can be', () => {
  const graph = fc.integer({ min: 1, max: 5 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      arcs: fc.uniqueArray(
        fc.record({
          head: fc.nat(size),
          word: fc.integer({ min: 1, max: size }),
          weight: fc.integer({ min: -9, max: 9 }),
        }),
        { selector: ({ head, word }) => 10 * head + word, maxLength: 16 },
      ),
    }),
  )
  fc.assert(
    fc.property(graph, ({ size, arcs }) => {
      const usable = arcs.filter(({ head, word }) => head !== word)
      const all = [...trees(size, usable)].filter(isTree)
      if (all.length === 0) {
        expect(() => maximumSpanningTree(size, arcs)).toThrow(RangeError)
        return
      }
      const fewest = Math.min(...all.map(rootsOf))
      const best = Math.max(...all.filter((tree) => rootsOf(tree) === fewest).map(weightOf))
      const chosen = maximumSpanningTree(size, arcs)
      expect(chosen.map(({ word }) => word)).toEqual(Array.from({ length: size }, (_, i) => i + 1))
      expect(isTree(chosen)).toBe(true)
      expect([rootsOf(chosen), weightOf(chosen)]).toEqual([fewest, best])
    }),
    { numRuns: 500 },
  )
})

test('cycles within cycles come undone', () => {
  const arcs = [
    { head: 0, word: 1, weight: 1 },
    { head: 2, word: 1, weight: 9 },
    { head: 1, word: 2, weight: 9 },
    { head: 2, word: 3, weight: 8 },
    { head: 3, word: 1, weight: 10 },
  ]
  expect(maximumSpanningTree(3, arcs).map(({ head }) => head)).toEqual([0, 1, 2])
})
