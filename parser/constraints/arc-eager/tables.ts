import type { ConstrainedSentence } from '../arc-tables.ts'
import { ConstraintError, type ConstraintLabels, type Constraints } from '../../core/constraints.ts'
import { constraintTables, type ConstraintTables } from '../constraint-tables.ts'
import { spanText } from '../span-tables.ts'
import { table, type Table } from '../table.ts'
import { lastHeads, type LastHeads } from './last-heads.ts'

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
  readonly flags: Table
  /** Undefined if no word has such a limit. */
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
  const all = rootIsRight && constraints.root !== undefined ? withWholeSpan(size, constraints) : constraints
  const tables = constraintTables(sentence, all, labels)
  const { arcs, spans } = tables
  return {
    arcs,
    spans,
    flags: flagsOf(tables),
    lastHeads: spans.none || arcs.leaf.includes(1) ? lastHeads(tables, !rootIsRight) : undefined,
  }
}

function flagsOf({ arcs, spans }: ConstraintTables): Table {
  const { size, head, rightmost, leaf } = arcs
  const { of, root, minimalRoot } = spans
  if (spans.count === 0) return []
  const flags = table(size + 2, 0)
  // By word: where its constrained right arcs lead, if each dependent follows its own rightmost one.
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
  const spans = constraints.spans ?? []
  const inner = spans.find(({ first, last }) => last > first && last - first + 1 < size)
  if (inner) {
    throw new ConstraintError(
      `root ${constraints.root} and ${spanText(inner)}: with the root at the right end, the demanded root makes a span of the whole sentence, and spans must not be nested`,
    )
  }
  return { ...constraints, spans: [...spans, { first: 1, last: size, condition: 'plain' }] }
}
