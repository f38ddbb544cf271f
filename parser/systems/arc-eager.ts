/**
 * The original arc-eager system (Nivre 2003) with the usual repair, as in MaltParser: the artificial root is at the bottom
 * of the stack, and words without a head at the end of the input are attached to it. The tree is always projective and
 * can have several roots.
 *
 *     start ([0], [1..n])   done (σ, [])   at most 2n−1 transitions; i the stack top, j the front of the buffer
 *
 *     shift          always
 *     right-arc(l)   always
 *     reduce         i ≠ 0, i has a head
 *     left-arc(l)    i ≠ 0, i has no head
 *
 * Every transition requires a word in the buffer: parsing ends when the buffer is empty.
 */
import type { Configuration } from '../core/configuration.ts'
import { NO_NODE, WORD } from '../core/node-fields.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { arcEagerSystem, popping, RIGHT_ARC_BIT, SHIFT_BIT } from './arc-eager-family.ts'

/** Words without a head get the head 0 and the label -1; the caller replaces -1 by the label of a root. */
export function arcEager(): TransitionSystem {
  return arcEagerSystem({
    name: 'arc-eager',
    bound: (size) => Math.max(0, 2 * size - 1),
    allowed,
    done: ({ next }) => next === NO_NODE,
  })
}

function allowed(configuration: Configuration): number {
  if (configuration.next === NO_NODE) return 0
  if (configuration.nodes[configuration.top + WORD] === 0) return SHIFT_BIT | RIGHT_ARC_BIT
  return SHIFT_BIT | RIGHT_ARC_BIT | popping(configuration)
}
