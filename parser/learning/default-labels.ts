/** The default labels of a model, for configurations in which none of its classes is allowed. */
import { typeOf, labelOf, type TransitionSystem } from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'
import type { TransitionCounts } from './training-set.ts'

/** By transition type: the most frequent label other than the label of roots; the label of roots if there is no other. */
export function defaultLabels(
  system: TransitionSystem,
  counts: readonly TransitionCounts[],
  rootLabel: number,
): Int32Array {
  const maxCounts = new Int32Array(system.transitionTypes.length)
  const labels = new Int32Array(system.transitionTypes.length).fill(rootLabel)
  for (const state of counts) {
    for (const [transition, count] of state) {
      const type = typeOf(transition)
      if (count <= maxCounts[type] || labelOf(transition) === rootLabel) continue
      maxCounts[type] = count
      labels[type] = labelOf(transition)
    }
  }
  return labels
}

/** The most frequent label of words that are attached to the artificial root. */
export function mostFrequentRootLabel(corpus: Corpus): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < corpus.size; i++) {
    const tree = corpus.tree(i)
    for (let word = 1; word <= tree.size; word++) {
      if (tree.head[word] === 0) counts.set(tree.label[word], (counts.get(tree.label[word]) ?? 0) + 1)
    }
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}
