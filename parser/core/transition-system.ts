import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from './configuration.ts'
import type { ConstraintLabels, Constraints } from './constraints.ts'

/** A transition as one integer: the low three bits are its type, the others the label id of its arc, 0 for none. */
export type Transition = number

/** In place of a transition: there is none. */
export const NO_TRANSITION: Transition = -1

export const transitionOf = (type: number, label = 0): Transition => (label << 3) | type
export const typeOf = (transition: Transition): number => transition & 7
export const labelOf = (transition: Transition): number => transition >> 3

/** A kind of transition; with a label id it becomes a transition. */
export interface TransitionType {
  /** As in the papers, in lower case: `shift`, `right-arc`, … */
  readonly name: string
  /** Whether it adds an arc, which has a label. */
  readonly labelled: boolean
  /** Of a type with a label: where the head and the dependent of the arc are before the transition. */
  readonly head?: Place
  readonly dependent?: Place
  /** The mark of the arc. Default: 0, none. */
  readonly mark?: number
}

/** The stack top, the word below it, and the front of the buffer. */
export type Place = 's0' | 's1' | 'b0'

export interface Settings {
  /** true (the default): the artificial root has exactly one dependent. false: any number. */
  readonly singleRoot: boolean
}

/** A transition system. Only a {@link ConstrainedSystem} has state of a sentence; the rest is in configurations. */
export interface TransitionSystem {
  /** Only of a system under constraints: the system without them. */
  readonly unconstrained?: TransitionSystem
  readonly name: string
  /**
   * Systems of one family have the same `states` and the same types: they can decode each other's models. The family
   * `right-branching` learns transformed trees.
   */
  readonly family: string
  /** Whether it derives all trees. Default: false, projective trees only. */
  readonly nonProjective?: boolean
  /** The type, without label, that a beam can repeat within a step, see ../search/beam.ts. Default: none. */
  readonly reductionType?: number
  readonly settings: Settings
  readonly transitionTypes: readonly TransitionType[]
  /** The names of the prediction models; `state` says which one predicts in a configuration. */
  readonly states: readonly string[]
  /** The largest number of transitions for a sentence of n words. */
  bound(size: number): number
  /** Makes `configuration` the start for a sentence of `size` ≥ 0 words. */
  start(configuration: Configuration, size: number): void
  /** Bit k is set if transition type k is allowed, with at least one label. 0 exactly if `done`. */
  allowed(configuration: Configuration): number
  /** Whether an allowed transition type may take this label; absent if every label is allowed. */
  admits?(configuration: Configuration, type: number, label: number): boolean
  done(configuration: Configuration): boolean
  apply(configuration: Configuration, type: number, label: number): void
  /** The prediction model, as an index into `states`. */
  state(configuration: Configuration): number
  /** The static oracle: the next transition towards `gold`, a tree that it derives, or one that the transform made. */
  oracle(configuration: Configuration, gold: Tree): Transition
  /** Gives the gold tree to a system that needs it (rb-oracle); call it before `start`. */
  reveal?(gold: Tree): void
  /** Writes the arcs of a terminal configuration with their labels and marks to `tree`, which has the same size. */
  finish(configuration: Configuration, tree: Tree): void
}

/**
 * A transition system that meets constraints. Call `impose` for every sentence before `start`; without constraints the
 * system allows what the unconstrained system allows.
 */
export interface ConstrainedSystem extends TransitionSystem {
  readonly unconstrained: TransitionSystem
  /**
   * Makes the tables that the preconditions read, in O(n log n). Throws ConstraintError if no tree satisfies the
   * constraints. @param labels the labels of the model; default: every label id is its own base
   */
  impose(size: number, constraints: Constraints, labels?: ConstraintLabels): void
}

/**
 * Whether only one transition is allowed, because `allowed` has one type and this type has no label. Throws RangeError if none
 * is, as in training on a tree that the system cannot derive.
 */
export function isForced({ name, transitionTypes }: TransitionSystem, allowed: number): boolean {
  if ((allowed & (allowed - 1)) !== 0) return false
  if (allowed !== 0) return !transitionTypes[31 - Math.clz32(allowed)].labelled
  throw new RangeError(
    `system '${name}' has no transition left, expected trees that it derives: with one root, or several roots allowed`,
  )
}

/** Chooses the next transition of a configuration: an oracle, a trained model, a random walk or a recorded derivation. */
export interface Guide {
  next(configuration: Configuration): Transition
}

/**
 * Applies the transitions that `guide` chooses until the configuration is terminal. Throws RangeError if that takes more than
 * `system.bound`, as in a custom system that does not end.
 */
export function derive(system: TransitionSystem, configuration: Configuration, guide: Guide): void {
  const bound = system.bound(configuration.size)
  for (let count = 0; !system.done(configuration); count++) {
    if (count === bound)
      throw new RangeError(
        `system '${system.name}': no end after ${bound} transitions for ${configuration.size} words, expected a larger bound or an end`,
      )
    const transition = guide.next(configuration)
    system.apply(configuration, typeOf(transition), labelOf(transition))
  }
}
