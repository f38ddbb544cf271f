/**
 * Precision and recall of attachment by where the head stands and how far away (McDonald & Nivre 2007, section 4;
 * the tables 4 and 5 of the right-branching paper). An arc is right when its head is, whatever its label, unless said
 * otherwise.
 */
import type { Tree } from '../../src/index.ts'

/** Directions: the head is the artificial root, or is to the left or to the right of the word. */
export const directions = Object.freeze(['to root', 'left', 'right'] as const)
/** Distances between word and head, in words. Arcs from the artificial root have none. */
export const distances = Object.freeze(['1', '2', '3–6', '7+'] as const)

/** Arcs of each bin: in the gold trees, in the system's, in both, and in both with the same label. */
export interface BinCounts {
  readonly gold: number[]
  readonly system: number[]
  readonly right: number[]
  readonly labelled: number[]
}

export function binCounts(bins: number): BinCounts {
  const zeros = (): number[] => Array.from({ length: bins }, () => 0)
  return { gold: zeros(), system: zeros(), right: zeros(), labelled: zeros() }
}

export function directionBin(word: number, head: number): number {
  return head === 0 ? 0 : head < word ? 1 : 2
}

/** The index into `distances`, -1 for arcs from the artificial root. */
export function distanceBin(word: number, head: number): number {
  if (head === 0) return -1
  const distance = Math.abs(head - word)
  return distance <= 2 ? distance - 1 : distance <= 6 ? 2 : 3
}

/** Adds the arcs of two trees of one sentence; `binOf` returns the bin of an arc, or -1 for none. */
export function countBins(
  gold: Tree,
  system: Tree,
  binOf: (word: number, head: number) => number,
  into: BinCounts,
): void {
  for (let word = 1; word <= gold.size; word++) {
    const goldBin = binOf(word, gold.head[word])
    const systemBin = binOf(word, system.head[word])
    if (goldBin >= 0) into.gold[goldBin]++
    if (systemBin >= 0) into.system[systemBin]++
    if (goldBin < 0 || gold.head[word] !== system.head[word]) continue
    into.right[goldBin]++
    if (gold.label[word] === system.label[word]) into.labelled[goldBin]++
  }
}

/** In percent; undefined if there are no gold arcs. */
export function recall(counts: BinCounts, bin: number): number | undefined {
  return counts.gold[bin] === 0 ? undefined : (100 * counts.right[bin]) / counts.gold[bin]
}

/** The labelled attachment score of a bin's gold arcs, in percent; undefined if there are none. */
export function labelledRecall(counts: BinCounts, bin: number): number | undefined {
  return counts.gold[bin] === 0 ? undefined : (100 * counts.labelled[bin]) / counts.gold[bin]
}

/** In percent; undefined if the system has no such arcs. */
export function precision(counts: BinCounts, bin: number): number | undefined {
  return counts.system[bin] === 0 ? undefined : (100 * counts.right[bin]) / counts.system[bin]
}
