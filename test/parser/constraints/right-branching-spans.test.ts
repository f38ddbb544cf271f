import { describe, expect, test } from 'vitest'
import type { Span } from '../../../parser/core/constraints.ts'
import { several, single, tally, withAndWithoutSpans } from './right-branching-law.ts'

type Counts = readonly (readonly [size: number, sets: number, pairs: number])[]

// Sets of arcs and of at most two spans (of two words at least), and pairs of such a set and a tree that satisfies it.
const TOGETHER: readonly [condition: Span['condition'], several: Counts, single: Counts][] = [
  [
    'plain',
    // prettier-ignore
    [[3, 142, 264], [4, 1487, 3888], [5, 16496, 60832], [6, 186597, 979008]],
    // prettier-ignore
    [[3, 126, 192], [4, 1273, 2656], [5, 13746, 39680], [6, 152168, 615552]],
  ],
  [
    'none',
    // prettier-ignore
    [[3, 120, 216], [4, 1024, 2544], [5, 9144, 31712], [6, 84004, 410432]],
    // prettier-ignore
    [[3, 96, 144], [4, 733, 1504], [5, 6124, 17280], [6, 54078, 211072]],
  ],
  [
    'root',
    // prettier-ignore
    [[3, 136, 248], [4, 1336, 3376], [5, 13760, 48512], [6, 144124, 716736]],
    // prettier-ignore
    [[3, 120, 176], [4, 1130, 2208], [5, 11260, 29856], [6, 114836, 420736]],
  ],
]

describe.each(TOGETHER)('every set of arcs and %s spans', (condition, forSeveral, forSingle) => {
  describe.each([
    ['several', several, forSeveral],
    ['single', single, forSingle],
  ] as const)('%s', (_, system, counts) => {
    counts.forEach(([size, sets, pairs]) => {
      test(`${size} words: ${sets} sets, ${pairs} pairs`, { tags: size > 5 ? ['slow'] : [] }, () => {
        const spans = withAndWithoutSpans(size, 2, [condition])
        expect(tally(system, size, 0, spans)).toEqual({ sets, pairs, violations: [] })
      })
    })
  })
})

// What the counts above leave out: spans of one word, three spans, conditions side by side, labels.
const FURTHER: readonly [size: number, labels: number, spans: number, shortest: number, mixed: boolean][] = [
  [4, 0, 2, 1, false],
  [5, 0, 2, 1, false],
  [5, 0, 3, 1, false],
  [4, 0, 2, 1, true],
  [5, 0, 3, 1, true],
  [6, 0, 2, 2, true],
  [3, 2, 2, 1, false],
  [3, 2, 2, 1, true],
  [4, 2, 2, 1, false],
  [4, 2, 2, 1, true],
]

describe.each(FURTHER)('%i words, %i labels, %i spans of %i words and more, mixed: %s', (...further) => {
  const [size, labels, most, shortest, mixed] = further
  const isLarge = size > 4 || (size === 4 && labels > 0)
  test.each([
    ['several', several],
    ['single', single],
  ] as const)('keeps the law, %s', { tags: isLarge ? ['slow'] : [] }, (_, system) => {
    const conditions = mixed ? (['plain', 'root'] as const) : (['none'] as const)
    const { sets, violations } = tally(
      system,
      size,
      labels,
      withAndWithoutSpans(size, most, conditions, shortest),
    )
    expect(violations).toEqual([])
    expect(sets).toBeGreaterThan(100)
  })
})
