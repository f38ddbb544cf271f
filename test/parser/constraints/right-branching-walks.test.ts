/**
 * Random walks under constraints that a random tree satisfies, in both directions: they never stop before the end, what
 * they end in honours the constraints without a mark left over, and the tree itself can be derived.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { type Constraints, mirrorConstraints } from '../../../parser/core/constraints.ts'
import { Random } from '../../../parser/learning/random.ts'
import {
  derive,
  typeOf,
  labelOf,
  transitionOf,
  type ConstrainedSystem,
  type Transition,
} from '../../../parser/core/transition-system.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import { reverse, transform } from '../../../transform/right-branching.ts'
import { createTree, equalTrees, mirrorTree, rootCount, type Tree } from '../../../transform/tree.ts'
import { headsOf, projectiveTree, singleRootedProjectiveTree } from '../../trees.ts'
import { honours } from './right-branching-explore.ts'
import { several, single } from './right-branching-law.ts'
import { randomLeaves, randomSpansAndForbidden, type Arc } from './sets.ts'

const MOST_WORDS = 30
const LABELS = 4
const configuration = new Configuration()

/** Constraints that the tree satisfies; how many of each kind is left to chance. */
function drawnFrom(tree: Tree, random: Random): Constraints {
  const heads = headsOf(tree)
  const arcs: Arc[] = []
  const shareOfArcs = random.next()
  const shareOfLabels = random.below(3) === 0 ? 0 : random.next()
  heads.forEach((head, index) => {
    const label = random.next() < shareOfLabels ? tree.label[index + 1] : -1
    if (random.next() < shareOfArcs) arcs.push({ head, dependent: index + 1, label })
  })
  const root = rootCount(tree) === 1 && random.below(4) === 0 ? heads.indexOf(0) + 1 : undefined
  const spans = randomSpansAndForbidden(heads, random)
  return { arcs, ...spans, leaves: randomLeaves(heads, random), ...(root !== undefined && { root }) }
}

/** All that is allowed, with the labels 0..LABELS, of which the last is never demanded. */
function choices(system: ConstrainedSystem, c: Configuration): Transition[] {
  const allowed = system.allowed(c)
  const transitions: Transition[] = []
  for (let type = 0; type < system.transitionTypes.length; type++) {
    if (((allowed >> type) & 1) === 0) continue
    const before = transitions.length
    for (let label = 0; label <= (system.transitionTypes[type].labelled ? LABELS : 0); label++) {
      if (system.admits!(c, type, label)) transitions.push(transitionOf(type, label))
    }
    if (transitions.length === before) throw new Error(`no label for ${system.transitionTypes[type].name}`)
  }
  if (transitions.length === 0) throw new Error('nothing is allowed before the end')
  return transitions
}

/** The tree that a random walk ends in, without marks. */
function walk(system: ConstrainedSystem, size: number, random: Random): Tree {
  const c = configuration
  const tree = createTree(size)
  let length = 0
  system.start(c, size)
  derive(system, c, {
    next: () => {
      const transitions = choices(system, c)
      length++
      return transitions[random.below(transitions.length)]
    },
  })
  expect(length).toBeLessThanOrEqual(system.bound(size))
  system.finish(c, tree)
  expect(reverse(tree), 'vestigial arcs').toBe(0)
  return tree
}

/** The tree that the oracle's derivation ends in, each transition of which must be allowed. */
function followOracle(system: ConstrainedSystem, gold: Tree): Tree {
  const c = configuration
  const encoded = transform(gold, createTree(gold.size))
  const oracle = system.oracle(encoded)
  system.start(c, gold.size)
  derive(system, c, {
    next: () => {
      const transition = oracle.next(c)
      const type = typeOf(transition)
      if (((system.allowed(c) >> type) & 1) === 0)
        throw new Error(`${system.transitionTypes[type].name} is not allowed`)
      if (!system.admits!(c, type, labelOf(transition)))
        throw new Error(`${labelOf(transition)} is not admitted`)
      return transition
    },
  })
  const tree = createTree(gold.size)
  system.finish(c, tree)
  reverse(tree)
  return tree
}

const seed = fc.nat(0x7fffffff)

describe.each([
  ['several', several, projectiveTree(MOST_WORDS)],
  ['single', single, singleRootedProjectiveTree(MOST_WORDS)],
] as const)('random walks to 30 words, %s', (_, system, trees) => {
  test.each(['right', 'left'] as const)('reading order of the direction %s', (direction) => {
    fc.assert(
      fc.property(trees, seed, (gold, start) => {
        const { size } = gold
        const random = new Random(start)
        for (let word = 1; word <= size; word++) gold.label[word] = random.below(LABELS)
        const constraints = drawnFrom(gold, random)
        const isLeft = direction === 'left'
        system.impose(size, isLeft ? mirrorConstraints(size, constraints) : constraints)
        const inOrder = (tree: Tree) => (isLeft ? mirrorTree(tree) : tree)
        expect(equalTrees(inOrder(followOracle(system, inOrder(gold))), gold)).toBe(true)
        for (let round = 0; round < 4; round++) {
          const tree = inOrder(walk(system, size, random))
          expect(honours(tree, constraints)).toBe(true)
          if (system === single) expect(rootCount(tree)).toBe(1)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('without constraints everything is as in the twin', () => {
    const twin = rightBranching(system.settings)
    const checked: ConstrainedSystem = {
      ...system,
      allowed: (c) => {
        const allowed = system.allowed(c)
        if (allowed !== twin.allowed(c)) throw new Error(`${allowed} for ${twin.allowed(c)}`)
        return allowed
      },
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST_WORDS }), seed, (size, start) => {
        system.impose(size, {})
        walk(checked, size, new Random(start))
      }),
    )
  })
})

test('mirroring twice changes nothing', () => {
  fc.assert(
    fc.property(projectiveTree(MOST_WORDS), seed, (tree, start) => {
      const constraints = drawnFrom(tree, new Random(start))
      const mirrored = mirrorConstraints(tree.size, constraints)
      expect(honours(mirrorTree(tree), mirrored)).toBe(true)
      expect(mirrorConstraints(tree.size, mirrored)).toEqual(constraints)
    }),
  )
})
