/** Scores from the counts of each sentence, and the comparison of two systems. */
import { sum, type SentenceScores } from '../measurements/scores.ts'
import { ALPHA, bootstrapInterval, permutationTest } from '../statistics/paired.ts'
import { figure, signed, type Comparison } from './blocks.ts'

export const scoreNames = Object.freeze(['LAS', 'UAS', 'LA'] as const)
export type ScoreName = (typeof scoreNames)[number]

const countsOf = { LAS: 'arcs', UAS: 'heads', LA: 'labels' } as const

/**
 * Several runs as one. Counts of the same sentences are added sentence by sentence, so that tests do not count a sentence
 * twice; runs on different sentences are concatenated. Undefined if a run is missing.
 */
export function pool(runs: readonly (SentenceScores | undefined)[]): SentenceScores | undefined {
  const all = runs.filter((run) => run !== undefined)
  if (all.length === 0 || all.length < runs.length) return undefined
  const areSame = all.every((run) => areOfSameSentences(run, all[0]))
  const pooled = (part: keyof SentenceScores): number[] =>
    areSame
      ? all[0][part].map((_, sentence) => sum(all.map((run) => run[part][sentence])))
      : all.flatMap((run) => run[part])
  return { words: pooled('words'), heads: pooled('heads'), labels: pooled('labels'), arcs: pooled('arcs') }
}

/** In percent. */
export function score(scores: SentenceScores | undefined, name: ScoreName): number | undefined {
  if (!scores) return undefined
  const words = sum(scores.words)
  return words === 0 ? undefined : (100 * sum(scores[countsOf[name]])) / words
}

/** One minus other, on the same sentences. Undefined if the sentences differ or one is missing. */
export function compare(
  one: SentenceScores | undefined,
  other: SentenceScores | undefined,
  name: ScoreName,
  about: { readonly what: string; readonly treebank: string; readonly seed: number },
): Comparison | undefined {
  if (!one || !other || !areOfSameSentences(one, other)) return undefined
  const counts = countsOf[name]
  const differences = one[counts].map((count, sentence) => count - other[counts][sentence])
  const { what, treebank, seed } = about
  const p = permutationTest(differences, { seed })
  const { low, high } = bootstrapInterval(differences, one.words, { seed })
  const difference = (100 * sum(differences)) / sum(one.words)
  const sentences = differences.length
  return { what, treebank, score: name, difference, low, high, p, significant: p < ALPHA, sentences }
}

function areOfSameSentences(one: SentenceScores, other: SentenceScores): boolean {
  return one.words.length === other.words.length && one.words.every((words, i) => words === other.words[i])
}

/** The evidence of a claim: `LAS −1.35 (−1.70 to −1.01, p < 0.001), …`. */
export function listed(comparisons: readonly (Comparison | undefined)[]): string {
  return comparisons
    .filter((comparison) => comparison !== undefined)
    .map(({ score: name, difference, low, high, p }) => {
      const probability = p < 0.001 ? '< 0.001' : `= ${figure(p, 3)}`
      return `${name} ${signed(difference)} (${signed(low)} to ${signed(high)}, p ${probability})`
    })
    .join(', ')
}
