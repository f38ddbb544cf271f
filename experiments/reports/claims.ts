/** Claims as reports list them: each once, with what became of it on each treebank. */
import type { Claim, Verdict } from './blocks.ts'

/** More treebanks than these are folded under how often each verdict fell. */
export const MOST_OPEN = 4

const verdicts: readonly Verdict[] = ['held', 'partly held', 'not held', 'not measured']

/** The claims that say the same, together, in the order in which they come. */
export function groupClaims(claims: readonly Claim[]): Claim[][] {
  const byText = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = `${claim.claim}\n${claim.source}`
    byText.set(key, [...(byText.get(key) ?? []), claim])
  }
  return [...byText.values()]
}

/** How often each verdict fell, those that never did left out. */
export function countVerdicts(claims: readonly Claim[]): { verdict: Verdict; count: number }[] {
  return verdicts.flatMap((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length
    return count === 0 ? [] : [{ verdict, count }]
  })
}
