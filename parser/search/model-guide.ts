/**
 * The trained model as a guide: extract the features, sum their weights, take the best transition that is allowed.
 */
import type { StepScores } from '../scoring/step-scores.ts'
import type { Configuration } from '../core/configuration.ts'
import type { Model } from '../model/model.ts'
import type { Scorer } from '../scoring/scorer.ts'
import { scoringOf, type Scoring } from '../scoring/scoring.ts'
import type { Sentence } from '../core/sentence.ts'
import {
  isForced,
  kindOf,
  labelOf,
  moveOf,
  NO_MOVE,
  type Guide,
  type Move,
  type TransitionSystem,
} from '../core/transition-system.ts'

/** Greedy guide over the model's weights. Set `sentence` before each derivation. */
export class ModelGuide implements Guide {
  sentence: Sentence
  readonly #model: Model
  readonly #system: TransitionSystem
  readonly #scoring: Scoring

  constructor(model: Model, system: TransitionSystem, sentence: Sentence) {
    this.#model = model
    this.#system = system
    this.sentence = sentence
    this.#scoring = scoringOf(model)
  }

  /** Where the nodes of a configuration best lie, while no other that is guided lies there. */
  get nodes(): Int32Array | undefined {
    return this.#scoring.kernel?.nodes
  }

  /** One for each state of the system. */
  get scorers(): readonly Scorer[] {
    return this.#scoring.scorers
  }

  /** What a beam goes by. */
  steps(): StepScores {
    return this.#scoring.steps()
  }

  next(c: Configuration): Move {
    const system = this.#system
    const allowed = system.allowed(c)
    if (isForced(system, allowed)) return moveOf(31 - Math.clz32(allowed))
    const state = system.state(c)
    const move = this.#scoring.predict(c, this.sentence, state, allowed)
    if (move === NO_MOVE) return fallback(system, c, allowed, this.#model)
    if (!system.admits || system.admits(c, kindOf(move), labelOf(move))) return move
    return this.#bestAdmitted(c, allowed, this.#scoring.compare(state))
  }

  /** The scorer of a state with the scores of the configuration that was asked about last, which was in that state. */
  compare(state: number): Scorer {
    return this.#scoring.compare(state)
  }

  /** Where the best transition takes a label that it may not: the best that may. */
  #bestAdmitted(c: Configuration, allowed: number, { kinds, moves, scores }: Scorer): Move {
    const system = this.#system
    let best = NO_MOVE
    let most = -Infinity
    for (let kind = 0; kind < system.kinds.length; kind++) {
      if ((allowed & (1 << kind)) === 0) continue
      for (let i = kinds[kind]; i < kinds[kind + 1]; i++) {
        if (scores[i] <= most || !system.admits!(c, kind, labelOf(moves[i]))) continue
        most = scores[i]
        best = moves[i]
      }
    }
    return best !== NO_MOVE ? best : fallback(system, c, allowed, this.#model)
  }
}

/** A transition that is allowed though no class of the model is: the first kind, with its default label or any. */
export function fallback(system: TransitionSystem, c: Configuration, allowed: number, model: Model): Move {
  for (let kind = 0; kind < system.kinds.length; kind++) {
    if ((allowed & (1 << kind)) === 0) continue
    if (!system.kinds[kind].labelled) return moveOf(kind)
    const label = model.defaults[kind]
    if (!system.admits || system.admits(c, kind, label)) return moveOf(kind, label)
    for (let other = 0; other < model.labels.size; other++) {
      if (system.admits(c, kind, other)) return moveOf(kind, other)
    }
  }
  throw new Error(`${system.name}: no transition is allowed before the end`)
}
