/**
 * The preconditions of right-branching parsing under demanded arcs, spans and roots of the *original* tree.
 *
 * With s|b the stack top and the front of the buffer, t the true token of s, q the word below s, L the latest word that
 * can be the next head of the nearest item in need (see right-branching-heads.ts), and ch and rcd a word's demanded
 * head and its rightmost demanded dependent, each transition is allowed where `rb` allows it and
 *
 *   plain       from b, demanded heads lead to a word before L, which hangs on t or has no demanded head
 *   relocated   rcd(t) < b, ch(t) is after t or open; some possible next head of t comes after the word at which the
 *               item of b can end
 *   reversed    rcd(t) < b, ch(t) is after t or open; b is the demanded next head, or there is none; from b the item
 *               can still end where it has to: as a right dependent of q's token, or before the next head of q
 *   reduce      rcd(t) < b; attached by a plain arc, t has no demanded head after it; attached by a relocated one, that
 *               is the next head of q; a reversed dependent of the only root of the sentence leaves a word to be it
 *
 * and where the spans allow it. (rcd(t) is asked for while t can take right dependents.) What b is demanded to hang on
 * or to have on its left needs no test: a word that needs b as its next head bounds by b what lies above it, and so
 * does a word with the demanded right dependent b.
 *
 * The item of a span that hangs on a word outside is its *base*: its last token in the span is the root of the span.
 * A base stays while words of the span are left, unless they hang, as it does, on the next head of q; it climbs within
 * the span to a word that can be the root, and from there on has what the condition lets it have outside.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../transform/tree.ts'
import { BELOW, LABEL, MARK, STATE, TOKEN, type Configuration } from '../core/configuration.ts'
import { REDUCE, RIGHT_PLAIN, RIGHT_RELOCATED, RIGHT_REVERSED } from '../systems/rb.ts'
import {
  ANY_LABEL,
  BOUND,
  canEndAbove,
  earliestEnd,
  FROZEN,
  GROUP,
  latestHead,
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
  type: number,
  label: number,
): boolean {
  if (!tables.labelled) return true
  const { arcs } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  if (type === RIGHT_PLAIN) {
    if (t === 0 && arcs.singleRoot && arcs.rootWord !== 0) return arcs.fits(arcs.rootWord, label)
    const end = areInOneSpan(tables, b, t) ? tables.chainEnd[b] : tables.outerEnd[b]
    return arcs.head[end] === -1 || arcs.fits(end, label)
  }
  if (type === RIGHT_REVERSED) return arcs.head[t] !== b || arcs.fits(t, label)
  if (type === REDUCE) return true
  return earliestEnd(tables, b, label, nodes[top + GROUP], t) < latestHead(tables, nodes, top, b)
}

/** Whether both words are in the same span. */
function areInOneSpan(tables: RightBranchingTables, word: number, other: number): boolean {
  const span = tables.spans.of[word]
  return span !== 0 && span === tables.spans.of[other]
}

/**
 * Whether an item that is at `word` now can end as a right dependent of `owner` before `bound`: demanded heads have to
 * lead it to a word that has none, or this one under the label that the item carries.
 *
 * @param isWithin whether the item is in the span of `word` already
 */
function canEndBelow(
  tables: RightBranchingTables,
  word: number,
  isWithin: boolean,
  owner: number,
  label: number,
  bound: number,
): boolean {
  const { arcs } = tables
  const end = isWithin ? tables.chainEnd[word] : tables.outerEnd[word]
  const limit = isWithin ? end : tables.outerLimit[word]
  if (limit >= bound) return false
  const head = arcs.head[end]
  return head === -1 || (head === owner && (label === ANY_LABEL || arcs.fits(end, label)))
}

function allowsPlain(tables: RightBranchingTables, c: Configuration): boolean {
  const { spans } = tables
  const { nodes, top, front: b } = c
  const t = nodes[top + TOKEN]
  const isWithin = areInOneSpan(tables, b, t)
  if (!canEndBelow(tables, b, isWithin, t, ANY_LABEL, nodes[top + BOUND])) return false
  if (isWithin) return b !== spans.root[spans.of[b]]
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
  const { nodes, top, front: b } = c
  const end = earliestEnd(tables, b, ANY_LABEL, nodes[top + GROUP], nodes[top + TOKEN])
  return end < latestHead(tables, nodes, top, b)
}

function allowsReversed(tables: RightBranchingTables, c: Configuration): boolean {
  const { spans } = tables
  const { nodes, top, front: b } = c
  const group = nodes[top + GROUP]
  if (group !== 0 && group !== b) return false
  const t = nodes[top + TOKEN]
  const owner = nodes[top + OWNER]
  const bound = nodes[top + OWNER_BOUND]
  const isRelocated = nodes[top + MARK] === RELOCATED
  const isWithin = areInOneSpan(tables, b, t)
  const canEnd = isRelocated
    ? canEndAbove(tables, nodes, top, b)
    : canEndBelow(tables, b, isWithin, owner, nodes[top + LABEL], bound)
  if (!canEnd) return false
  const entered = spans.of[b]
  const root = spans.root[entered]
  if (isWithin) return root === 0 || (spans.of[owner] === entered ? b !== root : b <= root)
  if (!tables.mayLeadOutside(b)) return false
  // Under ROOT this word is the root of the span, and so does not hang on one of its words.
  return !isRelocated || spans.condition[entered] !== ROOT_SPAN || spans.last[entered] < bound
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
  // The only root of the sentence is one of the words to come, if not this one.
  const isTopmost = arcs.singleRoot && c.height === 3
  return !isTopmost || (arcs.head[t] !== 0 && latestHead(tables, nodes, nodes[top + BELOW], b) >= b)
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
  if (group !== 0 && nodes[below + BOUND] > spans.last[span]) return false
  return head <= t || tables.mayLeadOutside(head)
}
