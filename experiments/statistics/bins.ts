/**
 * Precision and recall by direction and distance of the head, counted in two ways. Binned, as in the evaluation script of
 * CoNLL 2007 (and tables 4 and 5 of the right-branching paper): a word is correct if its head and its gold head are in the
 * same bin. Head-correct (McDonald & Nivre 2007, section 4): a word is correct if its head is correct. Both ignore labels.
 */
import type { Tree } from '../../src/lab.ts'

/** Directions: the head is the artificial root, or is to the left or to the right of the word. */
export const directions = Object.freeze(['to root', 'left', 'right'] as const)
/** Distances between word and head in words. Arcs from the artificial root have no distance. */
export const distances = Object.freeze(['1', '2', '3–6', '7+'] as const)

/** The index of the distance in `distances`; -1 for arcs from the artificial root. */
export function distanceBin(word: number, head: number): number {
  if (head === 0) return -1
  const distance = Math.abs(head - word)
  return distance <= 2 ? distance - 1 : distance <= 6 ? 2 : 3
}

/** Bins of sentence lengths. */
export const lengths = Object.freeze(['1–10 words', '11–20 words', '21–40 words', '41+ words'] as const)

export function lengthBin(size: number): (typeof lengths)[number] {
  return lengths[size <= 10 ? 0 : size <= 20 ? 1 : size <= 40 ? 2 : 3]
}

/** The names of the bins of an arc. */
function binsOf(word: number, head: number): readonly string[] {
  const direction = directions[head === 0 ? 0 : head < word ? 1 : 2]
  const distance = distanceBin(word, head)
  return distance < 0 ? [direction] : [direction, distances[distance]]
}

/**
 * Counts of one bin: words in the gold tree, in the system's tree, in both, with the same head in both, and with the same
 * head and label.
 */
const emptyCounts = () => ({ gold: 0, system: 0, binned: 0, right: 0, labelled: 0 })

/** The counts of each bin in one sentence. */
export function countBins(gold: Tree, system: Tree): ReadonlyMap<string, ReturnType<typeof emptyCounts>> {
  const bins = new Map([...directions, ...distances].map((bin) => [bin as string, emptyCounts()]))
  for (let word = 1; word <= gold.size; word++) {
    const isRight = gold.head[word] === system.head[word]
    const isLabelled = isRight && gold.label[word] === system.label[word]
    const systemBins = binsOf(word, system.head[word])
    for (const bin of systemBins) bins.get(bin)!.system++
    for (const bin of binsOf(word, gold.head[word])) {
      const counts = bins.get(bin)!
      counts.gold++
      if (systemBins.includes(bin)) counts.binned++
      if (isRight) counts.right++
      if (isLabelled) counts.labelled++
    }
  }
  return bins
}

/** Rates as [part, whole]: recall and precision of bins and of heads, and recall of heads with labels. */
export const binRates = Object.freeze({
  binnedRecall: ['binned', 'gold'],
  binnedPrecision: ['binned', 'system'],
  recall: ['right', 'gold'],
  precision: ['right', 'system'],
  LAS: ['labelled', 'gold'],
} as const)
