/**
 * The right-branching parser with exact preconditions: every projective tree has exactly one derivation, and there are no
 * dead ends and no vestigial arcs. The preconditions describe the image of the transform (transform/right-branching.ts).
 * They are new: in the paper of the transformation, the models decide.
 *
 * With s the stack top, a transition is allowed if the buffer is not empty and
 *
 *     reduce           s ≠ 0, s is not in state relocated
 *     right-arc(l)     s is in state normal
 *     right-arc^(l)    s ≠ 0, s was not attached by a reversed arc
 *     right-arc*(l)    s ≠ 0, s was not attached by a reversed arc
 *
 * and if, after the transition, p ≤ r: p is the number of words on the stack in state relocated, each of which still
 * requires a reversed arc, and r is the number of words in the buffer. With a single root, word 1 is the only dependent of 0
 * and is never popped: in a right-branching tree the first word is attached to the artificial root.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { MARK, WORD } from '../core/node-fields.ts'
import { STATE } from './right-branching-family.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import {
  REDUCE,
  RIGHT_PLAIN,
  RIGHT_RELOCATED,
  RIGHT_REVERSED,
  rightBranchingFamily,
} from './right-branching-family.ts'

export function rightBranching(settings: Settings): TransitionSystem {
  const allowed = settings.singleRoot ? allowedSingleRoot : allowedExact
  return Object.freeze({ ...rightBranchingFamily, name: 'rb', settings, allowed })
}

function allowedExact(c: Configuration): number {
  const bufferSize = c.limit - c.front + 1
  if (bufferSize <= 0) return 0
  const nodes = c.nodes
  const top = c.top
  const relocatedCount = c.own
  const state = nodes[top + STATE]
  const isRoot = nodes[top + WORD] === 0
  let mask = 0
  if (!isRoot && state !== RELOCATED) mask |= 1 << REDUCE
  if (state === PLAIN && relocatedCount < bufferSize) mask |= 1 << RIGHT_PLAIN
  if (!isRoot && nodes[top + MARK] !== REVERSED) {
    const newRelocated = state === RELOCATED ? 0 : 1
    if (relocatedCount + newRelocated < bufferSize) mask |= 1 << RIGHT_RELOCATED
    if (relocatedCount + newRelocated - 1 < bufferSize) mask |= 1 << RIGHT_REVERSED
  }
  return mask
}

function allowedSingleRoot(c: Configuration): number {
  const mask = allowedExact(c)
  return c.height === 2 ? mask & ~(1 << REDUCE) : mask
}
