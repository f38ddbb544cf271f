/** The inverse of the encoding of trees (encoding.ts), which is all that parsing needs. */
import type { Direction } from './direction.ts'
import { deprojectivize } from './lifting/deprojectivize.ts'
import type { Scheme } from './lifting/projectivize.ts'
import { Lifts } from './lifting/lifts.ts'
import { reverse } from './right-branching.ts'
import { headSteps, makeStepOf } from './steps/registry.ts'
import type { Symbols } from './symbols.ts'
import { copyInto, createTree, mirrorTree, type Tree } from './tree.ts'

/** What to do with a tree that is not projective: encode it with a scheme, leave it out, or throw. */
export type NonProjective = `projectivize:${Scheme}` | 'skip' | 'error'

/** All values of {@link NonProjective}, the default first. */
export const nonProjectiveChoices: readonly NonProjective[] = Object.freeze([
  'projectivize:head',
  'projectivize:path',
  'projectivize:head+path',
  'skip',
  'error',
])

export interface DecodingOptions {
  /** The table of the label ids. */
  readonly labels: Symbols
  /** `right` by default. */
  readonly direction?: Direction
  /** Whether trees are right-branching (true, the default) or only projective. */
  readonly transforms?: boolean
  /** Whether trees are projective (true, the default), so that lifts are undone. */
  readonly projective?: boolean
  /** The steps before these, such as `function-heads:case`. Default: none. */
  readonly steps?: readonly string[]
}

/** A decoded tree, in the order of the sentence. */
export interface Decoded {
  readonly tree: Tree
  /** The number of marks that could not be undone and were dropped. */
  readonly vestigialArcs: number
  /** The number of lifted words whose original head was not found. They keep the head to which they were lifted. */
  readonly unresolvedLifts: number
  /** The number of signs of other steps that could not be undone and were dropped. */
  readonly unresolvedSigns: number
}

/**
 * The inverse of encoding. Writes the result to `into`, by default a new tree; `into` can be `tree` itself. The head of each marked
 * word must be before the word, in reading order.
 *
 * @param amend is called with the projective tree in the order of the sentence, before lifts and earlier steps are
 *   undone; it can change labels
 */
export type Decode = (tree: Tree, into?: Tree, amend?: (projective: Tree) => void) => Decoded

/** What undoes an encoding with these options. */
export function decodingOf(options: DecodingOptions): Decode {
  const { labels, direction = 'right', transforms = true, projective = true, steps = [] } = options
  const earlierSteps = steps.map((step) => makeStepOf(headSteps, step, labels))
  const lifts = new Lifts(labels)
  return (tree, into = createTree(tree.size), amend) => {
    const decoded = into === tree ? tree : copyInto(tree, into)
    const vestigialArcs = transforms ? reverse(decoded) : 0
    if (direction === 'left') mirrorTree(decoded, decoded)
    amend?.(decoded)
    const unresolvedLifts = projective ? deprojectivize(decoded, lifts).unresolved : 0
    const unresolvedSigns = earlierSteps.reduceRight((sum, step) => sum + step.decode(decoded), 0)
    return { tree: decoded, vestigialArcs, unresolvedLifts, unresolvedSigns }
  }
}

/** Converts an encoded tree from reading order to the order of the sentence, or back: the mirror image for `left`. */
export function inSentenceOrder(tree: Tree, direction: Direction, into: Tree = createTree(tree.size)): Tree {
  return direction === 'left' ? mirrorTree(tree, into) : copyInto(tree, into)
}
