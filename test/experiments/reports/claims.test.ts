import { describe, expect, it } from 'vitest'
import { claimTables, MIN_SENTENCES, judgeClaims, verdictOn } from '../../../experiments/reports/claims.ts'
import { comparisonText } from '../../../experiments/reports/scores.ts'
import { StudyResults } from '../../../experiments/reports/study-results.ts'
import type { Result } from '../../../experiments/cells/store.ts'
import type { Tally } from '../../../experiments/statistics/tally.ts'
import { permutationTest } from '../../../experiments/statistics/paired.ts'
import type { Comparison, Expectation } from '../../../experiments/study.ts'
import { cellOf, resultOf } from '../made.ts'

const comparison = (difference: number, significant = true, sentences = 100, width = 1): Comparison => ({
  parser: 'a',
  against: 'b',
  treebank: 'aa',
  size: 100,
  metric: 'LAS',
  difference,
  low: difference - width,
  high: difference + width,
  p: significant ? 0.01 : 0.5,
  corrected: significant ? 0.01 : 0.5,
  significant,
  sentences,
})
/** With an interval of ± 0.1. */
const narrow = (difference: number, significant = true): Comparison =>
  comparison(difference, significant, 100, 0.1)
const untested = { parser: 'a', against: 'b', treebank: 'aa', size: 100, metric: 'bits', difference: 0.3 }

describe('verdicts', () => {
  it('on comparisons need enough sentences', () => {
    const verdict = (...all: Comparison[]): string => verdictOn(all, 'above')
    expect(verdict(comparison(1))).toBe('held')
    expect(verdict(comparison(1), comparison(-1))).toBe('partly held')
    expect(verdict(comparison(1, false))).toBe('open')
    expect(verdict()).toBe('not measured')
    expect(verdict(comparison(0, false, MIN_SENTENCES - 1))).toBe('open')
    expect(verdict(comparison(0, false, 1), comparison(1))).toBe('partly held')
    expect(verdict(comparison(-1), comparison(0.1, false))).toBe('not held')
  })

  it.each<[Expectation, Comparison, string]>([
    ['above', narrow(0.2), 'held'],
    ['above', comparison(5, false), 'open'],
    ['above', narrow(-0.2), 'not held'],
    ['below', narrow(-0.2), 'held'],
    ['below', narrow(0.2), 'not held'],
    ['above', untested, 'held'],
    ['below', untested, 'not held'],
    // Not worse by more than 0.5: the whole interval is above -0.5.
    [{ from: -0.5 }, narrow(-0.3), 'held'],
    [{ from: -0.5 }, comparison(0.2, false), 'open'],
    [{ from: -0.5 }, narrow(-0.8), 'not held'],
    [{ from: -0.5 }, narrow(0.2), 'held, and more'],
    // As good: the point alone is not enough.
    [{ from: -0.5, to: 0.5 }, narrow(0.4, false), 'held'],
    [{ from: -0.5, to: 0.5 }, comparison(0.4, false), 'open'],
    [{ from: -0.5, to: 0.5 }, narrow(0.78), 'held, and more'],
    [{ from: -0.5, to: 0.5 }, narrow(0.3), 'held'],
    [{ from: -0.5, to: 0.5 }, narrow(-0.7), 'not held'],
    [{ from: 1, to: 3 }, narrow(2), 'held'],
    [{ from: 1, to: 3 }, comparison(2.5), 'open'],
    [{ from: 1, to: 3 }, narrow(0.5), 'not held'],
    [{ from: 1, to: 3 }, narrow(5.5), 'held, and more'],
    [{ from: 1 }, narrow(5), 'held'],
    [{ to: 0 }, narrow(1), 'not held'],
    [{ from: 0.25 }, untested, 'held'],
  ])('of what is expected: %j, %#', (expected, found, verdict) => {
    expect(verdictOn([found], expected)).toBe(verdict)
  })

  it('on a gain that is lost need a gain', () => {
    const uses = (parser: string, rank: number) => [{ study: 'x', parser, rank, view: 'final' }]
    const verdicts = (transformed: number): string[] => {
      const counts = { regular: 7, transformed, reversed: 7 }
      const cells = Object.keys(counts).map((name, rank) => cellOf({ name, uses: uses(name, rank) }))
      const results = Object.entries(counts).map(([name, count], i): [string, Result] => {
        const words = Array.from({ length: 30 }, () => 10)
        const right = words.map(() => count)
        const figures = { final: { words, heads: right, labels: right, arcs: right } }
        return [name, resultOf(cells[i], figures)]
      })
      const claims = [
        {
          claim: 'lost',
          compare: [['reversed', 'regular']],
          gain: ['transformed', 'regular'],
          expected: { to: 0.5 },
        },
      ] as const
      const found = judgeClaims(new StudyResults({ name: 'x', parsers: [], claims }, cells, new Map(results)))
      return found.map(({ verdict, evidence }) => `${verdict}: ${evidence}`)
    }
    expect(verdicts(9)).toEqual(['held: LAS +0.00 (+0.00 to +0.00, p = 1.000)'])
    expect(verdicts(6)).toEqual([
      'not applicable: transformed − regular: LAS −10.00 (−10.00 to −10.00, p < 0.001)',
    ])
  })

  it('come with the comparisons as evidence', () => {
    expect(comparisonText([untested])).toBe('bits +0.30 (no test)')
    expect(comparisonText([comparison(1)])).toBe('LAS +1.00 (+0.00 to +2.00, p = 0.010)')
  })

  it('are possible from as many sentences on as the test can find significant', () => {
    const p = (sentences: number): number => {
      const tally = (part: number): Tally => {
        const parts = Array.from({ length: sentences }, () => part)
        return { sentences, at: [...parts.keys()], parts, wholes: parts.map(() => 1) }
      }
      return permutationTest([{ one: tally(1), other: tally(0) }], 1)
    }
    expect(p(MIN_SENTENCES)).toBeLessThan(0.05)
    expect(p(MIN_SENTENCES - 1)).toBeGreaterThan(0.05)
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
