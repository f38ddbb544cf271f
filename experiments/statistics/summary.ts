/** Averages, conditional entropies, and seeded samples of sentences. */
import { Random } from '../../src/lab.ts'

/** The arithmetic mean of the defined values; undefined if there are none. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const definedValues = values.filter((value) => value !== undefined)
  return definedValues.length === 0
    ? undefined
    : definedValues.reduce((sum, value) => sum + value, 0) / definedValues.length
}

/** The standard deviation of a sample; undefined if there are fewer than two values. */
export function deviationOf(values: readonly number[]): number | undefined {
  const mean = meanOf(values)
  if (mean === undefined || values.length < 2) return undefined
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/**
 * A random sample of `count` items (or all), in their order. With the same seed, a larger sample contains the smaller
 * samples.
 */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  if (count >= items.length) return [...items]
  const sampled = new Random(seed).permutation(items.length).subarray(0, count).sort()
  return Array.from(sampled, (index) => items[index])
}

/** The number of parts into which a treebank is split. */
export const FOLD_COUNT = 10

/** The test fold for a seed: the first fold for seed 1. Ten consecutive seeds have disjoint folds. */
export function foldOf(seed: number): number {
  return (seed + FOLD_COUNT - 1) % FOLD_COUNT
}

/** Splits the items, in order, into a tenth for testing (at least one item) and the rest. */
export function split<T>(items: readonly T[], fold: number): { train: T[]; test: T[] } {
  const bound = (part: number): number => Math.round((part * items.length) / FOLD_COUNT)
  const [from, to] = [bound(fold), bound(fold + 1)]
  const sampled = new Set(new Random(1).permutation(items.length).subarray(from, Math.max(to, from + 1)))
  return { train: items.filter((_, i) => !sampled.has(i)), test: items.filter((_, i) => sampled.has(i)) }
}

export class JointCounts {
  readonly #contexts = new Map<string, Map<string, number>>()
  #total = 0

  add(context: string, outcome: string): void {
    let outcomes = this.#contexts.get(context)
    if (!outcomes) this.#contexts.set(context, (outcomes = new Map()))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    this.#total++
  }

  /** H(outcome | context) in bits, with the correction of (k − 1) / 2n nats for k outcomes in n observations (Miller 1955). */
  conditionalEntropy(): number {
    if (this.#total === 0) return 0
    let nats = 0
    for (const outcomes of this.#contexts.values()) {
      let contextTotal = 0
      for (const count of outcomes.values()) contextTotal += count
      for (const count of outcomes.values()) nats -= count * Math.log(count / contextTotal)
      nats += (outcomes.size - 1) / 2
    }
    return nats / this.#total / Math.LN2
  }
}
