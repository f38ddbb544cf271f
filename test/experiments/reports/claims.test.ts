import { describe, expect, it } from 'vitest'
import { claimTables, FEWEST_SENTENCES, verdictOn } from '../../../experiments/reports/claims.ts'
import { listed } from '../../../experiments/reports/scores.ts'
import { permutationTest } from '../../../experiments/statistics/paired.ts'
import type { Comparison, Expectation } from '../../../experiments/study.ts'

const comparison = (difference: number, significant = true, sentences = 100): Comparison => ({
  parser: 'a',
  against: 'b',
  treebank: 'aa',
  size: 100,
  metric: 'LAS',
  difference,
  low: difference - 1,
  high: difference + 1,
  p: significant ? 0.01 : 0.5,
  significant,
  sentences,
})

describe('verdicts', () => {
  it('on comparisons need enough sentences', () => {
    const verdict = (...all: Comparison[]): string => verdictOn(all, 'better')
    expect(verdict(comparison(1))).toBe('held')
    expect(verdict(comparison(1), comparison(-1))).toBe('partly held')
    expect(verdict(comparison(1, false))).toBe('not held')
    expect(verdict()).toBe('not measured')
    expect(verdict(comparison(0, false, FEWEST_SENTENCES - 1))).toBe('too little to judge')
    expect(verdict(comparison(0, false, 1), comparison(1))).toBe('held')
  })

  it.each<[Expectation, Comparison, string]>([
    ['not better', comparison(1, false), 'held'],
    ['not better', comparison(1), 'not held'],
    ['not worse', comparison(-1, false), 'held'],
    ['not worse', comparison(-1), 'not held'],
    ['not worse', comparison(0.2), 'held, and more'],
    ['above', comparison(0.1, false), 'held'],
    ['above', comparison(0, false), 'not held'],
    ['below', comparison(-0.1, false), 'held'],
    [{ from: -0.5, to: 0.5 }, comparison(0.4, false), 'held'],
    [{ from: -0.5, to: 0.5 }, comparison(0.78, false), 'held, and more'],
    [{ from: -0.5, to: 0.5 }, comparison(0.3), 'held, and more'],
    [{ from: -0.5, to: 0.5 }, comparison(-0.6), 'not held'],
    [{ from: 1, to: 3 }, comparison(2), 'held'],
    [{ from: 1, to: 3 }, comparison(0.5), 'not held'],
    [{ from: 1, to: 3 }, comparison(5.5), 'held, and more'],
    [{ from: 1 }, comparison(5), 'held'],
    [{ to: 0 }, comparison(1), 'not held'],
  ])('of what is expected: %j, %#', (expected, found, verdict) => {
    expect(verdictOn([found], expected)).toBe(verdict)
  })

  it('come with the comparisons as evidence', () => {
    expect(listed([comparison(1)])).toBe('LAS +1.00 (+0.00 to +2.00, p = 0.010)')
  })

  it('are possible from as many sentences on as the test can find significant', () => {
    const p = (sentences: number): number =>
      permutationTest(
        Array.from({ length: sentences }, () => 1),
        1,
      )
    expect(p(FEWEST_SENTENCES)).toBeLessThan(0.05)
    expect(p(FEWEST_SENTENCES - 1)).toBeGreaterThan(0.05)
  })

  it('are listed by claim, and counted where there are many', () => {
    const claims = ['aa', 'bb', 'cc', 'dd', 'ee'].map((treebank, i) => ({
      experiment: 'one',
      claim: 'C',
      source: 'us',
      treebank,
      verdict: i < 3 ? ('held' as const) : ('not held' as const),
      evidence: 'e',
    }))
    const texts = (found: readonly (typeof claims)[0][]): string[][][] =>
      claimTables(found).map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))
    expect(texts(claims.slice(0, 1))).toEqual([[['1', 'C (us)', 'aa', 'held', 'e']]])
    const [counted, each] = texts(claims)
    expect(counted).toEqual([['1', 'C (us)', '5, below', 'held 3, not held 2', '']])
    expect(each).toHaveLength(5)
    expect(claimTables([])).toEqual([])
  })
})
