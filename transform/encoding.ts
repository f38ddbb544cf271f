/**
 * From a tree to what a parser learns, and back. This is the whole composition:
 *
 *     encode   projectivize  →  mirror, where the direction is left  →  right-branching transform
 *     decode   reverse       →  mirror, where the direction is left  →  deprojectivize
 *
 * Encoded trees are in reading order: where the direction is left the sentence is read from right to left, and word 1
 * is its last. {@link inSentenceOrder} takes them to the order of the sentence, where every head then stands after its
 * dependent, and back. The transform is for the right-branching family; others take the projective tree as it is.
 *
 * A projective tree comes back exactly as it was. One that is not comes back as far as the labels tell (see
 * `deprojectivize.ts`); `counts.restored` says how many did, by going the way back with each of them.
 */
import { deprojectivize } from './deprojectivize.ts'
import type { Direction } from './direction.ts'
import { Lifts } from './lifts.ts'
import { isProjective, nonProjectiveArcs } from './projectivity.ts'
import { projectivize } from './projectivize.ts'
import type { Scheme } from './projectivize.ts'
import { reverse, transform } from './right-branching.ts'
import type { Symbols } from './symbols.ts'
import { copyInto, copyTree, createTree, equalTrees, mirrorTree } from './tree.ts'
import type { Tree } from './tree.ts'

/** What is done with a tree that is not projective: encode it under a scheme, leave it out, or throw. */
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
  /** The table that the label ids of the trees belong to; lifted labels are added to it. */
  readonly labels: Symbols
  /** `projectivize:head` where absent. */
  readonly nonProjective?: NonProjective
  /** `right` where absent. */
  readonly direction?: Direction
  /** Whether trees become right-branching (yes where absent) or are only made projective. */
  readonly transforms?: boolean
}

/** How many of the trees given to `encode` were what. */
export interface EncodingCounts {
  readonly projective: number
  /** Not projective, and encoded under a scheme. */
  readonly projectivized: number
  /** Of the projectivized ones, those that `decode` gives back exactly. */
  readonly restored: number
  /** Not projective, and left out. */
  readonly skipped: number
  /** Words lifted in the projectivized trees. */
  readonly lifted: number
}

/** A tree that was encoded, or guessed in encoded form, on the words as they stand. */
export interface Decoded {
  readonly tree: Tree
  /** Marks that could not be undone and were dropped. */
  readonly vestigialArcs: number
  /** Lifted words for which no head was found: they stay where they were lifted to. */
  readonly unresolvedLifts: number
}

export interface Encoding {
  readonly nonProjective: NonProjective
  readonly direction: Direction
  readonly transforms: boolean
  readonly counts: EncodingCounts
  /**
   * A new tree to learn from, in reading order; undefined where the tree is not projective and these are skipped.
   * Throws NonProjectiveError where they are errors, RangeError where a lifted label does not fit a frozen table.
   */
  encode(tree: Tree): Tree | undefined
  /**
   * The inverse, written to `into`, a new tree where absent; it may be `tree` itself, which is left as it is otherwise.
   * Marked words must have their head before them, in reading order.
   *
   * @param amend may change labels while the tree is still projective, in the order of the sentence, before lifts are undone
   */
  decode(tree: Tree, into?: Tree, amend?: (projective: Tree) => void): Decoded
}

/** Thrown by `encode` where trees that are not projective are errors. */
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
  const { labels, nonProjective = 'projectivize:head', direction = 'right', transforms = true } = options
  const lifts = new Lifts(labels)
  const scheme = schemeOf(nonProjective)
  const counts = { projective: 0, projectivized: 0, restored: 0, skipped: 0, lifted: 0 }

  function encode(tree: Tree): Tree | undefined {
    const encoded = copyTree(tree)
    const projective = isProjective(tree)
    if (!projective) {
      if (nonProjective === 'error') throw new NonProjectiveError(tree)
      if (scheme === undefined) {
        counts.skipped++
        return undefined
      }
      counts.lifted += projectivize(encoded, scheme, lifts)
    }
    if (direction === 'left') mirrorTree(encoded, encoded)
    if (transforms) transform(encoded)
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
    const vestigialArcs = transforms ? reverse(decoded) : 0
    if (direction === 'left') mirrorTree(decoded, decoded)
    amend?.(decoded)
    const { unresolved } = deprojectivize(decoded, lifts)
    return { tree: decoded, vestigialArcs, unresolvedLifts: unresolved }
  }

  return Object.freeze({ nonProjective, direction, transforms, counts, encode, decode })
}

/** Takes an encoded tree from reading order to the order of the sentence, or back: for `left` its mirror image. */
export function inSentenceOrder(tree: Tree, direction: Direction, into: Tree = createTree(tree.size)): Tree {
  return direction === 'left' ? mirrorTree(tree, into) : copyInto(tree, into)
}

function schemeOf(nonProjective: NonProjective): Scheme | undefined {
  switch (nonProjective) {
    case 'projectivize:head':
      return 'head'
    case 'projectivize:path':
      return 'path'
    case 'projectivize:head+path':
      return 'head+path'
    case 'skip':
    case 'error':
      return undefined
    default:
      throw new RangeError(
        `unknown choice '${String(nonProjective)}' for trees that are not projective, expected one of: ${nonProjectiveChoices.join(', ')}`,
      )
  }
}
