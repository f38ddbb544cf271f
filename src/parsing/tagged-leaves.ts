/** Leaves that are demanded by their tags. */
import type { Constraints } from '../../parser/core/constraints.ts'

/**
 * The constraints, and that the words with these universal tags are leaves. Words that other constraints make heads, or the
 * root, are no leaves; and a sentence or a demanded span of several words has no leaves by their tags if all of its words
 * would be leaves.
 *
 * @param size the number of words
 * @param upos the universal tag of a word, from 1
 */
export function withTaggedLeaves(
  constraints: Constraints,
  tags: ReadonlySet<string>,
  size: number,
  upos: (word: number) => string,
): Constraints {
  const { arcs = [], spans = [], root = 0, leaves = [] } = constraints
  const heads = new Set([root, ...arcs.map(({ head, dependent }) => (head === 0 ? dependent : head))])
  const told = new Set(leaves)
  const found = new Set(leaves)
  for (let word = 1; word <= size; word++) if (tags.has(upos(word)) && !heads.has(word)) found.add(word)
  for (const { first, last } of [{ first: 1, last: size }, ...spans]) {
    const words = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    if (words.length > 1 && words.every((word) => found.has(word)))
      for (const word of words) if (!told.has(word)) found.delete(word)
  }
  return { ...constraints, leaves: [...found] }
}
