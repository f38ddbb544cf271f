/** Seeded choices of sentences: samples of which the smaller lie in the larger, and splits. */
import { Random } from '../../src/index.ts'

/** `count` of the items, or all where there are not so many, in their order. With one seed, a smaller count gives a part of a larger one. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  if (count >= items.length) return [...items]
  const chosen = new Random(seed).permutation(items.length).subarray(0, count).sort()
  return Array.from(chosen, (index) => items[index])
}

/** The items in two parts, each in order: a share for testing (one item at least), and the others. */
export function split<T>(items: readonly T[], testShare: number, seed: number): { train: T[]; test: T[] } {
  const count = Math.max(1, Math.round(testShare * items.length))
  const chosen = new Set(new Random(seed).permutation(items.length).subarray(0, count))
  return { train: items.filter((_, i) => !chosen.has(i)), test: items.filter((_, i) => chosen.has(i)) }
}
