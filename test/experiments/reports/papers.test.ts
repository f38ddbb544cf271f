import { describe, expect, it } from 'vitest'
import {
  fragments,
  fragmentsAverage,
  testScores,
  testScoresAverage,
  type Fragments,
} from '../../../experiments/reports/papers.ts'
import { meanOf } from '../../../experiments/statistics/summary.ts'

describe("the papers' own figures agree with each other", () => {
  it.each(Object.entries(fragments))('%s: recall is correct / stack-head', (_language, row) => {
    // The paper cuts off after the second digit (Dutch: 22.807 is printed as 22.80).
    expect(Math.abs((100 * row.correctOld) / row.stackHead - row.recallOld)).toBeLessThan(0.01)
    expect(Math.abs((100 * row.correctNew) / row.stackHead - row.recallNew)).toBeLessThan(0.01)
  })

  it('the averages of Table 1 are those of its rows', () => {
    const rows = Object.values(fragments)
    expect(rows).toHaveLength(13)
    for (const key of Object.keys(fragmentsAverage) as (keyof Fragments)[])
      expect(Math.abs((meanOf(rows.map((row) => row[key])) ?? 0) - fragmentsAverage[key]), key).toBeLessThan(
        0.01,
      )
  })

  it('the averages of Table 2 are those of its columns', () => {
    const columns = Object.values(testScores)
    expect(columns).toHaveLength(13)
    testScoresAverage.forEach((average, i) =>
      expect(Math.abs((meanOf(columns.map((column) => column[i])) ?? 0) - average)).toBeLessThan(0.01),
    )
  })

  it('with the headings of Czech and Chinese exchanged, development and test sets are alike in every language', () => {
    const gap = (language: string, other: string): number =>
      Math.abs(fragments[language].uasOld - testScores[other][2])
    expect(gap('Chinese', 'Chinese') + gap('Czech', 'Czech')).toBeLessThan(1)
    expect(gap('Chinese', 'Czech') + gap('Czech', 'Chinese')).toBeGreaterThan(12)
  })
})
