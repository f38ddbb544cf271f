/** The weights of a linear classifier of transitions. */
import { typeOf, labelOf, type Transition } from './transition-system.ts'

// The weights of a linear classifier of transitions are 8-bit integers with a common scale, so small that no sum
// overflows 16 bits. Sums are exact, so every implementation gives the same result.

/** The weights of one classifier. A feature has an entry for each class with a weight other than 0. */
export interface ClassifierWeights {
  /** The classes, sorted by transition type, then label; class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** The keys of the features, in ascending order. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] - 1 of `classes` (ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly classes: Uint16Array
  readonly values: Int16Array
  /** The stored value of a weight of 1. */
  readonly scale: number
}

/** The maximum absolute value of an 8-bit weight. */
export const MAX_8_BIT_WEIGHT = 127

/** The classes of each transition type: type k has the classes starts[k] to starts[k + 1] - 1. */
export function typeStartsOf(transitions: ArrayLike<Transition>, typeCount: number): Int32Array {
  const starts = new Int32Array(typeCount + 1)
  for (let i = 0; i < transitions.length; i++) starts[typeOf(transitions[i]) + 1]++
  for (let type = 0; type < typeCount; type++) starts[type + 1] += starts[type]
  return starts
}

/** Sorts transitions by type, then label: `sorted[i]` is `transitions[order[i]]`. */
export function sortTransitions(transitions: readonly Transition[]): Record<'sorted' | 'order', Int32Array> {
  const order = Int32Array.from(transitions.keys())
  order.sort(
    (a, b) =>
      typeOf(transitions[a]) - typeOf(transitions[b]) || labelOf(transitions[a]) - labelOf(transitions[b]),
  )
  return { sorted: order.map((i) => transitions[i]), order }
}

/** The class of a transition; -1 if it is no class. Type t has the classes typeStarts[t] to typeStarts[t + 1] - 1. */
export function classOf(
  { transitions, typeStarts }: { readonly transitions: Int32Array; readonly typeStarts: Int32Array },
  transition: Transition,
): number {
  const end = typeStarts[typeOf(transition) + 1]
  let from = typeStarts[typeOf(transition)]
  let to = end
  while (from < to) {
    const middle = (from + to) >> 1
    if (transitions[middle] < transition) from = middle + 1
    else to = middle
  }
  return from < end && transitions[from] === transition ? from : -1
}
