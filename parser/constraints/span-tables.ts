/**
 * The span constraints of one sentence as tables, and the check that some projective tree satisfies them and the arc
 * constraints (Nivre, Goldberg & McDonald 2014, section 4, made exact). Such a tree exists exactly if the arcs can be
 * satisfied alone and
 *
 * - the spans are disjoint, and either all of them have the condition `none` or none of them has,
 * - no span has two words that must be its root: a word with a constrained head outside or, under the condition `root`,
 *   with a constrained dependent outside,
 * - under the condition `none`, no word of a span has a constrained dependent outside,
 * - the root of a span has no constrained head inside,
 * - with each span contracted to one node, the arcs between the nodes have no cycle, and none reaches over the head of
 *   its head. (Then they do not cross: arcs between different nodes cross as nodes only if they cross as words.)
 * - Under the condition `none` with a single root, some word outside all spans can be this root.
 *
 * Spans of the same words merge: the strictest condition implies the others. Spans that say nothing are left out: one
 * word alone, but under `none`, and the whole sentence with a single root. That spans are otherwise disjoint is a limit
 * of the method: trees can satisfy nested and overlapping spans.
 */
import { arcsText, arcTables, type ArcTables, type ConstrainedSentence } from './arc-tables.ts'
import { ConstraintError, spanConditions } from '../core/constraints.ts'
import type { ConstraintLabels, Constraints, Span, SpanCondition } from '../core/constraints.ts'
import { findArcOverHead, findCycle } from './head-checks.ts'
import { table, type Table } from './table.ts'

/** Tables by word, for 0..size + 1, and by span, for 1..count; span 0 is no span. */
export interface SpanTables {
  readonly count: number
  readonly none: boolean
  /** By word: its span, 0 if it is in no span. */
  readonly of: Table
  /** By span: its first and last word, and its condition. */
  readonly first: Table
  readonly last: Table
  readonly condition: readonly SpanCondition[]
  /** By span: the word that the arcs make its root, 0 if they leave that open. */
  readonly root: Table
  /** By span: its last word with a constrained dependent left of the span, 0 if there is none. */
  readonly minimalRoot: Table
}

/** Makes the tables. Throws ConstraintError if no tree satisfies the spans of `constraints` and the arcs. */
function spanTables(constraints: Constraints, arcs: ArcTables): SpanTables {
  const spans = disjointSpans(constraints.spans ?? [], arcs)
  const length = spans.length + 1
  const tables = {
    count: spans.length,
    none: spans.length > 0 && spans[0].condition === 'none',
    of: table(arcs.size + 2, 0),
    first: table(length, 0),
    last: table(length, 0),
    condition: ['plain' as SpanCondition, ...spans.map(({ condition }) => condition)],
    root: table(length, 0),
    minimalRoot: table(length, 0),
  }
  spans.forEach(({ first, last }, index) => {
    tables.of.fill(index + 1, first, last + 1)
    tables.first[index + 1] = first
    tables.last[index + 1] = last
  })
  if (spans.length > 0) {
    findRoots(tables, arcs)
    contract(tables, arcs)
    if (arcs.singleRoot && tables.none) refuseRootless(tables, arcs)
  }
  return tables
}

/** `span 3-7 none`; the condition `plain` is not written. */
export function spanText({ first, last, condition }: Span): string {
  return `span ${first}-${last}${condition === 'plain' ? '' : ` ${condition}`}`
}

const textOf = ({ first, last, condition }: SpanTables, span: number): string =>
  spanText({ first: first[span], last: last[span], condition: condition[span] })

/** The spans without those that say nothing, each once, in the order of the sentence. */
function disjointSpans(spans: readonly Span[], { size, root, singleRoot }: ArcTables): Span[] {
  const kept: Span[] = []
  for (const span of spans) {
    checkSpan(span, size)
    const { first, last, condition } = span
    // A root at the right end takes every word that is left: there the span of all words makes the root a single one.
    const isSaid = last - first + 1 === size && singleRoot && root === 0
    if (isSaid || (first === last && condition !== 'none')) continue
    const same = kept.findIndex((other) => other.first === first && other.last === last)
    if (same < 0) kept.push(span)
    else if (strictness(condition) > strictness(kept[same].condition)) kept[same] = span
  }
  const [one] = kept
  const mixed = kept.find(({ condition }) => (condition === 'none') !== (one.condition === 'none'))
  const sorted = [...kept].sort((a, b) => a.first - b.first || b.last - a.last)
  for (let index = 1; index < sorted.length; index++) {
    const [before, span] = [sorted[index - 1], sorted[index]]
    if (span.first > before.last) continue
    const how = span.last <= before.last ? 'are nested' : 'overlap'
    throw new ConstraintError(
      `${spanText(before)} and ${spanText(span)} ${how}, and the parser can only meet spans that share no word`,
    )
  }
  if (mixed) {
    throw new ConstraintError(
      `${spanText(one)} and ${spanText(mixed)}: the condition none is for all spans of a sentence or for none`,
    )
  }
  return sorted
}

const strictness = (condition: SpanCondition): number => spanConditions.indexOf(condition)

function checkSpan(span: Span, size: number): void {
  const { first, last, condition } = span
  if (!spanConditions.includes(condition)) {
    throw new ConstraintError(
      `span ${first}-${last} has the condition '${String(condition)}', expected one of: ${spanConditions.join(', ')}`,
    )
  }
  if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last > size) {
    throw new ConstraintError(`${spanText(span)} leaves the sentence of ${size} words`)
  }
  if (first > last) throw new ConstraintError(`${spanText(span)} ends before it starts`)
}

function findRoots(spans: SpanTables, arcs: ArcTables): void {
  const { of, first, condition, root, minimalRoot } = spans
  const rootArc = table(spans.count + 1, 0)
  const setRoot = (span: number, word: number, arc: number): void => {
    if (root[span] !== 0 && root[span] !== word) {
      throw new ConstraintError(
        `${textOf(spans, span)} cannot have two roots: ${root[span]} by ${arcs.text(rootArc[span])}, and ${word} by ${arcs.text(arc)}`,
      )
    }
    root[span] = word
    rootArc[span] = arc
  }
  for (let dependent = 1; dependent <= arcs.size; dependent++) {
    const head = arcs.head[dependent]
    if (head === -1) continue
    const inner = of[dependent]
    const outer = of[head]
    if (inner === outer) continue
    if (inner !== 0) setRoot(inner, dependent, dependent)
    if (outer === 0) continue
    if (condition[outer] === 'none') {
      throw new ConstraintError(`${arcs.text(dependent)} gives ${textOf(spans, outer)} a dependent outside`)
    }
    if (condition[outer] === 'root') setRoot(outer, head, dependent)
    if (dependent < first[outer] && head > minimalRoot[outer]) minimalRoot[outer] = head
  }
  for (let span = 1; span <= spans.count; span++) {
    const word = root[span]
    if (word === 0 || arcs.head[word] === -1 || of[arcs.head[word]] !== span) continue
    throw new ConstraintError(
      `${textOf(spans, span)}: ${arcs.text(word)} is inside, but ${arcs.text(rootArc[span])} makes ${word} its root`,
    )
  }
}

/** Checks the sentence with each span contracted to one node, which its first word represents. */
function contract(spans: SpanTables, arcs: ArcTables): void {
  const { of, first } = spans
  const { size } = arcs
  const nodeHead = table(size + 2, -1)
  const nodeArc = table(size + 2, 0)
  for (let dependent = 1; dependent <= size; dependent++) {
    const head = arcs.head[dependent]
    if (head === -1) continue
    const inner = of[dependent]
    const outer = of[head]
    if (inner !== 0 && inner === outer) continue
    const node = inner === 0 ? dependent : first[inner]
    nodeHead[node] = outer === 0 ? head : first[outer]
    nodeArc[node] = dependent
  }
  const spansText = (dependents: readonly number[]): string => {
    const ids = new Set(dependents.flatMap((dependent) => [of[dependent], of[arcs.head[dependent]]]))
    ids.delete(0)
    return [...ids].map((span) => textOf(spans, span)).join(', ')
  }
  const cycle = findCycle(nodeHead, size).map((node) => nodeArc[node])
  if (cycle.length > 0) {
    throw new ConstraintError(`${arcsText(cycle, arcs.text)} make a cycle through ${spansText(cycle)}`)
  }
  const node = findArcOverHead(nodeHead, size)
  if (node === 0) return
  const pair = [nodeArc[node], nodeArc[nodeHead[node]]]
  throw new ConstraintError(
    `${arcs.text(pair[0])} reaches over the head that ${arcs.text(pair[1])} demands for ${spansText(pair)}`,
  )
}

/**
 * Under the condition `none` no word of a span can be the only root, unless the span is the whole sentence. The
 * constrained root then has to lie outside the spans, or some word outside has no head and lies under no arc.
 */
function refuseRootless(spans: SpanTables, arcs: ArcTables): void {
  const { of, last } = spans
  if (last[of[1]] === arcs.size) return
  if (arcs.rootWord !== 0) {
    const span = of[arcs.rootWord]
    if (span === 0) return
    throw new ConstraintError(
      `${arcs.text(arcs.rootWord)} makes a word of ${textOf(spans, span)} the only root, with no way to the other words`,
    )
  }
  for (let word = 1; word <= arcs.size; word++) {
    if (of[word] === 0 && arcs.head[word] === -1 && arcs.cover[word] === 0) return
  }
  throw new ConstraintError(
    `no word is left to be the only root: all are in spans with the condition none (the first is ${textOf(spans, 1)}), have demanded heads or lie under demanded arcs`,
  )
}

/** The constraints of one sentence as tables, which the preconditions of all systems read in constant time. */
export interface ConstraintTables {
  readonly arcs: ArcTables
  readonly spans: SpanTables
}

/**
 * Makes the tables in O(n log n). Throws ConstraintError, which names the constraints that contradict each other,
 * exactly if no projective tree of the system satisfies them, or if they are beyond the method. A constrained root and
 * a span of all words make the sentence one with a single root.
 */
export function constraintTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ConstraintTables {
  const { size, root } = sentence
  const isOneSpan = root === 0 && constraints.spans?.some(({ first, last }) => first === 1 && last === size)
  const singleRoot = sentence.singleRoot || isOneSpan === true
  const arcs = arcTables({ size, root, singleRoot }, constraints, labels)
  return { arcs, spans: spanTables(constraints, arcs) }
}
