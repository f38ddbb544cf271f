/**
 * Right-branching parsing under constraints on the original tree: every derivation ends in the transform of a tree that
 * satisfies the arc, span and root constraints, every such tree has its derivation, and there are no dead ends.
 *
 * Transitions, start and end are those of `rb` (rb.ts), whose models can therefore be used. A transition is allowed
 * exactly if `rb` allows it and the preconditions of preconditions.ts hold. Each of these is a few comparisons with
 * tables that `impose` makes and with fields of the nodes on the stack; of the buffer only the front is read. If labels
 * are constrained, chains of constraint arcs to the left have to be followed too.
 *
 * The label of a reversed arc in the derivation is not that of the arc in the original tree. A constrained label is
 * therefore not a filter on one transition, and it is accepted only together with a constrained head.
 *
 * Constraints are in reading order: for a sentence that is read from right to left, use `mirrorConstraints`.
 */
import type { ConstrainedSystem, Settings } from '../../core/transition-system.ts'
import { rightBranching } from '../../systems/rb.ts'
import { constrainedSystem } from '../constrained-system.ts'
import { followItems, startItems } from './items.ts'
import { admitsLabel, allowedByConstraints } from './preconditions.ts'
import { rightBranchingTables } from './tables.ts'

/** `rb` under constraints. A constrained root is the only root, also if the system allows several. */
export function constrainedRightBranching(settings: Settings): ConstrainedSystem {
  return constrainedSystem(rightBranching(settings), {
    single: rightBranching({ singleRoot: true }),
    tablesOf: (size, constraints, labels) =>
      rightBranchingTables(size, settings.singleRoot, constraints, labels),
    start: startItems,
    allowed: allowedByConstraints,
    admits: admitsLabel,
    follow: followItems,
  })
}
