/**
 * The two-action parser for right-branching trees, with one prediction model for each state of the stack top.
 *
 *   transition                                            exact: allowed where
 *   REDUCE              (σ|s, β) ⇒ (σ, β)                  s ≠ 0 and s is not in state relocated
 *   RIGHT-ARC(l, plain)      (σ|s, b|β) ⇒ (σ|s|b, β) + s→b      s is in state normal
 *   RIGHT-ARC(l, relocated)  as above, marked ^                s ≠ 0 was not attached by a reversed arc
 *   RIGHT-ARC(l, reversed)   as above, marked *                s ≠ 0 was not attached by a reversed arc
 *   and after the transition p ≤ r: as many words left in the buffer as there are words on the stack in state
 *   relocated, since each of them still needs a reversed arc.
 *
 * The state of a word is the mark of the last arc that it emitted; the state of the stack top chooses the model. The
 * start is ([0], [1..n]), the end comes with the last word. With a single root, word 1 is the only word on 0 and is
 * never popped (in a right-branching tree the first word hangs on 0).
 *
 * `rb` is that, the image of the transform: derivations and projective trees are one to one, no walk dead-ends, and no
 * arc is vestigial. `rb-learned` allows whatever has a place to go and leaves it to the models which transitions they
 * have seen, as the paper of the right-branching transformation has it (section 4). `rb-oracle` is rb-learned with the
 * gold true tokens in the features (section 5).
 *
 * The true token of a word is the child of its last reversed arc, or itself. So that features can look at the original
 * tree while it is being built right-branching, a node keeps the dependents that its *true token* has there, as far
 * as they are known: LEFT… are filled by a reversed arc, RIGHT… by plain ones. A word attached by a reversed arc and
 * its head have one true token between them: the word gets LEFT… and the arc from above at once, and hands RIGHT… back
 * when it is popped.
 */
import { PLAIN, RELOCATED, REVERSED, type Tree } from '../../transform/tree.ts'
import {
  BELOW,
  GOLD_TOKEN,
  HEAD,
  LABEL,
  LAST,
  LAST_LABEL,
  LEFT,
  LEFT2,
  LEFT2_LABEL,
  LEFT_COUNT,
  LEFT_LABEL,
  MARK,
  RIGHT,
  RIGHT_COUNT,
  RIGHT2,
  RIGHT2_LABEL,
  RIGHT_LABEL,
  STATE,
  TOKEN,
  TOKEN_LABEL,
  TOKEN_MARK,
  WAITING,
  WAITING_LABEL,
  WAITING_LAST,
  WORD,
  type Configuration,
} from '../core/configuration.ts'
import {
  transitionOf,
  type Transition,
  type Settings,
  type TransitionSystem,
} from '../core/transition-system.ts'

export const REDUCE = 0
/** The kinds of RIGHT-ARC follow REDUCE in the order of their marks. */
export const RIGHT_ARC = 1
export const RIGHT_PLAIN = RIGHT_ARC + PLAIN
export const RIGHT_RELOCATED = RIGHT_ARC + RELOCATED
export const RIGHT_REVERSED = RIGHT_ARC + REVERSED

export const RIGHT_BRANCHING_TYPES = Object.freeze([
  { name: 'reduce', labelled: false },
  { name: 'right-arc', labelled: true },
  { name: 'right-arc^', labelled: true },
  { name: 'right-arc*', labelled: true },
])

/** The parts that all systems of the family share. `relocated` counts the words on the stack in state relocated (p above). */
const family = {
  family: 'right-branching' as const,
  transitionTypes: RIGHT_BRANCHING_TYPES,
  states: ['normal', 'relocated', 'reversed'],
  bound: (size: number): number => Math.max(0, 2 * size - 1),
  start,
  done: (c: Configuration): boolean => c.front > c.limit,
  state: (c: Configuration): number => c.nodes[c.top + STATE],
  apply,
  oracle,
  finish,
}

/** `rb`: the image of the transform as preconditions; sound, complete, without dead ends or vestigial arcs. */
export function rightBranching(settings: Settings): TransitionSystem {
  const allowed = settings.singleRoot ? allowedSingleRoot : allowedExact
  return Object.freeze({ ...family, name: 'rb', settings, allowed })
}

/** `rb-learned`: no preconditions but those without which a transition has nothing to work on. */
export function rightBranchingLearned(settings: Settings): TransitionSystem {
  return Object.freeze({ ...family, name: 'rb-learned', settings, allowed: allowedLearned })
}

/**
 * `rb-oracle`: rb-learned that is told, through `reveal`, the true tokens of the gold tree, for features to read beside
 * all else (in place of the true tokens so far they would hide the words that labels of reversed arcs depend on).
 */
export function rightBranchingOracle(settings: Settings): TransitionSystem {
  let tokens = new Int32Array(0)
  const tell = (c: Configuration): void => {
    if (c.front <= c.limit) c.nodes[c.next + GOLD_TOKEN] = tokens[c.front]
  }
  return Object.freeze({
    ...family,
    name: 'rb-oracle',
    settings,
    allowed: allowedLearned,
    reveal: (gold: Tree): void => {
      tokens = trueTokens(gold)
    },
    start: (c: Configuration, size: number): void => {
      start(c, size)
      tell(c)
    },
    apply: (c: Configuration, type: number, label: number): void => {
      apply(c, type, label)
      tell(c)
    },
  })
}

/** For each word of a marked right-branching tree the child of its last reversed arc, or the word itself. */
export function trueTokens(tree: Tree): Int32Array<ArrayBuffer> {
  const tokens = new Int32Array(tree.size + 1)
  for (let word = 0; word <= tree.size; word++) tokens[word] = word
  for (let word = 1; word <= tree.size; word++) {
    if (tree.mark[word] === REVERSED && tree.head[word] > 0) tokens[tree.head[word]] = word
  }
  return tokens
}

function start(c: Configuration, size: number): void {
  c.reset(size)
  const root = c.newNode(0)
  c.top = root
  c.height = 1
}

function allowedExact(c: Configuration): number {
  const left = c.limit - c.front + 1
  if (left <= 0) return 0
  const nodes = c.nodes
  const top = c.top
  const waiting = c.relocated
  const state = nodes[top + STATE]
  const isRoot = nodes[top + WORD] === 0
  let mask = 0
  if (!isRoot && state !== RELOCATED) mask |= 1 << REDUCE
  if (state === PLAIN && waiting < left) mask |= 1 << RIGHT_PLAIN
  if (!isRoot && nodes[top + MARK] !== REVERSED) {
    const more = state === RELOCATED ? 0 : 1
    if (waiting + more < left) mask |= 1 << RIGHT_RELOCATED
    if (waiting + more - 1 < left) mask |= 1 << RIGHT_REVERSED
  }
  return mask
}

function allowedSingleRoot(c: Configuration): number {
  const mask = allowedExact(c)
  return c.height === 2 ? mask & ~(1 << REDUCE) : mask
}

function allowedLearned(c: Configuration): number {
  if (c.front > c.limit) return 0
  return c.height > 1 ? 0b1111 : 0b1110
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
  c.head[word] = nodes[head + WORD]
  c.label[word] = label
  c.mark[word] = mark
  nodes[dependent + HEAD] = nodes[head + WORD]
  nodes[dependent + LABEL] = label
  nodes[dependent + MARK] = mark
  nodes[dependent + TOKEN_LABEL] = label
  nodes[dependent + TOKEN_MARK] = mark
  if (nodes[head + WORD] === 0) c.roots++
  const before = nodes[head + STATE]
  const token = nodes[dependent + TOKEN]
  nodes[head + STATE] = mark
  nodes[head + LAST] = token
  nodes[head + LAST_LABEL] = label
  if (mark === PLAIN) {
    nodes[head + RIGHT2] = nodes[head + RIGHT]
    nodes[head + RIGHT2_LABEL] = nodes[head + RIGHT_LABEL]
    nodes[head + RIGHT] = token
    nodes[head + RIGHT_LABEL] = label
    nodes[head + RIGHT_COUNT]++
  } else if (mark === RELOCATED) {
    if (before !== RELOCATED) c.relocated++
    nodes[head + WAITING]++
    nodes[head + WAITING_LAST] = token
    nodes[head + WAITING_LABEL] = label
  } else {
    if (before === RELOCATED) c.relocated--
    const grouped = nodes[head + WAITING] > 0
    nodes[head + LEFT] = nodes[head + TOKEN]
    nodes[head + LEFT_LABEL] = label
    nodes[head + LEFT2] = grouped ? nodes[head + WAITING_LAST] : -1
    nodes[head + LEFT2_LABEL] = grouped ? nodes[head + WAITING_LABEL] : -1
    nodes[head + LEFT_COUNT] = 1 + nodes[head + WAITING]
    nodes[head + WAITING] = 0
    nodes[head + TOKEN] = word
    clearRight(nodes, head)
    for (let field = LEFT; field <= LEFT_COUNT; field++) nodes[dependent + field] = nodes[head + field]
    nodes[dependent + TOKEN_LABEL] = nodes[head + TOKEN_LABEL]
    nodes[dependent + TOKEN_MARK] = nodes[head + TOKEN_MARK]
  }
  c.shift()
}

function reduce(c: Configuration): void {
  const nodes = c.nodes
  const child = c.top
  const head = nodes[child + BELOW]
  if (nodes[child + MARK] === REVERSED) {
    for (let field = RIGHT; field <= RIGHT_COUNT; field++) nodes[head + field] = nodes[child + field]
  } else {
    const token = nodes[child + TOKEN]
    nodes[head + LAST] = token
    if (nodes[child + MARK] === PLAIN) nodes[head + RIGHT] = token
    else nodes[head + WAITING_LAST] = token
  }
  c.pop()
}

function clearRight(nodes: Int32Array, node: number): void {
  for (let field = RIGHT; field < RIGHT_COUNT; field++) nodes[node + field] = -1
  nodes[node + RIGHT_COUNT] = 0
}

function oracle(c: Configuration, gold: Tree): Transition {
  const word = c.front
  if (gold.head[word] !== c.nodes[c.top + WORD]) return transitionOf(REDUCE)
  return transitionOf(RIGHT_ARC + gold.mark[word], gold.label[word])
}

function finish(c: Configuration, tree: Tree): void {
  tree.head.set(c.head.subarray(1, c.size + 1), 1)
  tree.label.set(c.label.subarray(1, c.size + 1), 1)
  tree.mark.set(c.mark.subarray(1, c.size + 1), 1)
}
