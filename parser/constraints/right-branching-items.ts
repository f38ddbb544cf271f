/** How a transition changes what is known of the items: see right-branching-heads.ts for the fields. */
import { RELOCATED } from '../../transform/tree.ts'
import { BELOW, MARK, TOKEN, type Configuration } from '../core/configuration.ts'
import { REDUCE, RIGHT_PLAIN, RIGHT_RELOCATED } from '../systems/rb.ts'
import {
  BOUND,
  FROZEN,
  GROUP,
  latestHead,
  latestHeadInSpan,
  OWNER,
  OWNER_BOUND,
  OWNER_GROUP,
} from './right-branching-heads.ts'
import type { RightBranchingTables } from './right-branching-tables.ts'
import { ROOT_SPAN } from './spans.ts'

/** Sets up the item of the artificial root, which lies on the stack alone. */
export function startItems(c: Configuration): void {
  c.nodes[c.top + BOUND] = c.size + 1
}

/** To be called before an allowed transition is carried out. */
export function followItems(tables: RightBranchingTables, c: Configuration, type: number): void {
  if (type === REDUCE) followReduce(tables, c)
  else if (type === RIGHT_PLAIN) pushItem(tables, c, c.nodes[c.top + BOUND])
  else if (type === RIGHT_RELOCATED) followRelocated(tables, c)
  else followReversed(tables, c)
}

/** A popped relocated item hands on what it needs: its demanded head, or one in the span that it is in. */
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
    if (isBase) nodes[below + BOUND] = latestHeadInSpan(tables, nodes, below, span, front)
  }
}

/** The bound of an item that comes to `word`: `latest`, or the root of its span if that comes first. */
function boundOf({ spans }: RightBranchingTables, word: number, latest: number): number {
  const root = spans.root[spans.of[word]]
  return root > word && root < latest ? root : latest
}

/** @param latest the latest next head of the nearest item in need below */
function pushItem(tables: RightBranchingTables, c: Configuration, latest: number): void {
  const { nodes, top, next, front } = c
  const head = tables.arcs.head[front]
  const isInNeed = head > front
  nodes[next + GROUP] = isInNeed ? head : 0
  nodes[next + BOUND] = boundOf(tables, front, isInNeed ? head : latest)
  nodes[next + OWNER] = nodes[top + TOKEN]
  nodes[next + OWNER_GROUP] = nodes[top + GROUP]
  nodes[next + OWNER_BOUND] = nodes[top + BOUND]
}

function followRelocated(tables: RightBranchingTables, c: Configuration): void {
  const latest = latestHead(tables, c.nodes, c.top, c.front)
  c.nodes[c.top + BOUND] = latest
  pushItem(tables, c, latest)
}

/** The item climbs; the word that it climbs to lies on it for now, and shares its fields. */
function followReversed(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, next, front } = c
  const { arcs, spans } = tables
  const head = arcs.head[front]
  const isInNeed = head > front
  const bound = boundOf(tables, front, isInNeed ? head : nodes[top + OWNER_BOUND])
  const span = spans.of[front]
  const left = spans.of[nodes[top + TOKEN]]
  if (span !== left) nodes[top + FROZEN] = spans.condition[span] === ROOT_SPAN ? 1 : 0
  nodes[top + GROUP] = isInNeed ? head : 0
  nodes[top + BOUND] = bound
  nodes[next + BOUND] = bound
  nodes[next + OWNER] = nodes[top + OWNER]
  nodes[next + FROZEN] = nodes[top + FROZEN]
}
