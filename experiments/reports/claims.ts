/** Verdicts on claims, and the claims as reports list them. */
import { ALPHA } from '../statistics/paired.ts'
import { NONE, type Claim, type Comparison, type Verdict } from './blocks.ts'
import { listed } from './scores.ts'

/** A verdict and the figures on which it is based. */
export interface Finding {
  readonly verdict: Verdict
  readonly evidence: string
}

/**
 * With fewer sentences no difference can be significant: if all of n sentences differ in the same direction, the p value
 * of the permutation test is 2 / 2ⁿ.
 */
export const FEWEST_SENTENCES = Math.ceil(Math.log2(2 / ALPHA))

/** Whether a condition is true; undefined: not measured. */
export function holds(condition: boolean | undefined): Verdict {
  return condition === undefined ? 'not measured' : condition ? 'held' : 'not held'
}

/** Whether one figure is below another; undefined: one of them is not measured. */
export function isBelow(one: number | undefined, other: number | undefined): boolean | undefined {
  return one === undefined || other === undefined ? undefined : one < other
}

/** Whether something is true of all things, or of a part of them. */
export function holdsFor(good: number, all: number): Verdict {
  return all === 0 ? 'not measured' : good === all ? 'held' : good > 0 ? 'partly held' : 'not held'
}

/**
 * The finding from some comparisons. None of them: not measured; too few sentences in all of them: too little to judge.
 *
 * @param evidence by default the list of the comparisons
 */
export function findingOf(
  comparisons: readonly (Comparison | undefined)[],
  verdictOn: (comparisons: readonly Comparison[]) => Verdict,
  evidence = listed(comparisons) || NONE,
): Finding {
  const measured = comparisons.filter((comparison) => comparison !== undefined)
  if (measured.length === 0) return { verdict: 'not measured', evidence }
  const large = measured.filter(({ sentences }) => sentences >= FEWEST_SENTENCES)
  return { verdict: large.length === 0 ? 'too little to judge' : verdictOn(large), evidence }
}

/** Whether the first parser of each comparison is better. */
export function areBetter(comparisons: readonly Comparison[]): Verdict {
  return holdsFor(comparisons.filter(isBetter).length, comparisons.length)
}

export function isBetter({ difference, significant }: Comparison): boolean {
  return significant && difference > 0
}

export function isWorse({ difference, significant }: Comparison): boolean {
  return significant && difference < 0
}

/** Comparisons with a name before each. */
export function listedBy(
  comparisons: readonly Comparison[],
  nameOf: (comparison: Comparison) => string,
): string {
  return comparisons.map((one) => `${nameOf(one)}: ${listed([one])}`).join('; ') || NONE
}

/** With more treebanks than this, a claim is folded under the counts of its verdicts. */
export const MOST_OPEN = 4

const verdicts: readonly Verdict[] = [
  'held',
  'partly held',
  'not held',
  'too little to judge',
  'not measured',
]

/** Groups equal claims about different treebanks, in the order in which they come. */
export function groupClaims(claims: readonly Claim[]): Claim[][] {
  const byText = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = `${claim.claim}\n${claim.source}`
    byText.set(key, [...(byText.get(key) ?? []), claim])
  }
  return [...byText.values()]
}

/** The number of claims with each verdict, without verdicts that no claim has. */
export function countVerdicts(claims: readonly Claim[]): { verdict: Verdict; count: number }[] {
  return verdicts.flatMap((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length
    return count === 0 ? [] : [{ verdict, count }]
  })
}
