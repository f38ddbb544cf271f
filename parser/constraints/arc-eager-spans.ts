/**
 * The preconditions of arc-eager parsing under demanded spans (Nivre, Goldberg & McDonald 2014, Figure 2), corrected,
 * completed for demanded arcs beside them, and simplified. With i the stack top and j the front of the buffer, p and q
 * their spans, head(i) the head that i has and left(i) its leftmost dependent, they are beside those of the system:
 *
 *                  i and j in one span                     otherwise
 *     left-arc     i is not the demanded root of p;        q is not NONE;
 *                  p is not ROOT, or left(i) is in p       q is not ROOT, or j can be its root
 *     right-arc    j is not the demanded root of q;        j can be the root of q; p is not NONE;
 *                  j does not close, or cc(i) = 1          p is not ROOT, or head(i) is not in p
 *     reduce       head(i) is in p
 *     shift        j does not close
 *
 * - The demanded root of a span is the one that the demanded arcs fix; which words can be its root, and which close it,
 *   is for `ArcEagerTables` to say.
 * - cc(i) is the number of connected components that the words of p up to i make, which only grows up the stack.
 * - Under NONE, words in spans cannot take what waits for a head outside, so that some must be given one early: shift
 *   needs the last head of j to lie behind j, and right-arc that of the nearest stack word without a head (see
 *   last-heads.ts).
 *
 * The figure keeps a root and a count for the current span. Of the root all that matters can be read off: the words of
 * a span lie together on the stack, so that one that has a head outside, or a dependent on the left outside, is the
 * lowest of them; and when a span is complete it is connected, so that a word of it without a head inside is its root.
 * Against the figure, moreover: a root not yet known blocks nothing; a right-arc from outside starts a component unless
 * it leads to the first word, and a left-arc that joins two is one within the span; under ROOT a word that has a head
 * inside takes no dependent outside, whether the root is known or not.
 */
import { EXTRA, HEAD, LEFT, NO_NODE, WORD, type Configuration } from '../core/configuration.ts'
import {
  LEFT_ARC_BIT,
  REDUCE_BIT,
  RIGHT_ARC,
  RIGHT_ARC_BIT,
  SHIFT,
  SHIFT_BIT,
} from '../systems/arc-eager-family.ts'
import { CAN_BE_ROOT, CLOSES, type ArcEagerTables } from './arc-eager-tables.ts'
import { ROOT_SPAN } from './spans.ts'

// What a node knows of the stack up to it; both are set when it is pushed and hold as long as it lies there.
/** cc of its word. */
const COMPONENTS = EXTRA
/** The nearest word without a head at or below it, 0 without. */
const HEADLESS = EXTRA + 1

/** What the demanded spans leave of `allowed`, the kinds allowed otherwise, while there is a front of the buffer. */
export function allowedBySpans(
  tables: ArcEagerTables,
  configuration: Configuration,
  allowed: number,
): number {
  const { of, none } = tables.spans
  const { nodes, top, front: j } = configuration
  const p = top === NO_NODE ? 0 : of[nodes[top + WORD]]
  const q = of[j]
  let left = allowed
  if (p !== q) left = allowedBetweenSpans(tables, configuration, left, p, q)
  else if (p !== 0) left = allowedWithinSpan(tables, configuration, left, p)
  if (none) {
    const last = tables.lastHeads.last
    if (last[j] <= j) left &= ~SHIFT_BIT
    if (last[nodes[top + HEADLESS]] <= j) left &= ~RIGHT_ARC_BIT
  }
  return left
}

function allowedWithinSpan(
  { spans, flags }: ArcEagerTables,
  { nodes, top, front: j }: Configuration,
  allowed: number,
  span: number,
): number {
  const leftmost = nodes[top + LEFT]
  const root = spans.root[span]
  const isRoot = spans.condition[span] === ROOT_SPAN && leftmost !== -1 && leftmost < spans.first[span]
  let left = allowed
  if (isRoot) left &= ~LEFT_ARC_BIT
  if (j === root) left &= ~RIGHT_ARC_BIT
  if (nodes[top + HEAD] < spans.first[span]) left &= ~REDUCE_BIT
  if ((flags[j] & CLOSES) !== 0) {
    left &= ~SHIFT_BIT
    if (nodes[top + COMPONENTS] > 1) left &= ~RIGHT_ARC_BIT
  }
  return left
}

function allowedBetweenSpans(
  { spans, flags }: ArcEagerTables,
  { nodes, top, front: j }: Configuration,
  allowed: number,
  p: number,
  q: number,
): number {
  let left = allowed
  if (q !== 0) {
    const canBeRoot = (flags[j] & CAN_BE_ROOT) !== 0
    if (!canBeRoot) left &= ~RIGHT_ARC_BIT
    if (spans.none || (spans.condition[q] === ROOT_SPAN && !canBeRoot)) left &= ~LEFT_ARC_BIT
  }
  if (p !== 0) {
    if (spans.none || (spans.condition[p] === ROOT_SPAN && nodes[top + HEAD] >= spans.first[p])) {
      left &= ~RIGHT_ARC_BIT
    }
  }
  return left
}

/** Takes note of a transition that is about to be carried out. */
export function followSpans({ spans }: ArcEagerTables, configuration: Configuration, type: number): void {
  if (type !== SHIFT && type !== RIGHT_ARC) return
  const { nodes, top, next, front: j } = configuration
  const p = top === NO_NODE ? 0 : spans.of[nodes[top + WORD]]
  const below = p === spans.of[j] ? nodes[top + COMPONENTS] : 0
  nodes[next + COMPONENTS] = type === SHIFT || below === 0 ? below + 1 : below
  nodes[next + HEADLESS] = type === SHIFT ? j : nodes[top + HEADLESS]
}
