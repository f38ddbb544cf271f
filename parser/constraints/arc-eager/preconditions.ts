/**
 * The preconditions of arc-eager parsing under span constraints (Nivre, Goldberg & McDonald 2014, Figure 2), corrected,
 * completed for arc constraints on the same sentence, and simplified. With i the stack top and j the front of the
 * buffer, p and q their spans, head(i) the head that i has and left(i) its leftmost dependent, a transition needs, in
 * addition to the other preconditions:
 *
 *                  i and j in one span                     otherwise
 *     left-arc     i is not the constrained root of p;     q is not NONE;
 *                  p is not ROOT, or left(i) is in p       q is not ROOT, or j can be its root
 *     right-arc    j is not the constrained root of q;     j can be the root of q; p is not NONE;
 *                  j does not close, or cc(i) = 1          p is not ROOT, or head(i) is not in p
 *     reduce       head(i) is in p
 *     shift        j does not close
 *
 * - The constrained root of a span is the one that the arc constraints determine. `ArcEagerTables` records which words can
 *   be the root of a span and which words close it.
 * - cc(i) is the number of connected components that the words of p up to i form. It only grows up the stack.
 * - Leaves, and under NONE words in spans, cannot be the heads of all words, so that some words need an early head: shift needs
 *   the last head of j to be after j, and right-arc that of the nearest stack word without a head (tables.ts).
 *
 * The figure keeps a root and a count for the current span. The root can be read off the stack instead: the words of a
 * span are adjacent on it, so that the lowest of them is the only one that can have a head outside, or a left dependent
 * outside. And a complete span is connected, so that its word without a head inside is its root.
 *
 * Other corrections of the figure: a root that is not known yet blocks nothing; a right-arc from outside starts a
 * component unless it leads to the first word, and a left-arc that joins two components is one within the span; under
 * ROOT a word with a head inside takes no dependent outside, whether the root is known or not.
 */
import * as Field from '../../core/node-fields.ts'
import * as Type from '../../systems/arc-eager-family.ts'
import type { Configuration } from '../../core/configuration.ts'
import { NO_NODE, LEFT, WORD } from '../../core/node-fields.ts'
import type { NodeField } from '../../core/transition-system.ts'
import { CAN_BE_ROOT, CLOSES, type ArcEagerTables } from './tables.ts'
import { LEFT_ARC_BIT, REDUCE_BIT, RIGHT_ARC_BIT, SHIFT_BIT } from '../../systems/arc-eager-family.ts'
import type { ArcTables } from '../arc-tables.ts'

// The fields that spans add to nodes.
/** The number of connected components of the words of the span up to this word. */
const COMPONENTS = Field.FIRST_OWN_FIELD
/** The nearest word without a head at this node or below; 0 if there is none. */
const HEADLESS = Field.FIRST_OWN_FIELD + 1
export const spanFields: readonly NodeField[] = [{ field: COMPONENTS }, { field: HEADLESS }]

/** The transition types of `allowed` that the spans allow. The buffer must not be empty. */
export function allowedBySpans(
  tables: ArcEagerTables,
  configuration: Configuration,
  allowed: number,
): number {
  const { of } = tables.spans
  const { nodes, top, next, front: j } = configuration
  const p = top === NO_NODE ? 0 : of[nodes[top + Field.WORD]]
  const q = of[j]
  let left = allowed
  if (p !== q) left = allowedBetweenSpans(tables, configuration, left)
  else if (p !== 0) left = allowedWithinSpan(tables, configuration, left)
  if (tables.lastHeads) {
    const { any, outside } = tables.lastHeads
    const mustBeRoot = tables.spans.condition[q] === 'root' && hasDependentBefore(tables, nodes, next)
    if ((mustBeRoot ? outside : any)[j] <= j) left &= ~Type.SHIFT_BIT
    // A word that gets a head outside its span is the root of the span: no later word of the span can be a head outside.
    const end = p === q ? j : Math.max(j, tables.spans.last[q])
    if (any[nodes[top + HEADLESS]] <= end) left &= ~Type.RIGHT_ARC_BIT
  }
  return left
}

/** Whether a word of a span has a dependent before the span. */
function hasDependentBefore({ spans }: ArcEagerTables, nodes: Int32Array, node: number): boolean {
  const leftmost = nodes[node + Field.LEFT]
  return leftmost !== -1 && leftmost < spans.first[spans.of[nodes[node + Field.WORD]]]
}

function allowedWithinSpan(
  tables: ArcEagerTables,
  { nodes, top, front: j }: Configuration,
  allowed: number,
): number {
  const { spans, flags } = tables
  const span = spans.of[j]
  const root = spans.root[span]
  const isRoot = spans.condition[span] === 'root' && hasDependentBefore(tables, nodes, top)
  let left = allowed
  if (isRoot) left &= ~Type.LEFT_ARC_BIT
  if (j === root) left &= ~Type.RIGHT_ARC_BIT
  if (nodes[top + Field.HEAD] < spans.first[span]) left &= ~Type.REDUCE_BIT
  if ((flags[j] & CLOSES) !== 0) {
    left &= ~Type.SHIFT_BIT
    if (nodes[top + COMPONENTS] > 1) left &= ~Type.RIGHT_ARC_BIT
  }
  return left
}

function allowedBetweenSpans(
  { spans, flags }: ArcEagerTables,
  { nodes, top, front: j }: Configuration,
  allowed: number,
): number {
  const p = top === NO_NODE ? 0 : spans.of[nodes[top + Field.WORD]]
  const q = spans.of[j]
  let left = allowed
  if (q !== 0) {
    const canBeRoot = (flags[j] & CAN_BE_ROOT) !== 0
    if (!canBeRoot) left &= ~Type.RIGHT_ARC_BIT
    if (spans.none || (spans.condition[q] === 'root' && !canBeRoot)) left &= ~Type.LEFT_ARC_BIT
  }
  if (p !== 0) {
    const hasHeadInside = nodes[top + Field.HEAD] >= spans.first[p]
    if (spans.none || (spans.condition[p] === 'root' && hasHeadInside)) left &= ~Type.RIGHT_ARC_BIT
  }
  return left
}

/** Updates COMPONENTS and HEADLESS. Call it before a transition is applied. */
export function followSpans({ spans }: ArcEagerTables, configuration: Configuration, type: number): void {
  if (type !== Type.SHIFT && type !== Type.RIGHT_ARC) return
  const { nodes, top, next, front: j } = configuration
  const p = top === NO_NODE ? 0 : spans.of[nodes[top + Field.WORD]]
  const below = p === spans.of[j] ? nodes[top + COMPONENTS] : 0
  nodes[next + COMPONENTS] = type === Type.SHIFT || below === 0 ? below + 1 : below
  nodes[next + HEADLESS] = type === Type.SHIFT ? j : nodes[top + HEADLESS]
}

// The preconditions of arc-eager parsing under arc constraints (Nivre, Goldberg & McDonald 2014, Figure 2). With i the
// stack top, j the front of the buffer, and for each word its constrained head ch and its leftmost and rightmost
// constrained dependents lcd and rcd, a transition needs, in addition to the preconditions of the system:
//
//     left-arc(l)    ch(i) is j or there is none, l fits; rcd(i) < j
//     right-arc(l)   ch(j) is i or there is none, l fits; j has its constrained left dependents
//     reduce         rcd(i) < j
//     shift          ch(j) is right of j or there is none; j has its constrained left dependents
//
// A left-arc also needs a j, and a right-arc an i, that is no leaf.
//
// The figure allows a right-arc to j although ch(j) is still in the buffer (constraint 3→2: shift, right-arc, reduce,
// left-arc derives 1→2 and 3→1). Left dependents are attached from right to left, so j has all of them when the latest
// one, which its node holds, is lcd(j) or left of it. After the end of the input nothing is forbidden.

/** The transition types of `allowed` that the arcs allow. The buffer must not be empty. */
export function allowedByArcs(arcs: ArcTables, configuration: Configuration, allowed: number): number {
  const { nodes, top, next, front: j } = configuration
  const i = top === NO_NODE ? 0 : nodes[top + WORD]
  let left = allowed
  if (arcs.leaf[j] === 1) left &= ~LEFT_ARC_BIT
  if (arcs.leaf[i] === 1) left &= ~RIGHT_ARC_BIT
  if (arcs.rightmost[i] >= j) left &= ~(LEFT_ARC_BIT | REDUCE_BIT)
  if (arcs.head[i] !== -1 && arcs.head[i] !== j) left &= ~LEFT_ARC_BIT
  if (arcs.leftmost[j] < j) {
    const latest = nodes[next + LEFT]
    if (latest === -1 || latest > arcs.leftmost[j]) left &= ~(SHIFT_BIT | RIGHT_ARC_BIT)
  }
  const head = arcs.head[j]
  if (head !== -1) {
    if (head < j) left &= ~SHIFT_BIT
    if (head !== i) left &= ~RIGHT_ARC_BIT
  }
  return left
}
