/**
 * Backtracking, the depth-first counterpart of a beam: the greedy derivation is followed to its end; then the parser
 * goes back to the decision that it was least certain of, takes another transition there, and goes on greedily. The
 * best of all derivations that have come to an end is the one that counts. (Limited discrepancy search, Harvey &
 * Ginsberg 1995, with the discrepancies in the order of what they cost.) Any transition system, any model.
 *
 * Derivations of different lengths have to compare. So a transition scores the logarithm of its share among those of the
 * allowed kinds, and a derivation the sum of these: scores only fall on the way, and a derivation that has fallen below
 * the best one is given up. So is one that is still behind it a few words after they parted. Labels that constraints bar
 * keep their shares: else derivations would gain by running into constraints where the model says otherwise.
 *
 * The bound is on further configurations, so many a word: time and memory are linear in the sentence.
 */
import { applyToCopies } from './fork.ts'
import { History, NO_ENTRY } from './history.ts'
import { Registers } from './registers.ts'
import { NEGLIGIBLE, STEP_TEMPERATURE } from './confidence.ts'
import { Configuration } from '../core/configuration.ts'
import type { ModelGuide } from './model-guide.ts'
import { Heap } from './heap.ts'
import type { Sentence } from '../core/sentence.ts'
import {
  isForced,
  typeOf,
  labelOf,
  type Transition,
  type TransitionSystem,
} from '../core/transition-system.ts'

/** Limits of the search. */
export interface Limits {
  /** What scores are divided by before they are compared as logarithms. */
  readonly temperature: number
  /** How many words a derivation may be behind the best one. */
  readonly patience: number
  /** How many other transitions a decision may be changed to, and how much less these may score. */
  readonly others: number
  readonly worst: number
}

/** Chosen on the dev set of tr_imst: LAS of rb 55.5 with 2 further configurations a word; with a patience of 3 or 20 55.4. */
export const defaultLimits: Limits = Object.freeze({
  temperature: STEP_TEMPERATURE,
  patience: 8,
  others: 3,
  worst: 7,
})

/** What a transition scores that no model knows. */
const UNKNOWN = -10

/** The most further configurations a word. */
export const mostBacktracking = 1024

/** Throws RangeError where `further` cannot be a number of configurations a word. */
export function checkBacktracking(further: number): void {
  if (Number.isInteger(further) && further >= 1 && further <= mostBacktracking) return
  throw new RangeError(
    `backtracking over ${further} configurations a word, expected a whole number from 1 to ${mostBacktracking}`,
  )
}

/** A decision that could have been another. */
interface Alternative {
  /** What the derivation that it belongs to would score if nothing else in it changed. */
  hope: number
  /** With the transition. */
  readonly score: number
  readonly transition: Transition
  /** The configuration before it, by its registers, and the entry that led there. */
  readonly configuration: number
  readonly entry: number
}

/** The guide whose decisions are followed and gone back on. */
export type RevisedGuide = Pick<ModelGuide, 'sentence' | 'next' | 'compare'>

export class Backtracking {
  readonly history = new History()
  /** By derivation that came to an end, in the order in which they did: its last entry and its score. */
  readonly entries: number[] = []
  readonly scores: number[] = []
  /** The best of them; of equals the first. */
  best = 0
  readonly #system: TransitionSystem
  readonly #guide: RevisedGuide
  readonly #limits: Limits
  readonly #c = new Configuration()
  readonly #open = new Heap<Alternative>(({ hope }) => hope)
  /** Those of the derivation that is being followed. */
  #met: Alternative[] = []
  readonly #registers = new Registers(64)
  #saved = 0
  /** How many configurations may still be asked about. */
  #left = 0
  /** By word, of the derivation that is followed and of the best one: the score where the word came to the front. */
  #reached = new Float64Array(0)
  #toBeat = new Float64Array(0)
  #ranked: number[] = []

  constructor(system: TransitionSystem, guide: RevisedGuide, limits = defaultLimits) {
    this.#system = system
    this.#guide = guide
    this.#limits = limits
  }

  /** @param further how many configurations to ask about beside those of the greedy derivation, a word */
  search(sentence: Sentence, further: number): void {
    const c = this.#c
    this.#begin(sentence)
    this.#left = Infinity
    this.#follow(NO_ENTRY, 0, -Infinity)
    this.#left = further * sentence.size
    while (this.#left > 0) {
      const next = this.#open.pop()
      if (!next) return
      const best = this.scores[this.best]
      if (next.score <= best) continue
      this.#registers.restore(next.configuration, c)
      applyToCopies(this.#system, c, typeOf(next.transition), labelOf(next.transition))
      this.#follow(this.history.add(next.entry, 0, next.transition), next.score, best)
    }
  }

  #begin(sentence: Sentence): void {
    this.#guide.sentence = sentence
    this.#system.start(this.#c, sentence.size)
    this.history.clear()
    this.#open.clear()
    this.entries.length = this.scores.length = 0
    this.best = this.#saved = 0
    if (this.#reached.length >= sentence.size + 2) return
    this.#reached = new Float64Array(2 * (sentence.size + 2))
    this.#toBeat = new Float64Array(2 * (sentence.size + 2))
  }

  /** Goes on greedily from `parent`, to whose configuration and score it came, as long as it may beat `best`. */
  #follow(parent: number, start: number, best: number): void {
    const c = this.#c
    const system = this.#system
    const first = c.front
    let [entry, score, front] = [parent, start, first]
    this.#met.length = 0
    this.#reached[front] = score
    while (!system.done(c) && score > best) {
      const allowed = system.allowed(c)
      const transition = this.#guide.next(c)
      if (!isForced(system, allowed)) {
        if (this.#left-- <= 0) break
        score += this.#weigh(allowed, transition, score, entry)
      }
      applyToCopies(system, c, typeOf(transition), labelOf(transition))
      entry = this.history.add(entry, 0, transition)
      for (; front < c.front; front++) this.#reached[front + 1] = score
      if (best > -Infinity && front - first >= this.#limits.patience && score < this.#toBeat[front]) break
    }
    for (const alternative of this.#met) {
      alternative.hope += score
      this.#open.push(alternative)
    }
    if (system.done(c)) this.#end(entry, score, best, first)
  }

  #end(entry: number, score: number, best: number, first: number): void {
    this.entries.push(entry)
    this.scores.push(score)
    if (score <= best) return
    this.best = this.entries.length - 1
    this.#toBeat.set(this.#reached.subarray(first, this.#c.limit + 2), first)
  }

  /** What `move` scores where the guide has just chosen it; notes what it could have been instead. */
  #weigh(allowed: number, transition: Transition, score: number, entry: number): number {
    const c = this.#c
    const system = this.#system
    const { typeStarts, transitions, scores, unit } = this.#guide.compare(system.state(c))
    const { others, worst, temperature } = this.#limits
    const scale = unit / temperature
    const chosen = transitions.indexOf(transition)
    if (chosen < 0) return UNKNOWN
    const ranked = this.#ranked
    ranked.length = 0
    // The sum of the exponentials, in those of the largest logarithm: that may be far above what the guide has chosen.
    let [sum, largest] = [0, 0]
    for (let rest = allowed; rest !== 0; rest &= rest - 1) {
      const type = 31 - Math.clz32(rest & -rest)
      for (let i = typeStarts[type]; i < typeStarts[type + 1]; i++) {
        const logarithm = (scores[i] - scores[chosen]) * scale
        if (logarithm > largest) {
          sum = sum * Math.exp(largest - logarithm) + 1
          largest = logarithm
        } else if (logarithm > largest + NEGLIGIBLE) sum += Math.exp(logarithm - largest)
        if (i === chosen || (system.admits && !system.admits(c, type, labelOf(transitions[i])))) continue
        insert(ranked, others, scores, i)
      }
    }
    const share = -(largest + Math.log(sum))
    if (ranked.length > 0) this.#registers.save(c, this.#saved)
    for (const other of ranked) {
      const less = (scores[chosen] - scores[other]) * scale
      if (less > worst) break
      this.#met.push({
        hope: -less,
        score: score + share - less,
        transition: transitions[other],
        configuration: this.#saved,
        entry,
      })
    }
    this.#saved++
    return share
  }
}

/** Keeps the `most` best of what was inserted, the best first; of equals the earlier ones. */
function insert(ranked: number[], most: number, scores: ArrayLike<number>, index: number): void {
  let at = ranked.length
  if (at < most) ranked.push(index)
  else if (scores[index] <= scores[ranked[--at]]) return
  for (; at > 0 && scores[ranked[at - 1]] < scores[index]; at--) ranked[at] = ranked[at - 1]
  ranked[at] = index
}
