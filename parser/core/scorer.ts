/** What search asks for scores: linear scores of transitions, the sums of the weights of the active features of each class. */
import type { Configuration } from './configuration.ts'
import type { ParserSentence } from './sentence.ts'
import type { Transition, TransitionSystem } from './transition-system.ts'

/** Scores transitions. */
export interface Scorer {
  /** The classes, sorted by transition type, then label: class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** Type t has the classes typeStarts[t]..typeStarts[t + 1]. */
  readonly typeStarts: Int32Array
  /** The sums of the last call, by class. */
  readonly scores: ArrayLike<number>
  /** The score of 1 of `scores`. Scores of different scorers compare when they are multiplied by it. */
  readonly unit: number
  /** Sums the weights of `keys[0..count)` into `scores`. Unknown keys add nothing. */
  score(keys: Uint32Array, count: number): void
}

/** Scores the classes of one classifier. */
export interface ClassScorer extends Scorer {
  readonly scores: Int16Array | Int32Array
  /** The first of the best classes of the types in the bit set `mask`, by the last sums; -1 if there is none. */
  best(mask: number): number
  /** The best class of the types in `mask` if it leads all others of them by at least `margin` > 0; else -1. */
  leading(mask: number, margin: number): number
}

/** The transitions that one prediction model knows. */
export type BeamModel = Pick<Scorer, 'transitions' | 'typeStarts'>

/** How a candidate comes about: the hypothesis, the number of the configuration, how many reductions lead to that. */
export interface CandidatePath {
  item: number
  configuration: number
  reductions: number
}

export interface Candidate extends CandidatePath {
  score: number
  transition: Transition
}

/** What is added to the scores of the models: `before`, and class `free`, unless that is -1, `bonus` more. */
export interface OfferedScore {
  readonly before: number
  readonly free: number
  readonly bonus: number
}

/** Whether constraints admit a transition in the configuration whose candidates are offered. */
export type Admits = (transition: Transition) => boolean

/**
 * What a beam computes for the configurations of a step: scores, the best candidates for the next step, and copies of nodes.
 * Configurations of one step whose features are equal share a *row*: the scores of the transitions that the models know.
 */
export interface BeamScorer {
  /** One for each state of the system. */
  readonly models: readonly BeamModel[]
  /**
   * Begins a search of `sentence` by at most `width` hypotheses, whose nodes are in `c`, and which `margin` below the
   * best candidate of a step are left out. @param admits default: all transitions are admitted
   */
  begin(c: Configuration, sentence: ParserSentence, width: number, margin: number, admits?: Admits): void
  /** Forgets all rows and candidates: those of the step before. */
  clear(): void
  /** Scores the transitions of the types in `mask` of a configuration in state `state`; returns the number of its row. */
  score(c: Configuration, state: number, mask: number): number
  /** What class `index` scores. */
  scoreOf(row: number, index: number): number
  /** The logarithm of the sum of e^(score / temperature) over the transitions of the types in `mask`, times the temperature. */
  logTotal(row: number, mask: number, temperature: number): number
  /**
   * Offers the transitions of the types in `mask` from `c` as candidates. One scores `before` and what the row says;
   * class `free`, if it is not -1, `bonus` more. Returns whether the models know any.
   */
  offer(c: Configuration, row: number, mask: number, offered: OfferedScore, path: CandidatePath): boolean
  /** Offers one candidate. */
  insert(score: number, path: CandidatePath, transition: Transition): void
  /** The score of the best candidate; -Infinity if there is none. */
  readonly best: number
  /** How many candidates there are. */
  readonly size: number
  /** Reads candidate `index`, the best first, into `into`. */
  read(index: number, into: Candidate): void
  /** Applies a transition to copies of the nodes that it may write. Copies that stay equal are given up again. */
  apply(system: TransitionSystem, c: Configuration, type: number, label: number): void
  /** Whether two nodes have the same fields. */
  areEqual(one: number, other: number): boolean
  /** Moves the nodes from `scratch` on down to `kept`, over those that no hypothesis needs any more. */
  compact(c: Configuration, kept: number, scratch: number): void
}
