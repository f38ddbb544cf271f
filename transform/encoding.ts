/**
 * The encoding of trees that a parser learns, and its inverse: a list of steps (steps/plan.ts).
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
import {
  decodingOf,
  nonProjectiveChoices,
  type Decode,
  type DecodingOptions,
  type NonProjective,
} from './decoding.ts'
import type { Direction } from './direction.ts'
import { isProjective, nonProjectiveArcs } from './check.ts'
import { makeStep } from './steps/plan.ts'
import { copyTree, equalTrees, type Tree } from './tree.ts'

/** Encoding adds lifted labels to the table of the labels. */
export interface EncodingOptions extends DecodingOptions {
  /** `projectivize:head` by default. */
  readonly nonProjective?: NonProjective
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
  /** The inverse; see {@link Decode}. */
  readonly decode: Decode
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
  const decode = decodingOf({ labels, direction, transforms, projective: projectivizes, steps })
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

  return Object.freeze({ nonProjective, direction, transforms, counts, recode, encode, decode })
}

/** Throws RangeError for an unknown choice. */
function checked(choice: NonProjective): NonProjective {
  if (nonProjectiveChoices.includes(choice)) return choice
  throw new RangeError(
    `unknown choice '${String(choice)}' for trees that are not projective, expected one of: ${nonProjectiveChoices.join(', ')}`,
  )
}
