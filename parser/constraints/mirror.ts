/** Constraints for a mirrored transform, which reads the sentence from right to left. */
import type { Constraints } from '../core/constraints.ts'

/** The same constraints on the sentence read backwards: word i becomes size + 1 − i, the artificial root stays 0. */
export function mirrorConstraints(size: number, constraints: Constraints): Constraints {
  const mirror = (word: number): number => (word === 0 ? 0 : size + 1 - word)
  const { arcs, spans, root, labels, leaves } = constraints
  return {
    arcs: arcs?.map((arc) => ({ ...arc, head: mirror(arc.head), dependent: mirror(arc.dependent) })),
    spans: spans?.map((span) => ({ ...span, first: mirror(span.last), last: mirror(span.first) })),
    root: root && mirror(root),
    labels: labels?.map((one) => ({ ...one, dependent: mirror(one.dependent) })),
    leaves: leaves?.map(mirror),
  }
}
