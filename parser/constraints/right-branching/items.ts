/** How each transition changes the fields of the items; see next-heads.ts for what an item is. */
import { RELOCATED } from '../../../transform/tree.ts'
import {
  BELOW,
  BOUND,
  FROZEN,
  GROUP,
  MARK,
  OWNER,
  OWNER_BOUND,
  OWNER_GROUP,
  TOKEN,
  type Configuration,
} from '../../core/configuration.ts'
import { REDUCE, RIGHT_PLAIN, RIGHT_RELOCATED } from '../../systems/right-branching-family.ts'
import { latestHead, latestHeadInSpan } from './next-heads.ts'
import type { RightBranchingTables } from './tables.ts'

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

/** A relocated item that is popped passes on what it needs: its constrained head, or a head in its span. */
function followReduce(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, front } = c
  if (nodes[top + MARK] !== RELOCATED) return
  const { arcs, spans } = tables
  const token = nodes[top + TOKEN]
  const below = nodes[top + BELOW]
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

/** @param latest the latest word that can be the next head of the nearest item below that needs one */
function pushItem(tables: RightBranchingTables, c: Configuration, latest: number): void {
  const { nodes, top, next, front } = c
  const head = tables.arcs.head[front]
  const needsHead = head > front
  nodes[next + GROUP] = needsHead ? head : 0
  nodes[next + BOUND] = boundOf(tables, front, needsHead ? head : latest)
  nodes[next + OWNER] = nodes[top + TOKEN]
  nodes[next + OWNER_GROUP] = nodes[top + GROUP]
  nodes[next + OWNER_BOUND] = nodes[top + BOUND]
}

function followRelocated(tables: RightBranchingTables, c: Configuration): void {
  const latest = latestHead(tables, c, c.top)
  c.nodes[c.top + BOUND] = latest
  pushItem(tables, c, latest)
}

/** The item climbs. The word that it climbs to is pushed onto it and shares its fields. */
function followReversed(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, next, front } = c
  const { arcs, spans } = tables
  const head = arcs.head[front]
  const needsHead = head > front
  const bound = boundOf(tables, front, needsHead ? head : nodes[top + OWNER_BOUND])
  const span = spans.of[front]
  const left = spans.of[nodes[top + TOKEN]]
  if (span !== left) nodes[top + FROZEN] = spans.condition[span] === 'root' ? 1 : 0
  nodes[top + GROUP] = needsHead ? head : 0
  nodes[top + BOUND] = bound
  nodes[next + BOUND] = bound
  nodes[next + OWNER] = nodes[top + OWNER]
  nodes[next + FROZEN] = nodes[top + FROZEN]
}
