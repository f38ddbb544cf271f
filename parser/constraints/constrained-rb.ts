/**
 * Right-branching parsing under constraints on the original tree: every derivation ends in the transform of a tree
 * that has the demanded arcs, spans and root, every such tree has its derivation, and none stops before its end.
 *
 * Transitions, start and end are those of `rb` (rb.ts), so that its models serve. What is allowed is what `rb` allows
 * and the preconditions of ../constraints/right-branching.ts leave, each a few comparisons with tables that `impose`
 * makes and with fields of the words on the stack; no look at the buffer beyond its front. Only where labels are
 * demanded, chains of demanded arcs to the left have to be followed.
 *
 * The label of an arc is that of the derivation, which on reversed arcs is another than in the original tree; a
 * demanded label is therefore no filter on one transition, and goes with a demanded head only.
 *
 * Constraints are meant in reading order: for a sentence that is read from right to left, impose what
 * ../constraints/mirror.ts makes of them.
 */
import { followItems, startItems } from './right-branching-items.ts'
import { RightBranchingTables } from './right-branching-tables.ts'
import { admitsLabel, allowedByConstraints } from './right-branching.ts'
import type { ConstrainedSystem, Settings } from '../core/transition-system.ts'
import { rightBranching } from '../systems/rb.ts'

/** `rb` under constraints. A demanded root makes a single root of several. */
export function constrainedRightBranching(settings: Settings): ConstrainedSystem {
  const system = rightBranching(settings)
  const underSoleRoot = rightBranching({ singleRoot: true })
  const tables = new RightBranchingTables()
  let twin = system
  let demands = false

  return Object.freeze({
    ...system,
    name: `constrained-${system.name}`,

    impose(size, constraints, baseOf) {
      demands = false
      tables.fillLeftRooted(size, constraints, settings.singleRoot ? 'single' : 'several', baseOf)
      demands = !tables.empty
      twin = tables.arcs.singleRoot ? underSoleRoot : system
    },

    start(configuration, size) {
      system.start(configuration, size)
      startItems(configuration)
    },

    allowed(configuration) {
      const allowed = twin.allowed(configuration)
      return demands && allowed !== 0 ? allowedByConstraints(tables, configuration, allowed) : allowed
    },

    admits(configuration, type, label) {
      return !demands || admitsLabel(tables, configuration, type, label)
    },

    apply(configuration, type, label) {
      if (demands) followItems(tables, configuration, type)
      system.apply(configuration, type, label)
    },
  } satisfies ConstrainedSystem)
}
