/** Constraints for a mirrored transform, which reads the sentence from right to left. */
import type { Constraints } from '../core/constraints.ts'

/** The same constraints on the sentence read backwards: word i becomes size + 1 − i, the artificial root stays 0. */
export function mirrorConstraints(size: number, constraints: Constraints): Constraints {
  const mirror = (word: number): number => (word === 0 ? 0 : size + 1 - word)
  const { arcs, spans, root, labels, leaves } = constraints
  return {
    arcs: arcs?.map(({ head, dependent, label }) => ({
      head: mirror(head),
      dependent: mirror(dependent),
      label,
    })),
    spans: spans?.map(({ first, last, condition }) => ({
      first: mirror(last),
      last: mirror(first),
      condition,
    })),
    root: root && mirror(root),
    labels: labels?.map(({ dependent, label }) => ({ dependent: mirror(dependent), label })),
    leaves: leaves?.map(mirror),
  }
}
