import { describe, expect, test } from 'vitest'
import type { Constraints } from '../../../parser/core/constraints.ts'
import { explore } from './explore.ts'
import { settingOf, settings, takes, treesOf, type Setting } from './law.ts'
import { arcSets, count, has, type Arc, type TreeSet } from './sets.ts'

/**
 * The law with labels 0..labels − 1: derived are just the expected trees, with just the labels that `fits` admits for
 * a word. A word without an arc, the one left over in U0, has no label.
 */
function labelledPairs(
  { name, system, rooting }: Setting,
  size: number,
  constraints: Constraints,
  expected: TreeSet,
  labels: number,
  fits: (word: number, label: number) => boolean,
): number {
  const { trees } = treesOf(settingOf(name), size)
  const wanted: string[] = []
  trees.forEach((heads, tree) => {
    if (!has(expected, tree)) return
    let labellings: number[][] = [[]]
    heads.forEach((head, index) => {
      const choices =
        head === 0 && rooting === 'none'
          ? [-1]
          : Array.from({ length: labels }, (_, label) => label).filter((label) => fits(index + 1, label))
      labellings = labellings.flatMap((labelling) => choices.map((label) => [...labelling, label]))
    })
    for (const labelling of labellings) wanted.push(`${heads.join()} ${labelling.join()}`)
  })
  const { derived, stuck } = explore(system, size, labels)
  expect(stuck, JSON.stringify(constraints)).toBeUndefined()
  const found = derived.map((tree) => `${tree.heads.join()} ${tree.labels.join()}`)
  expect(found.sort(), JSON.stringify(constraints)).toEqual(wanted.sort())
  return wanted.length
}

/** Counts sets and pairs over every set of arcs with one of the labels; those that cannot be met have no tree. */
function tally(setting: Setting, size: number, demanded: readonly number[]): [sets: number, pairs: number] {
  let sets = 0
  let pairs = 0
  for (const { arcs, trees } of arcSets(
    treesOf(setting, size),
    setting.rooting === 'none' ? 1 : 0,
    demanded,
  )) {
    const met = takes(setting.system, size, { arcs })
    expect(met, JSON.stringify(arcs)).toBe(count(trees) > 0)
    if (!met) continue
    sets++
    pairs += labelledPairs(setting, size, { arcs }, trees, 2, (word, label) => {
      const arc = arcs.find(({ dependent }) => dependent === word)
      return arc === undefined || arc.label === -1 || arc.label === label
    })
  }
  return [sets, pairs]
}

describe('every set of demanded arcs with one of two labels', () => {
  test.each([
    [1, 3, 4],
    [2, 21, 48],
    [3, 195, 768],
    [4, 2073, 14080],
  ])('%i words: %i sets, %i pairs in RE and UL', (size, sets, pairs) => {
    expect(tally(settingOf('RE'), size, [0, 1])).toEqual([sets, pairs])
    expect(tally(settingOf('UL'), size, [0, 1])).toEqual([sets, pairs])
  })

  test('with one of two labels or any, 3 words', () => {
    for (const setting of settings) {
      const [sets, pairs] = tally(setting, 3, [-1, 0, 1])
      expect(sets).toBeGreaterThan(0)
      expect(pairs).toBeGreaterThan(0)
    }
  })
})

describe('labels demanded without an arc', () => {
  test.each(settings)('are a filter on whatever arc the word gets, $name', (setting) => {
    const size = 3
    let pairs = 0
    for (const { arcs, trees } of arcSets(treesOf(setting, size), setting.rooting === 'none' ? 1 : 0)) {
      if (count(trees) === 0) continue
      for (let code = 0; code < 3 ** size; code++) {
        const labels = [0, 1, 2].map((index) => (Math.floor(code / 3 ** index) % 3) - 1)
        const constraints = { arcs, labels: labels.map((label, index) => ({ dependent: index + 1, label })) }
        setting.system.impose(size, constraints)
        pairs += labelledPairs(setting, size, constraints, trees, 2, (word, label) => {
          const demanded = labels[word - 1]
          return demanded === -1 || demanded === label
        })
      }
    }
    expect(pairs).toBeGreaterThan(1000)
  })

  test('join the label of an arc that says the same', () => {
    const { system } = settingOf('US')
    const arcs: Arc[] = [{ head: 2, dependent: 1, label: 1 }]
    expect(takes(system, 2, { arcs, labels: [{ dependent: 1, label: 1 }] })).toBe(true)
    expect(takes(system, 2, { arcs, labels: [{ dependent: 1, label: 0 }] })).toBe(false)
  })
})

test('a label counts as its base where one is demanded', () => {
  const setting = settingOf('RE')
  const labels = { bases: Int32Array.of(0, 1, 0), text: String }
  const constraints = { arcs: [{ head: 2, dependent: 1, label: 0 }] }
  setting.system.impose(2, constraints, labels)
  const universe = treesOf(setting, 2)
  const expected = universe.having(2, 1)
  const pairs = labelledPairs(
    setting,
    2,
    constraints,
    expected,
    3,
    (word, label) => word === 2 || label !== 1,
  )
  expect(pairs).toBe(6)
})
