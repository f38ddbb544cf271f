/** Averages, conditional entropies, and seeded choices of sentences. */
import { Random } from '../../src/lab.ts'

/** The arithmetic mean of the values that are not undefined; undefined if there are none. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const all = values.filter((value) => value !== undefined)
  return all.length === 0 ? undefined : all.reduce((sum, value) => sum + value, 0) / all.length
}

/** The standard deviation of a sample; undefined if there are fewer than two values. */
export function deviationOf(values: readonly number[]): number | undefined {
  const mean = meanOf(values)
  if (mean === undefined || values.length < 2) return undefined
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** `count` of the items, or all if there are fewer, in their order. With the same seed, a larger sample contains the smaller ones. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  if (count >= items.length) return [...items]
  const chosen = new Random(seed).permutation(items.length).subarray(0, count).sort()
  return Array.from(chosen, (index) => items[index])
}

/** The number of parts into which a treebank is split. */
export const FOLDS = 10

/** The part that is for testing with a seed: the first for seed 1. Ten seeds in a row have disjoint parts. */
export function foldOf(seed: number): number {
  return (seed + FOLDS - 1) % FOLDS
}

/** The items in two parts, each in order: a tenth for testing (at least one item), and the rest. */
export function split<T>(items: readonly T[], fold: number): { train: T[]; test: T[] } {
  const bound = (part: number): number => Math.round((part * items.length) / FOLDS)
  const [from, to] = [bound(fold), bound(fold + 1)]
  const chosen = new Set(new Random(1).permutation(items.length).subarray(from, Math.max(to, from + 1)))
  return { train: items.filter((_, i) => !chosen.has(i)), test: items.filter((_, i) => chosen.has(i)) }
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

  /** H(outcome | context), corrected by (k − 1) / 2n nats for k outcomes seen n times (Miller 1955). */
  conditionalEntropy(): number {
    if (this.#total === 0) return 0
    let nats = 0
    for (const outcomes of this.#contexts.values()) {
      let seen = 0
      for (const count of outcomes.values()) seen += count
      for (const count of outcomes.values()) nats -= count * Math.log(count / seen)
      nats += (outcomes.size - 1) / 2
    }
    return nats / this.#total / Math.LN2
  }
}
