/** Random walks: constraints that a random tree satisfies never stop a derivation, and what it ends in honours them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import type { Constraints } from '../../../parser/core/constraints.ts'
import { Random } from '../../../parser/learning/random.ts'
import type { ConstrainedSystem, TransitionSystem } from '../../../parser/core/transition-system.ts'
import { arcEagerRoot } from '../../../parser/systems/arc-eager-root.ts'
import { arcEagerUnshift } from '../../../parser/systems/arc-eager-unshift.ts'
import { arcEagerUnshiftRootless } from '../systems/rootless-unshift.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'
import { headsOf, projectiveTree, singleRootedProjectiveTree } from '../../trees.ts'
import { settings, type Setting } from './law.ts'
import { randomLeaves, randomSpans, randomSpansAndForbidden, satisfies, type Arc } from './sets.ts'

const MOST_WORDS = 30
const LABELS = 4

/** Constraints that the tree satisfies, with the labels word modulo 4: how many of each kind is left to chance. */
function drawnFrom(tree: Tree, random: Random, { rooting }: Setting): Constraints {
  const heads = headsOf(tree)
  const arcs: Arc[] = []
  const labels: { dependent: number; label: number }[] = []
  const share = random.next() ** 2
  heads.forEach((head, index) => {
    const dependent = index + 1
    const label = random.below(2) === 0 ? dependent % LABELS : -1
    if (random.next() < share && (head !== 0 || rooting !== 'none')) arcs.push({ head, dependent, label })
    else if (random.below(5) === 0) labels.push({ dependent, label })
  })
  const single = heads.filter((head) => head === 0).length === 1
  const root = single && rooting !== 'none' && random.below(4) === 0 ? heads.indexOf(0) + 1 : undefined
  const spans =
    rooting === 'none' ? { spans: randomSpans(heads, random) } : randomSpansAndForbidden(heads, random)
  const leaves = randomLeaves(heads, random)
  return { arcs, labels, ...spans, leaves, ...(root !== undefined && { root }) }
}

/** Walks at random, from the chosen labels too; the number of transitions, or -1 where nothing was allowed. */
function walk(system: TransitionSystem, configuration: Configuration, size: number, random: Random): number {
  system.start(configuration, size)
  let length = 0
  for (; !system.done(configuration); length++) {
    const choices: [number, number][] = []
    const allowed = system.allowed(configuration)
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if (((allowed >> type) & 1) === 0) continue
      const labelled: [number, number][] = []
      for (let label = 0; label < (system.transitionTypes[type].labelled ? LABELS : 1); label++) {
        if (!system.admits || system.admits(configuration, type, label)) labelled.push([type, label])
      }
      if (labelled.length > 0) choices.push(labelled[random.below(labelled.length)])
    }
    if (choices.length === 0) return -1
    const [type, label] = choices[random.below(choices.length)]
    system.apply(configuration, type, label)
  }
  return length
}

const seed = fc.nat(0x7fffffff)

describe.each(settings)('random walks to 30 words, $name', (setting) => {
  const { system, rooting, singleRoot } = setting
  const trees = singleRoot ? singleRootedProjectiveTree(MOST_WORDS) : projectiveTree(MOST_WORDS)

  test('end, in trees that honour the constraints', () => {
    const configuration = new Configuration()
    fc.assert(
      fc.property(trees, seed, (gold, start) => {
        const { size } = gold
        const random = new Random(start)
        const constraints = drawnFrom(gold, random, setting)
        system.impose(size, constraints)
        for (let round = 0; round < 4; round++) {
          const length = walk(system, configuration, size, random)
          expect(length).toBeGreaterThanOrEqual(0)
          expect(length).toBeLessThanOrEqual(system.bound(size))
          const tree = createTree(size)
          system.finish(configuration, tree)
          const heads = headsOf(tree)
          expect(satisfies(heads, constraints)).toBe(true)
          if (singleRoot) expect(heads.filter((head) => head === 0)).toHaveLength(1)
          for (const { dependent, label } of [...constraints.arcs!, ...constraints.labels!]) {
            const without = rooting === 'none' && heads[dependent - 1] === 0
            if (label !== -1 && !without) expect(tree.label[dependent]).toBe(label)
          }
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('without constraints everything is as in the twin', () => {
  const twins: Record<Setting['name'], TransitionSystem> = {
    RE: arcEagerRoot(),
    UL: arcEagerUnshift({ singleRoot: false }),
    US: arcEagerUnshift({ singleRoot: true }),
    U0: arcEagerUnshiftRootless(),
  }

  test.each(settings)('$name', ({ name, system }) => {
    const twin = twins[name]
    const both = new Configuration()
    /** Both at once: what one of them does not allow, the walk cannot take. */
    const checked: ConstrainedSystem = {
      ...system,
      allowed: (configuration) => {
        const allowed = system.allowed(configuration)
        expect(allowed).toBe(twin.allowed(configuration))
        expect(system.done(configuration)).toBe(twin.done(configuration))
        return allowed
      },
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST_WORDS }), seed, (size, start) => {
        system.impose(size, {})
        walk(checked, both, size, new Random(start))
      }),
    )
  })
})
