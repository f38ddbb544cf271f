/** Arcs that trees must not have, alone and together with every other constraint: the law by brute force. */
import { describe, expect, test } from 'vitest'
import { spanConditions, type Constraints, type Span } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem } from '../../../parser/core/transition-system.ts'
import { Random } from '../../../parser/learning/random.ts'
import { settingOf, newTally, takes, testLaw, treesOf, type Setting } from './law.ts'
import { explore } from './right-branching-explore.ts'
import { several, single } from './right-branching-law.ts'
import { count, hasSpan, randomLeaves, satisfies, universeOf, type TreeSet, type Universe } from './sets.ts'

type Forbidden = NonNullable<Constraints['forbidden']>

const settings = (['RE', 'UL', 'US'] as const).map(settingOf)

const treesWith = ({ trees, all }: Universe, constraints: Constraints): TreeSet => {
  const set = new Uint32Array(all.length)
  trees.forEach((heads, tree) => {
    if (satisfies(heads, constraints)) set[tree >> 5] |= 1 << (tree & 31)
  })
  return set
}

function arcsOf(size: number): Forbidden {
  const words = Array.from({ length: size + 1 }, (_, word) => word)
  return words.flatMap((head) =>
    words
      .filter((dependent) => dependent > 0 && dependent !== head)
      .map((dependent) => ({ head, dependent })),
  )
}

/** Whether a system meets constraints exactly: the first problems. */
type Law = (size: number, sets: Iterable<Constraints>) => string[]

const arcEager =
  (setting: Setting): Law =>
  (size, sets) => {
    const universe = treesOf(setting, size)
    const tally = newTally()
    for (const constraints of sets)
      testLaw(setting, universe, constraints, treesWith(universe, constraints), tally)
    expect(tally.satisfiable).toBeGreaterThan(0)
    return [...tally.violations]
  }

const rightBranching =
  (system: ConstrainedSystem): Law =>
  (size, sets) => {
    const universe = universeOf(size, system.settings.singleRoot)
    const problems: string[] = []
    for (const constraints of sets) {
      const trees = count(treesWith(universe, constraints))
      const isTaken = takes(system, size, constraints)
      const { derivations, violation } = isTaken
        ? explore(system, size, 1, constraints)
        : { derivations: 0, violation: undefined }
      if (isTaken !== trees > 0 || derivations !== trees || violation !== undefined)
        problems.push(`${JSON.stringify(constraints)}: ${violation ?? `${derivations} of ${trees} trees`}`)
    }
    return problems.slice(0, 5)
  }

const laws: readonly { name: string; singleRoot: boolean; violations: Law; system: ConstrainedSystem }[] = [
  ...settings.map((setting) => ({ ...setting, violations: arcEager(setting) })),
  { name: 'rb', singleRoot: true, violations: rightBranching(single), system: single },
  { name: 'rb, several roots', singleRoot: false, violations: rightBranching(several), system: several },
]

function spansOf(size: number): Span[] {
  const words = Array.from({ length: size }, (_, i) => i + 1)
  return words.flatMap((first) =>
    words
      .slice(first)
      .flatMap((last) => spanConditions.map((condition): Span => ({ first, last, condition }))),
  )
}

/** Every set of forbidden arcs, or those of at most `most`. */
function* setsOf(size: number, most = Infinity): Generator<Forbidden> {
  const arcs = arcsOf(size)
  function* from(index: number, chosen: Forbidden): Generator<Forbidden> {
    if (index === arcs.length) {
      yield chosen
      return
    }
    yield* from(index + 1, chosen)
    if (chosen.length < most) yield* from(index + 1, [...chosen, arcs[index]])
  }
  yield* from(0, [])
}

describe.each(laws)('forbidden arcs, $name', ({ singleRoot, violations, system }) => {
  test('every set over 1 to 3 words', () => {
    for (const size of [1, 2, 3])
      expect(
        violations(
          size,
          [...setsOf(size)].map((forbidden) => ({ forbidden })),
        ),
      ).toEqual([])
  })

  test('every pair over 4 words', () => {
    expect(
      violations(
        4,
        [...setsOf(4, 2)].map((forbidden) => ({ forbidden })),
      ),
    ).toEqual([])
  })

  test('every pair over 3 words, with every demanded arc, root and set of leaves', () => {
    const forbidden = [...setsOf(3, 2)]
    const demands: Constraints[] = [
      ...arcsOf(3).map((arc) => ({ arcs: [{ ...arc, label: -1 }] })),
      ...[1, 2, 3].map((root) => ({ root })),
      ...[[1], [2], [3], [1, 3], [1, 2]].map((leaves) => ({ leaves })),
    ]
    const sets = demands.flatMap((demand) => forbidden.map((arcs) => ({ ...demand, forbidden: arcs })))
    expect(violations(3, sets)).toEqual([])
  })

  test('random sets over 4 and 5 words, with demanded arcs and leaves of one of the trees', () => {
    const random = new Random(1)
    for (const size of [4, 5]) {
      const { trees } = universeOf(size, singleRoot)
      const sets = Array.from({ length: 60 }, (): Constraints => {
        const heads = trees[random.below(trees.length)]
        const share = random.next()
        const forbidden = arcsOf(size).filter(
          (arc) => random.next() < share && heads[arc.dependent - 1] !== arc.head,
        )
        const arcs = heads
          .map((head, i) => ({ head, dependent: i + 1, label: -1 }))
          .filter(() => random.next() < 0.2)
        const leaves = heads
          .map((_, i) => i + 1)
          .filter((word) => !heads.includes(word) && random.next() < 0.3)
        return { forbidden, arcs, leaves }
      })
      expect(violations(size, sets)).toEqual([])
    }
  })

  test('every forbidden arc over 4 words, with every pair of spans of several words', () => {
    const spans = spansOf(4)
    const pairs = spans.flatMap((one, i) => spans.slice(i).map((other) => [one, other]))
    const sets = arcsOf(4).flatMap((arc) => pairs.map((pair) => ({ forbidden: [arc], spans: pair })))
    expect(violations(4, sets)).toEqual([])
  })

  test('random spans, forbidden and demanded arcs and leaves of a tree of 5 or 6 words', () => {
    const random = new Random(2)
    for (const size of [5, 6]) {
      const { trees } = universeOf(size, singleRoot)
      const sets = Array.from({ length: 40 }, (): Constraints => {
        const heads = trees[random.below(trees.length)]
        const spans = spansOf(size).filter((span) => hasSpan(heads, span) && random.next() < 0.4)
        const forbidden = arcsOf(size).filter(
          (arc) => random.next() < 0.2 && heads[arc.dependent - 1] !== arc.head,
        )
        const arcs = heads
          .map((head, i) => ({ head, dependent: i + 1, label: -1 }))
          .filter(() => random.next() < 0.1)
        return { spans, forbidden, arcs, leaves: randomLeaves(heads, random) }
      })
      expect(violations(size, sets)).toEqual([])
    }
  })

  test.each([
    [{ forbidden: [{ head: 1, dependent: 4 }] }, 'forbidden arc 1→4 leaves the sentence of 3 words'],
    [
      { forbidden: [{ head: 2, dependent: 2 }] },
      'forbidden arc 2→2 is in no tree, expected a head and another word',
    ],
    [
      { forbidden: [{ head: 2, dependent: 1 }], arcs: [{ head: 2, dependent: 1, label: -1 }] },
      'arc 2→1 is demanded and forbidden',
    ],
    [
      { forbidden: [0, 2, 3].map((head) => ({ head, dependent: 1 })) },
      'no tree without the forbidden arcs 0→1, 2→1, 3→1 satisfies the other constraints',
    ],
    [
      {
        forbidden: [1, 2].map((head) => ({ head, dependent: 3 - head })),
        spans: [{ first: 1, last: 2, condition: 'plain' }],
      },
      'no tree without the forbidden arcs 1→2, 2→1 and with span 1-2 satisfies the other constraints',
    ],
  ] as const)('what cannot be met is one line: %j', (constraints, message) => {
    expect(() => system.impose(3, constraints)).toThrow(message)
  })
})

test('a long sentence is one line', () => {
  expect(() => single.impose(129, { forbidden: [{ head: 1, dependent: 2 }] })).toThrow(
    'a sentence of 129 words with forbidden arcs, or with spans that share words or of which only some are none, expected at most 128',
  )
})
