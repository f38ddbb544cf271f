/** The interfaces of scoring. The score of a transition is linear: the sum of the weights of the active features of its class. */
import type { Configuration } from './configuration.ts'
import type { ParserSentence } from './sentence.ts'
import type { Transition, TransitionSystem } from './transition-system.ts'

/** Scores transitions. */
export interface Scorer {
  /** The classes, sorted by transition type, then label: class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type t has the classes typeStarts[t] to typeStarts[t + 1] - 1. */
  readonly typeStarts: Int32Array
  /** The sums of the last call of `score`, by class. */
  readonly scores: ArrayLike<number>
  /** The unit of `scores`. Scores of different scorers are comparable after multiplication by their units. */
  readonly unit: number
  /** Sums the weights of `keys[0..count)` into `scores`. Unknown keys add nothing. */
  score(keys: Uint32Array, count: number): void
}

/** Scores the classes of one classifier. */
export interface ClassScorer extends Scorer {
  readonly scores: Int16Array | Int32Array
  /** The class with the best sum (the first of equal ones) of the types in the bit set `mask`; -1 if there is none. */
  best(mask: number): number
  /** The best class of the types in `mask` if its lead over all other classes is at least `margin` > 0; else -1. */
  leading(mask: number, margin: number): number
}

/** The transitions that are classes of one prediction model. */
export type BeamModel = Pick<Scorer, 'transitions' | 'typeStarts'>

/** The origin of a candidate: the hypothesis, the number of the configuration, and the number of reductions before it. */
export interface CandidatePath {
  item: number
  configuration: number
  reductions: number
}

export interface Candidate extends CandidatePath {
  score: number
  transition: Transition
}

/** The terms that are added to scores of models: `before` for every class, and `bonus` for class `free` (-1: for no class). */
export interface OfferedScore {
  readonly before: number
  readonly free: number
  readonly bonus: number
}

/** Whether constraints allow a transition in the configuration whose candidates are offered. */
export type Admits = (transition: Transition) => boolean

/**
 * The computations of a beam for the configurations of a step: scores, the best candidates for the next step, and copies of
 * nodes. Configurations of one step with equal features share a *row*: the scores of all classes.
 */
export interface BeamScorer {
  /** One model for each state of the system. */
  readonly models: readonly BeamModel[]
  /**
   * Begins a search of `sentence` with at most `width` hypotheses, whose nodes are in `c`. Candidates of a step whose score
   * is more than `margin` below the best score are left out. @param admits default: allows all transitions
   */
  begin(c: Configuration, sentence: ParserSentence, width: number, margin: number, admits?: Admits): void
  /** Removes the rows and candidates of the previous step. */
  clear(): void
  /** Scores the transitions of the types in `mask` for a configuration in state `state`; returns the number of the row. */
  score(c: Configuration, state: number, mask: number): number
  /** The score of class `index`. */
  scoreOf(row: number, index: number): number
  /** The logarithm of the sum of e^(score / temperature) over the transitions of the types in `mask`, times the temperature. */
  logTotal(row: number, mask: number, temperature: number): number
  /**
   * Offers the transitions of the types in `mask` from `c` as candidates. The score of a candidate is `before` plus the
   * score in the row; class `free`, if it is not -1, gets `bonus` in addition. Returns whether there is a candidate.
   */
  offer(c: Configuration, row: number, mask: number, offered: OfferedScore, path: CandidatePath): boolean
  /** Offers one candidate. */
  insert(score: number, path: CandidatePath, transition: Transition): void
  /** The score of the best candidate; -Infinity if there is none. */
  readonly best: number
  /** The number of candidates. */
  readonly size: number
  /** Copies candidate `index` (0 is the best) to `into`. */
  read(index: number, into: Candidate): void
  /** Applies a transition to copies of the nodes that it may change. Copies that did not change are freed. */
  apply(system: TransitionSystem, c: Configuration, type: number, label: number): void
  /** Whether two nodes have the same fields. */
  areEqual(one: number, other: number): boolean
  /** Moves the nodes from offset `scratch` to offset `kept`; the nodes between are no longer needed. */
  compact(c: Configuration, kept: number, scratch: number): void
}
