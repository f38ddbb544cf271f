/** What is counted while sentences are parsed. */
import type { Parse } from '../../parser/parse.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'

export type ParseCounts = ReturnType<typeof parseCounts>

export function parseCounts() {
  return {
    sentences: 0,
    words: 0,
    /** Marks that could not be reversed. */
    vestigialArcs: 0,
    nonProjective: 0,
    rootless: 0,
    /** The steps of searches with a beam, and their hypotheses in all. */
    steps: 0,
    hypotheses: 0,
  }
}

export function countParse(counts: ParseCounts, { tree, vestigialArcs }: Omit<Parse, 'derived'>): void {
  counts.sentences++
  counts.words += tree.size
  counts.vestigialArcs += vestigialArcs
  if (!isProjective(tree)) counts.nonProjective++
  if (rootCount(tree) === 0) counts.rootless++
}

export function addCounts(sum: ParseCounts, more: ParseCounts): void {
  for (const key of Object.keys(sum) as (keyof ParseCounts)[]) sum[key] += more[key]
}
