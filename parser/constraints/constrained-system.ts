/** A system under constraints: the transitions of the system, with additional preconditions. */
import type { Configuration } from '../core/configuration.ts'
import { areEmpty, type ConstraintLabels, type Constraints } from '../core/constraints.ts'
import type { ConstrainedSystem, NodeField, TransitionSystem } from '../core/transition-system.ts'
import type { ConstraintTables } from './constraint-tables.ts'

/** The additions of constraints to a system. `tables` are the tables of the current sentence. */
interface Rules<Tables> {
  /** The same system with a single root, for sentences whose constraints require a single root. */
  readonly single: TransitionSystem
  /** The fields that constraints add to nodes. */
  readonly nodeFields: readonly NodeField[]
  /** Throws ConstraintError if no tree satisfies the constraints. */
  tablesOf(size: number, constraints: Constraints, labels?: ConstraintLabels): Tables
  /** Initializes the node fields for constraints after each start. */
  start?(c: Configuration): void
  /** The transition types of `allowed` that the constraints allow. `allowed` is not 0. */
  allowed(tables: Tables, c: Configuration, allowed: number): number
  admits(tables: Tables, c: Configuration, type: number, label: number): boolean
  /** Updates the node fields for constraints before a transition is applied. */
  follow(tables: Tables, c: Configuration, type: number): void
}

export function constrainedSystem<Tables extends ConstraintTables>(
  system: TransitionSystem,
  rules: Rules<Tables>,
): ConstrainedSystem {
  let tables: Tables | undefined
  let current = system

  return Object.freeze({
    ...system,
    unconstrained: system,
    name: `constrained-${system.name}`,
    nodeFields: [...(system.nodeFields ?? []), ...rules.nodeFields],

    impose(size, constraints, labels) {
      tables = undefined
      current = system
      if (areEmpty(constraints)) return
      tables = rules.tablesOf(size, constraints, labels)
      if (tables.arcs.singleRoot) current = rules.single
    },

    start(c, size) {
      system.start(c, size)
      rules.start?.(c)
    },

    allowed(c) {
      const allowed = current.allowed(c)
      return tables && allowed !== 0 ? rules.allowed(tables, c, allowed) : allowed
    },

    admits: (c, type, label) => !tables || rules.admits(tables, c, type, label),

    apply(c, type, label) {
      if (tables) rules.follow(tables, c, type)
      system.apply(c, type, label)
    },
  } satisfies ConstrainedSystem)
}
