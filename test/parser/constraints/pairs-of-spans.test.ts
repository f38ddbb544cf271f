/** Two spans of any words and any conditions, equal, nested and overlapping ones included, are met exactly. */
import { expect, test } from 'vitest'
import type { Span } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem } from '../../../parser/core/transition-system.ts'
import { newTally, settings, takes, testLaw, treesOf } from './law.ts'
import { several, single, tally } from './right-branching-law.ts'
import { explore } from './right-branching-explore.ts'
import { arcSets, count, universeOf, withSpans } from './sets.ts'

function* pairs(size: number): Generator<[Span, Span]> {
  const spans: Span[] = []
  for (let first = 1; first <= size; first++)
    for (let last = first; last <= size; last++)
      for (const condition of ['plain', 'root', 'none'] as const) spans.push({ first, last, condition })
  for (const one of spans) for (const other of spans) yield [one, other]
}

test.each(settings.filter(({ rooting }) => rooting !== 'none'))('$name', (setting) => {
  for (const size of [2, 3, 4]) {
    const universe = treesOf(setting, size)
    const tally = newTally()
    const sets = size > 3 ? [{ arcs: [], trees: universe.all }] : [...arcSets(universe, 1)]
    for (const spans of pairs(size)) {
      for (const { arcs, trees } of sets) {
        if (trees.every((bits) => bits === 0)) continue
        const expected = withSpans(universe, trees, spans)
        testLaw(setting, universe, { arcs, spans }, expected, tally)
      }
    }
    expect(tally.violations).toEqual([])
    expect(tally.satisfiable).toBeGreaterThan(0)
  }
})

test.each([
  ['several roots', several],
  ['single root', single],
] as const)('right-branching, %s', (_, system: ConstrainedSystem) => {
  for (const size of [2, 3, 4]) {
    const universe = universeOf(size, system.settings.singleRoot)
    for (const spans of pairs(size)) {
      const trees = count(withSpans(universe, universe.all, spans))
      const isTaken = takes(system, size, { spans })
      expect(isTaken, JSON.stringify(spans)).toBe(trees > 0)
      if (!isTaken) continue
      const { derivations, violation } = explore(system, size, 1, { spans })
      expect([derivations, violation], JSON.stringify(spans)).toEqual([trees, undefined])
    }
  }
})

test.each([
  ['several roots', several],
  ['single root', single],
] as const)('right-branching, %s: with every set of arcs with two labels and any, 3 words', (_, system) => {
  const spans = [...pairs(3)].filter((pair) => pair.every(({ first, last }) => first < last))
  expect(tally(system, 3, 2, spans)).toMatchObject({ violations: [] })
})

test('right-branching: with every set of arcs, 4 words', { tags: ['slow'] }, () => {
  expect(tally(several, 4, 0, [...pairs(4)])).toMatchObject({ violations: [] })
})
