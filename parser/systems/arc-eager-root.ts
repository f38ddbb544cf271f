/**
 * Arc-eager parsing with the root at the end of the buffer (Nivre, Goldberg & McDonald 2014, section 2): left-arcs from
 * the node R = n + 1 attach the words that remain on the stack. Every derivation ends in a projective tree, which can
 * have several roots.
 *
 *     start ([], [1..n, R])   done ([], [R])   2n transitions; i the stack top, j the front of the buffer
 *
 *     shift          j ≠ R
 *     right-arc(l)   i exists, j ≠ R
 *     reduce         i has a head
 *     left-arc(l)    i has no head
 *
 * If R is the front of the buffer, exactly one transition is allowed: left-arc if the stack top has no head, else reduce.
 */
import type { Configuration } from '../core/configuration.ts'
import { NO_NODE } from '../core/node-fields.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { arcEagerSystem, onlyRootIsLeft, popping, RIGHT_ARC_BIT, SHIFT_BIT } from './arc-eager-family.ts'

/** The arc-eager system with a root at the right end. */
export function arcEagerRoot(): TransitionSystem {
  return arcEagerSystem({
    name: 'arc-eager-root',
    rootIsLast: true,
    bound: (size) => 2 * size,
    allowed,
    done: onlyRootIsLeft,
  })
}

function allowed(configuration: Configuration): number {
  const pushing = configuration.front < configuration.limit ? SHIFT_BIT | RIGHT_ARC_BIT : 0
  if (configuration.top === NO_NODE) return pushing & SHIFT_BIT
  return pushing | popping(configuration)
}
