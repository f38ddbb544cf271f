import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFlaw, isProjective } from '../../transform/check.ts'
import { deprojectivize } from '../../transform/lifting/deprojectivize.ts'
import { Lifts } from '../../transform/lifting/lifts.ts'
import { projectivize, type Scheme } from '../../transform/lifting/projectivize.ts'
import { Symbols } from '../../transform/symbols.ts'
import { copyTree, equalTrees, treeOf } from '../../transform/tree.ts'
import type { Tree } from '../../transform/tree.ts'
import { processorSeconds } from '../processor-time.ts'
import { allTrees, anyTree, headsOf, labelledTree, projectiveTree } from '../trees.ts'
import * as reference from './reference.ts'

const SCHEMES: readonly Scheme[] = ['head', 'path', 'head+path']

/** Labels l0, l1, … for trees whose words are labelled by their number. */
const manyLabels = (count: number) =>
  new Lifts(new Symbols(Array.from({ length: count + 1 }, (_, id) => `l${id}`)))

const textsOf = (tree: Tree, { symbols }: Lifts) => [...tree.label.subarray(1)].map((id) => symbols.text(id))

describe('the example of the paper', () => {
  // Nivre & Nilsson 2005, Figure 1: “Z nich je jen jedna na kvalitu”; “Z” hangs on “jedna”, across “je”.
  const heads = [5, 1, 0, 5, 3, 3, 6]
  const names = ['AuxP', 'Atr', 'Pred', 'AuxZ', 'Sb', 'AuxP', 'Adv']

  it.each([
    ['head', 'AuxP↑Sb Atr Pred AuxZ Sb AuxP Adv'],
    ['path', 'AuxP↑ Atr Pred AuxZ Sb↓ AuxP Adv'],
    ['head+path', 'AuxP↑Sb Atr Pred AuxZ Sb↓ AuxP Adv'],
  ] as const)('is lifted and comes back under scheme %s', (scheme, expected) => {
    const lifts = new Lifts(new Symbols())
    const tree = treeOf(
      heads,
      names.map((name) => lifts.symbols.add(name)),
    )
    const lifted = copyTree(tree)
    expect(projectivize(lifted, scheme, lifts)).toBe(1)
    expect(headsOf(lifted)).toEqual([3, 1, 0, 5, 3, 3, 6])
    expect(textsOf(lifted, lifts).join(' ')).toBe(expected)
    expect(deprojectivize(lifted, lifts)).toEqual({ lifted: 1, unresolved: 0 })
    expect(equalTrees(lifted, tree)).toBe(true)
  })
})

describe('lifting', () => {
  it('is the naive algorithm, for all trees up to six words', () => {
    const lifts = manyLabels(6)
    for (let n = 1; n <= 6; n++) {
      for (const tree of allTrees(n)) {
        const slow = copyTree(tree)
        reference.liftArcs(slow)
        const lifted = projectivize(tree, 'head', lifts)
        if (`${headsOf(tree)}` !== `${headsOf(slow)}`) throw new Error(`${headsOf(tree)}: ${headsOf(slow)}`)
        if (!isProjective(tree)) throw new Error(`not projective: ${headsOf(tree)}`)
        expect(lifted).toBe(textsOf(tree, lifts).filter((text) => text.includes('↑')).length)
      }
    }
  })

  it('is the naive algorithm, for random trees', () => {
    fc.assert(
      fc.property(anyTree(40), (tree) => {
        const slow = copyTree(tree)
        reference.liftArcs(slow)
        projectivize(tree, 'path', manyLabels(40))
        expect(headsOf(tree)).toEqual(headsOf(slow))
      }),
    )
  })

  it('leaves projective trees alone', () => {
    const lifts = manyLabels(300)
    fc.assert(
      fc.property(projectiveTree(300), fc.constantFrom(...SCHEMES), (tree, scheme) => {
        const same = copyTree(tree)
        expect(projectivize(same, scheme, lifts)).toBe(0)
        expect(deprojectivize(same, lifts)).toEqual({ lifted: 0, unresolved: 0 })
        expect(equalTrees(same, tree)).toBe(true)
      }),
    )
    expect(lifts.symbols.size).toBe(301)
  })

  it('says of every word what happened to it', () => {
    fc.assert(
      fc.property(anyTree(40), (tree) => {
        for (const scheme of SCHEMES) {
          const lifts = manyLabels(40)
          const lifted = copyTree(tree)
          projectivize(lifted, scheme, lifts)
          textsOf(lifted, lifts).forEach((text, index) => {
            const word = index + 1
            const moved = lifted.head[word] !== tree.head[word]
            const from = scheme === 'path' ? '' : `l${tree.head[word]}`
            expect(text.replace('↓', '')).toBe(moved ? `l${word}↑${from}` : `l${word}`)
            if (scheme === 'head') expect(text).not.toContain('↓')
          })
        }
      }),
    )
  })

  it('needs the lifted labels in a frozen table', () => {
    const lifts = new Lifts(new Symbols(['a', 'b', 'c', 'd']).freeze())
    expect(() => projectivize(labelledTree([3, 0, 2]), 'head', lifts)).toThrow(
      new RangeError("label 'b↑d' is not in the frozen table of labels"),
    )
  })
})

/** Of all trees of n words that are not projective, how many a scheme restores. */
function countRestored(n: number, scheme: Scheme, labelOf: (word: number) => number): [number, number] {
  const lifts = manyLabels(n)
  let restored = 0
  let trees = 0
  for (const tree of allTrees(n)) {
    for (let word = 1; word <= n; word++) tree.label[word] = labelOf(word)
    const copy = copyTree(tree)
    if (projectivize(copy, scheme, lifts) === 0) continue
    trees++
    deprojectivize(copy, lifts)
    if (equalTrees(copy, tree)) restored++
  }
  return [restored, trees]
}

describe('the round trip of all trees of three to six words that are not projective', () => {
  const own = (word: number) => word
  const one = () => 0
  const NON_PROJECTIVE = [4, 70, 1023, 15379]
  it.each([
    ['head', 'a label of its own for each word', own, NON_PROJECTIVE],
    ['head+path', 'a label of its own for each word', own, NON_PROJECTIVE],
    ['path', 'any labels', own, [4, 70, 932, 11377]],
    ['path', 'one label', one, [4, 70, 932, 11377]],
    ['head', 'one label', one, [4, 54, 541, 4949]],
    ['head+path', 'one label', one, [4, 70, 932, 11377]],
  ] as const)('scheme %s, %s', (scheme, _, labelOf, expected) => {
    const counted = [3, 4, 5, 6].map((n) => countRestored(n, scheme, labelOf))
    expect(counted.map(([, trees]) => trees)).toEqual(NON_PROJECTIVE)
    expect(counted.map(([restored]) => restored)).toEqual(expected)
  })
})

describe('restoring', () => {
  it('is exact for schemes head and head+path when no two words share a label', () => {
    fc.assert(
      fc.property(anyTree(200), fc.constantFrom<Scheme>('head', 'head+path'), (tree, scheme) => {
        const lifts = manyLabels(200)
        const copy = copyTree(tree)
        const lifted = projectivize(copy, scheme, lifts)
        expect(deprojectivize(copy, lifts)).toEqual({ lifted, unresolved: 0 })
        expect(equalTrees(copy, tree)).toBe(true)
      }),
    )
  })

  it('gives a tree without lifts, whatever labels a parser guessed', () => {
    const guesses = ['a', 'b', 'a↑b', 'b↑a', 'a↑', 'b↓', 'a↑b↓', 'b↑↓', 'a↑c']
    const labels = fc.array(fc.nat(guesses.length - 1), { minLength: 40, maxLength: 40, size: 'max' })
    fc.assert(
      fc.property(anyTree(40), labels, (tree, ids) => {
        const lifts = new Lifts(new Symbols(guesses))
        for (let word = 1; word <= tree.size; word++) tree.label[word] = ids[word - 1]
        const before = textsOf(tree, lifts)
        const { lifted, unresolved } = deprojectivize(tree, lifts)
        expect(findFlaw(tree)).toBeUndefined()
        expect(lifted).toBe(before.filter((text) => text.includes('↑')).length)
        expect(unresolved).toBeLessThanOrEqual(lifted)
        expect(textsOf(tree, lifts)).toEqual(before.map((text) => text[0]))
      }),
    )
  })

  it('waits for a head that was itself lifted out of reach', () => {
    const tree = labelledTree([6, 4, 7, 1, 0, 3, 0])
    const lifts = manyLabels(7)
    const copy = copyTree(tree)
    projectivize(copy, 'head', lifts)
    deprojectivize(copy, lifts)
    expect(headsOf(copy)).toEqual(headsOf(tree))
  })

  it('takes a nearer word only where the arc from there is not projective', () => {
    // 1 was lifted from 4, which has the label of 2 and 6; 2 is nearer, but nothing could have forced a lift from it.
    const lifts = new Lifts(new Symbols())
    const labels = ['x', 'a', 'root', 'a', 'y', 'a'].map((text) => lifts.symbols.add(text))
    const tree = treeOf([4, 3, 0, 3, 4, 3], labels)
    const copy = copyTree(tree)
    projectivize(copy, 'head', lifts)
    expect(headsOf(copy)).toEqual([3, 3, 0, 3, 4, 3])
    expect(textsOf(copy, lifts)[0]).toBe('x↑a')
    deprojectivize(copy, lifts)
    expect(headsOf(copy)).toEqual(headsOf(tree))
  })

  it('leaves a word where it is when no head is found, and counts it', () => {
    const lifts = new Lifts(new Symbols(['root', 'a↑nowhere', 'b']))
    const tree = treeOf([0, 1, 1], [0, 1, 2])
    expect(deprojectivize(tree, lifts)).toEqual({ lifted: 1, unresolved: 1 })
    expect(headsOf(tree)).toEqual([0, 1, 1])
    expect(textsOf(tree, lifts)).toEqual(['root', 'a', 'b'])
  })
})

it('takes two interleaved chains of 3,000 words, each hanging across the other', () => {
  const n = 6000
  const tree = labelledTree(Array.from({ length: n }, (_, index) => Math.max(0, index - 1)))
  const lifts = manyLabels(n)
  const copy = copyTree(tree)
  projectivize(copy, 'head', lifts)
  expect(isProjective(copy)).toBe(true)
  expect(deprojectivize(copy, lifts).unresolved).toBe(0)
  expect(equalTrees(copy, tree)).toBe(true)
})

it.each(['head', 'path', 'head+path'] as const)(
  '%s: 50,000 words, deep and not projective, take no time',
  (scheme) => {
    const half = 25_000
    const heads = Array.from({ length: 2 * half }, (_, index) => (index < half ? index : index + 1 - half))
    const lifts = new Lifts(new Symbols(['x']))
    const tree = treeOf(heads)
    projectivize(tree, scheme, lifts)
    const seconds = processorSeconds(() => {
      expect(deprojectivize(tree, lifts).lifted).toBe(half - 1)
    })
    expect(seconds).toBeLessThan(5) // 25 if the paths are followed word by word
  },
)
