import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from './configuration.ts'
import type { ConstraintLabels, Constraints } from './constraints.ts'

/**
 * A transition, packed: the low three bits are its kind (an index into {@link TransitionSystem.transitionTypes}), the rest is
 * the label id of the arc that it adds. A kind without a label has label id 0 there.
 */
export type Transition = number

/** No transition: there is none, or none is known. */
export const NO_TRANSITION: Transition = -1

export const transitionOf = (type: number, label = 0): Transition => (label << 3) | type
export const typeOf = (transition: Transition): number => transition & 7
export const labelOf = (transition: Transition): number => transition >> 3

/** One of the transitions of a system, before its label is chosen. */
export interface TransitionType {
  /** As in the papers, in lower case: `shift`, `right-arc`, … */
  readonly name: string
  /** Whether it adds an arc, and so takes a label. */
  readonly labelled: boolean
}

/** What can be told a system when it is made. */
export interface Settings {
  /** Exactly one dependent of the artificial root (true, the default), or any number. */
  readonly singleRoot: boolean
}

/**
 * A transition system: where derivations start, what is allowed, what a transition does, when it ends, which tree it
 * ends in, and the static oracle. A system holds no state of a sentence: that is the configuration's (what constraints
 * say of a sentence, {@link ConstrainedSystem}, is the exception).
 */
export interface TransitionSystem {
  readonly name: string
  /**
   * Systems of one family have the same `states`, and transition type k is the same in all that have it: they can
   * decode each other's models.
   */
  readonly family: 'right-branching' | 'arc-eager'
  readonly settings: Settings
  readonly transitionTypes: readonly TransitionType[]
  /** The number of prediction models; `state` says which one a configuration asks. */
  readonly states: readonly string[]
  /** The largest number of transitions for a sentence of n words. */
  bound(size: number): number
  /** Sets `configuration` up for a sentence of `size` ≥ 0 words. */
  start(configuration: Configuration, size: number): void
  /** Bit k is set where kind k is allowed (with some label at least). 0 exactly where `done`. */
  allowed(configuration: Configuration): number
  /** Which labels an allowed kind may take; absent where it may take all. */
  admits?(configuration: Configuration, type: number, label: number): boolean
  done(configuration: Configuration): boolean
  /** Carries an allowed transition out. */
  apply(configuration: Configuration, type: number, label: number): void
  /** The index of the prediction model, into `states`. */
  state(configuration: Configuration): number
  /**
   * The static oracle: the transition that leads from `configuration`, itself on the way to `gold`, towards `gold`:
   * a projective tree; a marked right-branching one for the right-branching family.
   */
  oracle(configuration: Configuration, gold: Tree): Transition
  /** Only of a system that is told part of the gold tree: tells it, before `start`. */
  reveal?(gold: Tree): void
  /** Writes the arcs of a terminal configuration to `tree` (of the same size), marks and all. */
  finish(configuration: Configuration, tree: Tree): void
}

/**
 * A transition system that meets constraints. Call `impose` for every sentence before `start`; without constraints the
 * system allows what the unconstrained system allows.
 */
export interface ConstrainedSystem extends TransitionSystem {
  /**
   * Checks that some tree satisfies `constraints` and makes the tables that the preconditions read, in O(n log n).
   * Throws ConstraintError otherwise; its message names the constraints that contradict each other.
   *
   * @param labels the labels of the model; without it every label id is its own base
   */
  impose(size: number, constraints: Constraints, labels?: ConstraintLabels): void
}

/** Whether `allowed` leaves one kind only and it takes no label: nobody needs to be asked. */
export function isForced(system: TransitionSystem, allowed: number): boolean {
  return (allowed & (allowed - 1)) === 0 && !system.transitionTypes[31 - Math.clz32(allowed)].labelled
}

/** Picks the next transition of a configuration: an oracle, a trained model, a random walker, a recorded derivation. */
export interface Guide {
  next(configuration: Configuration): Transition
}

/** Decodes: until terminal, ask, apply. */
export function derive(system: TransitionSystem, configuration: Configuration, guide: Guide): void {
  while (!system.done(configuration)) {
    const transition = guide.next(configuration)
    system.apply(configuration, typeOf(transition), labelOf(transition))
  }
}
