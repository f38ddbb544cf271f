/**
 * The common parts of all right-branching systems: they build a marked right-branching tree with two actions, and have one
 * prediction model for each state of the stack top (right-branching transformation, section 4). With s the stack top and b
 * the word at the front of the buffer:
 *
 *     transition       number  effect
 *     reduce           0       (σ|s, β, A)   ⇒  (σ, β, A)
 *     right-arc(l)     1       (σ|s, b|β, A) ⇒  (σ|s|b, β, A∪{s→b}), a plain arc
 *     right-arc^(l)    2       the same with a relocated arc
 *     right-arc*(l)    3       the same with a reversed arc
 *
 *     start ([0], [1..n])   done (σ, [])   at most 2n−1 transitions
 *
 * The systems differ in their preconditions (rb.ts, rb-learned.ts and rb-oracle.ts). The *state* of a word is the mark of
 * the last arc from this word.
 *
 * The *true token* of a word is the child of its last reversed arc, or the word itself. Features read the part of the
 * original tree that follows from the transitions until now: a node stores the dependents of its true token in the
 * original tree. Reversed arcs set LEFT…, plain arcs set RIGHT…, TOKEN is the true token. A word attached by a reversed arc
 * and its head share one true token: the arc copies LEFT… and the arc into the head to the word, and reduce copies RIGHT…
 * back to the head.
 */
import { PLAIN, RELOCATED, REVERSED, type Tree } from '../../transform/tree.ts'
import * as Field from '../core/node-fields.ts'
import type { Configuration } from '../core/configuration.ts'
import { transitionOf, type Guide, type NodeField } from '../core/transition-system.ts'

// The fields that the family adds to nodes.
/** The mark of the last arc from the word. */
export const STATE = Field.FIRST_OWN_FIELD
/** The true token of the last child, and the label of the arc to that child. */
export const LAST = STATE + 1
export const LAST_LABEL = STATE + 2
/** The number of relocated children that wait for a reversed arc. */
export const WAITING = STATE + 3
/** The last waiting child: its true token and its label. */
export const WAITING_LAST = STATE + 4
export const WAITING_LABEL = STATE + 5
/** The label and the mark of the arc into the true token. A word attached by a reversed arc has the values of its head. */
export const TOKEN_LABEL = STATE + 6
export const TOKEN_MARK = STATE + 7
/** The first free field, for systems with additional fields. */
export const FREE_FIELD = STATE + 8

/** The fields and the texts by which templates read them. */
export const nodeFields: readonly NodeField[] = Object.freeze([
  { field: STATE, template: 's0.state' },
  { field: LAST, template: 's0c' },
  { field: LAST_LABEL, template: 's0c.deprel' },
  { field: WAITING, template: 's0.waiting', isCount: true },
  { field: WAITING_LAST },
  { field: WAITING_LABEL },
  { field: TOKEN_LABEL, template: 't0.deprel' },
  { field: TOKEN_MARK, template: 't0.mark' },
])

export const REDUCE = 0
/** The types of right-arc follow `reduce` in the order of their marks. */
export const RIGHT_ARC = 1
export const RIGHT_PLAIN = RIGHT_ARC + PLAIN
export const RIGHT_RELOCATED = RIGHT_ARC + RELOCATED
export const RIGHT_REVERSED = RIGHT_ARC + REVERSED

/** The common parts of a system. The register `own` is the number of words on the stack in state relocated. */
export const rightBranchingFamily = Object.freeze({
  family: 'right-branching' as const,
  transitionTypes: Object.freeze([
    { name: 'reduce', labelled: false },
    { name: 'right-arc', labelled: true, head: 's0', dependent: 'b0', mark: PLAIN },
    { name: 'right-arc^', labelled: true, head: 's0', dependent: 'b0', mark: RELOCATED },
    { name: 'right-arc*', labelled: true, head: 's0', dependent: 'b0', mark: REVERSED },
  ] as const),
  transformsTrees: true,
  labelsBeforeHeads: true,
  betterForm: 'factored' as const,
  nodeFields,
  reductionType: REDUCE,
  states: Object.freeze(['normal', 'relocated', 'reversed']),
  bound: (size: number): number => Math.max(0, 2 * size - 1),
  start,
  done: (c: Configuration): boolean => c.front > c.limit,
  state: (c: Configuration): number => c.nodes[c.top + STATE],
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
  nodes[dependent + TOKEN_LABEL] = label
  nodes[dependent + TOKEN_MARK] = mark
  if (nodes[head + Field.WORD] === 0) c.roots++
  const previousState = nodes[head + STATE]
  const token = nodes[dependent + Field.TOKEN]
  nodes[head + STATE] = mark
  nodes[head + LAST] = token
  nodes[head + LAST_LABEL] = label
  if (mark === PLAIN) {
    nodes[head + Field.RIGHT2] = nodes[head + Field.RIGHT]
    nodes[head + Field.RIGHT2_LABEL] = nodes[head + Field.RIGHT_LABEL]
    nodes[head + Field.RIGHT] = token
    nodes[head + Field.RIGHT_LABEL] = label
    nodes[head + Field.RIGHT_COUNT]++
  } else if (mark === RELOCATED) {
    if (previousState !== RELOCATED) c.own++
    nodes[head + WAITING]++
    nodes[head + WAITING_LAST] = token
    nodes[head + WAITING_LABEL] = label
  } else {
    if (previousState === RELOCATED) c.own--
    const hasWaitingChild = nodes[head + WAITING] > 0
    nodes[head + Field.LEFT] = nodes[head + Field.TOKEN]
    nodes[head + Field.LEFT_LABEL] = label
    nodes[head + Field.LEFT2] = hasWaitingChild ? nodes[head + WAITING_LAST] : -1
    nodes[head + Field.LEFT2_LABEL] = hasWaitingChild ? nodes[head + WAITING_LABEL] : -1
    nodes[head + Field.LEFT_COUNT] = 1 + nodes[head + WAITING]
    nodes[head + WAITING] = 0
    nodes[head + Field.TOKEN] = word
    clearRight(nodes, head)
    for (let field = Field.LEFT; field <= Field.LEFT_COUNT; field++)
      nodes[dependent + field] = nodes[head + field]
    nodes[dependent + TOKEN_LABEL] = nodes[head + TOKEN_LABEL]
    nodes[dependent + TOKEN_MARK] = nodes[head + TOKEN_MARK]
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
    nodes[head + LAST] = token
    if (nodes[child + Field.MARK] === PLAIN) nodes[head + Field.RIGHT] = token
    else nodes[head + WAITING_LAST] = token
  }
  c.pop()
}

function clearRight(nodes: Int32Array, node: number): void {
  for (let field = Field.RIGHT; field < Field.RIGHT_COUNT; field++) nodes[node + field] = -1
  nodes[node + Field.RIGHT_COUNT] = 0
}

function oracle(gold: Tree): Guide {
  return {
    next({ front: word, nodes, top }) {
      if (gold.head[word] !== nodes[top + Field.WORD]) return transitionOf(REDUCE)
      return transitionOf(RIGHT_ARC + gold.mark[word], gold.label[word])
    },
  }
}

function finish(c: Configuration, tree: Tree): void {
  tree.head.set(c.head.subarray(1, c.size + 1), 1)
  tree.label.set(c.label.subarray(1, c.size + 1), 1)
  tree.mark.set(c.mark.subarray(1, c.size + 1), 1)
}
