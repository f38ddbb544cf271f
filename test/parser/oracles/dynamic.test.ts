/**
 * The dynamic oracles against brute force: in every configuration that can be reached, for every gold tree, the cost of
 * every allowed transition is by how much it lowers what the best derivation still comes to.
 *
 * Six words take minutes; `npm run test:all` checks them.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import type { DynamicOracle } from '../../../parser/oracles/dynamic.ts'
import { unshiftDynamicOracle } from '../../../parser/oracles/unshift.ts'
import { dynamicOracles } from '../../../parser/oracles/dynamic-oracles.ts'
import { registered, registry } from '../../../parser/registry.ts'
import { typeOf, transitionOf, type TransitionSystem } from '../../../parser/core/transition-system.ts'
import { createTree, treeOf, type Tree } from '../../../transform/tree.ts'
import { headsOf, labelledTree } from '../../trees.ts'
import { explore } from '../laws/explore.ts'
import { domain, domainArbitrary, subject } from '../laws/subjects.ts'
import { checkCosts, sameHeads, sameLabelledHeads, labelledCost } from './brute-force.ts'

interface Setting {
  readonly title: string
  readonly system: TransitionSystem
  readonly oracle: DynamicOracle
  readonly rootless: boolean
}

/** With the oracle that the registry has for the system, unless it is given. */
function setting(title: string, given?: DynamicOracle): Setting {
  const { system } = subject(title)
  const named = (): DynamicOracle => {
    const name = registered(system.name).dynamicOracle as keyof typeof dynamicOracles
    return dynamicOracles[name](system.settings)
  }
  const oracle = given ?? named()
  return { title, system, oracle, rootless: title.endsWith('rootless') }
}

const OLD = setting('arc-eager')
const RE = setting('arc-eager-root')
const US = setting('arc-eager-unshift, single root')
const UL = setting('arc-eager-unshift, any roots')
const AH = setting('arc-hybrid, single root')
const AHL = setting('arc-hybrid, any roots')
const U0 = setting('arc-eager-unshift, rootless', unshiftDynamicOracle(false))

test('every system with a dynamic oracle is checked, in each setting', () => {
  const named = ({ name, settings }: TransitionSystem): string => `${name}, ${settings.singleRoot}`
  const checked = new Set([OLD, RE, US, UL, AH, AHL].map(({ system }) => named(system)))
  for (const { make, dynamicOracle } of registry) {
    if (!dynamicOracle) continue
    for (const singleRoot of [true, false]) expect(checked).toContain(named(make({ singleRoot })))
  }
})

/** Arcs of one label only; no gold arc has another, so labels cost nothing. */
const unlabelled = (tree: Tree): Tree => treeOf(headsOf(tree))

function check({ system, oracle, rootless }: Setting, size: number, found: 'pairs' | 'checks'): number {
  const golds = domain(system, size).map(unlabelled)
  const checked = checkCosts(explore(system, size), golds, oracle, sameHeads(rootless))
  expect(checked.wrong).toEqual([])
  return checked[found]
}

describe('every configuration and gold tree', () => {
  test.each([
    [U0, [2, 18, 280, 5_970, 151_294]],
    [UL, [5, 69, 1_368, 33_000, 898_989]],
    [US, [5, 36, 567, 12_150, 308_022]],
    [RE, [3, 33, 588, 13_475, 356_811]],
    [OLD, [3, 39, 744, 17_490, 468_195]],
    [AH, [3, 16, 203, 3_750, 85_657]],
    [AHL, [3, 30, 480, 10_065, 248_703]],
  ])('$title: 1 to 5 words', (setting, pairs) => {
    expect([1, 2, 3, 4, 5].map((size) => check(setting, size, 'pairs'))).toEqual(pairs)
  })

  test.each([
    [RE, 11_068_428],
    [OLD, 14_237_160],
    [U0, 5_953_584],
    [US, 12_252_968],
    [UL, 38_016_216],
  ])('$title: the transitions of 6 words', { tags: ['slow'] }, (setting, checks) => {
    expect(check(setting, 6, 'checks')).toBe(checks)
  })
})

describe('with two labels', () => {
  /** The trees with every labelling; the word that a rootless system leaves has no label to be right. */
  function labellings(tree: Tree): Tree[] {
    return Array.from({ length: 2 ** tree.size }, (_, bits) =>
      treeOf(
        headsOf(tree),
        headsOf(tree).map((_, index) => (bits >> index) & 1),
      ),
    )
  }

  test.each([RE, OLD, US, UL, AH, AHL])('$title: 1 to 3 words', ({ system, oracle }) => {
    for (const size of [1, 2, 3]) {
      const golds = domain(system, size).flatMap(labellings)
      const { wrong, pairs } = checkCosts(explore(system, size, 2), golds, oracle, sameLabelledHeads)
      expect(wrong).toEqual([])
      expect(pairs).toBeGreaterThan(0)
    }
  })
})

describe.each([OLD, RE, US, UL, U0, AH, AHL])('$title', ({ system, oracle, rootless }) => {
  const configuration = new Configuration()

  /** Walks to the end: where `errs`, by any allowed kind, otherwise by one that costs least. Returns what it cost. */
  function walk(
    gold: Tree,
    choices: readonly number[],
    errs: (step: number) => boolean,
  ): { cost: number; tree: Tree } {
    oracle.begin(gold)
    system.start(configuration, gold.size)
    let cost = 0
    for (let step = 0; !system.done(configuration); step++) {
      const allowed = system.allowed(configuration)
      const free = oracle.weigh(configuration, allowed)
      const choice = choices[step % choices.length]
      const types = system.transitionTypes
        .map((_, type) => type)
        .filter((type) => ((errs(step) ? allowed : free) >> type) & 1)
      const type = types[choice % types.length]
      const label = system.transitionTypes[type].labelled ? Math.max(0, oracle.labels[type]) : 0
      cost += labelledCost(oracle, type, label)
      system.apply(configuration, type, label)
    }
    const tree = createTree(gold.size)
    system.finish(configuration, tree)
    return { cost, tree }
  }

  const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 240, size: 'max' })

  test('transitions that cost nothing lead to the gold tree', () => {
    fc.assert(
      fc.property(domainArbitrary(system, 60), choices, (gold, choices) => {
        const { cost, tree } = walk(gold, choices, () => false)
        expect(cost).toBe(0)
        expect(headsOf(tree)).toEqual(headsOf(gold))
        for (let word = 1; word <= gold.size; word++) {
          if (tree.label[word] !== -1) expect(tree.label[word]).toBe(gold.label[word])
        }
      }),
    )
  })

  test('the costs along any walk add up to the arcs that are missing in the end', () => {
    fc.assert(
      fc.property(domainArbitrary(system, 30), choices, fc.nat(100), (gold, choices, errors) => {
        const { cost, tree } = walk(gold, choices, (step) => (31 * step + errors) % 7 < errors % 8)
        const wanted = rootless ? gold.size - 1 : gold.size
        expect(wanted - sameHeads(rootless)(tree, gold)).toBe(cost)
      }),
      { numRuns: 300 },
    )
  })

  test('the transition of the static oracle costs nothing where it may be asked', () => {
    for (const gold of domain(system, 5)) {
      oracle.begin(gold)
      const staticOracle = system.oracle(gold)
      system.start(configuration, gold.size)
      while (!system.done(configuration)) {
        const transition = staticOracle.next(configuration)
        const free = oracle.weigh(configuration, system.allowed(configuration))
        expect((free >> typeOf(transition)) & 1).toBe(1)
        const type = typeOf(transition)
        if (system.transitionTypes[type].labelled)
          expect(transitionOf(type, oracle.labels[type])).toBe(transition)
        system.apply(configuration, type, transition >> 3)
      }
    }
  })

  test('a deep stack: 1,000 words shifted, and back', () => {
    const gold = labelledTree(Array.from({ length: 1_000 }, (_, index) => index))
    const { cost, tree } = walk(gold, [0], (step) => step < 999)
    expect((rootless ? 999 : 1_000) - sameHeads(rootless)(tree, gold)).toBe(cost)
  })
})
