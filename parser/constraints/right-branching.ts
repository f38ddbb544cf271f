/**
 * The preconditions of right-branching parsing under demanded arcs, spans and roots of the *original* tree.
 *
 * With s|b the stack top and the front of the buffer, t the true token, q the owner of s, L the latest word that can
 * be the next head of the nearest item in need (see right-branching-heads.ts), and ch, rcd, lcd a word's demanded head,
 * rightmost and leftmost demanded dependent, each transition is allowed where `rb` allows it and
 *
 *   plain       b has no demanded left dependents; the demanded arcs lead from b up to a word before L whose demanded
 *               head is t or open
 *   relocated   t has its demanded right dependents, and no demanded head before it; b has no demanded left dependents
 *               and no demanded head before it; t has a possible next head after the word at which b's item can end
 *   reversed    t as for relocated; the demanded next head is b or open; b has no demanded dependents before s; from b
 *               the item can still end where it has to: before L, as a dependent of q's token or of its next head
 *   reduce      t has its demanded right dependents; a word attached by a plain arc has no demanded head after it;
 *               that of a relocated one is the next head of q
 *
 * and where the spans allow it. A span's item that hangs on a word outside is its *base*: its last token is the root
 * of the span. So a span is entered by a plain arc at its first word only; the base stays while words of the span are
 * left, unless what hangs on the next head of q does; it climbs within the span to a word that can be the root, and
 * from there on has what the condition lets it have outside.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../transform/tree.ts'
import { BELOW, LABEL, MARK, STATE, TOKEN, WORD, type Configuration } from '../configuration.ts'
import { REDUCE, RIGHT_PLAIN, RIGHT_RELOCATED, RIGHT_REVERSED } from '../systems/rb.ts'
import {
  ANY_LABEL,
  BOUND,
  canEndAbove,
  earliestEnd,
  FROZEN,
  GROUP,
  latestHead,
  latestHeadInSpan,
  OWNER,
  OWNER_BOUND,
} from './right-branching-heads.ts'
import type { RightBranchingTables } from './right-branching-tables.ts'
import { NONE_SPAN, PLAIN_SPAN, ROOT_SPAN } from './spans.ts'

const REDUCE_BIT = 1 << REDUCE
const PLAIN_BIT = 1 << RIGHT_PLAIN
const RELOCATED_BIT = 1 << RIGHT_RELOCATED
const REVERSED_BIT = 1 << RIGHT_REVERSED

/** What the constraints leave of `allowed`, the kinds that are allowed without them. */
export function allowedByConstraints(
  tables: RightBranchingTables,
  c: Configuration,
  allowed: number,
): number {
  let left = allowed
  if ((left & PLAIN_BIT) !== 0 && !allowsPlain(tables, c)) left &= ~PLAIN_BIT
  if ((left & (RELOCATED_BIT | REVERSED_BIT)) !== 0 && !allowsClimbing(tables, c)) {
    left &= ~(RELOCATED_BIT | REVERSED_BIT)
  }
  if ((left & RELOCATED_BIT) !== 0 && !allowsRelocated(tables, c)) left &= ~RELOCATED_BIT
  if ((left & REVERSED_BIT) !== 0 && !allowsReversed(tables, c)) left &= ~REVERSED_BIT
  if ((left & REDUCE_BIT) !== 0) {
    const attachedByReversed = c.nodes[c.top + MARK] === REVERSED
    if (!(attachedByReversed ? allowsLeaving(tables, c) : allowsPopping(tables, c))) left &= ~REDUCE_BIT
  }
  return left
}

/** Whether an allowed kind may take the label. */
export function admitsLabel(
  tables: RightBranchingTables,
  c: Configuration,
  kind: number,
  label: number,
): boolean {
  if (!tables.labelled) return true
  const { arcs } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (kind === RIGHT_PLAIN) {
    if (t === 0 && arcs.singleRoot && arcs.rootWord !== 0) return arcs.fits(arcs.rootWord, label)
    const end = areInOneSpan(tables, b, t) ? tables.chainEnd[b] : tables.outerEnd[b]
    return arcs.head[end] === -1 || arcs.fits(end, label)
  }
  if (kind === RIGHT_REVERSED) return arcs.head[t] !== b || arcs.fits(t, label)
  if (kind === REDUCE) return true
  return earliestEnd(tables, b, label, nodes[top + GROUP], t) < latestHead(tables, nodes, top, b)
}

/** Whether both words are in the same span. */
function areInOneSpan(tables: RightBranchingTables, word: number, other: number): boolean {
  const span = tables.spans.of[word]
  return span !== 0 && span === tables.spans.of[other]
}

function allowsPlain(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (arcs.leftmost[b] < b) return false
  const within = areInOneSpan(tables, b, t)
  const end = within ? tables.chainEnd[b] : tables.outerEnd[b]
  const limit = within ? end : tables.outerLimit[b]
  if (limit >= nodes[top + BOUND]) return false
  if (arcs.head[end] !== -1 && arcs.head[end] !== t) return false
  if (spans.count === 0) return true
  const entered = spans.of[b]
  if (within) return b !== spans.root[entered]
  if (entered !== 0 && b !== spans.first[entered]) return false
  const left = spans.of[t]
  if (left === 0 || spans.condition[left] === PLAIN_SPAN) return true
  return spans.condition[left] === ROOT_SPAN && spans.of[nodes[top + OWNER]] !== left
}

/** What relocated and reversed arcs have in common: the true token of the stack top is to get a head after it. */
function allowsClimbing(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (nodes[top + STATE] === PLAIN && arcs.rightmost[t] >= b) return false
  if (arcs.head[t] !== -1 && arcs.head[t] < t) return false
  const span = spans.of[t]
  if (span === 0) return true
  const isBase = spans.of[nodes[top + OWNER]] !== span
  if (b > spans.last[span]) return isBase
  return !isBase || !isSpanRoot(tables, c, t, span)
}

/** Whether the token t of the stack top, a base, is the root of its span for certain. */
function isSpanRoot(tables: RightBranchingTables, c: Configuration, t: number, span: number): boolean {
  return t === tables.spans.root[span] || c.nodes[c.top + FROZEN] === 1
}

function allowsRelocated(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs } = tables
  const { nodes, top, front: b } = c
  if (arcs.leftmost[b] < b) return false
  if (arcs.head[b] !== -1 && arcs.head[b] < b) return false
  const latest = latestHead(tables, nodes, top, b)
  if (latest <= b) return false
  return earliestEnd(tables, b, ANY_LABEL, nodes[top + GROUP], nodes[top + TOKEN]) < latest
}

function allowsReversed(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const group = nodes[top + GROUP]
  if (group !== 0 && group !== b) return false
  if (arcs.leftmost[b] < nodes[top + WORD]) return false
  const t = nodes[top + TOKEN]
  const owner = nodes[top + OWNER]
  const within = areInOneSpan(tables, b, t)
  if (nodes[top + MARK] === RELOCATED) {
    if (arcs.head[b] !== -1 && arcs.head[b] < b) return false
    if (!canEndAbove(tables, nodes, top, b)) return false
  } else {
    const aboveBase = within && areInOneSpan(tables, owner, t)
    const end = aboveBase ? tables.chainEnd[b] : tables.outerEnd[b]
    const limit = aboveBase ? end : tables.outerLimit[b]
    if (limit >= nodes[top + OWNER_BOUND]) return false
    if (arcs.head[end] !== -1 && (arcs.head[end] !== owner || !arcs.fits(end, nodes[top + LABEL])))
      return false
  }
  const entered = spans.of[b]
  if (entered === 0) return true
  const root = spans.root[entered]
  if (within) return root === 0 || (spans.of[owner] === entered ? b !== root : b <= root)
  if (!tables.mayLeadOutside(b)) return false
  const isRelocatedIntoRoot = spans.condition[entered] === ROOT_SPAN && nodes[top + MARK] === RELOCATED
  return !isRelocatedIntoRoot || spans.last[entered] < nodes[top + OWNER_BOUND]
}

/** Whether the stack top, attached by a reversed arc, may be popped: the item below then has to climb further. */
function allowsLeaving(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (arcs.rightmost[t] >= b) return false
  const span = spans.of[t]
  if (span !== 0 && b <= spans.last[span] && spans.of[nodes[top + OWNER]] !== span) {
    if (isSpanRoot(tables, c, t, span)) return false
  }
  const isTopmost = arcs.singleRoot && c.height === 3
  if (!isTopmost) return true
  if (arcs.head[t] === 0) return false
  return !spans.none || span !== 0 || latestHead(tables, nodes, nodes[top + BELOW], b) >= b
}

/** Whether the stack top, attached by a plain or relocated arc, may be popped: its token is then final. */
function allowsPopping(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (nodes[top + STATE] === PLAIN && arcs.rightmost[t] >= b) return false
  const span = spans.of[t]
  const isOpenBase = span !== 0 && b <= spans.last[span] && spans.of[nodes[top + OWNER]] !== span
  const head = arcs.head[t]
  if (nodes[top + MARK] !== RELOCATED) return head <= t && !isOpenBase
  const below = nodes[top + BELOW]
  const group = nodes[below + GROUP]
  if (head > t && ((group !== 0 && group !== head) || !arcs.fits(t, nodes[top + LABEL]))) return false
  if (!isOpenBase) return true
  // The rest of the span then hangs on the same next head, which has to lie in it.
  if (spans.condition[span] === NONE_SPAN || isSpanRoot(tables, c, t, span)) return false
  if (nodes[below + BOUND] > spans.last[span]) {
    if (group !== 0) return false
    if (head <= t) return latestHeadInSpan(tables, nodes, below, span, b) >= b
  }
  return head <= t || tables.mayLeadOutside(head)
}
