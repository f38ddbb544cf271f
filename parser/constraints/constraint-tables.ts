import { arcTables, type ArcTables, type ConstrainedSentence } from './arc-tables.ts'
import type { ConstraintLabels, Constraints } from '../core/constraints.ts'
import { spanTables, type SpanTables } from './span-tables.ts'

/** The constraints of one sentence as tables, which the preconditions of all systems read in constant time. */
export interface ConstraintTables {
  readonly arcs: ArcTables
  readonly spans: SpanTables
}

/**
 * Makes the tables in O(n log n). Throws ConstraintError, with a message that names the constraints that contradict each
 * other, exactly if no projective tree of the system satisfies the constraints, or if they are beyond the method.
 *
 * A sentence has a single root not only if the system says so, but also if `constraints.root` is given or if all words
 * are one span.
 */
export function constraintTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ConstraintTables {
  const { size, root } = sentence
  const isOneSpan = root === 0 && constraints.spans?.some(({ first, last }) => first === 1 && last === size)
  const singleRoot = sentence.singleRoot || isOneSpan === true
  const arcs = arcTables({ size, root, singleRoot }, constraints, labels)
  return { arcs, spans: spanTables(constraints, arcs) }
}
