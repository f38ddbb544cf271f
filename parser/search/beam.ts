/**
 * Beam search over any transition system. A step advances the best hypotheses together. In right-branching parsing, a step
 * attaches one word after any number of reductions; in other systems it is one transition (Zhang & Clark 2008), and
 * finished hypotheses wait for the others. A hypothesis consists of registers, a score and an entry of the history; all
 * nodes are in one pool, and a transition copies the three nodes that it may write. The score is the sum of the scores of
 * all unforced transitions. For a greedily trained model, these are log probabilities among the allowed transitions
 * (English EWT, beam 8: 86.7 LAS, greedy 85.7).
 */
import { classOf } from '../core/classifier-weights.ts'
import { Configuration } from '../core/configuration.ts'
import { NO_NODE } from '../core/node-fields.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { typeOf, labelOf, transitionOf, NO_TRANSITION } from '../core/transition-system.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { History, NO_ENTRY, LiveNodes, hypotheses, type Hypotheses } from './registers.ts'
import type { Admits, BeamScorer, CandidatePath, OfferedScore } from '../core/scorer.ts'
import { Successors } from './successors.ts'
import { NO_PRUNING, type SearchCounts, type Costs, type Fallback, type BeamOptions } from './beam-options.ts'

/** The maximum number of reductions of a step if there is a candidate already. Very few sentences require more. */
const MOST_REDUCTIONS = 64

export class Beam {
  readonly system: TransitionSystem
  /** The maximum number of hypotheses after a step, at least 1. */
  readonly width: number
  /** The transition type that can be repeated within a step; -1 if there is none. */
  readonly reductionType: number
  readonly history = new History()
  /** The number of hypotheses, which are sorted, the best first. */
  size = 0
  /** The number of steps of all searches, and the number of hypotheses at the starts of these steps. */
  readonly counts: SearchCounts = { steps: 0, hypotheses: 0 }
  #now: Hypotheses
  #next: Hypotheses
  #costs: Costs | undefined
  readonly #configuration = new Configuration()
  readonly #successors: Successors
  readonly #liveNodes = new LiveNodes()
  readonly #scorer: BeamScorer
  readonly #fallback: Fallback | undefined
  #pruning = NO_PRUNING
  readonly #reductionBit: number
  readonly #candidate = { score: 0, item: 0, configuration: 0, reductions: 0, transition: NO_TRANSITION }
  readonly #isAdmitted: Admits | undefined

  constructor(
    system: TransitionSystem,
    scorer: BeamScorer,
    width: number,
    { fallback, temperature = 0 }: BeamOptions = {},
  ) {
    this.system = system
    this.width = width
    this.reductionType = system.reductionType ?? -1
    this.#reductionBit = this.reductionType < 0 ? 0 : 1 << this.reductionType
    this.#scorer = scorer
    this.#fallback = fallback
    this.#successors = new Successors(system, this.reductionType, scorer, temperature)
    this.#now = hypotheses(width)
    this.#next = hypotheses(width)
    const c = this.#configuration
    this.#isAdmitted =
      system.admits && ((transition) => system.admits!(c, typeOf(transition), labelOf(transition)))
  }

  /** By hypothesis: its score. */
  get scores(): Float64Array {
    return this.#now.scores
  }

  /** By hypothesis: its last entry in the history. */
  get entries(): Int32Array {
    return this.#now.entries
  }

  /** Starts a search with one hypothesis: the start configuration. Scores include `costs`, if defined. */
  start(sentence: ParserSentence, costs?: Costs, pruning = NO_PRUNING): void {
    const c = this.#configuration
    const { registers, scores, entries, ended } = this.#now
    this.#costs = costs
    this.#pruning = pruning
    this.#scorer.begin(c, sentence, this.width, pruning.margin, this.#isAdmitted)
    this.system.start(c, sentence.size, sentence.gold)
    this.history.clear()
    this.#liveNodes.begin()
    this.size = 1
    scores[0] = 0
    entries[0] = NO_ENTRY
    registers.save(c, 0)
    ended[0] = this.system.done(c) ? 1 : 0
  }

  /** Repeats the derivation of a hypothesis in a configuration. */
  replay(c: Configuration, { size, gold }: ParserSentence, item: number): void {
    const { system, history, reductionType } = this
    system.start(c, size, gold)
    for (const entry of history.path(this.entries[item])) {
      for (let left = history.reductions(entry); left > 0; left--) system.apply(c, reductionType, 0)
      const transition = history.transition(entry)
      system.apply(c, typeOf(transition), labelOf(transition))
    }
  }

  /** Whether all hypotheses have ended. */
  get done(): boolean {
    for (let item = 0; item < this.size; item++) if (this.#now.ended[item] === 0) return false
    return true
  }

  /** Advances all unfinished hypotheses by one step. Returns false if the models have no transition for any of them. */
  step(): boolean {
    const c = this.#configuration
    const scorer = this.#scorer
    const kept = c.used
    this.counts.steps++
    this.counts.hypotheses += this.size
    scorer.clear()
    this.#successors.clear()
    for (let item = 0; item < this.size; item++) {
      if (this.#now.ended[item] === 0) this.#expand(item)
      else scorer.insert(this.#now.scores[item], { item, configuration: -1, reductions: 0 }, NO_TRANSITION)
    }
    if (scorer.size === 0 && !this.#offerFallback()) return false
    const scratch = c.used
    this.#advance()
    if (scratch > kept) {
      scorer.compact(c, kept, scratch)
      for (let item = 0; item < this.size; item++) this.#now.registers.relocate(item, scratch, scratch - kept)
    }
    this.#liveNodes.keep(c, this.#now.registers, this.size)
    return true
  }

  /** Offers all transitions of a hypothesis, after each possible number of reductions. */
  #expand(item: number): void {
    const c = this.#configuration
    const successors = this.#successors
    const scorer = this.#scorer
    const reductionBit = this.#reductionBit
    this.#now.registers.restore(item, c)
    let index = successors.add(c)
    const { reach, reductionWeight, deficitWeight } = this.#pruning
    let score = this.#now.scores[item]
    const slack = reach - deficitWeight * (this.#now.scores[0] - score)
    let found = false
    for (let reductions = 0; ; reductions++) {
      const allowed = successors.allowed[index]
      const mask = allowed & ~reductionBit
      if (mask !== 0) found = this.#offer({ item, configuration: index, reductions }, score, mask) || found
      if ((allowed & reductionBit) === 0 || (found && reductions >= MOST_REDUCTIONS)) return
      const reduction = successors.reductionScore(index)
      score += reduction
      if (score + slack + reductionWeight * reduction < scorer.best) return
      index = successors.reduce(index, c)
    }
  }

  /** Offers the transitions of the types in `mask` from one configuration. Returns whether there is a candidate. */
  #offer(path: CandidatePath, score: number, mask: number): boolean {
    const scorer = this.#scorer
    const successors = this.#successors
    const index = path.configuration
    const state = successors.state[index]
    if (state < 0) {
      // A forced transition, which has no score.
      scorer.insert(score, path, transitionOf(31 - Math.clz32(mask)))
      return true
    }
    const c = this.#configuration
    successors.registers.restore(index, c)
    const row = successors.row[index]
    const before = score - successors.logTotal[index]
    if (!this.#costs) return scorer.offer(c, row, mask, { before, free: -1, bonus: 0 }, path)
    let found = false
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const type = 31 - Math.clz32(rest & -rest)
      const offered = this.#withCosts(state, type, before)
      found = scorer.offer(c, row, 1 << type, offered, path) || found
    }
    return found
  }

  /** The terms to add to the scores of the transitions of a type, with costs. */
  #withCosts(state: number, type: number, before: number): OfferedScore {
    if (!this.system.transitionTypes[type].labelled) return { before, free: -1, bonus: 0 }
    const { cost, freeLabel } = this.#costs!
    const label = freeLabel(this.#configuration, type)
    const free = label < 0 ? -1 : classOf(this.#scorer.models[state], transitionOf(type, label))
    return { before: before + cost, free, bonus: -cost }
  }

  /** Offers a transition that is no class of the models, for the best hypothesis. */
  #offerFallback(): boolean {
    if (!this.#fallback) return false
    const c = this.#configuration
    const successors = this.#successors
    let index = 0 // the index for hypothesis 0, which is not finished; otherwise it would be a candidate
    for (let reductions = 0; ; reductions++) {
      const allowed = successors.allowed[index] & ~this.#reductionBit
      if (allowed !== 0 || (successors.allowed[index] & this.#reductionBit) === 0) {
        successors.registers.restore(index, c)
        const transition = this.#fallback(c, allowed)
        this.#scorer.insert(this.scores[0], { item: 0, configuration: index, reductions }, transition)
        return true
      }
      index = successors.reduce(index, c)
    }
  }

  /** Turns the candidates into the hypotheses of the next step. */
  #advance(): void {
    const c = this.#configuration
    const candidate = this.#candidate
    const { registers, scores, entries, ended } = this.#next
    const size = this.#sizeInMargin()
    let next = NO_NODE // new nodes of the same word are equal
    for (let i = 0; i < size; i++) {
      this.#scorer.read(i, candidate)
      const { transition } = candidate
      const entry = this.#now.entries[candidate.item]
      scores[i] = candidate.score
      if (transition === NO_TRANSITION) {
        this.#now.registers.restore(candidate.item, c)
        entries[i] = entry
        ended[i] = 1
      } else {
        this.#successors.registers.restore(candidate.configuration, c)
        this.#scorer.apply(this.system, c, typeOf(transition), labelOf(transition))
        entries[i] = this.history.add(entry, candidate.reductions, transition)
        ended[i] = this.system.done(c) ? 1 : 0
        if (next === NO_NODE) next = c.next
        else if (this.#scorer.areEqual(c.next, next)) c.next = next
      }
      registers.save(c, i)
    }
    this.size = size
    ;[this.#now, this.#next] = [this.#next, this.#now]
  }

  /** The number of candidates within the margin. */
  #sizeInMargin(): number {
    const candidate = this.#candidate
    this.#scorer.read(0, candidate)
    const least = candidate.score - this.#pruning.margin
    let { size } = this.#scorer
    do this.#scorer.read(size - 1, candidate)
    while (candidate.score < least && --size > 1)
    return size
  }
}
