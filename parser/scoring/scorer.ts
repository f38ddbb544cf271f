/** Linear scores of transitions: for each class the sum of the weights of the active features. */

/** Scores transitions. */
export interface Scorer {
  /** The classes, sorted by transition type, then label: class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type t has the classes typeStarts[t]..typeStarts[t + 1]. */
  readonly typeStarts: Int32Array
  /** The sums of the last call, by class. */
  readonly scores: ArrayLike<number>
  /** The score of 1 of `scores`. Scores of different scorers compare when they are multiplied by it. */
  readonly unit: number
  /** Sums the weights of `keys[0..count)` into `scores`. Unknown keys add nothing. */
  score(keys: Uint32Array, count: number): void
}

/** Scores the classes of one classifier. */
export interface ClassScorer extends Scorer {
  readonly scores: Int16Array | Int32Array
  /** The first of the best classes of the types in the bit set `mask`, by the last sums; -1 if there is none. */
  best(mask: number): number
  /** The best class of the types in `mask` if it leads all others of them by at least `margin` > 0; else -1. */
  leading(mask: number, margin: number): number
}
