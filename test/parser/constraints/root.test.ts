import { describe, expect, test } from 'vitest'
import type { Span } from '../../../parser/core/constraints.ts'
import { newTally, settingOf, testLaw, treesOf, type Setting, type Tally } from './law.ts'
import { arcSets, spanSets, withSpans, type TreeSet, type Universe } from './sets.ts'

/** The law on every set of arcs, with each of the sets of spans, and every word demanded as the root. */
function tallyRoots(setting: Setting, size: number, spanSets: readonly Span[][]): Tally {
  const universe = treesOf(setting, size)
  const tally = newTally()
  for (let root = 1; root <= size; root++) {
    const rooted = onlyRoot(universe, root)
    for (const { arcs, trees } of arcSets(universe, 0)) {
      if (trees.every((bits) => bits === 0)) continue
      for (const spans of spanSets) {
        const expected = withSpans(universe, trees, spans).map((bits, index) => bits & rooted[index])
        testLaw(setting, universe, { arcs, spans, root }, expected, tally)
      }
    }
  }
  return tally
}

/** The trees whose only root is this word. */
function onlyRoot({ size, all, having }: Universe, root: number): TreeSet {
  let set = all
  for (let word = 1; word <= size; word++) {
    const arc = having(0, word)
    set = set.map((bits, index) => bits & (word === root ? arc[index] : ~arc[index]))
  }
  return set
}

describe('the law with the sentence’s root demanded', () => {
  test.each(['RE', 'UL', 'US'] as const)('%s: with arcs', (name) => {
    // A tree of 4 words satisfies the 2^3 subsets of its other arcs, each with and without an arc from 0.
    const tally = tallyRoots(settingOf(name), 4, [[]])
    expect(tally.violations).toEqual([])
    expect(tally.pairs).toBe(30 * 2 ** 4)
  })

  test.each(['UL', 'US'] as const)('%s: with arcs and spans', (name) => {
    for (const condition of ['plain', 'none', 'root'] as const) {
      const tally = tallyRoots(settingOf(name), 4, spanSets(4, 2, [condition]))
      expect(tally.violations).toEqual([])
      expect(tally.pairs).toBeGreaterThan(0)
    }
  })

  test('RE: with arcs and the whole sentence as a span', () => {
    for (const condition of ['plain', 'none', 'root'] as const) {
      const tally = tallyRoots(settingOf('RE'), 4, [[{ first: 1, last: 4, condition }]])
      expect(tally.violations).toEqual([])
      expect(tally.pairs).toBe(30 * 2 ** 4)
    }
  })
})
