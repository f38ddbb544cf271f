import { describe, expect, it } from 'vitest'
import {
  hashOf,
  nameOf,
  VERSION,
  type Cell,
  type Treebank,
  type Task,
} from '../../../experiments/cells/cell.ts'
import { planOf, printPlan, readPlan, type Planned } from '../../../experiments/studies/plan.ts'
import type { StudyParser } from '../../../experiments/study.ts'
import { taskOf } from '../made.ts'

const treebank: Treebank = {
  name: 'xx_tiny',
  train: { path: 'a/train.conllu', sha256: 'aa', bytes: 10 },
  test: { path: 'a/dev.conllu', sha256: 'bb', bytes: 5 },
}
const task = taskOf({ measurement: 'attachment', treebank, settings: { system: 'rb', C: 1 } })

describe('names of cells', () => {
  it('are the same for what changes nothing', () => {
    const elsewhere = { ...treebank, train: { ...treebank.train, path: 'b/train.conllu' } }
    const same: Task[] = [
      { ...task, cost: 99, alone: true },
      { ...task, treebank: elsewhere },
      { ...task, settings: { C: 1, system: 'rb' } },
    ]
    expect(same.map(nameOf)).toEqual(same.map(() => nameOf(task)))
    expect(nameOf(task)).toMatch(/^attachment-xx_tiny-[0-9a-f]{16}$/)
  })

  it('differ for all that a result depends on', () => {
    const others: Task[] = [
      { ...task, measurement: 'shape' },
      { ...task, size: 50 },
      { ...task, seed: 2 },
      { ...task, quick: true },
      { ...task, settings: { system: 'rb', C: 2 } },
      { ...task, treebank: { ...treebank, train: { ...treebank.train, sha256: 'ac' } } },
      { ...task, treebank: { ...treebank, test: { ...treebank.train, sha256: 'bc' } } },
      { ...task, treebank: { name: treebank.name, train: treebank.train } },
    ]
    const names = [task, ...others].map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are good as names of files, whatever a treebank is called', () => {
    expect(nameOf({ ...task, treebank: { ...treebank, name: '../ä b/c' } })).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('come from a hash that sees through the order of keys, at any depth, but not of lists', () => {
    expect(hashOf({ a: { b: 1, c: [1, 2] } })).toBe(hashOf({ a: { c: [1, 2], b: 1 } }))
    expect(hashOf({ c: [1, 2] })).not.toBe(hashOf({ c: [2, 1] }))
  })
})

describe('plans', () => {
  const study = (name: string, more: Partial<StudyParser> = {}, sizes?: number[]): Planned => {
    const condition = {
      name: `rb of ${name}`,
      measurement: 'attachment',
      view: 'final',
      alone: false,
    } as const
    return {
      study: { name, parsers: [], sizes },
      studyParsers: [{ ...condition, settings: task.settings, ...more }],
    }
  }
  const planned = (...studies: Planned[]): Cell[] => planOf(studies, [treebank], [1, 2], { quick: false })
  const cells = planned(study('one'), study('two', { view: 'transformed' }))

  it('have each cell once, with all that the experiments use it for', () => {
    expect(
      cells.map(({ seed, uses }) => [seed, uses.map((use) => [use.study, use.parser, use.view])]),
    ).toEqual(
      [1, 2].map((seed) => [
        seed,
        [
          ['one', 'rb of one', 'final'],
          ['two', 'rb of two', 'transformed'],
        ],
      ]),
    )
    expect(cells[0].name).toBe(nameOf(task))
  })

  it('have the sizes of a study, and only the treebank of a condition that has one', () => {
    const sizes = planned(study('one', {}, [50, 100])).map(({ size }) => size)
    expect(sizes).toEqual([50, 50, 100, 100])
    expect(planned(study('one', { treebank: 'other' }))).toEqual([])
  })

  it('come back from their lines', () => {
    const text = printPlan(cells)
    expect(text.split('\n')).toHaveLength(3)
    expect(readPlan(text, 'plan.jsonl')).toEqual(cells)
    expect(readPlan(`\n${text}\n`, 'plan.jsonl')).toEqual(cells)
  })

  it.each([
    ['', 'plan.jsonl: there is no cell in it, expected a plan'],
    ['{"name": 1}', "plan.jsonl:1: not a cell, expected a line of 'rbparse experiment plan'"],
    ['hello', "plan.jsonl:1: not a cell, expected a line of 'rbparse experiment plan'"],
    ['null', "plan.jsonl:1: not a cell, expected a line of 'rbparse experiment plan'"],
    [
      printPlan(cells).replaceAll(`"version":"${VERSION}"`, '"version":"0.0.1"'),
      `plan.jsonl:1: planned by version 0.0.1, expected ${VERSION}: plan again`,
    ],
    [
      printPlan(cells).replace('"size":100', '"size":50'),
      "plan.jsonl:1: the cell's name does not match its content, expected a plan as it was printed",
    ],
    [`${printPlan(cells)}{`, "plan.jsonl:3: not a cell, expected a line of 'rbparse experiment plan'"],
  ])('are refused with file and line: %#', (text, message) => {
    expect(() => readPlan(text, 'plan.jsonl')).toThrow(message)
  })
})
