import { type Tree, PLAIN } from '../../transform/tree.ts'
import type { Configuration } from './configuration.ts'
import type { ConstraintLabels, Constraints } from './constraints.ts'
import { BELOW, WORD } from './node-fields.ts'

/** A transition as one integer: the low three bits are the type, the other bits the label id of the arc (0 without an arc). */
export type Transition = number

/** The value for "no transition". */
export const NO_TRANSITION: Transition = -1

export const transitionOf = (type: number, label = 0): Transition => (label << 3) | type
export const typeOf = (transition: Transition): number => transition & 7
export const labelOf = (transition: Transition): number => transition >> 3

/** A type of transition. A type and a label id make a transition. */
export interface TransitionType {
  /** The name in the papers, in lower case: `shift`, `right-arc`, … */
  readonly name: string
  /** Whether it adds a labelled arc. */
  readonly labelled: boolean
  /** For a type with a label: the places of the head and the dependent of the arc before the transition. */
  readonly head?: Place
  readonly dependent?: Place
  /** The mark of the arc. Default: 0 (no mark). */
  readonly mark?: number
}

/** The stack top, the word below it, and the front of the buffer. */
export type Place = 's0' | 's1' | 'b0'

export interface Settings {
  /** true (the default): the artificial root has exactly one dependent. false: any number. */
  readonly singleRoot: boolean
}

/** A field that a system adds to the nodes of a configuration. */
export interface NodeField {
  /** The number of the field: FIRST_OWN_FIELD or above (node-fields.ts), different for each field of a system. */
  readonly field: number
  /**
   * The text by which templates read the field at s0: `s0x` for a word, with a letter x of the system; `s0x.deprel` for the
   * label of this word; `s0.name` for a number; `t0.…` for a field that is read at t0, t1, … in place of the field at s0.
   * Other addresses follow the same pattern. Default: templates cannot read the field.
   */
  readonly template?: string
  /** Whether the field is a count. Templates read all counts above 5 as the same value. Default: false. */
  readonly isCount?: boolean
}

/** The properties of a system that do not depend on settings. */
export interface SystemTraits {
  /** The name of the family. Systems of one family have the same states and types: they can decode each other's models. */
  readonly family: string
  readonly transitionTypes: readonly TransitionType[]
  /** The names of the prediction models. `state` selects the model for a configuration. */
  readonly states: readonly string[]
  /**
   * Whether it derives trees of the right-branching transform, which has a direction. Default: false (original trees).
   */
  readonly transformsTrees?: boolean
  /** Whether it derives all trees. Default: false (projective trees only). */
  readonly nonProjective?: boolean
  /** Whether features read the gold tree; then the system cannot parse and is for experiments only. Default: false. */
  readonly readsGold?: boolean
  /** Whether a transition can choose the label of an arc before the parser reads the head of the arc. Default: false. */
  readonly labelsBeforeHeads?: boolean
  /** The form of models with the better LIBLINEAR accuracy (../features/classifiers.ts). Default: labelled. */
  readonly betterForm?: 'labelled' | 'factored'
  /** The type (without label) that a beam can repeat within a step (../search/beam.ts). Default: none. */
  readonly reductionType?: number
  /** The fields that it adds to nodes. Default: none. */
  readonly nodeFields?: readonly NodeField[]
}

/** A transition system. All state of a derivation is in the configuration, except in a {@link ConstrainedSystem}. */
export interface TransitionSystem extends SystemTraits {
  /** For a constrained system: the system without constraints. */
  readonly unconstrained?: TransitionSystem
  readonly name: string
  readonly settings: Settings
  /** The maximum number of transitions for a sentence of `size` words. */
  bound(size: number): number
  /** Sets `configuration` to the start for a sentence of `size` ≥ 0 words. @param gold for a system with `readsGold` */
  start(configuration: Configuration, size: number, gold?: Tree): void
  /** A bit mask: bit k is set if transition type k is allowed with at least one label. 0 exactly if `done`. */
  allowed(configuration: Configuration): number
  /** Whether an allowed transition type may take this label; absent if every label is allowed. */
  admits?(configuration: Configuration, type: number, label: number): boolean
  done(configuration: Configuration): boolean
  apply(configuration: Configuration, type: number, label: number): void
  /** The prediction model, as an index into `states`. */
  state(configuration: Configuration): number
  /**
   * The static oracle for a gold tree that the system can derive: a guide that chooses the transitions of one derivation.
   * Its creation takes linear time, so create it once for a derivation. The tree must not change during the derivation.
   */
  oracle(gold: Tree): Guide
  /** Writes the arcs of a terminal configuration with their labels and marks to `tree`, which has the same size. */
  finish(configuration: Configuration, tree: Tree): void
}

/**
 * A transition system whose trees satisfy constraints. Call `impose` for every sentence before `start`. Without
 * constraints the system allows the same transitions as the unconstrained system.
 */
export interface ConstrainedSystem extends TransitionSystem {
  /** Whether the constraints need a chart, so that each hypothesis of a search costs much. */
  readonly needsChart: boolean
  readonly unconstrained: TransitionSystem
  /**
   * Computes the tables that the preconditions read, in O(n log n), with a chart in O(n³). Throws ConstraintError if no tree satisfies the
   * constraints. @param labels the labels of the model; default: every label id is its own base
   */
  impose(size: number, constraints: Constraints, labels?: ConstraintLabels): void
}

/**
 * Whether only one transition is allowed: `allowed` has one type, and this type has no label. Throws RangeError if no
 * transition is allowed, for example in training on a tree that the system cannot derive.
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
 * Applies the transitions that `guide` chooses until the configuration is terminal. Throws RangeError after more transitions
 * than `system.bound`, for example in a custom system that does not end.
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

// The arc that a labelled transition adds, from the type of the transition.

function wordAt({ nodes, top, next }: Configuration, place: Place | undefined): number {
  if (place === 'b0') return nodes[next + WORD]
  return nodes[(place === 's1' ? nodes[top + BELOW] : top) + WORD]
}

/** The dependent of the arc that a labelled transition type adds in `c`. */
export function dependentOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  return wordAt(c, transitionTypes[type].dependent)
}

/** The head of this arc; 0 for the artificial root, in any position. */
export function headOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  const head = wordAt(c, transitionTypes[type].head)
  return head > c.size ? 0 : head
}

/** The mark of this arc. */
export function markOf({ transitionTypes }: TransitionSystem, type: number): number {
  return transitionTypes[type].mark ?? PLAIN
}
