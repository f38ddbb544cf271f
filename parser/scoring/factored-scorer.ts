/**
 * Combines the classifiers of a factored model to one scorer of transitions. The score of a transition is the score of its
 * type minus the difference between the best label of the type and its label. So the best transition is the result of
 * the two-step choice.
 */
import type { ClassScorer, Scorer } from '../core/scorer.ts'
import { typeStartsOf, sortTransitions } from '../model/model.ts'

export class FactoredScorer implements Scorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit = 1
  readonly scores: Float64Array
  readonly #typeScorer: ClassScorer
  /** By transition type: the classifier of labels. */
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

  /** Computes the scores of transitions from the last sums of all classifiers. */
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
