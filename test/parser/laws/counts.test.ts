/**
 * Every configuration that can be reached, for sentences of a few words: there are as many of them, and as many trees,
 * as there have to be, no derivation stops before its end, and the bounds are met.
 */
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { decoded, domain, subject, subjects } from './subjects.ts'
import { deadEnds, derivations, explore, lengths, stackOf, terminal, treeIn, type Space } from './explore.ts'
import { headsOf } from '../../trees.ts'

const spaces = new Map<string, Space>()

function space(title: string, size: number): Space {
  const key = `${title} ${size}`
  const known = spaces.get(key)
  if (known) return known
  const explored = explore(subject(title).system, size)
  spaces.set(key, explored)
  return explored
}

const U0 = 'arc-eager-unshift, rootless'
const US = 'arc-eager-unshift, single root'
const UL = 'arc-eager-unshift, any roots'
const RE = 'arc-eager-root'
const RB = 'rb, any roots'
const RB_SINGLE = 'rb, single root'

const SIZES = [1, 2, 3, 4, 5, 6]

/** The heads of the trees in which the derivations end, each tree once. */
function treesOf(title: string, size: number): Set<string> {
  const { system } = subject(title)
  return new Set(
    terminal(space(title, size)).map((configuration) =>
      headsOf(decoded(system, treeIn(system, configuration)).tree).join(),
    ),
  )
}

describe('reachable configurations of 1 to 6 words', () => {
  test.each([
    [U0, [2, 9, 40, 199, 1_058, 5_859]],
    [UL, [5, 23, 114, 600, 3_293, 18_615]],
    [US, [5, 18, 81, 405, 2_154, 11_919]],
    [RE, [3, 11, 49, 245, 1_307, 7_255]],
  ])('%s', (title, counts) => {
    expect(SIZES.map((size) => space(title, size).configurations.length)).toEqual(counts)
  })
})

describe('trees of 1 to 6 words', () => {
  const single = [1, 2, 7, 30, 143, 728]
  const any = [1, 3, 12, 55, 273, 1_428]
  const allSingle = [1, 2, 9, 64, 625]
  const all = [1, 3, 16, 125, 1_296]
  test.each([
    [U0, single],
    [US, single],
    [RB_SINGLE, single],
    [UL, any],
    [RE, any],
    [RB, any],
    ['arc-eager', any],
    ['arc-standard, single root', single],
    ['arc-standard, any roots', any],
    ['arc-hybrid, single root', single],
    ['arc-hybrid, any roots', any],
    ['arc-standard-swap, single root', allSingle],
    ['arc-standard-swap, any roots', all],
    ['covington, single root', allSingle],
    ['covington, any roots', all],
  ])('%s', (title, counts) => {
    const sizes = SIZES.slice(0, counts.length)
    expect(sizes.map((size) => treesOf(title, size).size)).toEqual(counts)
    for (const size of sizes) {
      const expected = domain(subject(title).system, size).map((tree) => headsOf(tree).join())
      expect(treesOf(title, size)).toEqual(new Set(expected))
    }
  })
})

describe('terminal configurations', () => {
  test.each([U0, US, UL, RE, RB, RB_SINGLE])('%s: one for each tree', (title) => {
    for (const size of SIZES) expect(terminal(space(title, size)).length).toBe(treesOf(title, size).size)
  })

  test('of Unshift: ([0], [], e), or without a root ([i], [], e)', () => {
    for (const title of [US, UL]) {
      for (const configuration of terminal(space(title, 5))) {
        expect([stackOf(configuration), configuration.left, configuration.own]).toEqual([[0], 0, 1])
      }
    }
    for (const configuration of terminal(space(U0, 5))) {
      expect([stackOf(configuration).length, configuration.left, configuration.own]).toEqual([1, 0, 1])
    }
  })

  test('of the root at the end: ([], [R])', () => {
    for (const configuration of terminal(space(RE, 5))) {
      expect([stackOf(configuration), configuration.left, configuration.front]).toEqual([[], 1, 6])
    }
  })
})

describe('derivations', () => {
  test.each([
    [RB, [1, 3, 12, 55, 273, 1_428, 7_752]],
    [RB_SINGLE, [1, 2, 7, 30, 143, 728, 3_876]],
  ])('%s: one for each tree, none with a vestigial arc', (title, counts) => {
    const { system } = subject(title)
    const sizes = [...SIZES, 7]
    expect(sizes.map((size) => derivations(space(title, size)))).toEqual(counts)
    expect(sizes.map((size) => treesOf(title, size).size)).toEqual(counts)
    for (const configuration of terminal(space(title, 7))) {
      expect(decoded(system, treeIn(system, configuration)).vestigial).toBe(0)
    }
  })
})

describe('the longest derivation of n words', () => {
  test.each([
    [U0, (n: number) => 4 * n - 3],
    [US, (n: number) => 4 * n],
    [UL, (n: number) => 4 * n],
    [RE, (n: number) => 2 * n],
    [RB, (n: number) => 2 * n - 1],
    ['arc-eager', (n: number) => 2 * n - 1],
    ['arc-standard, single root', (n: number) => 2 * n],
    ['arc-hybrid, single root', (n: number) => 2 * n],
    ['arc-standard-swap, single root', (n: number) => n * (n + 1)],
    ['covington, single root', (n: number) => (n * (n + 3)) / 2],
  ])('%s', (title, expected) => {
    const sizes = SIZES.slice(0, subject(title).system.nonProjective ? 5 : 6)
    expect(sizes.map((size) => lengths(space(title, size)).longest)).toEqual(sizes.map(expected))
    expect(sizes.map((size) => subject(title).system.bound(size))).toEqual(sizes.map(expected))
  })

  test('is the shortest, too, where the root stands at the end', () => {
    expect(SIZES.map((size) => lengths(space(RE, size)).shortest)).toEqual(SIZES.map((n) => 2 * n))
  })
})

describe.each(subjects)('$title, up to five words', ({ title, system }) => {
  test('nothing is allowed exactly where a derivation is done', () => {
    for (const size of [1, 2, 3, 4, 5]) {
      const explored = space(title, size)
      expect(deadEnds(explored)).toEqual([])
      expect(terminal(explored).filter((configuration) => system.allowed(configuration) !== 0)).toEqual([])
      expect(lengths(explored).longest).toBeLessThanOrEqual(system.bound(size))
    }
  })

  test('the empty sentence is done at once', () => {
    const configuration = new Configuration()
    system.start(configuration, 0)
    expect(system.done(configuration)).toBe(true)
    expect(system.allowed(configuration)).toBe(0)
    expect(system.bound(0)).toBe(0)
  })
})

test('systems of one family have the same states, and transition types at the same numbers', () => {
  for (const { system } of subjects) {
    for (const { system: other } of subjects.filter((one) => one.system.family === system.family)) {
      expect(other.states).toEqual(system.states)
      const shared = Math.min(system.transitionTypes.length, other.transitionTypes.length)
      expect(other.transitionTypes.slice(0, shared)).toEqual(system.transitionTypes.slice(0, shared))
    }
  }
})
