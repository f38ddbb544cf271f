/** Ranks the final hypotheses of a search: the best different parses, with scores and probabilities. */
import type { Tree } from '../../transform/tree.ts'
import type { Parse } from '../labelling/postprocessor.ts'
import type { Configuration } from '../core/configuration.ts'
import type { ModelGuide } from './model-guide.ts'
import {
  isForced,
  typeOf,
  labelOf,
  type Guide,
  type Transition,
  type TransitionSystem,
  dependentOf,
} from '../core/transition-system.ts'

/** One of the best parses of a sentence, with its score and probabilities. */
export interface RankedParse extends Parse {
  /** The sum of the scores (in margins) or log probabilities of its transitions. Comparable within a sentence. */
  readonly score: number
  /** By word, 1..size: the probability of its arc and first-stage label. */
  readonly arcs: Float64Array
}

/** A final parse of a search. */
export interface Hypothesis extends Parse {
  readonly score: number
  /** The same parse with early labels, if this one has late labels. */
  readonly early?: () => Parse
}

/** The first `count` different trees. If relabelling makes a tree equal to a better tree, it keeps its first-stage labels. */
export function rankParses(hypotheses: readonly Hypothesis[], count: number): RankedParse[] {
  const scores = hypotheses.map(({ score }) => score)
  const known = new Set<string>()
  const isNew: boolean[] = []
  const parses = hypotheses.map((one): Parse => {
    const parse = one.early && known.has(keyOf(one.tree)) ? one.early() : one
    const key = keyOf(parse.tree)
    isNew.push(!known.has(key))
    known.add(key)
    return parse
  })
  const probabilities = arcProbabilities(
    parses.map(({ tree }) => tree),
    scores,
  )
  const ranked: RankedParse[] = []
  for (const [i, { derived, tree, vestigialArcs }] of parses.entries()) {
    if (ranked.length === count) break
    if (isNew[i]) ranked.push({ derived, tree, vestigialArcs, score: scores[i], arcs: probabilities(tree) })
  }
  return ranked
}

/** A text that is the same for equal trees of a sentence. */
const keyOf = ({ head, label, mark }: Tree): string => `${head.join()} ${label.join()} ${mark.join()}`

/** Moves values of words from reading order to the order of the sentence. */
export function mirrorProbabilities(shares: Float64Array): Float64Array {
  return Float64Array.from(shares, (share, word) => (word === 0 ? share : shares[shares.length - word]))
}

// The probability of an arc is the share of the hypotheses that have it, weighted by e^(score / temperature). In a greedy
// derivation, it is the product of the probabilities of the transitions since the previous arc.

/** The temperature for weights of whole hypotheses. */
const TEMPERATURE = 0.5

/** The temperature for weights of transitions of greedily trained models. */
export const STEP_TEMPERATURE = 0.2

/** Returns a function of a tree that returns, by word, the share of the hypotheses that have the arc. Scores: best first. */
export function arcProbabilities(
  hypotheses: readonly Tree[],
  scores: readonly number[],
): (tree: Tree) => Float64Array {
  const weights = scores.map((score) => Math.exp((score - scores[0]) / TEMPERATURE))
  const sum = weights.reduce((one, other) => one + other, 0)
  const shares = new Map<string, number>()
  const arcOf = ({ head, label }: Tree, word: number): string => `${word} ${head[word]} ${label[word]}`
  hypotheses.forEach((tree, i) => {
    for (let word = 1; word <= tree.size; word++) {
      const arc = arcOf(tree, word)
      shares.set(arc, (shares.get(arc) ?? 0) + weights[i] / sum)
    }
  })
  return (tree) =>
    Float64Array.from({ length: tree.size + 1 }, (_, word) =>
      // The sum of all weights is rounded.
      word === 0 ? 0 : Math.min(1, shares.get(arcOf(tree, word)) ?? 0),
    )
}

/** Follows the guide of a model and records the probability of each arc. */
export class ConfidenceGuide implements Guide {
  /** The sum of the scores of all unforced transitions until now. */
  score = 0
  /** The probability of the arc into each word; 1 if there is no arc yet. */
  probabilities: Float64Array<ArrayBuffer>
  /** The product of the probabilities of all transitions since the last arc. */
  #probabilitySinceArc = 1
  readonly #guide: ModelGuide
  readonly #system: TransitionSystem

  constructor(guide: ModelGuide, system: TransitionSystem, size: number) {
    this.#guide = guide
    this.#system = system
    this.probabilities = new Float64Array(size + 1).fill(1)
  }

  next(c: Configuration): Transition {
    const transition = this.#guide.next(c)
    const allowed = this.#system.allowed(c)
    if (!isForced(this.#system, allowed)) this.#weigh(c, allowed, transition)
    const type = typeOf(transition)
    if (this.#system.transitionTypes[type].labelled) {
      this.probabilities[dependentOf(this.#system, c, type)] = this.#probabilitySinceArc
      this.#probabilitySinceArc = 1
    }
    return transition
  }

  /** Updates score and probability from the scores of the guide for this configuration. */
  #weigh(c: Configuration, allowed: number, transition: Transition): void {
    const { typeStarts, transitions, scores, unit } = this.#guide.compare(this.#system.state(c))
    const chosen = transitions.indexOf(transition)
    if (chosen < 0) return
    let sum = 0
    for (let type = 0; type + 1 < typeStarts.length; type++) {
      if ((allowed & (1 << type)) === 0) continue
      for (let i = typeStarts[type]; i < typeStarts[type + 1]; i++) {
        if (this.#system.admits && !this.#system.admits(c, type, labelOf(transitions[i]))) continue
        sum += Math.exp(((scores[i] - scores[chosen]) * unit) / STEP_TEMPERATURE)
      }
    }
    this.#probabilitySinceArc /= sum
    this.score += scores[chosen] * unit
  }
}
