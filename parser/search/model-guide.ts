/**
 * A guide that chooses the best allowed transition of a trained model.
 */
import type { Configuration } from '../core/configuration.ts'
import type { Model, ModelFacts } from '../model/model.ts'
import { prepareModel, type PreparedModel, type Scoring } from '../scoring/scoring.ts'
import type { Scorer } from '../core/scorer.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { isForced, typeOf, labelOf, transitionOf, NO_TRANSITION } from '../core/transition-system.ts'
import type { Guide, Transition, TransitionSystem } from '../core/transition-system.ts'

/** Greedy guide over the model's weights. Set `sentence` before each derivation. */
export class ModelGuide implements Guide {
  sentence: ParserSentence
  readonly #model: ModelFacts
  readonly #system: TransitionSystem
  readonly #scoring: Scoring

  constructor(model: Model | PreparedModel, system: TransitionSystem, sentence: ParserSentence) {
    this.#model = model
    this.#system = system
    this.sentence = sentence
    this.#scoring = prepareModel(model).scoring
  }

  next(c: Configuration): Transition {
    const system = this.#system
    const allowed = system.allowed(c)
    if (isForced(system, allowed)) return transitionOf(31 - Math.clz32(allowed))
    const state = system.state(c)
    const transition = this.#scoring.predict(c, this.sentence, state, allowed)
    if (transition === NO_TRANSITION) return fallback(system, c, allowed, this.#model)
    if (!system.admits || system.admits(c, typeOf(transition), labelOf(transition))) return transition
    return this.#bestAdmitted(c, allowed, this.#scoring.compare(state))
  }

  /** The scorer of a state, with the scores of the last configuration of `next`, which must have had this state. */
  compare(state: number): Scorer {
    return this.#scoring.compare(state)
  }

  /** The best transition with an allowed label, for configurations in which the label of the best transition is not allowed. */
  #bestAdmitted(c: Configuration, allowed: number, { typeStarts, transitions, scores }: Scorer): Transition {
    const system = this.#system
    let best = NO_TRANSITION
    let maxScore = -Infinity
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if ((allowed & (1 << type)) === 0) continue
      for (let i = typeStarts[type]; i < typeStarts[type + 1]; i++) {
        if (scores[i] <= maxScore || !system.admits!(c, type, labelOf(transitions[i]))) continue
        maxScore = scores[i]
        best = transitions[i]
      }
    }
    return best !== NO_TRANSITION ? best : fallback(system, c, allowed, this.#model)
  }
}

/** A transition if no class of the model is allowed: the first allowed type, with its default label or any allowed label. */
export function fallback(
  system: TransitionSystem,
  c: Configuration,
  allowed: number,
  model: ModelFacts,
): Transition {
  for (let type = 0; type < system.transitionTypes.length; type++) {
    if ((allowed & (1 << type)) === 0) continue
    if (!system.transitionTypes[type].labelled) return transitionOf(type)
    const label = model.defaults[type]
    if (!system.admits || system.admits(c, type, label)) return transitionOf(type, label)
    for (let other = 0; other < model.labels.size; other++) {
      if (system.admits(c, type, other)) return transitionOf(type, other)
    }
  }
  throw new Error(`${system.name}: no transition is allowed before the end`)
}
