/**
 * The tree of Nivre & Fernández-González (2014), Figure 1, derived in each of the arc-eager systems, row by row, and the
 * transitions of their Figures 2 and 3 and of Nivre, Goldberg & McDonald (2014), Figure 2.
 */
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { arcEager } from '../../../parser/systems/arc-eager.ts'
import { arcEagerRoot } from '../../../parser/systems/arc-eager-root.ts'
import { arcEagerUnshift } from '../../../parser/systems/arc-eager-unshift.ts'
import { arcEagerUnshiftRootless } from './rootless-unshift.ts'
import { createTree, treeOf } from '../../../transform/tree.ts'
import { headsOf } from '../../trees.ts'
import { bufferOf, explore, stackOf, treeIn } from '../laws/explore.ts'
import { unshiftAsPrinted } from '../laws/unshift-as-printed.ts'
import { oracleRows, rowsThrough, type Row } from './rows.ts'

const sentence = {
  words: 'He wrote her a letter .',
  labels: ['SBJ', 'ROOT', 'IOBJ', 'DET', 'DOBJ', 'P'],
}
const figure1 = treeOf([2, 0, 2, 5, 2, 2], [0, 1, 2, 3, 4, 5])

describe('Figure 1 of Nivre & Fernández-González', () => {
  // Up to here the system of their Figure 2 and that of their Figure 3 are the same.
  const withoutRoot: Row[] = [
    ['', '', 'He wrote her a letter .'],
    ['shift', 'He', 'wrote her a letter .'],
    ['left-arc SBJ', '', 'wrote her a letter .'],
    ['shift', 'wrote', 'her a letter .'],
    ['right-arc IOBJ', 'wrote her', 'a letter .'],
    ['reduce', 'wrote', 'a letter .'],
    ['shift', 'wrote a', 'letter .'],
    ['left-arc DET', 'wrote', 'letter .'],
    ['right-arc DOBJ', 'wrote letter', '.'],
    ['reduce', 'wrote', '.'],
    ['right-arc P', 'wrote .', ''],
    ['reduce', 'wrote', ''],
  ]

  test('without a root, by Unshift and by Unshift as it is printed', () => {
    expect(oracleRows(arcEagerUnshiftRootless(), sentence, figure1)).toEqual(withoutRoot)
    expect(oracleRows(unshiftAsPrinted, sentence, figure1)).toEqual(withoutRoot)
  })

  const fromRoot: Row[] = [
    ['', '0', 'He wrote her a letter .'],
    ['shift', '0 He', 'wrote her a letter .'],
    ['left-arc SBJ', '0', 'wrote her a letter .'],
    ['right-arc ROOT', '0 wrote', 'her a letter .'],
    ['right-arc IOBJ', '0 wrote her', 'a letter .'],
    ['reduce', '0 wrote', 'a letter .'],
    ['shift', '0 wrote a', 'letter .'],
    ['left-arc DET', '0 wrote', 'letter .'],
    ['right-arc DOBJ', '0 wrote letter', '.'],
    ['reduce', '0 wrote', '.'],
    ['right-arc P', '0 wrote .', ''],
  ]

  test('from the artificial root, by the original system', () => {
    expect(oracleRows(arcEager(), sentence, figure1)).toEqual(fromRoot)
  })

  test('from the artificial root, by Unshift: the same, and the stack is emptied', () => {
    const rows = [...fromRoot, ['reduce', '0 wrote', ''], ['reduce', '0', '']]
    for (const singleRoot of [true, false]) {
      expect(oracleRows(arcEagerUnshift({ singleRoot }), sentence, figure1)).toEqual(rows)
    }
  })

  test('with the root at the end', () => {
    expect(oracleRows(arcEagerRoot(), sentence, figure1)).toEqual([
      ['', '', 'He wrote her a letter . R'],
      ['shift', 'He', 'wrote her a letter . R'],
      ['left-arc SBJ', '', 'wrote her a letter . R'],
      ['shift', 'wrote', 'her a letter . R'],
      ['right-arc IOBJ', 'wrote her', 'a letter . R'],
      ['reduce', 'wrote', 'a letter . R'],
      ['shift', 'wrote a', 'letter . R'],
      ['left-arc DET', 'wrote', 'letter . R'],
      ['right-arc DOBJ', 'wrote letter', '. R'],
      ['reduce', 'wrote', '. R'],
      ['right-arc P', 'wrote .', 'R'],
      ['reduce', 'wrote', 'R'],
      ['left-arc ROOT', '', 'R'],
    ])
  })
})

describe('a parser that shifts all along', () => {
  const words = { words: 'a b c', labels: ['x', 'y', 'z'] }

  test('the original system leaves three fragments, which hang on 0 without a label', () => {
    const system = arcEager()
    const configuration = new Configuration()
    system.start(configuration, 3)
    while (!system.done(configuration)) system.apply(configuration, 0, 0)
    const tree = createTree(3)
    system.finish(configuration, tree)
    expect([headsOf(tree), [...tree.label.subarray(1)]]).toEqual([
      [0, 0, 0],
      [-1, -1, -1],
    ])
  })

  test('Unshift joins them: a chain to the left', () => {
    const transitions = ['unshift', 'right-arc x', 'reduce', 'unshift', 'right-arc y', 'reduce', 'unshift']
    const all = ['shift', 'shift', 'shift', ...transitions, 'right-arc z', 'reduce']
    expect(rowsThrough(arcEagerUnshift({ singleRoot: true }), words, all)).toEqual([
      ['', '0', 'a b c'],
      ['shift', '0 a', 'b c'],
      ['shift', '0 a b', 'c'],
      ['shift', '0 a b c', ''],
      ['unshift', '0 a b', 'c'],
      ['right-arc x', '0 a b c', ''],
      ['reduce', '0 a b', ''],
      ['unshift', '0 a', 'b'],
      ['right-arc y', '0 a b', ''],
      ['reduce', '0 a', ''],
      ['unshift', '0', 'a'],
      ['right-arc z', '0 a', ''],
      ['reduce', '0', ''],
    ])
  })

  test('Unshift joins them: siblings to the right', () => {
    const all = ['shift', 'shift', 'shift', 'unshift', 'left-arc x', 'left-arc y', 'shift']
    expect(rowsThrough(arcEagerUnshiftRootless(), words, all)).toEqual([
      ['', '', 'a b c'],
      ['shift', 'a', 'b c'],
      ['shift', 'a b', 'c'],
      ['shift', 'a b c', ''],
      ['unshift', 'a b', 'c'],
      ['left-arc x', 'a', 'c'],
      ['left-arc y', '', 'c'],
      ['shift', 'c', ''],
    ])
  })

  test('Unshift joins them in no other way than chains to the left and siblings to the right', () => {
    // Section 3: of the 30 trees over four words, these eight.
    const system = arcEagerUnshiftRootless()
    const space = explore(system, 4)
    const reached = new Set<number>()
    const shifted = space.configurations.findIndex(
      (c) =>
        c.own === 1 && stackOf(c).length === 4 && c.head[4] === -1 && c.head[3] === -1 && c.head[2] === -1,
    )
    const visit = (index: number): void => {
      reached.add(index)
      for (const step of space.steps[index]) visit(step.to)
    }
    visit(shifted)
    const ends = [...reached].map((index) => space.configurations[index]).filter((c) => system.done(c))
    const trees = ends.map((end) => headsOf(treeIn(system, end)).join(' ')).sort()
    expect(trees).toEqual(
      ['0 1 2 3', '0 1 4 2', '0 3 1 3', '0 4 4 1', '2 0 2 3', '3 3 0 3', '2 0 4 2', '4 4 4 0'].sort(),
    )
  })
})

describe('Figure 3 of Nivre & Fernández-González', () => {
  test('e turns true when the buffer first gets empty, by shift or by right-arc, and stays', () => {
    for (const last of [0, 1]) {
      const system = arcEagerUnshiftRootless()
      const configuration = new Configuration()
      system.start(configuration, 2)
      system.apply(configuration, 0, 0)
      expect(configuration.own).toBe(0)
      system.apply(configuration, last, 0)
      expect(configuration.own).toBe(1)
      if (last === 1) continue
      system.apply(configuration, 4, 0)
      expect([stackOf(configuration), bufferOf(configuration), configuration.own]).toEqual([[1], [2], 1])
    }
  })

  test('from the first empty buffer on, with k words on the stack, at most 3(k − 1) transitions follow', () => {
    const { configurations, steps } = explore(arcEagerUnshiftRootless(), 6)
    const longest: number[] = []
    configurations.forEach((_, index) => {
      longest.push(Math.max(0, ...steps[index].map((step) => 1 + longest[step.to])))
    })
    const empty = [...configurations.keys()].filter((index) => {
      const { own: ended, left } = configurations[index]
      return ended === 1 && left === 0
    })
    expect(empty.length).toBeGreaterThan(100)
    for (const index of empty)
      expect(longest[index]).toBeLessThanOrEqual(3 * (configurations[index].height - 1))
  })
})
