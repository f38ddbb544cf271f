/**
 * Precision and recall of attachment by where the head stands and how far away (McDonald & Nivre 2007, section 4; tables 4
 * and 5 of the right-branching paper). An arc is right when its head is, whatever its label, unless said otherwise.
 */
import type { Tree } from '../../src/index.ts'

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

/** The bins of an arc, by name. */
function binsOf(word: number, head: number): readonly string[] {
  const direction = directions[head === 0 ? 0 : head < word ? 1 : 2]
  const distance = distanceBin(word, head)
  return distance < 0 ? [direction] : [direction, distances[distance]]
}

/** Arcs of each bin: in the gold trees, in the system's, in both, and in both with the same label. */
export class ArcBins {
  readonly counts = new Map(
    [...directions, ...distances].map((bin) => [
      bin as string,
      { gold: 0, system: 0, right: 0, labelled: 0 },
    ]),
  )

  add(gold: Tree, system: Tree): void {
    for (let word = 1; word <= gold.size; word++) {
      const isRight = gold.head[word] === system.head[word]
      const isLabelled = isRight && gold.label[word] === system.label[word]
      for (const bin of binsOf(word, system.head[word])) this.counts.get(bin)!.system++
      for (const bin of binsOf(word, gold.head[word])) {
        const counts = this.counts.get(bin)!
        counts.gold++
        if (isRight) counts.right++
        if (isLabelled) counts.labelled++
      }
    }
  }

  /** Of each bin with arcs, in percent: recall, recall with labels, and precision. */
  rates() {
    const rates = (part: 'right' | 'labelled', whole: 'gold' | 'system'): Record<string, number> =>
      Object.fromEntries(
        [...this.counts].flatMap(([bin, counts]) =>
          counts[whole] === 0 ? [] : [[bin, (100 * counts[part]) / counts[whole]]],
        ),
      )
    return {
      recall: rates('right', 'gold'),
      precision: rates('right', 'system'),
      LAS: rates('labelled', 'gold'),
    }
  }
}
