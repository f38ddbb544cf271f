import type { ClassScorer, StateWeights } from '../scorer.ts'

/** What a beam needs of a prediction model, learned or learning. */
export interface Scorer {
  /** The transitions it knows, sorted by kind, then label; kind k has the classes kinds[k]..kinds[k + 1]. */
  readonly moves: Int32Array
  readonly kinds: Int32Array
  /** The sums of the last call, by class. */
  readonly scores: ArrayLike<number>
  /** What 1 is worth in `scores`: the scores of different models are added. */
  readonly unit: number
  score(keys: Uint32Array, count: number): void
}

/** A learned model as a scorer. */
export function weightsScorer(scorer: ClassScorer, { scale }: StateWeights): Scorer {
  const { moves, kinds, scores } = scorer
  return { moves, kinds, scores, unit: 1 / scale, score: (keys, count) => scorer.score(keys, count) }
}
