/**
 * Random legal walks: from the start, any allowed transition, again and again. They halt within the bound, never stick,
 * and end in well-formed trees. And what is allowed depends on nothing but the registers and the nodes of s0, s1 and b0,
 * which are all that a transition changes: the law that beams live on.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, NODE_SIZE, NO_NODE } from '../../../parser/core/node-fields.ts'
import {
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { findFlaw, isProjective } from '../../../transform/check.ts'
import { createTree } from '../../../transform/tree.ts'
import { decoded, rootsOf, subjects } from './subjects.ts'
import { copyNode } from '../search/fork.ts'

const LABELS = 5

/** The size of a sentence and, for each step, which of the allowed kinds to take and with which label. */
const walks = (maxSize: number) =>
  fc
    .integer({ min: 0, max: maxSize })
    .chain((size) =>
      fc.tuple(
        fc.constant(size),
        fc.array(fc.nat(59), { minLength: 4 * size, maxLength: 4 * size, size: 'max' }),
      ),
    )

/** The choice-th of the allowed transitions; `choice` runs to 59, so that 1 to 5 kinds are equally likely. */
function pick(system: TransitionSystem, allowed: number, choice: number): Transition {
  const types = system.transitionTypes.map((_, type) => type).filter((type) => (allowed >> type) & 1)
  const type = types[choice % types.length]
  return transitionOf(type, system.transitionTypes[type].labelled ? choice % LABELS : 0)
}

/** Walks to the end and returns the transitions taken. */
function walk(
  system: TransitionSystem,
  configuration: Configuration,
  choices: readonly number[],
): Transition[] {
  const transitions: Transition[] = []
  while (!system.done(configuration)) {
    const allowed = system.allowed(configuration)
    if (allowed === 0) expect.fail(`stuck after ${transitions}`)
    if (transitions.length === system.bound(configuration.size))
      expect.fail(`more than the bound: ${transitions}`)
    const transition = pick(system, allowed, choices[transitions.length % choices.length])
    system.apply(configuration, typeOf(transition), labelOf(transition))
    transitions.push(transition)
  }
  expect(system.allowed(configuration)).toBe(0)
  return transitions
}

describe.each(subjects)('$title', ({ system, sound }) => {
  const configuration = new Configuration()

  test('a walk ends within the bound, in a well-formed tree', () => {
    fc.assert(
      fc.property(walks(30), ([size, choices]) => {
        system.start(configuration, size, createTree(size))
        walk(system, configuration, choices)
        const found = createTree(size)
        system.finish(configuration, found)
        for (let word = 1; word <= size; word++) {
          if (found.label[word] < 0 && found.head[word] !== 0) expect.fail(`word ${word} has no label`)
          expect(found.label[word]).toBeLessThan(LABELS)
        }
        const { tree, vestigial } = decoded(system, found)
        expect(findFlaw(tree)).toBeUndefined()
        if (!sound || size === 0) return
        expect(vestigial).toBe(0)
        if (!system.nonProjective) expect(isProjective(tree)).toBe(true)
        if (system.settings.singleRoot) expect(rootsOf(tree)).toBe(1)
      }),
      { numRuns: 200 },
    )
  })

  test('what is allowed is not read from the arcs', () => {
    const twin = new Configuration()
    fc.assert(
      fc.property(
        walks(20),
        fc.infiniteStream(fc.integer({ min: -1, max: 21 })),
        ([size, choices], noise) => {
          system.start(configuration, size, createTree(size))
          system.start(twin, size)
          const scramble = (of: Int32Array | Uint8Array) =>
            of.forEach((_, at) => (of[at] = noise.next().value))
          for (const choice of choices) {
            const allowed = system.allowed(configuration)
            scramble(twin.head.subarray(0, size + 2))
            scramble(twin.label.subarray(0, size + 2))
            scramble(twin.mark.subarray(0, size + 2))
            expect(system.allowed(twin)).toBe(allowed)
            expect(system.done(twin)).toBe(allowed === 0)
            if (allowed === 0) break
            expect(system.state(twin)).toBe(system.state(configuration))
            const transition = pick(system, allowed, choice)
            system.apply(configuration, typeOf(transition), labelOf(transition))
            system.apply(twin, typeOf(transition), labelOf(transition))
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('walking on with copies of three nodes leaves the original as it was', () => {
    fc.assert(
      fc.property(walks(20), walks(20), fc.nat(80), ([size, choices], [, others], at) => {
        system.start(configuration, size, createTree(size))
        const straight = walk(system, configuration, choices)

        const fork = at % (straight.length + 1)
        system.start(configuration, size)
        for (const transition of straight.slice(0, fork))
          system.apply(configuration, typeOf(transition), labelOf(transition))
        const registers = registersOf(configuration)
        const filled = [...others, ...choices, ...Array.from({ length: 160 }, () => 0)]
        const rest = system.bound(size) - fork
        for (let step = 0; !system.done(configuration); step++) {
          if (step === rest) expect.fail('more than the bound')
          const transition = pick(system, system.allowed(configuration), filled[step % filled.length])
          copyNodes(configuration)
          system.apply(configuration, typeOf(transition), labelOf(transition))
        }
        Object.assign(configuration, registers)
        for (const [step, transition] of straight.entries()) {
          if (step < fork) continue
          expect(pick(system, system.allowed(configuration), choices[step % choices.length])).toBe(transition)
          system.apply(configuration, typeOf(transition), labelOf(transition))
        }
        expect(system.done(configuration)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a transition writes to no node but those of s0, s1 and b0', () => {
    fc.assert(
      fc.property(walks(15), ([size, choices]) => {
        system.start(configuration, size, createTree(size))
        for (const choice of choices) {
          const allowed = system.allowed(configuration)
          if (allowed === 0) break
          const { nodes, top, next, used } = configuration
          const before = nodes.slice(0, used)
          const touchable = new Set([top, top === NO_NODE ? NO_NODE : nodes[top + BELOW], next])
          const transition = pick(system, allowed, choice)
          system.apply(configuration, typeOf(transition), labelOf(transition))
          for (let field = 0; field < used; field++) {
            if (configuration.nodes[field] === before[field]) continue
            const node = field - (field % NODE_SIZE)
            expect(touchable.has(node) && node !== NO_NODE).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

function registersOf({ top, next, front, limit, height, roots, own }: Configuration) {
  return { top, next, front, limit, height, roots, own }
}

/** Puts copies in the place of the nodes of s0, s1 and b0, as a beam does before each transition. */
function copyNodes(configuration: Configuration): void {
  const { top, next } = configuration
  if (top !== NO_NODE) {
    const below = configuration.nodes[top + BELOW]
    const copy = copyNode(configuration, top)
    configuration.top = copy
    if (below !== NO_NODE) {
      const copyOfBelow = copyNode(configuration, below)
      configuration.nodes[copy + BELOW] = copyOfBelow
    }
  }
  if (next !== NO_NODE) configuration.next = copyNode(configuration, next)
}
