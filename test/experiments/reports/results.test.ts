import { describe, expect, it } from 'vitest'
import { scoreOf, type SentenceScores } from '../../../experiments/measurements/scores.ts'
import {
  examplesOf,
  type ExampleSentence,
  type StoredTree,
} from '../../../experiments/measurements/examples.ts'
import { drawAmplified, drawDifference } from '../../../experiments/reports/drawings.ts'
import { defaultTables } from '../../../experiments/reports/defaults.ts'
import { tablesOf } from '../../../experiments/reports/pivot.ts'
import { printCsv } from '../../../experiments/reports/table-files.ts'
import { testOf } from '../../../experiments/reports/scores.ts'
import { pool, valueOf } from '../../../experiments/statistics/tally.ts'
import { StudyResults } from '../../../experiments/reports/study-results.ts'
import type { Cell } from '../../../experiments/cells/cell.ts'
import type { Study } from '../../../experiments/study.ts'
import { cellOf, resultOf } from '../made.ts'

function runOf(name: string, seed: number, more: Partial<Cell> = {}): Cell {
  const uses = [{ study: 'one', parser: 'rb', rank: 0, view: 'final' }]
  return cellOf({ measurement: 'decoding', name, seed, uses, ...more })
}

/** Ten words in each sentence. */
function scores(arcs: readonly number[]): SentenceScores {
  return {
    words: arcs.map(() => 10),
    heads: arcs.map((count) => count + 1),
    labels: [...arcs],
    arcs: [...arcs],
  }
}

const study: Study = {
  name: 'one',
  title: 'One',
  reproduces: '',
  intro: '',
  parsers: [],
  metrics: ['LAS', 'vestigial arcs'],
  compare: [
    ['rb', 'arc-eager'],
    ['rb', 'absent'],
  ],
  printed: [
    { treebank: 'average', LAS: 7 },
    { parser: '/rb|arc.*', LAS: 70 },
  ],
}

describe('results', () => {
  const rival = { uses: [{ study: 'one', parser: 'arc-eager', rank: 1, view: 'final' }] }
  const other = { treebank: { name: 'bb', train: { path: '', sha256: '', bytes: 0 } } }
  const counts = (count: number): number[] => Array.from({ length: 20 }, (_, i) => (i < 15 ? count : 5))
  const measured: [Cell, object][] = [
    [runOf('b', 2), { final: scores(counts(9)), vestigialArcs: 3 }],
    [runOf('a', 1), { final: scores(counts(8)), vestigialArcs: 2 }],
    [runOf('c', 1, rival), { final: scores(counts(7)), nested: { deep: 4 }, vestigialArcs: 1 }],
    [runOf('d', 2, rival), { final: scores(counts(7)), nested: { deep: 4 }, vestigialArcs: 1 }],
    [runOf('e', 1, { ...other, uses: [{ study: 'two', parser: 'rb', rank: 0, view: 'final' }] }), {}],
  ]
  const cells = measured.map(([cell]) => cell)
  const stored = new Map(measured.map(([cell, figures]) => [cell.name, resultOf(cell, figures)]))
  const results = new StudyResults(study, cells, stored)
  const place = { treebank: 'aa', size: 100, parser: 'rb', metric: 'LAS' }

  it('are those of the study, in the order of the plan', () => {
    expect([results.treebanks, results.parsers, results.seeds, results.sizes]).toEqual([
      ['aa'],
      ['rb', 'arc-eager'],
      [1, 2],
      [100],
    ])
    expect(results.pairs).toEqual([['rb', 'arc-eager']])
  })

  it('are means over seeds with their standard deviations', () => {
    expect(results.figure(place)).toEqual({ value: 76.25, deviation: expect.closeTo(5.303, 3) as number })
    expect(results.figure({ ...place, seed: 1 })).toEqual({ value: 72.5, deviation: undefined })
    expect(results.figure({ ...place, metric: 'vestigial arcs' })?.value).toBe(2.5)
    expect(results.figure({ ...place, parser: 'arc-eager', metric: 'nested deep' })?.value).toBe(4)
    expect(results.figure({ ...place, metric: 'nothing' })).toBeUndefined()
    expect(results.figure({ ...place, treebank: 'bb' })).toBeUndefined()
  })

  it('are none until every seed is measured', () => {
    const some = new Map([...stored].filter(([name]) => name !== 'b'))
    expect(new StudyResults(study, cells, some).figure(place)).toBeUndefined()
  })

  it('are compared with a test if they are counted by sentence, else without', () => {
    expect(results.compare(place, 'arc-eager')).toMatchObject({ difference: 11.25, significant: true })
    const comparison = results.compare({ ...place, metric: 'vestigial arcs' }, 'arc-eager')
    expect(comparison).toEqual({
      ...place,
      against: 'arc-eager',
      metric: 'vestigial arcs',
      difference: 1.5,
    })
    expect(results.comparisons().map(({ metric }) => metric)).toEqual(['LAS'])
  })

  it('are laid out in tables with deviations, marks, figures of the paper and a note', () => {
    const [scoresTable] = defaultTables(results).flatMap((layout) => tablesOf(results, layout))
    expect(scoresTable.title).toBe('Scores: aa')
    expect(scoresTable.columns.map(({ head, group }) => [group, head])).toEqual([
      [undefined, 'parser'],
      [undefined, 'LAS'],
      [undefined, 'vestigial arcs'],
      ['the paper', 'LAS'],
    ])
    expect(scoresTable.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['rb', '76.25* ± 5.30', '2.50 ± 0.71', '70'],
      ['arc-eager', '65.00 ± 0.00', '1 ± 0.00', '70'],
    ])
    expect(scoresTable.note).toBe(
      '* significant (p < .05, corrected), against arc-eager. Mean ± standard deviation over 2 seeds.',
    )
    const each = tablesOf(results, { title: 'Each', rows: ['parser', 'seed'], columns: ['metric'] })[0]
    expect(each.rows.map((row) => row[0].text + row[1].text)).toEqual([
      'rb1',
      'rb2',
      'arc-eager1',
      'arc-eager2',
    ])
    expect(each.rows[0][2].text).toBe('72.50')
  })

  it('have differences as columns, and averages over treebanks', () => {
    const more = cells.slice(0, 4).map((cell) => ({ ...cell, ...other, name: `${cell.name}2` }))
    const all = [...cells.slice(0, 4), ...more]
    const figures = (name: string): object => stored.get(name[0])?.figures ?? {}
    const both = new StudyResults(
      study,
      all,
      new Map(all.map((cell) => [cell.name, resultOf(cell, figures(cell.name))])),
    )
    const [table] = tablesOf(both, {
      title: 'By treebank',
      rows: ['treebank'],
      columns: ['parser'],
      metrics: ['LAS'],
      differences: true,
    })
    expect(table.columns.map(({ head }) => head).slice(0, 4)).toEqual([
      'treebank',
      'rb',
      'arc-eager',
      'rb − arc-eager',
    ])
    expect(table.rows.map((row) => row.map(({ text }) => text).slice(0, 5))).toEqual([
      ['aa', '76.25* ± 5.30', '65.00 ± 0.00', '+11.25*', '70'],
      ['bb', '76.25* ± 5.30', '65.00 ± 0.00', '+11.25*', '70'],
      ['average', '76.25*', '65.00', '+11.25*', '7'],
    ])
    expect(
      tablesOf(both, { title: 'Empty', rows: ['parser'], columns: ['metric'], metrics: ['none'] }),
    ).toEqual([])
  })
})

describe('spreads', () => {
  const at = { treebank: 'aa', size: 100, parser: 'rb' }
  const study: Study = { name: 'one', parsers: [], metrics: ['cpu seconds'] }
  const resultsOf = (...all: (readonly [Cell, object])[]): StudyResults =>
    new StudyResults(
      study,
      all.map(([cell]) => cell),
      new Map(all.map(([cell, figures]) => [cell.name, resultOf(cell, figures)])),
    )

  it('of times are the range of their runs, in tables and in CSV', () => {
    const results = resultsOf([runOf('a', 1), { cpuSeconds: { runs: [2.25, 1.5, 3] } }])
    expect(results.spread({ ...at, metric: 'cpu seconds' })).toEqual({ low: 1.5, high: 3 })
    const [table] = tablesOf(results, { title: 'T', rows: ['parser'], columns: ['metric'] })
    expect(table.rows[0][1].text).toBe('2.25 (1.50 to 3.00)')
    expect(table.note).toBe('In parentheses: the range of all runs.')
    expect(printCsv(table)).toBe('parser,cpu seconds,"cpu seconds, low","cpu seconds, high"\nrb,2.25,1.5,3\n')
  })

  it('of seeds are a deviation to both sides, those of one seed the bootstrap interval', () => {
    const counts = (right: number): SentenceScores =>
      scores(Array.from({ length: 40 }, (_, i) => right - (i % 2)))
    const [one, two] = [
      [runOf('a', 1), { final: counts(8) }],
      [runOf('b', 2), { final: counts(6) }],
    ] as const
    const both = resultsOf(one, two).spread({ ...at, metric: 'LAS' })!
    expect(both.low).toBeCloseTo(65 - Math.sqrt(200))
    expect(both.high).toBeCloseTo(65 + Math.sqrt(200))
    const { low, high } = resultsOf(one).spread({ ...at, metric: 'LAS' })!
    expect(low).toBeGreaterThan(72)
    expect(low).toBeLessThan(75)
    expect(high).toBeGreaterThan(75)
    expect(high).toBeLessThan(78)
    expect(resultsOf(one).spread({ ...at, metric: 'none' })).toBeUndefined()
  })
})

describe('corrected p values', () => {
  it('are those of all comparisons of the study in the metric: a star can go', () => {
    // Nine sentences of ten, all one word better: p = .004 alone.
    const better = Array.from({ length: 9 }, () => 6)
    const uses = (parser: string, rank: number) => ({
      uses: [{ study: 'many', parser, rank, view: 'final' }],
    })
    const rivals = Array.from({ length: 15 }, (_, i) => `rival ${i}`)
    const base = Array.from({ length: 9 }, () => 5)
    const all: [Cell, number[]][] = [
      [runOf('base', 1, uses('base', 0)), base],
      [runOf('good', 1, uses('good', 1)), better],
      ...rivals.map((name, i): [Cell, number[]] => [runOf(name, 1, uses(name, i + 2)), base]),
    ]
    const resultsOf = (compare: Study['compare']): StudyResults =>
      new StudyResults(
        { name: 'many', parsers: [], metrics: ['LAS'], compare },
        all.map(([cell]) => cell),
        new Map(all.map(([cell, arcs]) => [cell.name, resultOf(cell, { final: scores(arcs) })])),
      )
    const at = { treebank: 'aa', size: 100, parser: 'good', metric: 'LAS' }
    const alone = resultsOf([['good', 'base']]).compare(at, 'base')
    const among = resultsOf([['good', 'base'], ...rivals.map((one) => [one, 'base'] as const)]).compare(
      at,
      'base',
    )
    expect([alone?.significant, among?.significant]).toEqual([true, false])
    expect(among?.p).toBe(alone?.p)
    expect(among?.corrected).toBeCloseTo(16 * alone!.p!)
  })
})

describe('a table that tests parsers against different ones', () => {
  it('says which against which', () => {
    const uses = (parser: string, rank: number) => ({
      uses: [{ study: 'two', parser, rank, view: 'final' }],
    })
    const cells = ['a', 'b', 'c'].map((name, rank) => runOf(name, 1, uses(name, rank)))
    const counts = [9, 7, 5].map((count) => Array.from({ length: 20 }, () => count))
    const study: Study = {
      name: 'two',
      parsers: [],
      metrics: ['LAS'],
      compare: [
        ['a', 'b'],
        ['b', 'c'],
      ],
    }
    const results = new StudyResults(
      study,
      cells,
      new Map(cells.map((cell, i) => [cell.name, resultOf(cell, { final: scores(counts[i]) })])),
    )
    const [table] = tablesOf(results, { title: 'T', rows: ['parser'], columns: ['metric'] })
    expect(table.note).toBe('* significant (p < .05, corrected): a against b; b against c.')
  })
})

describe('scores', () => {
  const lasOf = (all: SentenceScores) => scoreOf(all, 'LAS')

  it('are of all sentences of all runs', () => {
    const runs = [scores([5, 9]), scores([1])].map((one, i) => ({ key: String(i), tally: lasOf(one) }))
    expect(valueOf(pool(runs)!)).toBeCloseTo(50)
    expect(pool([])).toBeUndefined()
  })

  it('are compared over the same sentences only', () => {
    const compare = (one: SentenceScores, other: SentenceScores) =>
      testOf([{ one: lasOf(one), other: lasOf(other) }], 1, true)
    const [good, bad] = [
      scores(Array.from({ length: 30 }, () => 9)),
      scores(Array.from({ length: 30 }, () => 8)),
    ]
    const better = compare(good, bad)
    expect(better).toMatchObject({ significant: true })
    for (const value of [better?.difference, better?.low, better?.high]) expect(value).toBeCloseTo(10)
    expect(compare(bad, good)?.difference).toBeCloseTo(-10)
    expect(compare(good, good)).toMatchObject({ difference: 0, p: 1, significant: false })
    expect(compare(good, scores([9]))).toBeUndefined()
    const longer = { ...bad, words: bad.words.map((words) => words + 1) }
    expect(compare(good, longer)).toBeUndefined()
    expect(better?.errorReduction).toBeCloseTo(50)
    expect(better?.effectSize).toBeUndefined()
    const mixed = scores(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 8 : 10)))
    expect(compare(mixed, bad)?.effectSize).toBeCloseTo(1.39)
  })
})

describe('drawings', () => {
  it('are of the sentences that the measurement of a view has kept', () => {
    const example = { index: 0, forms: ['one'], trees: {} }
    expect(examplesOf({ kept: [example] }, 'kept.with')).toEqual([example])
    expect(examplesOf({ examples: [example] }, 'final')).toEqual([example])
    expect(examplesOf(undefined, 'final')).toEqual([])
  })

  const tree = (heads: number[], label = 'dep'): StoredTree => ({
    heads,
    labels: heads.map(() => label),
    marks: heads.map(() => 0),
  })
  const example = (index: number, trees: Record<string, StoredTree>): ExampleSentence => ({
    index,
    forms: trees.gold.heads.map((_, i) => `w${i + 1}`),
    trees,
  })
  const gold = tree([0, 1, 2, 3])

  it('are of the sentence that one gets right and the other most wrong', () => {
    const right = [0, 1, 2].map((index) =>
      example(index, { gold, tree: index === 2 ? tree([0, 1, 1, 1]) : gold }),
    )
    const wrong = [
      example(0, { gold, tree: tree([0, 1, 2, 2]) }),
      example(1, { gold, tree: tree([0, 1, 1, 1]) }),
      example(2, { gold, tree: tree([2, 0, 1, 1]) }),
    ]
    const contender = (name: string, all: ExampleSentence[]) => ({ name, all, tree: 'tree' })
    const drawing = drawDifference(contender('R', right), contender('W', wrong), 'x', 'aa')
    expect(drawing).toMatchObject({ title: 'R right, W wrong: aa', caption: '2 of 4 words differ.' })
    expect(drawing?.drawings[0].svg).toContain('<svg')
    expect(drawDifference(contender('W', wrong), contender('R', right), 'x', 'aa')).toBeUndefined()
  })

  it('are of the sentence in which errors grow most', () => {
    const encoded = { goldEncoded: gold, transformed: tree([0, 1, 2, 2]) }
    const grown = [
      example(0, { gold, final: tree([0, 1, 2, 2]), ...encoded }),
      example(1, { gold, final: tree([0, 1, 1, 1]), ...encoded }),
      example(2, { gold, tree: gold }),
    ]
    expect(drawAmplified(grown, 'x', 'aa')?.caption).toMatch(/: 1 as it was parsed, 2 after the reverse\./)
    expect(drawAmplified(grown.slice(0, 1), 'x', 'aa')).toBeUndefined()
  })
})
