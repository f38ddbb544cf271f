import { describe, expect, test } from 'vitest'
import { several, single, tally } from './right-branching-law.ts'

// Sets of arcs, and pairs of such a set and a tree that satisfies it, by the number of words.
const ARCS = {
  // prettier-ignore
  several: [[2, 2], [8, 12], [42, 96], [252, 880], [1636, 8736], [11188, 91392], [79386, 992256]],
  // prettier-ignore
  single: [[2, 2], [7, 8], [34, 56], [195, 480], [1230, 4576], [8246, 46592], [57668, 496128]],
}
// The same where each arc is demanded with one of two labels or with any. A tree of n words has 2^n labellings. What
// labels allow does not depend on the number of roots: 5 words are for a single root only.
const LABELLED = {
  // prettier-ignore
  several: [[4, 6], [40, 108], [532, 2592], [8104, 71280]],
  // prettier-ignore
  single: [[4, 6], [31, 72], [370, 1512], [5323, 38880], [84766, 1111968]],
}

describe.each([
  ['several', several],
  ['single', single],
] as const)('every set of demanded arcs, %s', (name, system) => {
  ARCS[name].forEach(([sets, pairs], index) => {
    const size = index + 1
    test(`${size} words: ${sets} sets, ${pairs} pairs`, { tags: size > 6 ? ['slow'] : [] }, () => {
      expect(tally(system, size)).toEqual({ sets, pairs, violations: [] })
    })
  })

  LABELLED[name].forEach(([sets, pairs], index) => {
    const size = index + 1
    test(
      `${size} words, two labels: ${sets} sets, ${pairs} pairs`,
      { tags: size > 4 ? ['slow'] : [] },
      () => {
        expect(tally(system, size, 2)).toEqual({ sets, pairs, violations: [] })
      },
    )
  })
})
