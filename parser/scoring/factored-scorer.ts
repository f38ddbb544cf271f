/**
 * The classifiers of a factored model as one scorer of transitions: the score of the type, less what the label scores
 * below the best label of the type. So the best transition is the one that choosing in two steps finds.
 */
import type { ClassScorer, Scorer } from '../core/scorer.ts'
import { typeStartsOf, sortTransitions } from '../model/model.ts'

export class FactoredScorer implements Scorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit = 1
  readonly scores: Float64Array
  readonly #typeScorer: ClassScorer
  /** By kind of transition, what chooses its label. */
  readonly #labelScorers: readonly (ClassScorer | undefined)[]

  constructor(typeScorer: ClassScorer, labelScorers: readonly (ClassScorer | undefined)[]) {
    this.#typeScorer = typeScorer
    this.#labelScorers = labelScorers
    const transitions = Array.from(typeScorer.transitions, (transition) => [
      ...(labelScorers[transition]?.transitions ?? [transition]),
    ]).flat()
    this.transitions = sortTransitions(transitions).sorted
    this.typeStarts = typeStartsOf(this.transitions, labelScorers.length)
    this.scores = new Float64Array(this.transitions.length)
  }

  score(keys: Uint32Array, count: number): void {
    this.#typeScorer.score(keys, count)
    for (const labels of this.#labelScorers) labels?.score(keys, count)
    this.combine()
  }

  /** Makes the scores of transitions from the last sums of all classifiers. */
  combine(): void {
    const { transitions, scores: sums, unit } = this.#typeScorer
    for (let i = 0; i < transitions.length; i++) {
      const type = transitions[i]
      const [from, to] = [this.typeStarts[type], this.typeStarts[type + 1]]
      const labels = this.#labelScorers[type]
      if (!labels) this.scores[from] = sums[i] * unit
      else {
        const best = labels.scores[labels.best(1 << type)]
        for (let c = from; c < to; c++) {
          this.scores[c] = sums[i] * unit + (labels.scores[c - from] - best) * labels.unit
        }
      }
    }
  }
}
