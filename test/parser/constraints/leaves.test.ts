/** Words without dependents, together with arcs, spans and labels: the law by brute force. */
import { describe, expect, test } from 'vitest'
import { several, single, tally, withAndWithoutSpans } from './right-branching-law.ts'
import { settings, tallyTogether } from './law.ts'
import { withLeaves } from './sets.ts'

const CONDITIONS = [['plain', 'root'], ['none']] as const

// Sizes, labels and the largest number of spans.
const SETTINGS = [
  [3, 0, 1],
  [3, 2, 1],
  [4, 0, 2],
  [5, 0, 0],
  [5, 0, 1],
  [6, 0, 0],
] as const

describe.each(SETTINGS)(
  'every set of leaves and arcs, %i words, %i labels, %i spans',
  (size, labels, most) => {
    test.each([
      ['several', several],
      ['single', single],
    ] as const)('right-branching, %s', { tags: size > 4 ? ['slow'] : [] }, (_, system) => {
      for (const conditions of CONDITIONS) {
        const sets = withLeaves(size, withAndWithoutSpans(size, most, conditions))
        expect(tally(system, size, labels, sets).violations).toEqual([])
        if (most === 0) break
      }
    })
  },
)

describe.each(settings)('every set of leaves and arcs, $name', (setting) => {
  const sizes = [
    [3, 1],
    [4, 0],
    [4, 2],
    [5, 0],
  ]
  // Five words with a span take a minute for each system; those of the other systems were enumerated once.
  if (setting.name === 'US') sizes.push([5, 1])
  test.each(sizes)('%i words, %i spans', { tags: ['slow'] }, (size, most) => {
    for (const conditions of CONDITIONS) {
      const spans = withAndWithoutSpans(size, most, conditions)
      const { violations } = tallyTogether(setting, size, withLeaves(size, spans))
      expect(violations).toEqual([])
      if (most === 0) break
    }
  })
})
