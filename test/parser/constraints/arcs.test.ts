import { describe, expect, test } from 'vitest'
import { settings, tallyArcs, type Setting } from './law.ts'

// Sets of arcs that can be satisfied, and pairs of such a set and a tree that satisfies it, by the number of words.
const COUNTS: Record<Setting['name'], readonly (readonly [satisfiable: number, pairs: number])[]> = {
  // prettier-ignore
  RE: [[2, 2], [8, 12], [42, 96], [252, 880], [1636, 8736], [11188, 91392]],
  // prettier-ignore
  UL: [[2, 2], [8, 12], [42, 96], [252, 880], [1636, 8736], [11188, 91392]],
  // prettier-ignore
  US: [[2, 2], [7, 8], [34, 56], [195, 480], [1230, 4576], [8246, 46592]],
  // prettier-ignore
  U0: [[1, 1], [3, 4], [14, 28], [79, 240], [494, 2288]],
}

describe.each(settings)('every set of demanded arcs, $name', (setting) => {
  COUNTS[setting.name].forEach(([satisfiable, pairs], index) => {
    const size = index + 1
    test(`${size} words: ${satisfiable} sets, ${pairs} pairs`, { tags: size > 5 ? ['slow'] : [] }, () => {
      // A word is demanded no head or one of `size`.
      expect(tallyArcs(setting, size)).toEqual({
        sets: (size + 1) ** size,
        satisfiable,
        pairs,
        violations: [],
      })
    })
  })
})
