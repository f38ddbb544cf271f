/** Seeded choices of sentences: samples and splits. */
import { Random } from '../../src/index.ts'

/** `count` of the items, or all if there are fewer, in their order. With the same seed, a larger sample contains the smaller ones. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  if (count >= items.length) return [...items]
  const chosen = new Random(seed).permutation(items.length).subarray(0, count).sort()
  return Array.from(chosen, (index) => items[index])
}

/** The items in two parts, each in order: a part for testing (at least one item), and the rest. */
export function split<T>(items: readonly T[], testShare: number, seed: number): { train: T[]; test: T[] } {
  const count = Math.max(1, Math.round(testShare * items.length))
  const chosen = new Set(new Random(seed).permutation(items.length).subarray(0, count))
  return { train: items.filter((_, i) => !chosen.has(i)), test: items.filter((_, i) => chosen.has(i)) }
}
