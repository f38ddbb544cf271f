/**
 * Items: the limits on the time at which a word on the stack gets its head, and the fields that record them.
 *
 * A word on the stack, with the words that it took over, is an *item*. Its true token t is the root of its words
 * so far. A reversed arc to b makes b the head of t and the new true token: the item climbs. The word below is the
 * *owner* of the item. The final token of the item becomes a right dependent of the owner's token, if the arc into the
 * item was plain, or a left dependent of the owner's next head, if it was relocated; this head is the same for all
 * items relocated since the owner's last reversed arc, and for its own token. Fields of the owner are copied when the
 * item is pushed: they cannot change before it is popped.
 */
import * as Field from '../../core/node-fields.ts'
import { RELOCATED } from '../../../transform/tree.ts'
import type { Configuration } from '../../core/configuration.ts'
import type { NodeField } from '../../core/transition-system.ts'
import { ANY_LABEL, NEVER } from '../arc-tables.ts'
import { WAITING_WORD } from './chart.ts'
import { type Candidates, mayLeadOutside, type RightBranchingTables } from './tables.ts'
import {
  FREE_FIELD,
  REDUCE,
  RIGHT_PLAIN,
  RIGHT_RELOCATED,
  STATE,
} from '../../systems/right-branching-family.ts'

/** The constrained next head of the true token and of the words that the word relocated; 0 if there is none. */
export const GROUP = FREE_FIELD
/** The latest word that can be the next head of the nearest item (at this node or below) that requires a next head. */
export const BOUND = FREE_FIELD + 1
/** The true token of the owner, and the owner's GROUP and BOUND. */
export const OWNER = FREE_FIELD + 2
export const OWNER_GROUP = FREE_FIELD + 3
export const OWNER_BOUND = FREE_FIELD + 4
/**
 * 1 if the item entered a span with the condition `root` by a reversed arc: its token is the root of the span. Only for spans
 * without a chart, so that it shares its field with {@link WAITING_WORD}.
 */
export const FROZEN = WAITING_WORD

/** The fields that constraints add to nodes of right-branching parsing. */
export const itemFields: readonly NodeField[] = [GROUP, BOUND, OWNER, OWNER_GROUP, OWNER_BOUND, FROZEN].map(
  (field) => ({ field }),
)

/**
 * The earliest word at which a new item of `word`, relocated with `label`, can end: the item climbs constrained arcs until
 * an arc has this label. NEVER if an arc leads to a head before the word.
 *
 * @param group the constrained next head of the owner, 0 if there is none
 * @param owner the true token of the owner
 */
export function earliestEnd(
  tables: RightBranchingTables,
  word: number,
  label: number,
  group: number,
  owner: number,
): number {
  if (!tables.labelled) return word
  const { arcs, spans } = tables
  const home = spans.of[owner]
  let end = word
  for (;;) {
    const head = arcs.head[end]
    const span = spans.of[end]
    const root = spans.root[span]
    if (span !== 0 && span !== home && root !== 0 && end !== root && head < end) {
      // The next head is in the span, or the item has to become the root of the span first.
      if ((group === 0 || spans.of[group] === span) && mayLeadOutside(tables, root)) return end
      end = root
      continue
    }
    if (head === -1) return end
    if (head < end) return NEVER
    const fits = label === ANY_LABEL || arcs.fits(end, label)
    const reachable = spans.of[head] === home || mayLeadOutside(tables, head)
    if (fits && reachable && (group === 0 || group === head)) return end
    end = head
  }
}

/** Whether a relocated item with the next head `head` can end before the next head of its owner. */
export function canEndAbove(
  tables: RightBranchingTables,
  nodes: Int32Array,
  item: number,
  head: number,
): boolean {
  const end = earliestEnd(
    tables,
    head,
    nodes[item + Field.LABEL],
    nodes[item + OWNER_GROUP],
    nodes[item + OWNER],
  )
  return end < nodes[item + OWNER_BOUND]
}

/**
 * The latest word that can be the next head of an item; less than `front` if there is none. An item with a plain arc
 * depends on its owner in the end. A relocated one ends before the next head of its owner, which is the constrained head
 * of the item if it has one.
 */
export function latestHead(tables: RightBranchingTables, c: Configuration, item: number): number {
  const { nodes, front } = c
  if (nodes[item + STATE] === RELOCATED) return nodes[item + BOUND]
  const { arcs, spans } = tables
  const isRelocated = nodes[item + Field.MARK] === RELOCATED
  const group = nodes[item + GROUP]
  if (group !== 0) return !isRelocated || canEndAbove(tables, nodes, item, group) ? group : -1
  const owner = nodes[item + OWNER]
  const span = spans.of[nodes[item + Field.TOKEN]]
  const isInside = span !== 0 && front <= spans.last[span]
  if (isInside && spans.of[owner] !== span) return latestHeadInSpan(tables, c, item, span)

  const word = nodes[item + Field.WORD]
  const arc = arcs.cover[word]
  const end = arcs.right[arc]
  const leavesSpan = isInside && end > spans.last[span]
  if (!isRelocated && arc === end && arcs.left[arc] === owner && !leavesSpan) {
    // The arc from the owner to a constrained dependent covers the item: the item can end as this dependent.
    const isReachable = arcs.leaf[end] === 0 && (isInside || mayLeadOutside(tables, end))
    if (isReachable && arcs.fits(end, nodes[item + Field.LABEL])) return end
  }
  const open = isInside ? tables.candidates.innerOpen : tables.candidates.outerOpen
  const bound = nodes[item + OWNER_BOUND]
  let latest: number
  if (leavesSpan && bound > spans.last[span]) {
    latest = isRelocated ? tables.candidates.spanOpen[word] : tables.candidates.spanFree[word]
  } else {
    const free = isInside ? tables.candidates.innerFree : tables.candidates.outerFree
    latest = (isRelocated ? open : free).latest(arc, bound, end)
  }
  return isRelocated ? latestThatEnds(tables, c, item, latest, open) : latest
}

/** The same if the next head must be in `span`, which contains the item or is the next span of the item. */
export function latestHeadInSpan(
  tables: RightBranchingTables,
  c: Configuration,
  item: number,
  span: number,
): number {
  const { arcs } = tables
  const { innerOpen } = tables.candidates
  const { nodes } = c
  const lastRoot = tables.lastRoot[span]
  if (nodes[item + Field.MARK] !== RELOCATED) return lastRoot
  const bound = nodes[item + OWNER_BOUND]
  let latest = lastRoot
  if (bound <= lastRoot) {
    // The items that the owner relocated, this one included, get a head in the span.
    const arc = arcs.cover[nodes[item + Field.WORD]]
    latest = innerOpen.latest(arc, bound, arcs.right[arc])
  }
  return latestThatEnds(tables, c, item, latest, innerOpen)
}

/** The first of the open words, from `latest` down to `front`, that can be the next head of a relocated item. */
function latestThatEnds(
  tables: RightBranchingTables,
  { nodes, front }: Configuration,
  item: number,
  latest: number,
  open: Candidates,
): number {
  let head = latest
  while (head >= front && !canEndAbove(tables, nodes, item, head)) head = open.before(head)
  return head
}

/** Initializes the item of the artificial root, the only one on the stack at the start. */
export function startItems(c: Configuration): void {
  c.nodes[c.top + BOUND] = c.size + 1
}

/** Updates the items. Call it before an allowed transition is applied. */
export function followItems(tables: RightBranchingTables, c: Configuration, type: number): void {
  if (type === REDUCE) followReduce(tables, c)
  else if (type === RIGHT_PLAIN) pushItem(tables, c, c.nodes[c.top + BOUND])
  else if (type === RIGHT_RELOCATED) followRelocated(tables, c)
  else followReversed(tables, c)
}

/** A popped relocated item passes its requirement to the item below: its constrained head, or a head in its span. */
function followReduce(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, front } = c
  if (nodes[top + Field.MARK] !== RELOCATED) return
  const { arcs, spans } = tables
  const token = nodes[top + Field.TOKEN]
  const below = nodes[top + Field.BELOW]
  const head = arcs.head[token]
  const span = spans.of[token]
  if (head > token) {
    nodes[below + GROUP] = head
    nodes[below + BOUND] = head
  } else if (span !== 0 && front <= spans.last[span] && nodes[below + BOUND] > spans.last[span]) {
    const isBase = spans.of[nodes[top + OWNER]] !== span
    if (isBase) nodes[below + BOUND] = latestHeadInSpan(tables, c, below, span)
  }
}

/** The bound of an item that climbs to `word`: `latest`, or the root of its span if that comes first. */
function boundOf({ spans }: RightBranchingTables, word: number, latest: number): number {
  const root = spans.root[spans.of[word]]
  return root > word && root < latest ? root : latest
}

/** @param latest the latest word that can be the next head of the nearest item below that requires a next head */
function pushItem(tables: RightBranchingTables, c: Configuration, latest: number): void {
  const { nodes, top, next, front } = c
  const head = tables.arcs.head[front]
  const needsHead = head > front
  nodes[next + GROUP] = needsHead ? head : 0
  nodes[next + BOUND] = boundOf(tables, front, needsHead ? head : latest)
  nodes[next + OWNER] = nodes[top + Field.TOKEN]
  nodes[next + OWNER_GROUP] = nodes[top + GROUP]
  nodes[next + OWNER_BOUND] = nodes[top + BOUND]
}

function followRelocated(tables: RightBranchingTables, c: Configuration): void {
  const latest = latestHead(tables, c, c.top)
  c.nodes[c.top + BOUND] = latest
  pushItem(tables, c, latest)
}

/** The item climbs to a word, which is pushed onto the stack and shares the fields of the item. */
function followReversed(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, next, front } = c
  const { arcs, spans } = tables
  const head = arcs.head[front]
  const needsHead = head > front
  const bound = boundOf(tables, front, needsHead ? head : nodes[top + OWNER_BOUND])
  const span = spans.of[front]
  const left = spans.of[nodes[top + Field.TOKEN]]
  if (span !== left) nodes[top + FROZEN] = spans.condition[span] === 'root' ? 1 : 0
  nodes[top + GROUP] = needsHead ? head : 0
  nodes[top + BOUND] = bound
  nodes[next + BOUND] = bound
  nodes[next + OWNER] = nodes[top + OWNER]
  nodes[next + FROZEN] = nodes[top + FROZEN]
}
