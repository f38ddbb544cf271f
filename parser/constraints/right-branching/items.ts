/** The changes of the fields of items by transitions. next-heads.ts defines items. */
import { RELOCATED } from '../../../transform/tree.ts'
import * as Field from '../../core/node-fields.ts'
import type { Configuration } from '../../core/configuration.ts'
import { REDUCE, RIGHT_PLAIN, RIGHT_RELOCATED } from '../../systems/right-branching-family.ts'
import { latestHead, latestHeadInSpan } from './next-heads.ts'
import type { RightBranchingTables } from './tables.ts'
import * as Item from './item-fields.ts'

/** Initializes the item of the artificial root, the only one on the stack at the start. */
export function startItems(c: Configuration): void {
  c.nodes[c.top + Item.BOUND] = c.size + 1
}

/** Updates the items. Call it before an allowed transition is applied. */
export function followItems(tables: RightBranchingTables, c: Configuration, type: number): void {
  if (type === REDUCE) followReduce(tables, c)
  else if (type === RIGHT_PLAIN) pushItem(tables, c, c.nodes[c.top + Item.BOUND])
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
    nodes[below + Item.GROUP] = head
    nodes[below + Item.BOUND] = head
  } else if (span !== 0 && front <= spans.last[span] && nodes[below + Item.BOUND] > spans.last[span]) {
    const isBase = spans.of[nodes[top + Item.OWNER]] !== span
    if (isBase) nodes[below + Item.BOUND] = latestHeadInSpan(tables, c, below, span)
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
  nodes[next + Item.GROUP] = needsHead ? head : 0
  nodes[next + Item.BOUND] = boundOf(tables, front, needsHead ? head : latest)
  nodes[next + Item.OWNER] = nodes[top + Field.TOKEN]
  nodes[next + Item.OWNER_GROUP] = nodes[top + Item.GROUP]
  nodes[next + Item.OWNER_BOUND] = nodes[top + Item.BOUND]
}

function followRelocated(tables: RightBranchingTables, c: Configuration): void {
  const latest = latestHead(tables, c, c.top)
  c.nodes[c.top + Item.BOUND] = latest
  pushItem(tables, c, latest)
}

/** The item climbs to a word, which is pushed onto the stack and shares the fields of the item. */
function followReversed(tables: RightBranchingTables, c: Configuration): void {
  const { nodes, top, next, front } = c
  const { arcs, spans } = tables
  const head = arcs.head[front]
  const needsHead = head > front
  const bound = boundOf(tables, front, needsHead ? head : nodes[top + Item.OWNER_BOUND])
  const span = spans.of[front]
  const left = spans.of[nodes[top + Field.TOKEN]]
  if (span !== left) nodes[top + Item.FROZEN] = spans.condition[span] === 'root' ? 1 : 0
  nodes[top + Item.GROUP] = needsHead ? head : 0
  nodes[top + Item.BOUND] = bound
  nodes[next + Item.BOUND] = bound
  nodes[next + Item.OWNER] = nodes[top + Item.OWNER]
  nodes[next + Item.FROZEN] = nodes[top + Item.FROZEN]
}
