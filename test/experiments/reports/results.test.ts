import { describe, expect, it } from 'vitest'
import type { SentenceScores } from '../../../experiments/measurements/scores.ts'
import type { ExampleSentence, StoredTree } from '../../../experiments/measurements/examples.ts'
import { drawAmplified, drawDifference } from '../../../experiments/reports/drawings.ts'
import { examplesOf, resultsOf } from '../../../experiments/reports/results.ts'
import { compare, listed, pool, score } from '../../../experiments/reports/scores.ts'
import { scores as scoreColumns } from '../../../experiments/reports/columns.ts'
import { table } from '../../../experiments/reports/table.ts'
import type { Cell, Settings } from '../../../experiments/runs/cell.ts'
import type { Result } from '../../../experiments/runs/store.ts'

function cellOf(name: string, seed: number, more: Partial<Cell> = {}): Cell {
  const treebank = { name: 'aa', train: { path: '', sha256: '', bytes: 0 } }
  const rest = {
    measurement: 'decoding',
    title: '',
    treebank,
    size: 100,
    quick: false,
    settings: { system: 'rb' },
    cost: 1,
  }
  return { ...rest, name, seed, version: '', experiments: ['one'], ...more }
}

function resultOf(cell: Cell): Result {
  return {
    format: 'result of a right-branching experiment',
    version: '',
    cell,
    figures: { [cell.name]: 1 },
    times: {},
  }
}

describe('results', () => {
  const cells = [
    cellOf('b', 2),
    cellOf('a', 1),
    cellOf('c', 1, { size: 20 }),
    cellOf('d', 1, { settings: { system: 'arc-eager' }, experiments: ['two'] }),
  ]
  const results = new Map(cells.map((cell) => [cell.name, resultOf(cell)]))
  const found = (study: string, settings: Settings = {}, size?: number): string[] =>
    resultsOf(study, cells, results)[0]
      .find('decoding', settings, size)
      .map((measured) => Object.keys(measured.figures)[0])

  it('are found by what their cells are, in the order of seeds', () => {
    expect(found('one', { system: 'rb' }, 100)).toEqual(['a', 'b'])
    expect(found('one', {}, 20)).toEqual(['c'])
    expect(found('one', { system: 'arc-eager' })).toEqual([])
    expect(found('two', { system: 'arc-eager' })).toEqual(['d'])
    expect(found('two', { system: 'arc-eager', beam: undefined })).toEqual(['d'])
    expect(resultsOf('one', cells, results)[0].sizes).toEqual([20, 100])
    expect(resultsOf('one', cells, results).map(({ treebank }) => treebank)).toEqual(['aa'])
    expect(resultsOf('three', cells, results)).toEqual([])
  })

  it('are none until every seed is measured', () => {
    const some = new Map([...results].filter(([name]) => name !== 'b'))
    expect(resultsOf('one', cells, some)[0].find('decoding', { system: 'rb' }, 100)).toEqual([])
  })
})

describe('scores', () => {
  const scores = (arcs: number[]): SentenceScores => ({
    words: arcs.map(() => 10),
    heads: arcs.map((count) => count + 1),
    labels: arcs,
    arcs,
  })
  const about = { what: 'x', treebank: 'aa', seed: 1 }

  it('are of all sentences of all runs', () => {
    const both = pool([scores([5, 9]), scores([1])])
    expect(score(both, 'LAS')).toBeCloseTo(50)
    expect(score(both, 'UAS')).toBeCloseTo(60)
    expect(pool([scores([5]), undefined])).toBeUndefined()
    expect(pool([])).toBeUndefined()
    expect(score(undefined, 'LAS')).toBeUndefined()
  })

  it('of the same sentences are added up sentence by sentence, so that no sentence counts twice', () => {
    const [once, twice] = [[scores([9, 5])], [scores([9, 5]), scores([9, 5])]].map(pool)
    expect(twice).toEqual({ words: [20, 20], heads: [20, 12], labels: [18, 10], arcs: [18, 10] })
    const base = [[scores([8, 5])], [scores([8, 5]), scores([8, 5])]].map(pool)
    expect(compare(twice, base[1], 'LAS', about)).toEqual(compare(once, base[0], 'LAS', about))
  })

  it('are compared over the same sentences only', () => {
    const [good, bad] = [
      scores(Array.from({ length: 30 }, () => 9)),
      scores(Array.from({ length: 30 }, () => 8)),
    ]
    const better = compare(good, bad, 'LAS', about)
    expect(better).toMatchObject({ difference: 10, low: 10, high: 10, significant: true })
    expect(compare(bad, good, 'LAS', about)?.difference).toBe(-10)
    expect(compare(good, good, 'LAS', about)).toMatchObject({ difference: 0, p: 1, significant: false })
    expect(compare(good, scores([9]), 'LAS', about)).toBeUndefined()
    expect(compare(good, undefined, 'LAS', about)).toBeUndefined()
    const columns = scoreColumns(
      ['LAS'],
      () => good,
      'ours',
      () => better,
    )
    expect(table([1], { title: 't', columns })).toMatchObject({
      rows: [['90.00*']],
      note: '* significant (p < .05).',
      comparisons: [better],
    })
    expect(listed([better, undefined])).toBe('LAS +10.00 (+10.00 to +10.00, p < 0.001)')
  })
})

describe('drawings', () => {
  it('are of the first seed, since others may have other sentences', () => {
    const examples = ['first', 'second'].map((form) => ({ index: 0, forms: [form], trees: {} }))
    expect(
      examplesOf(
        examples.map((example) => ({ trees: { kept: [example] } })),
        'kept',
      ),
    ).toEqual([examples[0]])
    expect(examplesOf([], 'kept')).toEqual([])
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
    const contender = (name: string, examples: ExampleSentence[]) => ({ name, examples, tree: 'tree' })
    const drawing = drawDifference(contender('R', right), contender('W', wrong), 'x', 'aa')
    expect(drawing).toMatchObject({ title: 'R right, W wrong: aa', caption: '2 of 4 words differ.' })
    expect(drawing?.drawings[0].svg).toContain('<svg')
    expect(drawDifference(contender('W', wrong), contender('R', right), 'x', 'aa')).toBeUndefined()
  })

  it('are of the sentence in which errors grow most', () => {
    const encoded = { goldEncoded: gold, derived: tree([0, 1, 2, 2]) }
    const grown = [
      example(0, { gold, tree: tree([0, 1, 2, 2]), ...encoded }),
      example(1, { gold, tree: tree([0, 1, 1, 1]), ...encoded }),
      example(2, { gold, tree: gold }),
    ]
    expect(drawAmplified(grown, 'x', 'aa')?.caption).toMatch(/: 1 as it was parsed, 2 after the reverse\./)
    expect(drawAmplified(grown.slice(0, 1), 'x', 'aa')).toBeUndefined()
  })
})
