/**
 * Precision and recall by where the head is and how far away it is, counted in two ways. As the evaluation script of CoNLL 2007
 * counts (tables 4 and 5 of the right-branching paper print this): a word is right in a bin if the bin of its head is that of
 * the gold head. Head-correct (McDonald & Nivre 2007, section 4): a word is right if its head is. Labels do not matter
 * by default.
 */
import type { Tree } from '../../src/lab.ts'

/** Directions: the head is the artificial root, or is to the left or to the right of the word. */
export const directions = Object.freeze(['to root', 'left', 'right'] as const)
/** Distances between word and head, in words. Arcs from the artificial root have none. */
export const distances = Object.freeze(['1', '2', '3–6', '7+'] as const)

/** The index into `distances`, -1 for arcs from the artificial root. */
export function distanceBin(word: number, head: number): number {
  if (head === 0) return -1
  const distance = Math.abs(head - word)
  return distance <= 2 ? distance - 1 : distance <= 6 ? 2 : 3
}

/** Lengths of sentences. */
export const lengths = Object.freeze(['1–10 words', '11–20 words', '21–40 words', '41+ words'] as const)

export function lengthBin(size: number): (typeof lengths)[number] {
  return lengths[size <= 10 ? 0 : size <= 20 ? 1 : size <= 40 ? 2 : 3]
}

/** The bins of an arc, by name. */
function binsOf(word: number, head: number): readonly string[] {
  const direction = directions[head === 0 ? 0 : head < word ? 1 : 2]
  const distance = distanceBin(word, head)
  return distance < 0 ? [direction] : [direction, distances[distance]]
}

/** Words by bin: in the gold tree, in the system's, in both, with the same head in both, and also with the same label. */
const nothing = () => ({ gold: 0, system: 0, binned: 0, right: 0, labelled: 0 })

/** The counts of each bin in one sentence. */
export function countBins(gold: Tree, system: Tree): ReadonlyMap<string, ReturnType<typeof nothing>> {
  const bins = new Map([...directions, ...distances].map((bin) => [bin as string, nothing()]))
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

/** Recall and precision of bins and of heads, and recall of heads with labels: parts of which wholes. */
export const binRates = Object.freeze({
  binnedRecall: ['binned', 'gold'],
  binnedPrecision: ['binned', 'system'],
  recall: ['right', 'gold'],
  precision: ['right', 'system'],
  LAS: ['labelled', 'gold'],
} as const)
