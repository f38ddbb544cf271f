/** Scores as the kernel has to compute them, from the weights of features by their keys. */
import type { Configuration } from '../../../parser/core/configuration.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import {
  NO_TRANSITION,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { ReferenceExtractor } from '../features/reference-extractor.ts'
import { compileFor } from '../../../parser/registry.ts'
import { cascadeMarginOf, classifiersOf, partOf } from '../../../parser/features/classifiers.ts'
import type { Model } from '../../../parser/model/model.ts'
import { typeStartsOf, type ClassifierWeights } from '../../../parser/core/classifier-weights.ts'
import { FactoredScorer } from '../../../parser/scoring/scoring.ts'
import type { ClassScorer, Scorer } from '../../../parser/core/scorer.ts'

export class ReferenceScorer implements ClassScorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit: number
  readonly scores: Int32Array
  readonly #weights: ClassifierWeights
  readonly #features: ReadonlyMap<number, number>

  constructor(weights: ClassifierWeights, types: number) {
    this.transitions = weights.transitions
    this.typeStarts = typeStartsOf(weights.transitions, types)
    this.unit = 1 / weights.scale
    this.scores = new Int32Array(weights.transitions.length)
    this.#weights = weights
    this.#features = new Map(Array.from(weights.keys, (key, feature) => [key, feature]))
  }

  score(keys: Uint32Array, count: number): void {
    const { starts, classes, values } = this.#weights
    this.scores.fill(0)
    for (const key of keys.subarray(0, count)) {
      const feature = this.#features.get(key)
      if (feature === undefined) continue
      for (let i = starts[feature]; i < starts[feature + 1]; i++) this.scores[classes[i]] += values[i]
    }
  }

  best(mask: number): number {
    return this.#allowed(mask).reduce(
      (best, c) => (best < 0 || this.scores[c] > this.scores[best] ? c : best),
      -1,
    )
  }

  leading(mask: number, margin: number): number {
    const best = this.best(mask)
    const leads = this.#allowed(mask).every((c) => c === best || this.scores[c] <= this.scores[best] - margin)
    return leads ? best : -1
  }

  #allowed(mask: number): number[] {
    return [...this.transitions.keys()].filter((c) => (mask >> (this.transitions[c] & 7)) & 1)
  }
}

/** What `Scoring` has to say of configurations. */
export class ReferenceScoring {
  readonly #extractor: ReferenceExtractor
  readonly #scorers: readonly ReferenceScorer[]
  readonly #choose: (index: number, mask: number) => Transition
  readonly #sum: (index: number) => void
  readonly #model: ReturnType<typeof classifiersOf>

  constructor({ header, classifiers }: Model, system: TransitionSystem) {
    const described = classifiersOf(system, header.form, header.templates)
    const { firstStage } = described
    const scorers = classifiers.map((weights) => new ReferenceScorer(weights, system.transitionTypes.length))
    const extractor = new ReferenceExtractor(compileFor(header.system, header.templates))
    const sum = (index: number): void =>
      scorers[index].score(extractor.keys, extractor.combine(partOf(described, index)))
    this.#choose = (index, mask) => {
      if (firstStage > 0) {
        const first = index + firstStage
        const margin = cascadeMarginOf(
          described,
          first,
          classifiers[first].scale,
          header.templates.firstStage!,
        )
        sum(first)
        const leading = scorers[first].leading(mask, margin)
        if (leading >= 0) return scorers[first].transitions[leading]
      }
      sum(index)
      const best = scorers[index].best(mask)
      return best < 0 ? NO_TRANSITION : scorers[index].transitions[best]
    }
    this.#model = described
    this.#extractor = extractor
    this.#scorers = scorers
    this.#sum = sum
  }

  predict(c: Configuration, sentence: ParserSentence, state: number, mask: number): Transition {
    const { form, ofLabels } = this.#model
    this.#extractor.lookUp(c, sentence)
    if (form === 'labelled') return this.#choose(state, mask)
    const isOne = (mask & (mask - 1)) === 0
    const type = isOne ? 31 - Math.clz32(mask) : this.#choose(state, mask)
    return type < 0 || ofLabels[type] < 0 ? type : this.#choose(ofLabels[type], mask)
  }

  compare(state: number): Scorer {
    const { form, ofLabels } = this.#model
    this.#sum(state)
    if (form === 'labelled') return this.#scorers[state]
    for (const index of ofLabels) if (index >= 0) this.#sum(index)
    const labels = Array.from(ofLabels, (index) => (index < 0 ? undefined : this.#scorers[index]))
    const scorer = new FactoredScorer(this.#scorers[state], labels)
    scorer.combine()
    return scorer
  }
}
