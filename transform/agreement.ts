/** How far two trees over the same words agree: the counts behind attachment scores (UAS, LAS, LA, exact match). */
import type { Tree } from './tree.ts'

/** Counts, summed over trees. Divided by `words` they are UAS, LA and LAS; `exact` divides by `trees`. */
export interface Agreement {
  trees: number
  /** Trees in which every counted word has head and label right. */
  exact: number
  words: number
  heads: number
  labels: number
  /** Words with both head and label right. */
  arcs: number
}

export function agreement(): Agreement {
  return { trees: 0, exact: 0, words: 0, heads: 0, labels: 0, arcs: 0 }
}

/** What counts: by default every word, and labels are equal when their ids are. */
export interface Comparison {
  /** Words with 0 here are left out; length size + 1. */
  readonly counted?: Uint8Array
  /** Labels are equal when these are, by label id: for label classes, as labels without their subtypes. */
  readonly classes?: ArrayLike<number>
}

/** Adds the agreement of `system` with `gold` to `into`. Throws RangeError where their sizes differ. */
export function countAgreement(gold: Tree, system: Tree, into: Agreement, comparison: Comparison = {}): void {
  if (gold.size !== system.size)
    throw new RangeError(`a tree of ${system.size} words is not comparable to one of ${gold.size}`)
  const { counted, classes } = comparison
  const { arcs, words } = into
  for (let word = 1; word <= gold.size; word++) {
    if (counted && counted[word] === 0) continue
    into.words++
    const head = gold.head[word] === system.head[word]
    const one = gold.label[word]
    const other = system.label[word]
    const label = one === other || (classes !== undefined && classes[one] === classes[other])
    if (head) into.heads++
    if (label) into.labels++
    if (head && label) into.arcs++
  }
  into.trees++
  if (into.arcs - arcs === into.words - words) into.exact++
}
