import { type Tree, PLAIN } from '../../transform/tree.ts'
import type { Configuration } from './configuration.ts'
import type { ConstraintLabels, Constraints } from './constraints.ts'
import { BELOW, WORD } from './node-fields.ts'

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

/** A field that a system adds to the nodes of a configuration. */
export interface NodeField {
  /** Its number: FIRST_OWN_FIELD or one of the next ones (node-fields.ts). Each field of a system has its own. */
  readonly field: number
  /**
   * How templates read it at s0: `s0x`, a word with a letter x of the system; `s0x.deprel`, its label; `s0.name`, a number;
   * `t0.…` if it is another field at t0, t1, … Other addresses read it in the same way. Default: they do not read it.
   */
  readonly template?: string
  /** Whether it is a count, of which templates read numbers above 5 as one. Default: false. */
  readonly isCount?: boolean
}

/** What is true of a system with any settings. The registry has it for each system. */
export interface SystemTraits {
  /** Systems of one family have the same `states` and the same types: they can decode each other's models. */
  readonly family: string
  readonly transitionTypes: readonly TransitionType[]
  /** The names of the prediction models; `state` says which one predicts in a configuration. */
  readonly states: readonly string[]
  /**
   * Whether it derives trees of the right-branching transform, which has a direction. Default: false, trees as they are.
   */
  readonly transformsTrees?: boolean
  /** Whether it derives all trees. Default: false, projective trees only. */
  readonly nonProjective?: boolean
  /** Whether its features read the gold tree, so that it cannot parse: it is for experiments. Default: false. */
  readonly readsGold?: boolean
  /** Whether a transition can choose the label of an arc before the head of the arc is read. Default: false. */
  readonly labelsBeforeHeads?: boolean
  /** The form of models in which LIBLINEAR learns it better: see ../model/classifiers.ts. Default: labelled. */
  readonly betterForm?: 'labelled' | 'factored'
  /** The type, without label, that a beam can repeat within a step, see ../search/beam.ts. Default: none. */
  readonly reductionType?: number
  /** The fields that it adds to nodes. Default: none. */
  readonly nodeFields?: readonly NodeField[]
}

/** A transition system. Only a {@link ConstrainedSystem} has state of a sentence; the rest is in configurations. */
export interface TransitionSystem extends SystemTraits {
  /** Only of a system under constraints: the system without them. */
  readonly unconstrained?: TransitionSystem
  readonly name: string
  readonly settings: Settings
  /** The largest number of transitions for a sentence of n words. */
  bound(size: number): number
  /** Makes `configuration` the start for a sentence of `size` ≥ 0 words. @param gold for a system with `readsGold` */
  start(configuration: Configuration, size: number, gold?: Tree): void
  /** Bit k is set if transition type k is allowed, with at least one label. 0 exactly if `done`. */
  allowed(configuration: Configuration): number
  /** Whether an allowed transition type may take this label; absent if every label is allowed. */
  admits?(configuration: Configuration, type: number, label: number): boolean
  done(configuration: Configuration): boolean
  apply(configuration: Configuration, type: number, label: number): void
  /** The prediction model, as an index into `states`. */
  state(configuration: Configuration): number
  /**
   * The static oracle for a gold tree that the system derives: it chooses the transitions of one derivation. What it has to
   * know of the tree takes linear time, so make it once for a derivation. The tree must not change meanwhile.
   */
  oracle(gold: Tree): Guide
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

// The arc that a transition with a label adds, as the type of the transition says.

function wordAt({ nodes, top, next }: Configuration, place: Place | undefined): number {
  if (place === 'b0') return nodes[next + WORD]
  return nodes[(place === 's1' ? nodes[top + BELOW] : top) + WORD]
}

/** The dependent of the arc that a labelled transition type adds in `c`. */
export function dependentOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  return wordAt(c, transitionTypes[type].dependent)
}

/** The head of this arc; 0 for the artificial root, also if it is at the right end. */
export function headOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  const head = wordAt(c, transitionTypes[type].head)
  return head > c.size ? 0 : head
}

/** The mark of this arc. */
export function markOf({ transitionTypes }: TransitionSystem, type: number): number {
  return transitionTypes[type].mark ?? PLAIN
}
