/**
 * Arc-eager parsing with Unshift and without an artificial root, as the paper has it (U0; Nivre & Fernández-González
 * 2014, Figure 3) but without dead ends: a shift is allowed at any time if the stack is empty. The parser itself always
 * has an artificial root; the laws and the counts of the paper are about this system too.
 *
 *     start ([], [1..n])   done ([i], [])   at most 4n−3 transitions; i the stack top, j the front of the buffer
 *
 *     shift          j exists; before the end of the input, or i does not exist
 *     right-arc(l)   i and j exist
 *     reduce         i has a head
 *     left-arc(l)    j exists, i has no head
 *     unshift        i has no head, the buffer is empty, another word is on the stack
 *
 * The one word that is left gets head 0 and label -1.
 */
import { constrained } from '../../../parser/constraints/arc-eager/constrained-system.ts'
import type { Configuration } from '../../../parser/core/configuration.ts'
import { HEAD, NO_NODE } from '../../../parser/core/node-fields.ts'
import { ConstraintError } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem, TransitionSystem } from '../../../parser/core/transition-system.ts'
import {
  popping,
  REDUCE_BIT,
  RIGHT_ARC_BIT,
  SHIFT_BIT,
  UNSHIFT_BIT,
} from '../../../parser/systems/arc-eager-family.ts'
import { arcEagerUnshift } from '../../../parser/systems/arc-eager-unshift.ts'

export function arcEagerUnshiftRootless(): TransitionSystem {
  return {
    ...arcEagerUnshift({ singleRoot: true }),
    name: 'arc-eager-unshift-rootless',
    bound: (size) => Math.max(0, 4 * size - 3),
    start: (configuration, size) => {
      configuration.reset(size)
      if (size === 0) configuration.own = 1
    },
    allowed,
    done: ({ next, height }) => next === NO_NODE && height <= 1,
  }
}

function allowed(configuration: Configuration): number {
  const { nodes, top, next, height, own: ended } = configuration
  if (next === NO_NODE && height <= 1) return 0
  if (next === NO_NODE) return nodes[top + HEAD] === -1 ? UNSHIFT_BIT : REDUCE_BIT
  if (top === NO_NODE) return SHIFT_BIT
  return (ended ? 0 : SHIFT_BIT) | RIGHT_ARC_BIT | popping(configuration)
}

/** U0 under constraints. There is no artificial root, so that no word can be constrained to hang on it. */
export function constrainedArcEagerUnshiftRootless(): ConstrainedSystem {
  const system = constrained(arcEagerUnshiftRootless(), arcEagerUnshiftRootless(), () => 0)
  return {
    ...system,
    impose(size, constraints, labels) {
      system.impose(size, constraints, labels)
      const arc = constraints.arcs?.find(({ head }) => head === 0)
      if (constraints.root === undefined && !arc) return
      system.impose(size, {})
      throw new ConstraintError('this system has no artificial root')
    },
  }
}
