/**
 * Two spans of any words and any conditions, equal, nested and overlapping ones included: they are met exactly, or
 * refused as beyond the method.
 */
import { expect, test } from 'vitest'
import type { Span } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem } from '../../../parser/core/transition-system.ts'
import { newTally, settings, takes, testLaw, treesOf } from './law.ts'
import { several, single } from './right-branching-law.ts'
import { explore } from './right-branching-explore.ts'
import { arcSets, count, universeOf, withSpans } from './sets.ts'

function* pairs(size: number): Generator<[Span, Span]> {
  const spans: Span[] = []
  for (let first = 1; first <= size; first++)
    for (let last = first; last <= size; last++)
      for (const condition of ['plain', 'root', 'none'] as const) spans.push({ first, last, condition })
  for (const one of spans) for (const other of spans) yield [one, other]
}

/** Whether the method does not cover two spans of several words: they share words and differ, or only one of them is NONE. */
function areBeyond(spans: readonly [Span, Span], size: number, rootIsRight: boolean): boolean {
  const goesWithAll = ({ first, last }: Span) =>
    first === last || (!rootIsRight && first === 1 && last === size)
  const [one, other] = spans
  if (goesWithAll(one) || goesWithAll(other)) return false
  if (one.first === other.first && one.last === other.last) return false
  if (one.first <= other.last && other.first <= one.last) return true
  return (one.condition === 'none') !== (other.condition === 'none')
}

test.each(settings)('$name', (setting) => {
  for (const size of [2, 3, 4]) {
    const universe = treesOf(setting, size)
    const tally = newTally()
    const sets = size > 3 ? [{ arcs: [], trees: universe.all }] : [...arcSets(universe, 1)]
    for (const spans of pairs(size)) {
      for (const { arcs, trees } of sets) {
        if (trees.every((bits) => bits === 0)) continue
        const expected = withSpans(universe, trees, spans)
        if (areBeyond(spans, size, setting.name === 'RE')) {
          if (takes(setting.system, size, { arcs, spans })) tally.violations.push(JSON.stringify(spans))
        } else testLaw(setting, universe, { arcs, spans }, expected, tally)
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
      expect(isTaken, JSON.stringify(spans)).toBe(trees > 0 && !areBeyond(spans, size, false))
      if (!isTaken) continue
      const { derivations, violation } = explore(system, size, 1, { spans })
      expect([derivations, violation], JSON.stringify(spans)).toEqual([trees, undefined])
    }
  }
})
