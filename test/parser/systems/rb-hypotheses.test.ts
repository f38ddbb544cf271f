/** Hypothesized true tokens come true, whatever happens, and no tree is lost by them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration, TOKEN, WORD } from '../../../parser/core/configuration.ts'
import { derive, typeOf, transitionOf, type Transition } from '../../../parser/core/transition-system.ts'
import { EXPECT, EXPECTED, rightBranchingHypotheses } from '../../../parser/systems/rb-hypotheses.ts'
import { GOLD_TOKEN, rightBranching, trueTokens } from '../../../parser/systems/rb.ts'
import { transform } from '../../../transform/right-branching.ts'
import { copyTree, createTree } from '../../../transform/tree.ts'
import { explore, treeIn } from '../laws/explore.ts'
import { domain, domainArbitrary, subject, subjects } from '../laws/subjects.ts'

const systems = subjects.filter(({ system }) => system.name === 'rb-hypotheses')
const LATER = 3

/** The hypothesis of each word of a derivation. */
function hypothesesOf(c: Configuration, transition: Transition, into: number[]): void {
  if (typeOf(transition) >= EXPECT) into[c.nodes[c.top + WORD]] = typeOf(transition) - EXPECT
}

describe.each(systems)('$title', ({ system }) => {
  test('each tree has one derivation, and all its hypotheses are true', () => {
    for (let size = 1; size <= 6; size++) {
      const { configurations, steps } = explore(system, size)
      // The hypotheses on the way to each configuration; one way leads to each, since a tree has one derivation.
      const hypotheses: number[][] = configurations.map(() => [])
      const ways = new Int32Array(configurations.length)
      ways[configurations.length - 1] = 1
      for (let index = configurations.length - 1; index >= 0; index--) {
        expect(ways[index]).toBe(1)
        for (const { type, to } of steps[index]) {
          ways[to]++
          hypotheses[to] = [...hypotheses[index]]
          hypothesesOf(configurations[index], transitionOf(type), hypotheses[to])
        }
      }
      const ends = configurations.map((_, index) => index).filter((index) => steps[index].length === 0)
      expect(ends.length).toBe(domain(system, size).length)
      for (const end of ends) {
        const tokens = trueTokens(treeIn(system, configurations[end]))
        for (let word = 1; word <= size; word++) {
          expect(hypotheses[end][word]).toBe(Math.min(tokens[word] - word, LATER))
        }
      }
    }
  })

  test('a node holds the class that its word expects, and the word where that says which', () => {
    const c = new Configuration()
    const seen = new Set<number>()
    fc.assert(
      fc.property(domainArbitrary(system, 30), (original) => {
        const gold = transform(copyTree(original))
        const tokens = trueTokens(gold)
        system.start(c, gold.size)
        derive(system, c, {
          next: () => {
            const { nodes, top } = c
            const word = nodes[top + WORD]
            if (c.counter2 === 0 && word > 0) {
              const distance = tokens[word] - word
              seen.add(Math.min(distance, LATER))
              expect(nodes[top + EXPECTED]).toBe(Math.min(distance, LATER))
              expect(nodes[top + GOLD_TOKEN]).toBe(distance < LATER ? tokens[word] : -1)
              expect(nodes[top + TOKEN]).toBeLessThanOrEqual(tokens[word])
            }
            return system.oracle(c, gold)
          },
        })
      }),
    )
    expect([...seen].toSorted()).toEqual([0, 1, 2, 3])
  })

  test('without the hypotheses a derivation is one of rb', () => {
    const rb = rightBranching(system.settings)
    const [c, twin] = [new Configuration(), new Configuration()]
    fc.assert(
      fc.property(fc.nat(25), fc.infiniteStream(fc.nat(1000)), (size, choices) => {
        system.start(c, size)
        rb.start(twin, size)
        while (!system.done(c)) {
          const types = system.transitionTypes
            .map((_, type) => type)
            .filter((type) => (system.allowed(c) >> type) & 1)
          const type = types[choices.next().value % types.length]
          system.apply(c, type, 0)
          if (type >= EXPECT) continue
          expect((rb.allowed(twin) >> type) & 1).toBe(1)
          rb.apply(twin, type, 0)
        }
        expect(rb.done(twin)).toBe(true)
        const [found, same] = [createTree(size), createTree(size)]
        system.finish(c, found)
        rb.finish(twin, same)
        expect(found).toEqual(same)
      }),
    )
  })
})

/** The kinds that may follow these, named as in the system. */
function after(singleRoot: boolean, size: number, ...names: string[]): string[] {
  const system = rightBranchingHypotheses({ singleRoot })
  const c = new Configuration()
  const kindOfName = (name: string): number => system.transitionTypes.findIndex((type) => type.name === name)
  system.start(c, size)
  for (const name of names) {
    expect((system.allowed(c) >> kindOfName(name)) & 1).toBe(1)
    system.apply(c, kindOfName(name), 0)
  }
  return system.transitionTypes.filter((_, type) => (system.allowed(c) >> type) & 1).map(({ name }) => name)
}

describe('what is refused', () => {
  test('an arc that contradicts what is expected, and a farther word than there is', () => {
    expect(after(false, 2, 'right-arc')).toEqual(['expect-itself', 'expect-next'])
    expect(after(false, 2, 'right-arc', 'expect-next')).toEqual(['right-arc*'])
    expect(after(false, 2, 'right-arc', 'expect-itself')).toEqual(['reduce', 'right-arc'])
    expect(after(false, 3, 'right-arc', 'expect-second')).toEqual(['right-arc', 'right-arc^', 'right-arc*'])
  })

  test('what would come after what a word below on the stack waits for', () => {
    const first = ['right-arc', 'expect-second', 'right-arc'] as const
    expect(after(false, 4, ...first)).toEqual(['expect-itself'])
    expect(after(false, 4, 'right-arc', 'expect-later', 'right-arc')).toEqual([
      'expect-itself',
      'expect-next',
    ])
  })

  test('to pop the true token of word 1 where none could come after it, and word 1 has to take what is left', () => {
    const names = ['right-arc', 'expect-next', 'right-arc*', 'expect-itself']
    expect(after(true, 3, ...names)).toEqual(['right-arc'])
    expect(after(false, 3, ...names)).toEqual(['reduce', 'right-arc'])
  })

  test('to expect anything but itself behind a reversed arc', () => {
    expect(after(false, 5, 'right-arc', 'expect-later', 'right-arc*')).toEqual(['expect-itself'])
  })
})

test('a chain of 10,000 left branches takes linear time', () => {
  const { system } = subject('rb-hypotheses, single root')
  const size = 10_000
  const gold = createTree(size)
  for (let word = 1; word <= size; word++) gold.head[word] = (word + 1) % (size + 1)
  const target = transform(copyTree(gold))
  const c = new Configuration()
  system.start(c, size)
  derive(system, c, { next: () => system.oracle(c, target) })
  const tree = createTree(size)
  system.finish(c, tree)
  expect(tree).toEqual(target)
})
