/** Arcs that trees must not have, together with demanded arcs, roots and leaves: the law by brute force. */
import { describe, expect, test } from 'vitest'
import type { Constraints } from '../../../parser/core/constraints.ts'
import { Random } from '../../../parser/learning/random.ts'
import { settingOf, newTally, testLaw, treesOf, type Setting } from './law.ts'
import { single as rightBranching } from './right-branching-law.ts'
import { satisfies, type TreeSet, type Universe } from './sets.ts'

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

function violations(setting: Setting, size: number, sets: Iterable<Constraints>): string[] {
  const universe = treesOf(setting, size)
  const tally = newTally()
  for (const constraints of sets)
    testLaw(setting, universe, constraints, treesWith(universe, constraints), tally)
  expect(tally.satisfiable).toBeGreaterThan(0)
  return [...tally.violations]
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

describe.each(settings)('forbidden arcs, $name', (setting) => {
  test('every set over 1 to 3 words', () => {
    for (const size of [1, 2, 3])
      expect(
        violations(
          setting,
          size,
          [...setsOf(size)].map((forbidden) => ({ forbidden })),
        ),
      ).toEqual([])
  })

  test('every pair over 4 words', () => {
    expect(
      violations(
        setting,
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
    expect(violations(setting, 3, sets)).toEqual([])
  })

  test('random sets over 4 and 5 words, with demanded arcs and leaves of one of the trees', () => {
    const random = new Random(1)
    for (const size of [4, 5]) {
      const { trees } = treesOf(setting, size)
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
      expect(violations(setting, size, sets)).toEqual([])
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
      { forbidden: [{ head: 2, dependent: 1 }], spans: [{ first: 1, last: 2, condition: 'plain' }] },
      'span 1-2 with forbidden arcs: the parser can only meet one of the two',
    ],
  ] as const)('what cannot be met is one line: %j', (constraints, message) => {
    expect(() => setting.system.impose(3, constraints)).toThrow(message)
  })
})

test('right-branching parsing takes no forbidden arcs', () => {
  expect(() => rightBranching.impose(3, { forbidden: [{ head: 1, dependent: 2 }] })).toThrow(
    'forbidden arc 1→2: right-branching parsing rules out no arcs, expected a model of an arc-eager system',
  )
})
