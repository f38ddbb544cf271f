/**
 * The parts that all right-branching systems share: they build a marked right-branching tree with two actions, and ask
 * one prediction model for each state of the stack top (right-branching transformation, section 4). With s the stack top
 * and b the word at the front of the buffer:
 *
 *     transition       number  effect
 *     reduce           0       (σ|s, β, A)   ⇒  (σ, β, A)
 *     right-arc(l)     1       (σ|s, b|β, A) ⇒  (σ|s|b, β, A∪{s→b}), a plain arc
 *     right-arc^(l)    2       the same with a relocated arc
 *     right-arc*(l)    3       the same with a reversed arc
 *
 *     start ([0], [1..n])   done (σ, [])   at most 2n−1 transitions
 *
 * The systems differ in their preconditions; see rb.ts, rb-learned.ts and rb-oracle.ts. The *state* of a word is the mark
 * of the last arc that it emitted.
 *
 * The *true token* of a word is the child of its last reversed arc, or the word itself. Features read the original tree
 * as far as it is known while the right-branching one is built: a node keeps the dependents that its true token has in
 * the original tree. LEFT… are set by a reversed arc, RIGHT… by plain arcs. A word attached by a reversed arc and its head
 * share one true token: the word gets LEFT… and the arc from above at once, and returns RIGHT… when it is popped.
 */
import { PLAIN, RELOCATED, REVERSED, type Tree } from '../../transform/tree.ts'
import * as Field from '../core/configuration.ts'
import type { Configuration } from '../core/configuration.ts'
import { transitionOf, type Transition } from '../core/transition-system.ts'

export const REDUCE = 0
/** The types of right-arc follow `reduce` in the order of their marks. */
export const RIGHT_ARC = 1
export const RIGHT_PLAIN = RIGHT_ARC + PLAIN
export const RIGHT_RELOCATED = RIGHT_ARC + RELOCATED
export const RIGHT_REVERSED = RIGHT_ARC + REVERSED

/** The parts of a system. The register `relocated` counts the words on the stack in state relocated. */
export const rightBranchingFamily = Object.freeze({
  family: 'right-branching' as const,
  transitionTypes: Object.freeze([
    { name: 'reduce', labelled: false },
    { name: 'right-arc', labelled: true, head: 's0', dependent: 'b0', mark: PLAIN },
    { name: 'right-arc^', labelled: true, head: 's0', dependent: 'b0', mark: RELOCATED },
    { name: 'right-arc*', labelled: true, head: 's0', dependent: 'b0', mark: REVERSED },
  ] as const),
  reductionType: REDUCE,
  states: Object.freeze(['normal', 'relocated', 'reversed']),
  bound: (size: number): number => Math.max(0, 2 * size - 1),
  start,
  done: (c: Configuration): boolean => c.front > c.limit,
  state: (c: Configuration): number => c.nodes[c.top + Field.STATE],
  apply,
  oracle,
  finish,
})

function start(c: Configuration, size: number): void {
  c.reset(size)
  const root = c.newNode(0)
  c.top = root
  c.height = 1
}

function apply(c: Configuration, type: number, label: number): void {
  if (type === REDUCE) reduce(c)
  else rightArc(c, type - RIGHT_ARC, label)
}

function rightArc(c: Configuration, mark: number, label: number): void {
  const nodes = c.nodes
  const head = c.top
  const dependent = c.next
  const word = c.front
  c.head[word] = nodes[head + Field.WORD]
  c.label[word] = label
  c.mark[word] = mark
  nodes[dependent + Field.HEAD] = nodes[head + Field.WORD]
  nodes[dependent + Field.LABEL] = label
  nodes[dependent + Field.MARK] = mark
  nodes[dependent + Field.TOKEN_LABEL] = label
  nodes[dependent + Field.TOKEN_MARK] = mark
  if (nodes[head + Field.WORD] === 0) c.roots++
  const before = nodes[head + Field.STATE]
  const token = nodes[dependent + Field.TOKEN]
  nodes[head + Field.STATE] = mark
  nodes[head + Field.LAST] = token
  nodes[head + Field.LAST_LABEL] = label
  if (mark === PLAIN) {
    nodes[head + Field.RIGHT2] = nodes[head + Field.RIGHT]
    nodes[head + Field.RIGHT2_LABEL] = nodes[head + Field.RIGHT_LABEL]
    nodes[head + Field.RIGHT] = token
    nodes[head + Field.RIGHT_LABEL] = label
    nodes[head + Field.RIGHT_COUNT]++
  } else if (mark === RELOCATED) {
    if (before !== RELOCATED) c.relocated++
    nodes[head + Field.WAITING]++
    nodes[head + Field.WAITING_LAST] = token
    nodes[head + Field.WAITING_LABEL] = label
  } else {
    if (before === RELOCATED) c.relocated--
    const grouped = nodes[head + Field.WAITING] > 0
    nodes[head + Field.LEFT] = nodes[head + Field.TOKEN]
    nodes[head + Field.LEFT_LABEL] = label
    nodes[head + Field.LEFT2] = grouped ? nodes[head + Field.WAITING_LAST] : -1
    nodes[head + Field.LEFT2_LABEL] = grouped ? nodes[head + Field.WAITING_LABEL] : -1
    nodes[head + Field.LEFT_COUNT] = 1 + nodes[head + Field.WAITING]
    nodes[head + Field.WAITING] = 0
    nodes[head + Field.TOKEN] = word
    clearRight(nodes, head)
    for (let field = Field.LEFT; field <= Field.LEFT_COUNT; field++)
      nodes[dependent + field] = nodes[head + field]
    nodes[dependent + Field.TOKEN_LABEL] = nodes[head + Field.TOKEN_LABEL]
    nodes[dependent + Field.TOKEN_MARK] = nodes[head + Field.TOKEN_MARK]
  }
  c.shift()
}

function reduce(c: Configuration): void {
  const nodes = c.nodes
  const child = c.top
  const head = nodes[child + Field.BELOW]
  if (nodes[child + Field.MARK] === REVERSED) {
    for (let field = Field.RIGHT; field <= Field.RIGHT_COUNT; field++)
      nodes[head + field] = nodes[child + field]
  } else {
    const token = nodes[child + Field.TOKEN]
    nodes[head + Field.LAST] = token
    if (nodes[child + Field.MARK] === PLAIN) nodes[head + Field.RIGHT] = token
    else nodes[head + Field.WAITING_LAST] = token
  }
  c.pop()
}

function clearRight(nodes: Int32Array, node: number): void {
  for (let field = Field.RIGHT; field < Field.RIGHT_COUNT; field++) nodes[node + field] = -1
  nodes[node + Field.RIGHT_COUNT] = 0
}

function oracle(c: Configuration, gold: Tree): Transition {
  const word = c.front
  if (gold.head[word] !== c.nodes[c.top + Field.WORD]) return transitionOf(REDUCE)
  return transitionOf(RIGHT_ARC + gold.mark[word], gold.label[word])
}

function finish(c: Configuration, tree: Tree): void {
  tree.head.set(c.head.subarray(1, c.size + 1), 1)
  tree.label.set(c.label.subarray(1, c.size + 1), 1)
  tree.mark.set(c.mark.subarray(1, c.size + 1), 1)
}
