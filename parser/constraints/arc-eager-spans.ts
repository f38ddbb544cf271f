/**
 * The preconditions of arc-eager parsing under demanded spans (Nivre, Goldberg & McDonald 2014, Figure 2), corrected,
 * and completed for demanded arcs beside them. With i the stack top and j the front of the buffer, p and q their spans
 * (⊥ for none), r(s) the root of a span as far as it is known, and cc the number of connected components of the span
 * that was pushed last, they are beside those of the system:
 *
 *                        i and j in one span      in different ones or none
 *     left-arc(l)        i ≠ r(p)                 r(p) is i or open; q not NONE;
 *                                                 q ROOT: r(q) is j or open, j has no demanded head in q
 *     right-arc(l)       j ≠ r(q)                 r(q) is j or open; j ≥ the last demanded dependent's head, below;
 *                                                 p not NONE; p ROOT: i = r(p), or r(p) is open and i has no head
 *       where j closes   cc ≤ 1                   cc ≤ 1
 *     reduce             i ≠ r(p)
 *     shift, j closes    cc = 0                   cc = 0
 *
 * - r(s) is known from the start where the demanded arcs fix it; otherwise it is set by an arc into the span from
 *   outside and, under ROOT, by an arc out of it.
 * - j closes where what is apart then stays apart (`ArcEagerTables.closes`).
 * - A right-arc from outside may not lead to a word of q before the last one that must have a dependent left of q.
 * - Under NONE, words in spans cannot take what waits for a head outside, so that some must be given one early: shift
 *   and right-arc need `waiting` of the nearest stack word without a head to lie behind j, shift also that of j.
 *
 * When the end of the input has been seen, what speaks of cc, of waiting and of demanded arcs holds no longer.
 *
 * Against the figure: an open r(s) blocks nothing; right-arc counts a new component where it comes from outside to a
 * word that is not the first, and left-arc one less only within a span; under ROOT a word that has a head inside may
 * not take a dependent outside while r is open.
 */
import { BELOW, EXTRA, HEAD, NO_NODE, WORD, type Configuration } from '../configuration.ts'
import {
  LEFT_ARC,
  LEFT_ARC_BIT,
  REDUCE_BIT,
  RIGHT_ARC,
  RIGHT_ARC_BIT,
  SHIFT,
  SHIFT_BIT,
} from '../systems/arc-eager-family.ts'
import type { ArcEagerTables } from './arc-eager-tables.ts'
import { ROOT_SPAN } from './spans.ts'

// The register `counter` is cc. Two fields of a node say the rest:
/**
 * r of the span of its word, 0 while it is open. The words of a span are together on the stack, and the topmost knows
 * what is known: it is told by the one below it when it is pushed, and tells that one when it goes.
 */
const SPAN_ROOT = EXTRA
/** The nearest word without a head at or below it on the stack, 0 without. */
const HEADLESS = EXTRA + 1

/** What the demanded spans leave of `allowed`, the kinds allowed otherwise, while there is a front of the buffer. */
export function allowedBySpans(
  tables: ArcEagerTables,
  configuration: Configuration,
  allowed: number,
): number {
  const { of } = tables.spans
  const { nodes, top, front: j } = configuration
  const p = top === NO_NODE ? 0 : of[nodes[top + WORD]]
  const q = of[j]
  let left = allowed
  if (p !== q) left = allowedBetweenSpans(tables, configuration, left, p, q)
  else if (p !== 0) left = allowedWithinSpan(configuration, left)
  if (configuration.ended !== 0) return left

  if (tables.closes[j] === 1) {
    if (configuration.counter > 0) left &= ~SHIFT_BIT
    if (configuration.counter > 1) left &= ~RIGHT_ARC_BIT
  }
  if (tables.spans.none) {
    const last = tables.waiting.last
    if (last[nodes[top + HEADLESS]] <= j) left &= ~(SHIFT_BIT | RIGHT_ARC_BIT)
    if (last[j] <= j) left &= ~SHIFT_BIT
  }
  return left
}

function allowedWithinSpan(configuration: Configuration, allowed: number): number {
  const { nodes, top, next, front: j } = configuration
  const root = nodes[next + SPAN_ROOT] || nodes[top + SPAN_ROOT]
  if (root === nodes[top + WORD]) return allowed & ~(LEFT_ARC_BIT | REDUCE_BIT)
  return root === j ? allowed & ~RIGHT_ARC_BIT : allowed
}

function allowedBetweenSpans(
  tables: ArcEagerTables,
  configuration: Configuration,
  allowed: number,
  p: number,
  q: number,
): number {
  const { arcs, spans } = tables
  const { nodes, top, next, front: j } = configuration
  let left = allowed
  if (p !== 0) {
    const i = nodes[top + WORD]
    const root = nodes[top + SPAN_ROOT]
    if (root !== 0 && root !== i) left &= ~LEFT_ARC_BIT
    if (spans.none) left &= ~RIGHT_ARC_BIT
    else if (spans.condition[p] === ROOT_SPAN && root !== i && (root !== 0 || nodes[top + HEAD] !== -1)) {
      left &= ~RIGHT_ARC_BIT
    }
  }
  if (q !== 0) {
    const root = nodes[next + SPAN_ROOT] || spans.root[q]
    const another = root !== 0 && root !== j
    if (another || (configuration.ended === 0 && j < spans.minimalRoot[q])) left &= ~RIGHT_ARC_BIT
    if (spans.none) left &= ~LEFT_ARC_BIT
    else if (spans.condition[q] === ROOT_SPAN) {
      const headInside = configuration.ended === 0 && arcs.head[j] !== -1 && spans.of[arcs.head[j]] === q
      if (another || headInside) left &= ~LEFT_ARC_BIT
    }
  }
  return left
}

/** Keeps count of roots and components for a transition that is about to be carried out. */
export function followSpans(tables: ArcEagerTables, configuration: Configuration, kind: number): void {
  if (kind === SHIFT || kind === RIGHT_ARC) followPush(tables, configuration, kind)
  else followPop(tables, configuration, kind)
}

function followPush(tables: ArcEagerTables, configuration: Configuration, kind: number): void {
  const { of, first, condition, root } = tables.spans
  const { nodes, top, next, front: j } = configuration
  const p = top === NO_NODE ? 0 : of[nodes[top + WORD]]
  const q = of[j]
  nodes[next + HEADLESS] = kind === SHIFT ? j : nodes[top + HEADLESS]
  if (kind === RIGHT_ARC && p !== q && condition[p] === ROOT_SPAN) nodes[top + SPAN_ROOT] = nodes[top + WORD]
  if (q === 0) return
  if (j === first[q]) configuration.counter = 1
  else if (kind === SHIFT || p !== q) configuration.counter++
  if (kind === RIGHT_ARC && p !== q) nodes[next + SPAN_ROOT] = j
  else nodes[next + SPAN_ROOT] ||= p === q ? nodes[top + SPAN_ROOT] : root[q]
}

function followPop(tables: ArcEagerTables, configuration: Configuration, kind: number): void {
  const { of, condition } = tables.spans
  const { nodes, top, next, front: j } = configuration
  const p = of[nodes[top + WORD]]
  if (kind === LEFT_ARC) {
    const q = of[j]
    if (p !== q) {
      nodes[top + SPAN_ROOT] = nodes[top + WORD]
      if (condition[q] === ROOT_SPAN) nodes[next + SPAN_ROOT] = j
    } else if (p !== 0) configuration.counter--
  }
  const below = nodes[top + BELOW]
  if (p !== 0 && below !== NO_NODE && of[nodes[below + WORD]] === p) {
    nodes[below + SPAN_ROOT] = nodes[top + SPAN_ROOT]
  }
}
