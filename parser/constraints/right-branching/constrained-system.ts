/**
 * Right-branching parsing under constraints on the original tree: every derivation ends in the transform of a tree that
 * satisfies the arc, span and root constraints, every such tree has its derivation, and there are no dead ends.
 * Transitions, start and end are those of `rb`, whose models can therefore be used. A transition is allowed exactly if
 * `rb` allows it and the preconditions of preconditions.ts and, if there is a chart, of chart.ts hold.
 *
 * The label of a reversed arc in the derivation is not that of the arc in the original tree. A constrained label without a
 * constrained head is therefore accepted only if labels are chosen late, for the finished tree. Constraints are in reading order (`mirrorConstraints`).
 */
import type { ConstrainedSystem, Settings } from '../../core/transition-system.ts'
import { rightBranching } from '../../systems/rb.ts'
import { constrainedSystem } from '../constrained-system.ts'

import { followItems, itemFields, startItems } from './items.ts'
import { admitsLabel, allowedByConstraints } from './preconditions.ts'
import { rightBranchingTables } from './tables.ts'

/** `rb` under constraints. A constrained root is the only root, even if the system allows several roots. */
export function constrainedRightBranching(settings: Settings): ConstrainedSystem {
  return constrainedSystem(rightBranching(settings), {
    single: rightBranching({ singleRoot: true }),
    nodeFields: itemFields,
    tablesOf: (size, constraints, labels) =>
      rightBranchingTables(size, settings.singleRoot, constraints, labels),
    start: startItems,
    allowed(tables, c, allowed) {
      const left = allowedByConstraints(tables, c, allowed)
      return tables.stackChart ? tables.stackChart.allowed(c, left) : left
    },
    admits: (tables, c, type, label) =>
      admitsLabel(tables, c, type, label) &&
      (!tables.stackChart || !tables.labelled || tables.stackChart.admits(c, type, label)),
    follow(tables, c, type) {
      tables.stackChart?.follow(c, type)
      followItems(tables, c, type)
    },
  })
}
