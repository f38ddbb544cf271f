/**
 * The preconditions of right-branching parsing under arc, span and root constraints on the *original* tree.
 *
 * With s the stack top, b the front of the buffer, t the true token of s, q the word below s, L the latest word that can
 * be the next head of the nearest item that needs one (items.ts), and ch and rcd the constrained head and the
 * rightmost constrained dependent of a word, a transition is allowed if `rb` allows it and
 *
 *   plain       the constrained heads lead from b to a word before L that has the constrained head t or none
 *   relocated   rcd(t) < b; ch(t) is after t or there is none; some possible next head of t is after the earliest word
 *               at which the item of b can end
 *   reversed    rcd(t) < b; ch(t) is after t or there is none; b is the constrained next head, or there is none; from b
 *               the item can still end where it has to: as a right dependent of q's token, or before the next head of q
 *   reduce      rcd(t) < b; if s was attached by a plain arc, t has no constrained head after it; if by a relocated arc,
 *               this head is the next head of q; if by a reversed arc from the only root of the sentence, a word is left
 *               that can be this root
 *
 * and if the spans allow it. (rcd(t) matters only while t can take right dependents.) The constrained head and the
 * constrained left dependents of b need no test: a word that needs b as its next head limits what is above it to words
 * before b, and so does a word with the constrained right dependent b.
 *
 * The item of a span that hangs on a word outside is the *base* of the span: its last token in the span is the root of
 * the span. A base stays on the stack while words of the span are left, unless these get, like the base, the next head
 * of q. It climbs within the span to a word that can be the root, and then has the dependents outside that the condition
 * permits.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../../transform/tree.ts'
import * as Field from '../../core/node-fields.ts'
import type { Configuration } from '../../core/configuration.ts'
import {
  REDUCE,
  RIGHT_PLAIN,
  RIGHT_RELOCATED,
  RIGHT_REVERSED,
  STATE,
} from '../../systems/right-branching-family.ts'
import { ANY_LABEL } from '../arc-tables.ts'
import { canEndAbove, earliestEnd, latestHead, latestHeadInSpan } from './items.ts'
import { mayLeadOutside, type RightBranchingTables } from './tables.ts'
import * as Item from './items.ts'

const REDUCE_BIT = 1 << REDUCE
const PLAIN_BIT = 1 << RIGHT_PLAIN
const RELOCATED_BIT = 1 << RIGHT_RELOCATED
const REVERSED_BIT = 1 << RIGHT_REVERSED

/** The transition types of `allowed` that the constraints allow. */
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
    const attachedByReversed = c.nodes[c.top + Field.MARK] === REVERSED
    if (!(attachedByReversed ? allowsLeaving(tables, c) : allowsPopping(tables, c))) left &= ~REDUCE_BIT
  }
  return left
}

export function admitsLabel(
  tables: RightBranchingTables,
  c: Configuration,
  type: number,
  label: number,
): boolean {
  if (!tables.labelled) return true
  const { arcs } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + Field.TOKEN]
  if (type === RIGHT_PLAIN) {
    if (t === 0 && arcs.singleRoot && arcs.rootWord !== 0) return arcs.fits(arcs.rootWord, label)
    const end = areInOneSpan(tables, b, t) ? tables.chains.end[b] : tables.chains.outerEnd[b]
    return arcs.head[end] === -1 || arcs.fits(end, label)
  }
  if (type === RIGHT_REVERSED) return arcs.head[t] !== b || arcs.fits(t, label)
  if (type === REDUCE) return true
  return earliestEnd(tables, b, label, nodes[top + Item.GROUP], t) < latestHead(tables, c, top)
}

function areInOneSpan(tables: RightBranchingTables, word: number, other: number): boolean {
  const span = tables.spans.of[word]
  return span !== 0 && span === tables.spans.of[other]
}

/** The properties of the owner of an item that limit where the item can end. */
interface Owner {
  readonly token: number
  readonly label: number
  /** The item ends before this word. */
  readonly bound: number
}

/**
 * Whether an item at `word` can end as a right dependent of its owner. @param isWithin whether it is in the span of
 * `word`
 */
function canEndBelow(
  tables: RightBranchingTables,
  word: number,
  isWithin: boolean,
  { token, label, bound }: Owner,
): boolean {
  const { arcs } = tables
  const end = isWithin ? tables.chains.end[word] : tables.chains.outerEnd[word]
  const limit = isWithin ? end : tables.chains.outerLimit[word]
  if (limit >= bound) return false
  const head = arcs.head[end]
  return head === -1 || (head === token && (label === ANY_LABEL || arcs.fits(end, label)))
}

function allowsPlain(tables: RightBranchingTables, c: Configuration): boolean {
  const { spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + Field.TOKEN]
  if (tables.arcs.leaf[t] === 1) return false
  const isWithin = areInOneSpan(tables, b, t)
  const owner = { token: t, label: ANY_LABEL, bound: nodes[top + Item.BOUND] }
  if (!canEndBelow(tables, b, isWithin, owner)) return false
  if (isWithin) return b !== spans.root[spans.of[b]]
  const left = spans.of[t]
  if (left === 0 || spans.condition[left] === 'plain') return true
  return spans.condition[left] === 'root' && spans.of[nodes[top + Item.OWNER]] !== left
}

/** The common part of relocated and reversed arcs: the true token of the stack top gets a head after it. */
function allowsClimbing(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + Field.TOKEN]
  if (nodes[top + STATE] === PLAIN && arcs.rightmost[t] >= b) return false
  if (arcs.head[t] !== -1 && arcs.head[t] < t) return false
  const span = spans.of[t]
  if (span === 0) return true
  const isBase = spans.of[nodes[top + Item.OWNER]] !== span
  if (b > spans.last[span]) return isBase
  return !isBase || !isSpanRoot(tables, c, t, span)
}

/** Whether the token t of the stack top, which is a base, must be the root of its span. */
function isSpanRoot(tables: RightBranchingTables, c: Configuration, t: number, span: number): boolean {
  return t === tables.spans.root[span] || c.nodes[c.top + Item.FROZEN] === 1
}

function allowsRelocated(tables: RightBranchingTables, c: Configuration): boolean {
  const { nodes, top, front: b } = c
  const end = earliestEnd(tables, b, ANY_LABEL, nodes[top + Item.GROUP], nodes[top + Field.TOKEN])
  return end < latestHead(tables, c, top)
}

function allowsReversed(tables: RightBranchingTables, c: Configuration): boolean {
  const { spans } = tables
  const { nodes, top, front: b } = c
  const group = nodes[top + Item.GROUP]
  if ((group !== 0 && group !== b) || tables.arcs.leaf[b] === 1) return false
  const t = nodes[top + Field.TOKEN]
  const owner = nodes[top + Item.OWNER]
  const bound = nodes[top + Item.OWNER_BOUND]
  const isRelocated = nodes[top + Field.MARK] === RELOCATED
  const isWithin = areInOneSpan(tables, b, t)
  const canEnd = isRelocated
    ? canEndAbove(tables, nodes, top, b)
    : canEndBelow(tables, b, isWithin, { token: owner, label: nodes[top + Field.LABEL], bound })
  if (!canEnd) return false
  const entered = spans.of[b]
  const root = spans.root[entered]
  if (isWithin) return root === 0 || (spans.of[owner] === entered ? b !== root : b <= root)
  if (!mayLeadOutside(tables, b)) return false
  // Under ROOT this word is the root of the span, and so does not hang on a word of it.
  return !isRelocated || spans.condition[entered] !== 'root' || spans.last[entered] < bound
}

/** Whether the stack top, attached by a reversed arc, can be popped. Then the item below must climb further. */
function allowsLeaving(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + Field.TOKEN]
  if (arcs.rightmost[t] >= b) return false
  const span = spans.of[t]
  const isOpenBase = span !== 0 && b <= spans.last[span] && spans.of[nodes[top + Item.OWNER]] !== span
  if (isOpenBase && isSpanRoot(tables, c, t, span)) return false
  // The only root of the sentence is this word or a word of the buffer.
  const isTopmost = arcs.singleRoot && c.height === 3
  if (isTopmost && arcs.head[t] === 0) return false
  if (!isOpenBase && !isTopmost) return true
  const item = nodes[top + Field.BELOW]
  return latestHead(tables, c, item) >= b || (isOpenBase && canLeaveSpanOpen(tables, c, item, span))
}

/** Whether the stack top, attached by a plain or relocated arc, can be popped. Its token is then final. */
function allowsPopping(tables: RightBranchingTables, c: Configuration): boolean {
  const { arcs, spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + Field.TOKEN]
  if (nodes[top + STATE] === PLAIN && arcs.rightmost[t] >= b) return false
  const span = spans.of[t]
  const isOpenBase = span !== 0 && b <= spans.last[span] && spans.of[nodes[top + Item.OWNER]] !== span
  const head = arcs.head[t]
  if (nodes[top + Field.MARK] !== RELOCATED) return head <= t && !isOpenBase
  const below = nodes[top + Field.BELOW]
  const group = nodes[below + Item.GROUP]
  if (head > t && ((group !== 0 && group !== head) || !arcs.fits(t, nodes[top + Field.LABEL]))) return false
  return !isOpenBase || canLeaveSpanOpen(tables, c, top, span)
}

/**
 * Whether an item, the base of a span with words left, can be popped. The rest of the span then gets the same next head,
 * which must be in the span.
 */
function canLeaveSpanOpen(
  tables: RightBranchingTables,
  c: Configuration,
  item: number,
  span: number,
): boolean {
  const { arcs, spans } = tables
  const { nodes, front: b } = c
  if (nodes[item + Field.MARK] !== RELOCATED || spans.condition[span] === 'none') return false
  const t = nodes[item + Field.TOKEN]
  if (isSpanRoot(tables, c, t, span)) return false
  const below = nodes[item + Field.BELOW]
  const isBeyond = nodes[below + Item.BOUND] > spans.last[span]
  if (nodes[below + Item.GROUP] !== 0 && isBeyond) return false
  const head = arcs.head[t]
  if (head > t) return mayLeadOutside(tables, head)
  return !isBeyond || latestHeadInSpan(tables, c, below, span) >= b
}
