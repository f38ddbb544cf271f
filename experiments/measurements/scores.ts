/** Counts of correct words for each sentence, the input of scores, significance tests and intervals. */
import { agreement, copyTree, countAgreement, markSigns, type Tree } from '../../src/lab.ts'
import { sum, type Tally } from '../statistics/tally.ts'

export { sum }

/** The counts of a sentence: its words, and the words with the correct head, with the correct label, and with both. */
export const countedParts = ['words', 'heads', 'labels', 'arcs'] as const

/** The counts of each sentence. */
export type SentenceScores = Readonly<Record<(typeof countedParts)[number], number[]>>

export function sentenceScores(): SentenceScores {
  return { words: [], heads: [], labels: [], arcs: [] }
}

export function scoreSentence(gold: Tree, system: Tree, into: SentenceScores): void {
  const counts = agreement()
  countAgreement(gold, system, counts)
  for (const part of countedParts) into[part].push(counts[part])
}

/** A copy of the tree whose label ids combine label and mark. */
export function foldMarks(tree: Tree): Tree {
  const folded = copyTree(tree)
  for (let word = 1; word <= tree.size; word++)
    folded.label[word] = tree.label[word] * markSigns.length + tree.mark[word]
  return folded
}

/** The count that each score divides by the number of words. */
const partOf = { LAS: 'arcs', UAS: 'heads', LA: 'labels' } as const
export type ScoreName = keyof typeof partOf
export const scoreNames = Object.freeze(['LAS', 'UAS', 'LA'] as const)

export function isScore(metric: string): metric is ScoreName {
  return Object.hasOwn(partOf, metric)
}

export function isSentenceScores(value: unknown): value is SentenceScores {
  if (typeof value !== 'object' || value === null) return false
  return countedParts.every((part) => Array.isArray((value as Partial<SentenceScores>)[part]))
}

export function scoreOf({ words, ...parts }: SentenceScores, name: ScoreName): Tally {
  return { sentences: words.length, at: [...words.keys()], parts: parts[partOf[name]], wholes: words }
}
