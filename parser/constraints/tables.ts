import { ArcTables, type Rooting } from './arcs.ts'
import type { Constraints } from '../core/constraints.ts'
import { SpanTables } from './spans.ts'

/** What one sentence is constrained to, as tables that the preconditions of all systems read in constant time. */
export class ConstraintTables {
  readonly arcs = new ArcTables()
  readonly spans = new SpanTables()

  /**
   * Makes the tables, in time linear in the sentence and its constraints. Throws ConstraintError, naming what clashes,
   * just when no projective tree with that number of roots satisfies the constraints.
   *
   * @param size the number of words
   * @param root the node that stands for the artificial root in `arcs`: 0 or size + 1
   * @param rooting how many dependents the artificial root has; one, whatever this says, where `constraints.root` is
   *   given (and there is an artificial root)
   * @param baseOf as in `ConstrainedSystem.impose`
   */
  fill(size: number, constraints: Constraints, root: number, rooting: Rooting, baseOf?: Int32Array): void {
    this.arcs.fill(size, constraints, root, rooting, baseOf)
    this.spans.fill(constraints, this.arcs)
    if (this.arcs.singleRoot) this.spans.refuseRootless(this.arcs)
  }

  /** Whether nothing is demanded. */
  get empty(): boolean {
    return this.arcs.count === 0 && this.arcs.labelCount === 0 && this.spans.count === 0
  }
}
