import { type ConstrainedSentence, NEVER, table, type WordColumn } from '../arc-tables.ts'
import type { ConstraintLabels, Constraints } from '../../core/constraints.ts'
import { constraintTables, type ConstraintTables } from '../constrained-system.ts'

// The flags of a word of a span.
/** The word can be pushed only if the span before it is connected: no later word can connect separate parts. */
export const CLOSES = 1
/**
 * The word can be the root of its span: the arcs make no other word the root, its constrained head, if any, is outside,
 * and no word after it in the span has a constrained dependent left of the span, which would be out of reach.
 */
export const CAN_BE_ROOT = 2

export interface ArcEagerTables extends ConstraintTables {
  /** By word: CLOSES and CAN_BE_ROOT. */
  readonly flags: WordColumn
  /** The limits of late heads; undefined if there are none. */
  readonly lastHeads: LastHeads | undefined
}

/** Throws as `constraintTables`. If the root is at the right end, a constrained root makes the sentence a span. */
export function arcEagerTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ArcEagerTables {
  const { size, root } = sentence
  const rootIsRight = root > size
  const allConstraints =
    rootIsRight && constraints.root !== undefined ? withWholeSpan(size, constraints) : constraints
  const tables = constraintTables(sentence, allConstraints, labels)
  const { arcs, spans } = tables
  return {
    ...tables,
    flags: flagsOf(tables),
    lastHeads: spans.none || arcs.leaf.includes(1) ? lastHeads(tables, !rootIsRight) : undefined,
  }
}

function flagsOf({ arcs, spans }: ConstraintTables): WordColumn {
  const { size, head, rightmost, leaf } = arcs
  const { of, root, minimalRoot } = spans
  if (spans.count === 0) return []
  const flags = table(size + 2, 0)
  // By word: the last word of the chain of rightmost constrained dependents.
  const reach = table(size + 2, 0)
  reach[size + 1] = size + 1
  const lastHost = table(spans.count + 1, 0)
  for (let word = 1; word <= size; word++) if (leaf[word] === 0) lastHost[of[word]] = word
  for (let word = size; word >= 1; word--) {
    const span = of[word]
    reach[word] = rightmost[word] > word ? reach[rightmost[word]] : word
    if (span === 0) continue
    const headInside = head[word] !== -1 && of[head[word]] === span
    const canBeRoot =
      leaf[word] === 0 &&
      (word === root[span] || root[span] === 0) &&
      !headInside &&
      word >= minimalRoot[span]
    if (word === root[span] || reach[word] >= lastHost[span]) flags[word] |= CLOSES
    if (canBeRoot) flags[word] |= CAN_BE_ROOT
  }
  return flags
}

function withWholeSpan(size: number, constraints: Constraints): Constraints {
  return {
    ...constraints,
    spans: [...(constraints.spans ?? []), { first: 1, last: size, condition: 'plain' }],
  }
}

// With leaves, or with spans under the condition `none`: the last word that can become the head of a word. Most words can
// wait for a head until the input ends, but not if all words to come are leaves, in such spans or have constrained heads
// elsewhere.

/** By word: the last word on the right that can become its head. */
export interface LastHeads {
  /** NEVER if there is no limit; a word that is not on the right if there is no such head. Constrained heads have no limit. */
  readonly any: WordColumn
  /** The last head if the word is the root of its span. */
  readonly outside: WordColumn
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
