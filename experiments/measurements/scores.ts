/** The correct words of each sentence, from which scores, tests and intervals are computed. */
import { agreement, copyTree, countAgreement, markSigns, type Tree } from '../../src/index.ts'

/** For each sentence the number of words, and how many of them have the right head, the right label, and both. */
export interface SentenceScores {
  readonly words: number[]
  readonly heads: number[]
  readonly labels: number[]
  readonly arcs: number[]
}

export function sentenceScores(): SentenceScores {
  return { words: [], heads: [], labels: [], arcs: [] }
}

/** Adds a sentence. */
export function scoreSentence(gold: Tree, system: Tree, into: SentenceScores): void {
  const counts = agreement()
  countAgreement(gold, system, counts)
  into.words.push(counts.words)
  into.heads.push(counts.heads)
  into.labels.push(counts.labels)
  into.arcs.push(counts.arcs)
}

/** A copy of the tree with marks as a part of the labels: labels are equal if label and mark are. */
export function foldMarks(tree: Tree): Tree {
  const folded = copyTree(tree)
  for (let word = 1; word <= tree.size; word++)
    folded.label[word] = tree.label[word] * markSigns.length + tree.mark[word]
  return folded
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
