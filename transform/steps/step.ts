import type { Symbols } from '../symbols.ts'
import type { Tree } from '../tree.ts'

/** A step with its parts and the table of label ids. */
export interface Step {
  /** Encodes a tree in place. Returns the number of words that were moved in a way that labels say. */
  encode(tree: Tree): number
  /** The inverse, in place, for any tree with such labels. Returns the number of words that could not be moved back. */
  decode(tree: Tree): number
}

/** A kind of step. */
export interface StepKind {
  readonly name: string
  /** The parts that a step can have, separated by `+` in text: any of them, at least one. Empty: none. */
  readonly parts: readonly string[]
  /** What the labels of encoded trees say. */
  readonly labels: string
  readonly guarantees: string
  make(parts: readonly string[], labels: Symbols): Step
}
