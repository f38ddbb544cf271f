/** Compares two systems in figures that are counted by sentence, and formats comparisons as text. */
import { ALPHA, bootstrapInterval, differenceOf, permutationTest, type Paired } from '../statistics/paired.ts'
import { rangeOf, type Runs } from '../statistics/runs.ts'
import { deviationOf, meanOf } from '../statistics/summary.ts'
import { sum, valueOf, type Tally } from '../statistics/tally.ts'
import type { Comparison, Test } from '../study.ts'
import { figure, signed } from './blocks.ts'

/**
 * Tests `one` minus `other`, averaged over treebanks. Undefined if the sentences differ or there is nothing to count.
 *
 * @param ofWords whether both are scores of all words, so that the word counts must be equal
 */
export function testOf(treebanks: readonly Paired[], seed: number, ofWords = false): Test | undefined {
  const difference = differenceOf(treebanks)
  if (difference === undefined || !treebanks.every((paired) => haveSameSentences(paired, ofWords)))
    return undefined
  const p = permutationTest(treebanks, seed)
  return {
    difference,
    ...bootstrapInterval(treebanks, seed),
    p,
    corrected: p,
    significant: p < ALPHA,
    sentences: sum(treebanks.map(({ one }) => one.sentences)),
    ...(treebanks.length === 1 && effectSizesOf(treebanks[0], difference)),
  }
}

function haveSameSentences({ one, other }: Paired, ofWords: boolean): boolean {
  if (one.sentences !== other.sentences) return false
  return !ofWords || String(one.wholes) === String(other.wholes)
}

/** The error reduction in percent, and Cohen's d of the differences of the sentences. */
function effectSizesOf(
  { one, other }: Paired,
  difference: number,
): Pick<Test, 'errorReduction' | 'effectSize'> {
  const errors = other.wholes && (other.scale ?? 100) === 100 ? 100 - (valueOf(other) ?? 100) : 0
  const differences = differencesOf(one, other)
  const deviation = deviationOf(differences)
  return {
    ...(errors > 0 && { errorReduction: (100 * difference) / errors }),
    ...(deviation && { effectSize: (meanOf(differences) ?? 0) / deviation }),
  }
}

function differencesOf(one: Tally, other: Tally): number[] {
  const differences = Array.from({ length: one.sentences }, () => 0)
  for (const [i, sentence] of one.at.entries()) differences[sentence] += one.parts[i]
  for (const [i, sentence] of other.at.entries()) differences[sentence] -= other.parts[i]
  return differences
}

/** The range of the differences between any run of `one` and any run of `other`. */
export function rangeOfDifference(one: Runs, other: Runs): Pick<Comparison, 'low' | 'high' | 'significant'> {
  const [range, otherRange] = [rangeOf(one), rangeOf(other)]
  const [low, high] = [range.low - otherRange.high, range.high - otherRange.low]
  return { low, high, significant: low > 0 || high < 0 }
}

/** Formats a p value, for example `< 0.001` or `= 0.012`. */
export function probability(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${figure(p, 3)}`
}

/** The evidence of a claim with corrected p values: `LAS −1.35 (−1.70 to −1.01, p < 0.001), …`. */
export function comparisonText(comparisons: readonly Comparison[]): string {
  const texts = comparisons.map(({ metric, difference, low, high, corrected }) => {
    const range = low === undefined ? [] : [`${signed(low)} to ${signed(high)}`]
    const test = corrected === undefined ? [] : [`p ${probability(corrected)}`]
    const evidence = [...range, ...test].join(', ') || 'no test'
    return `${metric} ${signed(difference)} (${evidence})`
  })
  return texts.join(', ')
}
