/** Verdicts on claims, and the claims as reports list them. */
import { ALPHA } from '../statistics/paired.ts'
import { NONE, type Claim, type Comparison, type Verdict } from './blocks.ts'
import { listed } from './scores.ts'

/** The source of this project's own claims. */
export const OWN = 'this project'

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

/** The verdict on a condition; undefined: not measured. */
export function holds(condition: boolean | undefined): Verdict {
  return condition === undefined ? 'not measured' : condition ? 'held' : 'not held'
}

/** The verdict on a claim about several things, by how many of them it is true of. */
export function holdsFor(good: number, all: number): Verdict {
  return all === 0 ? 'not measured' : good === all ? 'held' : good > 0 ? 'partly held' : 'not held'
}

/** The verdict on comparisons; none of them: not measured; too few sentences in all of them: too little to judge. */
export function judge(
  comparisons: readonly (Comparison | undefined)[],
  verdictOn: (comparisons: readonly Comparison[]) => Verdict,
): Verdict {
  const measured = comparisons.filter((comparison) => comparison !== undefined)
  if (measured.length === 0) return 'not measured'
  const large = measured.filter(({ sentences }) => sentences >= FEWEST_SENTENCES)
  return large.length === 0 ? 'too little to judge' : verdictOn(large)
}

/** Whether the first system of each comparison is better. */
export function areBetter(comparisons: readonly (Comparison | undefined)[]): Verdict {
  return judge(comparisons, (measured) => holdsFor(measured.filter(isBetter).length, measured.length))
}

/** Whether the first system of each comparison is not worse. */
export function areNotWorse(comparisons: readonly (Comparison | undefined)[]): Verdict {
  return judge(comparisons, (measured) =>
    holdsFor(measured.filter((one) => !isWorse(one)).length, measured.length),
  )
}

export function isBetter({ difference, significant }: Comparison): boolean {
  return significant && difference > 0
}

export function isWorse({ difference, significant }: Comparison): boolean {
  return significant && difference < 0
}

/** Texts joined by semicolons, a dash if there are none. */
export function evidenceOf(texts: readonly string[]): string {
  return texts.join('; ') || NONE
}

/** Each comparison with a name before it. */
export function listedByName(
  comparisons: readonly Comparison[],
  nameOf: (comparison: Comparison) => string,
): string {
  return evidenceOf(comparisons.map((one) => `${nameOf(one)}: ${listed([one])}`))
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
