/**
 * The classifiers of a stepwise model taken together (see classifiers.ts): as the scores of whole transitions, for those
 * who compare them all, such as beams. A transition scores what its kind does, less what its label falls short of the
 * best label of that kind: so the best transition is the one that choosing in steps leads to.
 */
import type { ClassScorer, Scorer } from './scorer.ts'
import { kindStarts, sortMoves } from '../model/weights.ts'

export class StepwiseScorer implements Scorer {
  readonly moves: Int32Array
  readonly kinds: Int32Array
  readonly unit = 1
  readonly scores: Float64Array
  readonly #kindScorer: ClassScorer
  /** By kind of transition, what chooses its label. */
  readonly #labelScorers: readonly (ClassScorer | undefined)[]

  constructor(kindScorer: ClassScorer, labelScorers: readonly (ClassScorer | undefined)[]) {
    this.#kindScorer = kindScorer
    this.#labelScorers = labelScorers
    const moves = Array.from(kindScorer.moves, (move) => [...(labelScorers[move]?.moves ?? [move])]).flat()
    this.moves = sortMoves(moves).sorted
    this.kinds = kindStarts(this.moves, labelScorers.length)
    this.scores = new Float64Array(this.moves.length)
  }

  score(keys: Uint32Array, count: number): void {
    this.#kindScorer.score(keys, count)
    for (const labels of this.#labelScorers) labels?.score(keys, count)
    this.combine()
  }

  /** Makes the scores of transitions from the last sums of all classifiers. */
  combine(): void {
    const { moves, scores: sums, unit } = this.#kindScorer
    for (let i = 0; i < moves.length; i++) {
      const kind = moves[i]
      const [from, to] = [this.kinds[kind], this.kinds[kind + 1]]
      const labels = this.#labelScorers[kind]
      if (!labels) this.scores[from] = sums[i] * unit
      else {
        const best = labels.scores[labels.best(1 << kind)]
        for (let c = from; c < to; c++) {
          this.scores[c] = sums[i] * unit + (labels.scores[c - from] - best) * labels.unit
        }
      }
    }
  }
}
