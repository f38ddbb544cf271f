/**
 * How far ahead a word on the stack can look for its head.
 *
 * A word on the stack, with the words that it took over, is an *item*. Its true token t is the root of what it stands
 * for so far; a reversed arc to b makes b the head of t and then the true token, so that the item climbs. What an item
 * ends as, its final true token, becomes a right dependent of its owner's token (the owner is the item below) where
 * the arc into it was plain, or a left dependent of the owner's next head where it was relocated. All items that an
 * owner has relocated since its last reversed arc, and its own token, share that next head.
 *
 * Per item there are, beside what the system itself keeps of a word, the fields below. Those of the owner are copies,
 * made when the item came to lie on it: they cannot change before it is popped.
 */
import { RELOCATED } from '../../transform/tree.ts'
import { EXTRA, LABEL, MARK, STATE, TOKEN, WORD } from '../core/configuration.ts'
import { NEVER } from './arcs.ts'
import type { RightBranchingTables } from './right-branching-tables.ts'

/** The demanded next head of the item's token or of what it relocated, 0 without. */
export const GROUP = EXTRA
/** The item is in need of a next head, or the nearest one below it is: the latest word that can be it. */
export const BOUND = EXTRA + 1
/** The owner's true token, and the owner's GROUP and BOUND. */
export const OWNER = EXTRA + 2
export const OWNER_GROUP = EXTRA + 3
export const OWNER_BOUND = EXTRA + 4
/** 1 where the item entered a span with the condition ROOT by a reversed arc: its token is the root of the span. */
export const FROZEN = EXTRA + 5

/** Where every label will do. */
export const ANY_LABEL = -1

/**
 * An item that is about to be `word`, relocated by its owner under `label`, climbs along demanded arcs until one has
 * the label that it carries: the earliest word at which it can end. The next head of its owner then comes after it.
 * NEVER where a demanded arc leads back before the word.
 *
 * @param group the demanded next head of the owner, 0 without
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
      // The next head lies in the span, or the item has to become the root of the span first.
      if ((group === 0 || spans.of[group] === span) && tables.mayLeadOutside(root)) return end
      end = root
      continue
    }
    if (head === -1) return end
    if (head < end) return NEVER
    const fits = label === ANY_LABEL || arcs.fits(end, label)
    const reachable = spans.of[head] === home || tables.mayLeadOutside(head)
    if (fits && reachable && (group === 0 || group === head)) return end
    end = head
  }
}

/** Whether a relocated item that has `head` as its next head can still end before the next head of its owner. */
export function canEndAbove(
  tables: RightBranchingTables,
  nodes: Int32Array,
  item: number,
  head: number,
): boolean {
  const end = earliestEnd(tables, head, nodes[item + LABEL], nodes[item + OWNER_GROUP], nodes[item + OWNER])
  return end < nodes[item + OWNER_BOUND]
}

/**
 * The latest word that can be the next head of an item, or something before `front` where no word from there on can.
 * Beyond the words that the arcs rule out, an item with a plain arc ends as a word that hangs on its owner, and so has
 * no other demanded head; a relocated one ends before the next head of its owner, which is the demanded head of it if
 * it has one.
 */
export function latestHead(
  tables: RightBranchingTables,
  nodes: Int32Array,
  item: number,
  front: number,
): number {
  if (nodes[item + STATE] === RELOCATED) return nodes[item + BOUND]
  const { arcs, spans } = tables
  const isRelocated = nodes[item + MARK] === RELOCATED
  const group = nodes[item + GROUP]
  if (group !== 0) return !isRelocated || canEndAbove(tables, nodes, item, group) ? group : -1
  const owner = nodes[item + OWNER]
  const span = spans.of[nodes[item + TOKEN]]
  const isInside = span !== 0 && front <= spans.last[span]
  if (isInside && spans.of[owner] !== span) return latestHeadInSpan(tables, nodes, item, span, front)

  const word = nodes[item + WORD]
  const arc = arcs.cover[word]
  const end = arcs.right[arc]
  const leavesSpan = isInside && end > spans.last[span]
  if (!isRelocated && arc === end && arcs.left[arc] === owner && !leavesSpan) {
    // A demanded dependent of the owner, with the item under their arc: the item can end as that.
    const isReachable = isInside || tables.mayLeadOutside(end)
    if (isReachable && arcs.fits(end, nodes[item + LABEL])) return end
  }
  const bound = nodes[item + OWNER_BOUND]
  let latest: number
  if (leavesSpan && bound > spans.last[span]) {
    latest = isRelocated ? tables.spanOpen[word] : tables.spanFree[word]
  } else {
    const free = isInside ? tables.innerFree : tables.outerFree
    const open = isInside ? tables.innerOpen : tables.outerOpen
    latest = (isRelocated ? open : free).latest(arc, bound, end)
  }
  return isRelocated ? latestThatEnds(tables, nodes, item, latest, isInside, front) : latest
}

/** The same where the next head has to lie in `span`, in which the item is or which it is about to enter. */
export function latestHeadInSpan(
  tables: RightBranchingTables,
  nodes: Int32Array,
  item: number,
  span: number,
  front: number,
): number {
  const { arcs } = tables
  const lastRoot = tables.lastRoot[span]
  if (nodes[item + MARK] !== RELOCATED) return lastRoot
  const bound = nodes[item + OWNER_BOUND]
  let latest = lastRoot
  if (bound <= lastRoot) {
    // What the owner relocated hangs, with this, on a word of the span.
    const arc = arcs.cover[nodes[item + WORD]]
    latest = tables.innerOpen.latest(arc, bound, arcs.right[arc])
  }
  return latestThatEnds(tables, nodes, item, latest, true, front)
}

/** Of the open words from `latest` down to `front` the first that can be the next head of a relocated item. */
function latestThatEnds(
  tables: RightBranchingTables,
  nodes: Int32Array,
  item: number,
  latest: number,
  isInside: boolean,
  front: number,
): number {
  const list = isInside ? tables.innerOpen : tables.outerOpen
  let head = latest
  while (head >= front && !canEndAbove(tables, nodes, item, head)) head = list.before(head)
  return head
}
