/** Scores from the counts of each sentence, and the comparison of two systems. */
import { countedParts, sum, type SentenceScores } from '../measurements/scores.ts'
import { ALPHA, bootstrapInterval, permutationTest } from '../statistics/paired.ts'
import { deviationOf, meanOf } from '../statistics/summary.ts'
import type { Comparison, Test } from '../study.ts'
import { figure, signed } from './blocks.ts'

export type { SentenceScores }

const countsOf = { LAS: 'arcs', UAS: 'heads', LA: 'labels' } as const
export type ScoreName = keyof typeof countsOf
export const scoreNames = Object.freeze(['LAS', 'UAS', 'LA'] as const)

export function isScore(metric: string): metric is ScoreName {
  return Object.hasOwn(countsOf, metric)
}

export function isSentenceScores(value: unknown): value is SentenceScores {
  if (typeof value !== 'object' || value === null) return false
  return countedParts.every((part) => Array.isArray((value as Partial<SentenceScores>)[part]))
}

/** Several runs as one: counts of the same sentences are added, others concatenated. Undefined without a run. */
export function pool(all: readonly SentenceScores[]): SentenceScores | undefined {
  if (all.length === 0) return undefined
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
  seed: number,
): Test | undefined {
  if (!one || !other || !areOfSameSentences(one, other) || sum(one.words) === 0) return undefined
  const counts = countsOf[name]
  const differences = one[counts].map((count, sentence) => count - other[counts][sentence])
  const p = permutationTest(differences, seed)
  const words = sum(one.words)
  const errors = words - sum(other[counts])
  const deviation = deviationOf(differences)
  return {
    difference: (100 * sum(differences)) / words,
    ...bootstrapInterval(differences, one.words, seed),
    p,
    significant: p < ALPHA,
    sentences: differences.length,
    ...(errors > 0 && { errorReduction: (100 * sum(differences)) / errors }),
    ...(deviation && { effectSize: (meanOf(differences) ?? 0) / deviation }),
  }
}

function areOfSameSentences(one: SentenceScores, other: SentenceScores): boolean {
  return one.words.length === other.words.length && one.words.every((words, i) => words === other.words[i])
}

/** `< 0.001`, `= 0.012` */
export function probability(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${figure(p, 3)}`
}

/** The evidence of a claim: `LAS −1.35 (−1.70 to −1.01, p < 0.001), …`. */
export function listed(comparisons: readonly Comparison[]): string {
  const texts = comparisons.map(({ metric, difference, low, high, p }) => {
    const test = p === undefined ? '' : ` (${signed(low)} to ${signed(high)}, p ${probability(p)})`
    return `${metric} ${signed(difference)}${test}`
  })
  return texts.join(', ')
}
