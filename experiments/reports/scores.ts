/** From counts by sentence to scores, and to what two systems differ by. */
import type { SentenceScores } from '../measurements/scores.ts'
import { ALPHA, bootstrapInterval, permutationTest } from '../statistics/paired.ts'
import { figure, NONE, signed, type Comparison } from './blocks.ts'

export const scoreNames = Object.freeze(['LAS', 'UAS', 'LA'] as const)
export type ScoreName = (typeof scoreNames)[number]

const countsOf = { LAS: 'arcs', UAS: 'heads', LA: 'labels' } as const

/**
 * Several runs as one. What they say of the same sentences is added up sentence by sentence, so that tests do not take
 * a sentence that was parsed twice for two; runs on other sentences follow each other.
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

/** One minus other, over the same sentences. Undefined where they are not the same, or one is missing. */
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
  return { what, treebank, score: name, difference, low, high, p, significant: p < ALPHA }
}

function areOfSameSentences(one: SentenceScores, other: SentenceScores): boolean {
  return one.words.length === other.words.length && one.words.every((words, i) => words === other.words[i])
}

/** A difference, with a star where it is significant. */
export function starred(comparison: Comparison | undefined): string {
  return signed(comparison?.difference) + (comparison?.significant ? '*' : '')
}

/** A score, with a star where it differs significantly from what it was compared with. */
export function marked(value: number | undefined, comparison: Comparison | undefined): string {
  return value === undefined ? NONE : figure(value) + (comparison?.significant ? '*' : '')
}

/** `LAS −1.35 (−1.70 to −1.01, p < 0.001), …`: what a claim is judged by. */
export function listed(comparisons: readonly (Comparison | undefined)[]): string {
  return comparisons
    .filter((comparison) => comparison !== undefined)
    .map(({ score: name, difference, low, high, p }) => {
      const probability = p < 0.001 ? '< 0.001' : `= ${figure(p, 3)}`
      return `${name} ${signed(difference)} (${signed(low)} to ${signed(high)}, p ${probability})`
    })
    .join(', ')
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
