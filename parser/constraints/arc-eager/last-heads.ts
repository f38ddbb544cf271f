/**
 * With leaves, or with spans under the condition `none`: the last word that can become the head of a word. Most words can
 * wait for a head until the input ends, but not if all words to come are leaves, in such spans or have constrained heads
 * elsewhere.
 */
import { NEVER } from '../arc-tables.ts'
import type { ConstraintTables } from '../constraint-tables.ts'
import { table, type Table } from '../table.ts'

/** By word: the last word on the right that can become its head. */
export interface LastHeads {
  /** NEVER without a limit, a word that is not after it if none can. A word can wait for a constrained head anyway. */
  readonly any: Table
  /** The same if the word is the root of its span. */
  readonly outside: Table
}

/**
 * @param leftoversMeet whether one of two words that are left without a head must become the head of the other, as with
 *   Unshift; otherwise both get the root
 */
export function lastHeads({ arcs, spans }: ConstraintTables, leftoversMeet: boolean): LastHeads {
  const { size, head, cover, left, right, leaf } = arcs
  const { of, first, last, condition, root } = spans
  /** Whether the word can be the head of a word before its span. */
  const isSeenOutside = (word: number): boolean => {
    const span = of[word]
    if (span === 0 || condition[span] === 'none') return span === 0
    return root[span] === 0 || word === root[span] || (condition[span] === 'plain' && word < root[span])
  }
  // By arc: the last words directly under it that can be heads of words before them, and of words of their own span.
  const candidate = table(size + 2, 0)
  const candidateInside = table(size + 2, 0)
  // By word of a span: its last head inside, or a word before it.
  const inside = table(size + 2, 0)
  for (let word = 1; word <= size; word++) {
    const span = of[word]
    if (leaf[word] === 0) {
      const hasInnerHead = head[word] >= first[span] && head[word] <= last[span]
      if (head[word] === -1 && (left[cover[word]] >= first[span] || isSeenOutside(word)))
        candidate[cover[word]] = word
      if (span !== 0 && !hasInnerHead) candidateInside[cover[word]] = word
    }
    if (span !== 0 && word === last[span])
      for (let member = first[span]; member <= word; member++) inside[member] = candidateInside[cover[member]]
  }
  const any = table(size + 2, NEVER)
  const outside = table(size + 2, NEVER)
  for (let word = 1; word <= size; word++) {
    const arc = cover[word]
    const end = right[arc]
    // Under an arc to a word of its span, a word need not look further.
    const span = end <= last[of[word]] ? 0 : of[word]
    const isLeaf = leaf[word] === 1
    const isNone = condition[of[end]] === 'none' && of[end] !== of[word]
    const isLimited =
      arc === 0
        ? leftoversMeet && (isLeaf || condition[span] === 'none') && Math.max(word, last[span]) < size
        : leaf[end] === 1 || isNone
    if (isLimited) outside[word] = candidate[arc] > last[span] ? candidate[arc] : 0
    if (span === 0 || root[span] === word) any[word] = outside[word]
    else any[word] = isLeaf ? inside[word] : Math.max(outside[word], inside[word])
  }
  return { any, outside }
}
