/**
 * The encoding of trees that a parser learns, and its inverse: a list of steps (steps/registry.ts).
 *
 *     encode   the steps of the options  →  projectivize  →  mirror, if the direction is left  →  right-branching
 *     decode   the inverse steps, in the opposite order
 *
 * Encoded trees are in reading order: if the direction is left, the sentence is read from right to left, and word 1 is the
 * last word. {@link inSentenceOrder} converts between reading order and the order of the sentence. Only the
 * right-branching family transforms trees; other systems take the projective tree.
 *
 * Decoding restores projective trees exactly, and other trees as far as the labels allow (deprojectivize.ts).
 * `counts.restored` counts the trees that are restored; each of them is decoded for this.
 */
import type { Direction } from './direction.ts'
import { isProjective, nonProjectiveArcs } from './projectivity.ts'
import type { Scheme } from './lifting/projectivize.ts'
import { makeStep } from './steps/registry.ts'
import type { Symbols } from './symbols.ts'
import { copyInto, copyTree, createTree, equalTrees, mirrorTree, type Tree } from './tree.ts'

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

export interface EncodingOptions {
  /** The table of the labels. Lifted labels are added to it. */
  readonly labels: Symbols
  /** `projectivize:head` by default. */
  readonly nonProjective?: NonProjective
  /** `right` by default. */
  readonly direction?: Direction
  /** Whether trees become right-branching (true, the default) or only projective. */
  readonly transforms?: boolean
  /** Whether trees become projective (true, the default), which right-branching trees have to be. */
  readonly projective?: boolean
  /** The steps that come before all others, such as `function-heads:case`. Default: none. */
  readonly steps?: readonly string[]
}

/** Counts of the trees given to `encode`. */
export interface EncodingCounts {
  readonly projective: number
  /** Trees that are not projective and were encoded with a scheme. */
  readonly projectivized: number
  /** Projectivized trees that `decode` restores exactly. */
  readonly restored: number
  /** Trees that are not projective and were left out. */
  readonly skipped: number
  /** Lifted words of the projectivized trees. */
  readonly lifted: number
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

export interface Encoding {
  readonly nonProjective: NonProjective
  readonly direction: Direction
  readonly transforms: boolean
  readonly counts: EncodingCounts
  /** A new tree: the result of the steps of the options. Throws RangeError if a label already has a sign of these steps. */
  recode(tree: Tree): Tree
  /**
   * A new tree: the encoded tree in reading order; undefined if the tree is not projective and `nonProjective` is `skip`.
   * Throws NonProjectiveError if `nonProjective` is `error`, RangeError if a frozen table lacks a lifted label.
   */
  encode(tree: Tree): Tree | undefined
  /**
   * The inverse. Writes the result to `into`, by default a new tree; `into` can be `tree` itself. The head of each marked
   * word must be before the word, in reading order.
   *
   * @param amend is called with the projective tree in the order of the sentence, before lifts and earlier steps are
   *   undone; it can change labels
   */
  decode(tree: Tree, into?: Tree, amend?: (projective: Tree) => void): Decoded
}

/** The error of `encode` for a tree that is not projective if `nonProjective` is `error`. */
export class NonProjectiveError extends Error {
  override readonly name = 'NonProjectiveError'
  /** The first word whose arc is not projective. */
  readonly word: number

  constructor(tree: Tree) {
    const [word] = nonProjectiveArcs(tree)
    super(`not projective: the arc from ${tree.head[word]} to ${word} crosses another`)
    this.word = word
  }
}

export function createEncoding(options: EncodingOptions): Encoding {
  const {
    labels,
    direction = 'right',
    transforms = true,
    projective: projectivizes = true,
    steps = [],
  } = options
  const nonProjective = checked(options.nonProjective ?? 'projectivize:head')
  const earlierSteps = steps.map((step) => makeStep(step, labels))
  const isLifting = nonProjective.startsWith('projectivize:')
  const projectivization = makeStep(isLifting ? nonProjective : 'projectivize:head', labels)
  const mirror = makeStep('mirror', labels)
  const rightBranching = makeStep('right-branching', labels)
  const counts = { projective: 0, projectivized: 0, restored: 0, skipped: 0, lifted: 0 }

  function recode(tree: Tree): Tree {
    const recoded = copyTree(tree)
    for (const step of earlierSteps) step.encode(recoded)
    return recoded
  }

  function encode(tree: Tree): Tree | undefined {
    const encoded = recode(tree)
    const projective = !projectivizes || isProjective(encoded)
    if (!projective) {
      if (nonProjective === 'error') throw new NonProjectiveError(encoded)
      if (nonProjective === 'skip') {
        counts.skipped++
        return undefined
      }
      counts.lifted += projectivization.encode(encoded)
    }
    if (direction === 'left') mirror.encode(encoded)
    if (transforms) rightBranching.encode(encoded)
    if (projective) {
      counts.projective++
    } else {
      counts.projectivized++
      if (equalTrees(decode(encoded).tree, tree)) counts.restored++
    }
    return encoded
  }

  function decode(
    tree: Tree,
    into: Tree = createTree(tree.size),
    amend?: (projective: Tree) => void,
  ): Decoded {
    const decoded = into === tree ? tree : copyInto(tree, into)
    const vestigialArcs = transforms ? rightBranching.decode(decoded) : 0
    if (direction === 'left') mirror.decode(decoded)
    amend?.(decoded)
    const unresolvedLifts = projectivizes ? projectivization.decode(decoded) : 0
    const unresolvedSigns = earlierSteps.reduceRight((sum, step) => sum + step.decode(decoded), 0)
    return { tree: decoded, vestigialArcs, unresolvedLifts, unresolvedSigns }
  }

  return Object.freeze({ nonProjective, direction, transforms, counts, recode, encode, decode })
}

/** Converts an encoded tree from reading order to the order of the sentence, or back: the mirror image for `left`. */
export function inSentenceOrder(tree: Tree, direction: Direction, into: Tree = createTree(tree.size)): Tree {
  return direction === 'left' ? mirrorTree(tree, into) : copyInto(tree, into)
}

/** Throws RangeError for an unknown choice. */
function checked(choice: NonProjective): NonProjective {
  if (nonProjectiveChoices.includes(choice)) return choice
  throw new RangeError(
    `unknown choice '${String(choice)}' for trees that are not projective, expected one of: ${nonProjectiveChoices.join(', ')}`,
  )
}
