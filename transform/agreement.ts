/** Counts of how far two trees over the same words agree, for attachment scores (UAS, LAS, LA, exact match). */
import type { Tree } from './tree.ts'

/** Sums over trees. `heads`, `labels` and `arcs` divided by `words` are UAS, LA and LAS; `exact` is divided by `trees`. */
export interface Agreement {
  trees: number
  /** Trees in which all counted words have the right head and label. */
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

/** What is compared: by default all words, and labels by their ids. */
export interface Comparison {
  /** By word, length size + 1: 0 leaves the word out. */
  readonly counted?: Uint8Array
  /** By label id: labels count as equal if these values are, for example labels without subtypes. */
  readonly classes?: ArrayLike<number>
}

/** Adds the agreement of `system` with `gold` to `into`. Throws RangeError if their sizes differ. */
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
