/**
 * What linear classifiers of transitions learned: for each feature a weight for each class.
 *
 * Weights are integers under one scale for each classifier: of eight bits where there are few classes, else of 16, and
 * chosen so that no sum of them can overflow 16 bits: sums are exact, and every implementation gives the same answer.
 */
import { typeOf, labelOf, type Transition } from '../core/transition-system.ts'

/** What one classifier learned: for each feature the weights of the classes that it says something about. */
export interface ClassifierWeights {
  /** The transitions that it knows, sorted by type, then label: class i is `transitions[i]`. */
  readonly transitions: Int32Array
  /** The features, in ascending order of their keys. */
  readonly keys: Uint32Array
  /** Feature i has the entries starts[i]..starts[i + 1] of `classes` (ascending) and `values` (not 0). */
  readonly starts: Uint32Array
  readonly classes: Uint16Array
  readonly values: Int16Array
  /** What a weight of 1 is worth in `values`. */
  readonly scale: number
}

/** Which classes are of which transition type: type t has the classes `starts[t]..starts[t + 1]`. */
export function typeStartsOf(transitions: ArrayLike<Transition>, types: number): Int32Array {
  const starts = new Int32Array(types + 1)
  for (let i = 0; i < transitions.length; i++) starts[typeOf(transitions[i]) + 1]++
  for (let type = 0; type < types; type++) starts[type + 1] += starts[type]
  return starts
}

/** Sorts transitions by type, then label: `sorted[i]` is `transitions[order[i]]`. */
export function sortTransitions(transitions: readonly Transition[]): {
  sorted: Int32Array
  order: Int32Array
} {
  const order = Int32Array.from(transitions.keys())
  order.sort(
    (a, b) =>
      typeOf(transitions[a]) - typeOf(transitions[b]) || labelOf(transitions[a]) - labelOf(transitions[b]),
  )
  return { sorted: order.map((i) => transitions[i]), order }
}

/** The largest weight of eight bits. */
export const EIGHT_BITS = 127

/** A classifier of more classes has weights of 16 bits. */
export const MOST_OF_EIGHT_BITS = 128
