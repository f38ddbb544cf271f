import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { derive, transitionOf } from '../../../parser/core/transition-system.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { createTree, equalTrees, treeOf, type Tree } from '../../../transform/tree.ts'
import { RIGHT_PLAIN, RIGHT_RELOCATED } from '../../../parser/systems/right-branching-family.ts'
import { explore } from './right-branching-explore.ts'
import { satisfiable, several, single } from './right-branching-law.ts'

describe('the demanded root', () => {
  test.each([
    ['several', several],
    ['single', single],
  ] as const)('is the only one, %s', (_, system) => {
    const size = 4
    for (let root = 1; root <= size; root++) {
      let sets = 0
      for (const { constraints, trees } of satisfiable(size, true)) {
        const demandsIt = constraints.arcs!.some(({ head, dependent }) => head === 0 && dependent === root)
        if (!demandsIt) continue
        // The arc from 0 is what `root` says.
        const rest = constraints.arcs!.filter(({ head }) => head !== 0)
        system.impose(size, { arcs: rest, root })
        const { derivations, violation } = explore(system, size, 1, constraints)
        expect(violation).toBeUndefined()
        expect(derivations).toBe(trees)
        sets++
      }
      expect(sets).toBeGreaterThan(10)
    }
  })

  test('gives several roots back to the next sentence', () => {
    several.impose(2, { root: 1 })
    expect(explore(several, 2, 1, { root: 1 }).derivations).toBe(1)
    several.impose(2, {})
    expect(explore(several, 2, 1, {}).derivations).toBe(3)
  })
})

describe('labels', () => {
  test('demanded without a head are refused if they are early, and lose no derivation if they are late', () => {
    const labels = [{ dependent: 2, label: 1 }]
    expect(() => single.impose(3, { labels })).toThrow(
      'label of word 2: a right-branching parser with early labels takes a demanded label only with a demanded head',
    )
    const late = { bases: Int32Array.of(0, 1), text: String, late: true }
    for (const arcs of [[], [{ head: 3, dependent: 1, label: 0 }]]) {
      single.impose(3, { arcs, labels }, late)
      const { derivations, violation } = explore(single, 3, 2, { arcs })
      expect(violation).toBeUndefined()
      expect(derivations).toBe(arcs.length === 0 ? 7 * 8 : 2 * 4)
    }
  })

  test('demanded beside a head are the label of the arc', () => {
    const labels = [{ dependent: 2, label: 1 }]
    const arcs = [{ head: 1, dependent: 2, label: -1 }]
    single.impose(3, { arcs, labels })
    const { derivations, violation } = explore(single, 3, 2, { arcs: [{ ...arcs[0], label: 1 }] })
    expect(violation).toBeUndefined()
    // Of the 7 trees 0→1→2→3, 0→1→{2, 3} and 0→3→1→2 have the arc; the other two labels are free.
    expect(derivations).toBe(3 * 4)
  })

  test('of a lifted word count as what was lifted', () => {
    // The labels 1 and 2 are the same before lifting.
    const labels = { bases: Int32Array.of(0, 1, 1), text: String }
    single.impose(2, { arcs: [{ head: 1, dependent: 2, label: 1 }] }, labels)
    const c = new Configuration()
    single.start(c, 2)
    single.apply(c, RIGHT_PLAIN, 0)
    expect([0, 1, 2].filter((label) => single.admits!(c, RIGHT_PLAIN, label))).toEqual([1, 2])
  })

  test('that no arc is demanded with are as good as any, and some will always do', () => {
    // The next head of 1 is 4; 2 comes to hang on it only with the label 0, and 3 only with it.
    single.impose(4, {
      arcs: [
        { head: 4, dependent: 1, label: -1 },
        { head: 4, dependent: 2, label: 0 },
      ],
    })
    const c = new Configuration()
    single.start(c, 4)
    single.apply(c, RIGHT_PLAIN, 7)
    expect(single.allowed(c)).toBe(1 << RIGHT_RELOCATED)
    expect([0, 1, 9].filter((label) => single.admits!(c, RIGHT_RELOCATED, label))).toEqual([0])
    single.apply(c, RIGHT_RELOCATED, 0)
    expect(single.admits!(c, RIGHT_PLAIN, 9)).toBe(true)
  })
})

describe('long sentences', () => {
  const SIZE = 10_000
  const chain = (head: (word: number) => number): Tree =>
    treeOf(
      Array.from({ length: SIZE }, (_, index) => head(index + 1)),
      Array.from({ length: SIZE }, (_, index) => index % 50),
    )
  const shapes = {
    'every head to the left': chain((word) => word - 1),
    'every head to the right': chain((word) => (word + 1) % (SIZE + 1)),
    'all on the last word': chain((word) => (word === SIZE ? 0 : SIZE)),
    'all on the first word': chain((word) => (word === 1 ? 0 : 1)),
  }

  test.each(Object.entries(shapes))('all arcs demanded, and the whole as a span: %s', (_, gold) => {
    const arcs = Array.from({ length: SIZE }, (_, index) => ({
      head: gold.head[index + 1],
      dependent: index + 1,
      label: gold.label[index + 1],
    }))
    single.impose(SIZE, { arcs, spans: [{ first: 1, last: SIZE, condition: 'plain' }] })
    const c = new Configuration()
    const tree = createTree(SIZE)
    single.start(c, SIZE)
    derive(single, c, { next: () => onlyMove(c) })
    single.finish(c, tree)
    expect(reverse(tree)).toBe(0)
    expect(equalTrees(tree, gold)).toBe(true)
  })

  /** With all arcs demanded one kind is allowed, with one label. */
  function onlyMove(c: Configuration) {
    const allowed = single.allowed(c)
    const type = 31 - Math.clz32(allowed)
    if (allowed !== 1 << type) throw new Error(`the kinds ${allowed} are allowed`)
    if (!single.transitionTypes[type].labelled) return transitionOf(type)
    const labels = Array.from({ length: 50 }, (_, label) => label)
    return transitionOf(
      type,
      labels.find((label) => single.admits!(c, type, label))!,
    )
  }
})
