/**
 * The span constraints of one sentence as tables. Throws ConstraintError if no tree satisfies them; constrained-system.ts
 * checks the roots of spans.
 *
 * Spans of the same words are merged: the strictest condition implies the others. Spans without effect are left out: spans of
 * one word (under `none` they are leaves), and the whole sentence with a single root. The tables are for spans that share no
 * word, of which all or none have the condition `none`; for others there is a chart (tree-chart.ts).
 */
import { findCycle } from '../../transform/check.ts'
import { arcsText, findArcOverHead, type ArcTables, table, type WordColumn } from './arc-tables.ts'
import { ConstraintError, spanConditions, type Span, type SpanCondition } from '../core/constraints.ts'

/** Tables by word, for 0..size + 1, and by span, for 1..count; span 0 is no span. */
export interface SpanTables {
  readonly count: number
  readonly none: boolean
  /** By word: the number of its span; 0 if it is in no span. */
  readonly of: WordColumn
  /** By span: its first and last word, and its condition. */
  readonly first: WordColumn
  readonly last: WordColumn
  readonly condition: readonly SpanCondition[]
  /** By span: the root that the arcs determine; 0 if they do not determine it. */
  readonly root: WordColumn
  /** By span: the last word with a constrained dependent left of the span; 0 if there is none. */
  readonly minimalRoot: WordColumn
}

/** Computes the tables. Throws ConstraintError if no tree satisfies the spans and the arcs. @param spans as `areSeparate` */
export function spanTables(spans: readonly Span[], arcs: ArcTables): SpanTables {
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
  }
  return tables
}

/** Formats a span: `span 3-7 none`. Omits the condition `plain`. */
export function spanText({ first, last, condition }: Span): string {
  return `span ${first}-${last}${condition === 'plain' ? '' : ` ${condition}`}`
}

export const spanTextOf = ({ first, last, condition }: SpanTables, span: number): string =>
  spanText({ first: first[span], last: last[span], condition: condition[span] })

/**
 * The different spans, without spans that have no effect, in the order of the sentence. Throws ConstraintError for malformed
 * spans.
 */
export function differentSpans(spans: readonly Span[], { size, root, singleRoot }: ArcTables): Span[] {
  const kept: Span[] = []
  for (const span of spans) {
    checkSpan(span, size)
    const { first, last, condition } = span
    // A root at the right end becomes the head of every remaining word, so there the span of all words requires a single root.
    const hasNoEffect = last - first + 1 === size && singleRoot && root === 0
    if (hasNoEffect || first === last) continue
    const same = kept.findIndex((other) => other.first === first && other.last === last)
    if (same < 0) kept.push(span)
    else if (strictness(condition) > strictness(kept[same].condition)) kept[same] = span
  }
  return kept.sort((a, b) => a.first - b.first || b.last - a.last)
}

/** Whether the spans share no word, and all of them have the condition `none` or none of them has. */
export function areSeparate(spans: readonly Span[]): boolean {
  return spans.every(
    ({ first, condition }, i) =>
      i === 0 || (first > spans[i - 1].last && (condition === 'none') === (spans[0].condition === 'none')),
  )
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
        `${spanTextOf(spans, span)} cannot have two roots: ${root[span]} by ${arcs.text(rootArc[span])}, and ${word} by ${arcs.text(arc)}`,
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
      throw new ConstraintError(
        `${arcs.text(dependent)} gives ${spanTextOf(spans, outer)} a dependent outside`,
      )
    }
    if (condition[outer] === 'root') setRoot(outer, head, dependent)
    if (dependent < first[outer] && head > minimalRoot[outer]) minimalRoot[outer] = head
  }
  for (let span = 1; span <= spans.count; span++) {
    const word = root[span]
    if (word === 0 || arcs.head[word] === -1 || of[arcs.head[word]] !== span) continue
    throw new ConstraintError(
      `${spanTextOf(spans, span)}: ${arcs.text(word)} is inside, but ${arcs.text(rootArc[span])} makes ${word} its root`,
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
    return [...ids].map((span) => spanTextOf(spans, span)).join(', ')
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
