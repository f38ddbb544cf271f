/**
 * The averaged structured perceptron with beam search (Collins & Roark 2004). If the gold derivation does not win the
 * search of a sentence, an update increases the weights of the features of its first steps, and decreases those of the
 * best hypothesis after the same number of steps. The update is at the step at which the lead of this hypothesis is
 * largest (max-violation, Huang, Fayong & Guo 2012), so it corrects an error and the perceptron converges. During the
 * search, wrong arcs add a margin to scores.
 *
 * The search follows the same reductions as parsing (SUM_PRUNING), in 0.55 to 0.8 times the time of a search that follows
 * all. LAS on dev, ensembles of three: Hungarian Szeged 76.57 (76.31 with all reductions), French Sequoia 90.36 (90.39),
 * Greek GDT 87.71 (87.61), Vietnamese VTB 52.73 (52.66); one perceptron: English EWT 88.45 (88.55), Afrikaans AfriBooms,
 * two seeds, 83.58 and 83.81 (83.13 and 83.30).
 */
import { Beam } from '../search/beam.ts'
import { type Costs, type Pruning, SUM_PRUNING } from '../search/beam-options.ts'
import {
  dependentOf,
  headOf,
  markOf,
  isForced,
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../core/transition-system.ts'
import type { BeamScorer } from '../core/scorer.ts'
import { NO_ENTRY } from '../search/registers.ts'
import { Configuration } from '../core/configuration.ts'
import type { FeatureExtractor } from '../scoring/kernel/kernel.ts'
import { IntList } from '../core/int-list.ts'
import type { ParserSentence } from '../core/sentence.ts'
import type { Tree } from '../../transform/tree.ts'
import type { PerceptronWeights } from './perceptron-weights.ts'

/** The data of a learner of one shard. */
export interface BeamLearning {
  readonly system: TransitionSystem
  /** The weights to learn, by prediction model. */
  readonly models: readonly PerceptronWeights[]
  /** The scorer of the search, with these weights. */
  readonly scorer: BeamScorer
  readonly extractor: FeatureExtractor
}

export class BeamLearner {
  readonly #learning: BeamLearning
  readonly #margin: number
  readonly #pruning: Pruning
  readonly #beam: Beam
  readonly #c = new Configuration()
  /** The gold derivation, by step of the beam: the number of reductions, the next transition, the score up to this step. */
  readonly #reductions = new IntList()
  readonly #transitions = new IntList()
  readonly #scores: number[] = []

  /** @param margin the amount that each wrong arc adds to a score; the unit is the change of a weight by one update */
  constructor(learning: BeamLearning, width: number, margin: number) {
    this.#learning = learning
    this.#margin = margin
    this.#pruning = { ...SUM_PRUNING, margin: Infinity, reach: margin * SUM_PRUNING.reach }
    this.#beam = new Beam(learning.system, learning.scorer, width)
  }

  /** Searches one sentence. Returns whether the gold derivation wins; if it does not, updates the weights. */
  learn(sentence: ParserSentence, gold: Tree, step: number): boolean {
    this.#deriveGold(sentence, gold)
    const { steps, entry } = this.#violation(sentence, gold)
    if (steps === 0) return true
    this.#update(sentence, steps, entry, step)
    return false
  }

  #deriveGold(sentence: ParserSentence, gold: Tree): void {
    const system = this.#learning.system
    const c = this.#c
    const { reductionType } = this.#beam
    this.#transitions.length = 0
    this.#reductions.length = 0
    this.#scores.length = 0
    let score = 0
    let reductions = 0
    const oracle = system.oracle(gold)
    for (system.start(c, gold.size, gold); !system.done(c);) {
      const transition = oracle.next(c)
      score += this.#scoreOf(sentence, transition)
      system.apply(c, typeOf(transition), labelOf(transition))
      if (typeOf(transition) === reductionType) {
        reductions++
        continue
      }
      this.#reductions.push(reductions)
      this.#transitions.push(transition)
      this.#scores.push(score)
      reductions = 0
    }
  }

  #scoreOf(sentence: ParserSentence, transition: Transition): number {
    const { system, extractor, models } = this.#learning
    const c = this.#c
    if (isForced(system, system.allowed(c))) return 0
    const model = models[system.state(c)]
    return model.scoreOf(extractor.keys, extractor.extract(c, sentence), model.classOf(transition))
  }

  /** The number of steps and the hypothesis (its last entry) of the update; 0 steps if the gold derivation wins. */
  #violation(sentence: ParserSentence, tree: Tree): { steps: number; entry: number } {
    const beam = this.#beam
    let gold = NO_ENTRY
    let isGoldInBeam = true
    let largestLead = -Infinity
    let steps = 0
    let entry = NO_ENTRY
    beam.start(sentence, arcCosts(this.#learning.system, tree, this.#margin), this.#pruning)
    for (let step = 0; !beam.done; step++) {
      if (!beam.step()) break
      if (isGoldInBeam) {
        gold = this.#goldEntry(gold, step)
        isGoldInBeam = gold !== NO_ENTRY
      }
      const last = Math.min(step, this.#transitions.length - 1)
      const lead = beam.scores[0] - this.#scores[last]
      const best = beam.entries[0]
      if (best !== gold && lead > largestLead) {
        largestLead = lead
        steps = step + 1
        entry = best
      }
    }
    return { steps, entry }
  }

  /** The entry of the gold derivation after `step`, given its previous entry; NO_ENTRY if no hypothesis has it. */
  #goldEntry(before: number, step: number): number {
    const { entries, size } = this.#beam
    for (let item = 0; item < size; item++) {
      const entry = entries[item]
      const isGold =
        step >= this.#transitions.length
          ? entry === before
          : this.#beam.history.parent(entry) === before && this.#isGold(entry, step)
      if (isGold) return entry
    }
    return NO_ENTRY
  }

  /** Whether an entry has the transition and the reductions of a step of the gold derivation. */
  #isGold(entry: number, step: number): boolean {
    const { history } = this.#beam
    return (
      history.transition(entry) === this.#transitions.items[step] &&
      history.reductions(entry) === this.#reductions.items[step]
    )
  }

  /** Updates the weights in favour of the first `steps` steps of the gold derivation, against the hypothesis of `entry`. */
  #update(sentence: ParserSentence, steps: number, entry: number, step: number): void {
    const { history } = this.#beam
    const path = history.path(entry)
    const goldSteps = Math.min(steps, this.#transitions.length)
    let shared = 0
    while (shared < path.length && shared < goldSteps && this.#isGold(path[shared], shared)) shared++
    this.#learning.system.start(this.#c, sentence.size, sentence.gold)
    for (let i = 0; i < goldSteps; i++) {
      const by = i < shared ? 0 : 1
      this.#follow(sentence, this.#reductions.items[i], this.#transitions.items[i], by, step)
    }
    this.#learning.system.start(this.#c, sentence.size, sentence.gold)
    for (let i = 0; i < path.length; i++) {
      const by = i < shared ? 0 : -1
      this.#follow(sentence, history.reductions(path[i]), history.transition(path[i]), by, step)
    }
  }

  /** Applies one step of the beam; adds `by` to the weights of its features. */
  #follow(
    sentence: ParserSentence,
    reductions: number,
    transition: Transition,
    by: number,
    step: number,
  ): void {
    const reduction = transitionOf(this.#beam.reductionType)
    for (let left = reductions; left > 0; left--) this.#apply(sentence, reduction, by, step)
    this.#apply(sentence, transition, by, step)
  }

  #apply(sentence: ParserSentence, transition: Transition, by: number, step: number): void {
    const { system, extractor, models } = this.#learning
    const c = this.#c
    if (by !== 0 && !isForced(system, system.allowed(c))) {
      const model = models[system.state(c)]
      const classIndex = model.classOf(transition)
      if (classIndex >= 0) model.update(extractor.keys, extractor.extract(c, sentence), classIndex, by, step)
    }
    system.apply(c, typeOf(transition), labelOf(transition))
  }
}

/**
 * The costs of a search for the encoded tree `gold`: each arc with another head, label or mark costs `cost`, so that the gold
 * derivation must win by a margin (Taskar, Guestrin & Koller 2003; Tsochantaridis et al. 2005).
 */
export function arcCosts(system: TransitionSystem, gold: Tree, cost: number): Costs {
  return {
    cost,
    freeLabel: (c, type) => {
      const word = dependentOf(system, c, type)
      const isGold = gold.head[word] === headOf(system, c, type) && gold.mark[word] === markOf(system, type)
      return isGold ? gold.label[word] : -1
    },
  }
}
