import type { Symbols } from '../symbols.ts'
import type { Tree } from '../tree.ts'

/** A step with its parts and the table of label ids. */
export interface Step {
  /** Encodes a tree in place. Returns the number of moved words that the labels record. */
  encode(tree: Tree): number
  /** The inverse, in place, for any tree with such labels. Returns the number of words that could not be restored. */
  decode(tree: Tree): number
}

/** A kind of step. */
export interface StepKind {
  readonly name: string
  /** The parts of which a step has at least one, separated by `+` in text. Empty: a step has no parts. */
  readonly parts: readonly string[]
  /** A description of the signs in the labels of encoded trees. */
  readonly labels: string
  readonly guarantees: string
  make(parts: readonly string[], labels: Symbols): Step
}
