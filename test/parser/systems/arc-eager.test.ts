/** The preconditions, as the header tables of the systems state them, against what the systems allow. */
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { registered } from '../../../parser/registry.ts'
import { derive, type TransitionSystem } from '../../../parser/core/transition-system.ts'
import { arcEager } from '../../../parser/systems/arc-eager.ts'
import { arcEagerRoot } from '../../../parser/systems/arc-eager-root.ts'
import { arcEagerUnshift } from '../../../parser/systems/arc-eager-unshift.ts'
import { arcEagerUnshiftRootless } from './rootless-unshift.ts'
import { createTree } from '../../../transform/tree.ts'
import { headsOf, labelledTree } from '../../trees.ts'
import { bufferOf, explore, stackOf } from '../laws/explore.ts'

/** What the tables speak of; i and j are -1 where there is none. */
interface Situation {
  readonly i: number
  readonly j: number
  /** The head of i, -1 while it has none. */
  readonly headOfI: number
  readonly height: number
  readonly e: boolean
  /** Whether 0 has no dependent. */
  readonly free: boolean
  /** Whether j is the root at the right end. */
  readonly atRoot: boolean
}

type Table = Readonly<Record<string, (s: Situation) => boolean>>

const hasTop = ({ i }: Situation) => i !== -1
const hasNext = ({ j }: Situation) => j !== -1
const headless = ({ i, headOfI }: Situation) => i > 0 && headOfI === -1
const headed = ({ i, headOfI }: Situation) => i > 0 && headOfI !== -1

const tables: readonly (readonly [string, TransitionSystem, Table])[] = [
  [
    'arc-eager (Nivre 2003)',
    arcEager(),
    {
      shift: hasNext,
      'right-arc': hasNext,
      reduce: (s) => hasNext(s) && headed(s),
      'left-arc': (s) => hasNext(s) && headless(s),
    },
  ],
  [
    'arc-eager-root (Nivre, Goldberg & McDonald 2014, Figure 2)',
    arcEagerRoot(),
    {
      shift: (s) => !s.atRoot,
      'right-arc': (s) => hasTop(s) && !s.atRoot,
      reduce: headed,
      'left-arc': headless,
    },
  ],
  [
    'arc-eager-unshift, any roots (UL)',
    arcEagerUnshift({ singleRoot: false }),
    {
      shift: (s) => hasNext(s) && !s.e,
      'right-arc': hasNext,
      reduce: headed,
      'left-arc': (s) => hasNext(s) && headless(s),
      unshift: (s) => !hasNext(s) && headless(s),
    },
  ],
  [
    'arc-eager-unshift, single root (US)',
    arcEagerUnshift({ singleRoot: true }),
    {
      shift: (s) => hasNext(s) && !s.e,
      'right-arc': (s) => hasNext(s) && (s.i !== 0 || s.free),
      reduce: (s) => headed(s) && (s.headOfI !== 0 || !hasNext(s)),
      'left-arc': (s) => hasNext(s) && headless(s),
      unshift: (s) => !hasNext(s) && headless(s),
    },
  ],
  [
    'arc-eager-unshift without a root (U0; Nivre & Fernández-González 2014, Figure 3)',
    arcEagerUnshiftRootless(),
    {
      shift: (s) => hasNext(s) && (!s.e || !hasTop(s)),
      'right-arc': (s) => hasNext(s) && hasTop(s),
      reduce: headed,
      'left-arc': (s) => hasNext(s) && headless(s),
      unshift: (s) => !hasNext(s) && headless(s) && s.height > 1,
    },
  ],
]

describe.each(tables)('%s', (_, system, table) => {
  test('allows what its table says, in every configuration of up to five words', () => {
    for (const size of [1, 2, 3, 4, 5]) {
      for (const configuration of explore(system, size).configurations) {
        const stack = stackOf(configuration)
        const i = stack.at(-1) ?? -1
        const j = bufferOf(configuration)[0] ?? -1
        const situation: Situation = {
          i,
          j,
          headOfI: i > 0 ? configuration.head[i] : -1,
          height: stack.length,
          e: configuration.own === 1,
          free: !configuration.head.subarray(1, size + 1).includes(0),
          atRoot: j === size + 1,
        }
        const expected = system.transitionTypes.map(({ name }) => table[name](situation))
        const found = system.transitionTypes.map(
          (_, type) => ((system.allowed(configuration) >> type) & 1) === 1,
        )
        expect(found, `${stack} | ${bufferOf(configuration)} | ${configuration.head}`).toEqual(expected)
      }
    }
  })
})

test('the systems of the family number their kinds alike and ask one model', () => {
  for (const [, system] of tables) {
    const names = ['shift', 'right-arc', 'reduce', 'left-arc', 'unshift']
    expect(system.transitionTypes.map(({ name }) => name)).toEqual(
      names.slice(0, system.transitionTypes.length),
    )
    expect(system.transitionTypes.map(({ labelled }) => labelled)).toEqual(
      [false, true, false, true, false].slice(0, system.transitionTypes.length),
    )
    expect(system.states.length).toBe(1)
    expect(system.family).toBe('arc-eager')
  }
})

test('the registry says what a setting gives, not what was asked for', () => {
  const settingsOf = (name: string, singleRoot: boolean) => registered(name).make({ singleRoot }).settings
  expect(settingsOf('arc-eager', true)).toEqual({ singleRoot: false })
  expect(settingsOf('arc-eager-root', true)).toEqual({ singleRoot: false })
  expect(settingsOf('arc-eager-unshift', true)).toEqual({ singleRoot: true })
  expect(settingsOf('arc-eager-unshift', false)).toEqual({ singleRoot: false })
})

test('an arc from the root at the end comes out as an arc from 0, with its label', () => {
  const system = arcEagerRoot()
  const configuration = new Configuration()
  const gold = labelledTree([0, 1, 0])
  system.start(configuration, 3)
  derive(system, configuration, system.oracle(gold))
  const tree = createTree(3)
  system.finish(configuration, tree)
  expect(headsOf(tree)).toEqual([0, 1, 0])
  expect([...tree.label]).toEqual([0, 1, 2, 3])
  expect(configuration.roots).toBe(2)
})

test('the word that Unshift without a root leaves has no label', () => {
  const system = arcEagerUnshiftRootless()
  const configuration = new Configuration()
  const gold = labelledTree([2, 0, 2])
  system.start(configuration, 3)
  derive(system, configuration, system.oracle(gold))
  const tree = createTree(3)
  system.finish(configuration, tree)
  expect([headsOf(tree), [...tree.label.subarray(1)]]).toEqual([
    [2, 0, 2],
    [1, -1, 3],
  ])
})
