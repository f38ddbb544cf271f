import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../experiments/reports/blocks.ts'
import {
  areBetter,
  FEWEST_SENTENCES,
  findingOf,
  holds,
  holdsFor,
} from '../../../experiments/reports/claims.ts'
import * as column from '../../../experiments/reports/columns.ts'
import { table } from '../../../experiments/reports/table.ts'
import { permutationTest } from '../../../experiments/statistics/paired.ts'

const comparison = (difference: number, significant = true, sentences = 100): Comparison => ({
  what: 'a against b',
  treebank: 'aa',
  score: 'LAS',
  difference,
  low: difference - 1,
  high: difference + 1,
  p: significant ? 0.01 : 0.5,
  significant,
  sentences,
})

describe('verdicts', () => {
  it('are of conditions, and of how many things meet them', () => {
    expect([true, false, undefined].map(holds)).toEqual(['held', 'not held', 'not measured'])
    expect([holdsFor(2, 2), holdsFor(1, 2), holdsFor(0, 2), holdsFor(0, 0)]).toEqual([
      'held',
      'partly held',
      'not held',
      'not measured',
    ])
  })

  it('on comparisons need enough sentences', () => {
    const verdict = (...all: (Comparison | undefined)[]): string => findingOf(all, areBetter).verdict
    expect(verdict(comparison(1))).toBe('held')
    expect(verdict(comparison(1), comparison(-1))).toBe('partly held')
    expect(verdict(comparison(1, false))).toBe('not held')
    expect(verdict(undefined)).toBe('not measured')
    expect(verdict(comparison(0, false, FEWEST_SENTENCES - 1))).toBe('too little to judge')
    expect(verdict(comparison(0, false, 1), comparison(1))).toBe('held')
  })

  it('come with the comparisons as evidence', () => {
    expect(findingOf([comparison(1)], areBetter).evidence).toBe('LAS +1.00 (+0.00 to +2.00, p = 0.010)')
    expect(findingOf([undefined], areBetter).evidence).toBe('—')
  })

  it('are possible from as many sentences on as the test can find significant', () => {
    const p = (sentences: number): number =>
      permutationTest(
        Array.from({ length: sentences }, () => 1),
        { seed: 1 },
      )
    expect(p(FEWEST_SENTENCES)).toBeLessThan(0.05)
    expect(p(FEWEST_SENTENCES - 1)).toBeGreaterThan(0.05)
  })
})

describe('tables', () => {
  const columns = [
    column.names<number>('name', String),
    column.whole<number>('whole', (row) => 1000 * row),
    column.figure<number>('figure', (row) => (row === 2 ? undefined : row), 'group', 1),
    column.difference<number>('difference', (row) => comparison(row, row === 1)),
    column.paper<number>('LAS', (row) => row, { average: 7 }),
  ]

  it('have marks, averages of what there is, and a note', () => {
    expect(table([1, 2], { title: 't', columns, average: true, against: 'b', note: 'More.' })).toMatchObject({
      rows: [
        ['1', '1,000', '1.0', '+1.00*', '1.00'],
        ['2', '2,000', '—', '+2.00', '2.00'],
        ['average', '1500.00', '1.0', '+1.50', '7.00'],
      ],
      note: '* differs significantly from b (p < .05). More.',
    })
  })

  it('are none without rows', () => {
    expect(table([], { title: 't', columns })).toBeUndefined()
  })
})
