/** Counts of how far two trees over the same words agree, for attachment scores (UAS, LAS, LA, exact match). */
import type { Tree } from './tree.ts'

/** Sums over trees. `heads`, `labels` and `arcs` divided by `words` are UAS, LA and LAS; `exact` is divided by `trees`. */
export interface Agreement {
  trees: number
  /** Trees in which all words have the right head and label. */
  exact: number
  words: number
  heads: number
  labels: number
  /** Words with the right head and the right label. */
  arcs: number
}

export function agreement(): Agreement {
  return { trees: 0, exact: 0, words: 0, heads: 0, labels: 0, arcs: 0 }
}

/** Adds the agreement of `system` with `gold` to `into`. Throws RangeError if their sizes differ. */
export function countAgreement(gold: Tree, system: Tree, into: Agreement): void {
  if (gold.size !== system.size)
    throw new RangeError(`a tree of ${system.size} words is not comparable to one of ${gold.size}`)
  const before = into.arcs
  for (let word = 1; word <= gold.size; word++) {
    const head = gold.head[word] === system.head[word]
    const label = gold.label[word] === system.label[word]
    if (head) into.heads++
    if (label) into.labels++
    if (head && label) into.arcs++
  }
  into.trees++
  into.words += gold.size
  if (into.arcs - before === gold.size) into.exact++
}
