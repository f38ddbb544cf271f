/**
 * The static oracle of every system derives every tree that the system is for: each transition is allowed, the end
 * comes within the bound, and the tree that comes out is the one that went in.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { derive, typeOf, type TransitionSystem } from '../../../parser/core/transition-system.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'
import { headsOf, labelledTree } from '../../trees.ts'
import { explore, shortest, treeIn } from './explore.ts'
import { decoded, domain, domainArbitrary, encoded, rootsOf, subject, subjects } from './subjects.ts'

const configuration = new Configuration()

/** Derives `gold` by the static oracle; returns the number of transitions. */
function follow(system: TransitionSystem, gold: Tree, into: Tree): number {
  const target = encoded(system, gold)
  let transitions = 0
  const oracle = system.oracle(target)
  system.start(configuration, gold.size, target)
  derive(system, configuration, {
    next() {
      const transition = oracle.next(configuration)
      if (((system.allowed(configuration) >> typeOf(transition)) & 1) === 0) {
        throw new Error(
          `${headsOf(gold)}: kind ${typeOf(transition)} is not allowed after ${transitions} transitions`,
        )
      }
      if (++transitions > system.bound(gold.size)) throw new Error(`${headsOf(gold)}: more than the bound`)
      return transition
    },
  })
  system.finish(configuration, into)
  return transitions
}

/** Labels may be left open (-1) on words that hang on the artificial root, and nowhere else. */
function expectEqual(found: Tree, gold: Tree): void {
  const different = (word: number) =>
    found.head[word] !== gold.head[word] ||
    found.mark[word] !== gold.mark[word] ||
    (found.label[word] !== gold.label[word] && (found.label[word] !== -1 || gold.head[word] !== 0))
  for (let word = 1; word <= gold.size; word++) {
    if (different(word)) expect.fail(`${headsOf(gold)} became ${headsOf(found)}, labels ${found.label}`)
  }
}

function expectDerived(system: TransitionSystem, gold: Tree): number {
  const found = createTree(gold.size)
  const transitions = follow(system, gold, found)
  const { tree, vestigial } = decoded(system, found)
  expect(vestigial).toBe(0)
  expectEqual(tree, gold)
  return transitions
}

/** Arc-eager's oracle reduces words that could stay on the stack; swaps are put off, which is not the least of them. */
const longer = new Set(['arc-eager', 'arc-standard-swap'])

describe.each(subjects)('$title', ({ system, sound }) => {
  test('derives every tree of up to six words', () => {
    for (let size = 1; size <= 6; size++) for (const gold of domain(system, size)) expectDerived(system, gold)
  })

  test.skipIf(!sound || longer.has(system.name))('no derivation of up to four words is shorter', () => {
    for (let size = 1; size <= 4; size++) {
      const least = new Map<string, number>()
      for (const [end, length] of shortest(explore(system, size))) {
        const key = headsOf(decoded(system, treeIn(system, end)).tree).join()
        least.set(key, Math.min(length, least.get(key) ?? Infinity))
      }
      for (const gold of domain(system, size))
        expect([headsOf(gold).join(), expectDerived(system, gold)]).toEqual([
          headsOf(gold).join(),
          least.get(headsOf(gold).join()),
        ])
    }
  })

  test('derives random trees of up to 60 words', () => {
    fc.assert(fc.property(domainArbitrary(system, 60), (gold) => void expectDerived(system, gold)))
  })

  test('derives the empty tree without a transition', () => {
    expect(expectDerived(system, createTree(0))).toBe(0)
  })

  test('derives chains and stars of 10,000 words; of 1,000 if the number of transitions is quadratic', () => {
    const size = system.nonProjective ? 1_000 : 10_000
    const heads = (of: (word: number) => number) =>
      labelledTree(Array.from({ length: size }, (_, i) => of(i + 1)))
    expectDerived(
      system,
      heads((word) => word - 1),
    )
    expectDerived(
      system,
      heads((word) => (word + 1) % (size + 1)),
    )
    expectDerived(
      system,
      heads((word) => (word === 1 ? 0 : 1)),
    )
    expectDerived(
      system,
      heads((word) => (word === size ? 0 : size)),
    )
  })

  test('sees a gold tree that was changed between two derivations', () => {
    const gold = labelledTree([0, 1, 1, 1])
    expectDerived(system, gold)
    gold.head.set([2, 3, 4, 0], 1)
    expectDerived(system, gold)
  })

  test('derives a tree in a configuration that held a longer one', () => {
    for (const gold of [labelledTree([3, 3, 0, 3, 6, 3]), labelledTree([2, 0]), labelledTree([0])]) {
      expectDerived(system, gold)
    }
  })
})

describe('the number of transitions to a gold tree of n words', () => {
  test.each([
    ['arc-eager-unshift, rootless', (n: number) => 2 * n - 1],
    ['arc-eager-unshift, single root', (n: number) => 2 * n],
    ['arc-eager-unshift, any roots', (n: number) => 2 * n],
    ['arc-eager-root', (n: number) => 2 * n],
  ] as const)('%s', (title, expected) => {
    const { system } = subject(title)
    for (let n = 1; n <= 6; n++) {
      const found = domain(system, n).map((gold) => expectDerived(system, gold))
      expect(new Set(found)).toEqual(new Set([expected(n)]))
    }
  })

  test.each(['arc-eager', 'rb, any roots'])('%s: n to 2n − 1', (title) => {
    const { system } = subject(title)
    for (let n = 1; n <= 6; n++) {
      const found = domain(system, n).map((gold) => expectDerived(system, gold))
      expect([Math.min(...found), Math.max(...found)]).toEqual([n, 2 * n - 1])
    }
  })
})

test('the domains are the projective trees, or those with one root', () => {
  const counts = (title: string) => [1, 2, 3, 4, 5, 6].map((n) => domain(subject(title).system, n).length)
  expect(counts('arc-eager')).toEqual([1, 3, 12, 55, 273, 1428])
  expect(counts('arc-eager-unshift, single root')).toEqual([1, 2, 7, 30, 143, 728])
  expect(domain(subject('rb, single root').system, 5).every((tree) => rootsOf(tree) === 1)).toBe(true)
})
