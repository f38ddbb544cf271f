/**
 * Covington's algorithm, list-based (Covington 2001; Nivre 2008, Figure 7): each word j is compared with the words before
 * it, from the nearest one on. Every derivation ends in a tree, which can be any tree, and every tree has a derivation. The
 * artificial root R = n + 1 comes last. With i the last word of λ1 and j the front of the buffer:
 *
 *     type        number  effect                                            precondition
 *     shift       0       (λ1, λ2, j|β, A)   ⇒  (λ1·λ2|j, [], β, A)         j ≠ R
 *     left-arc    1       (λ1|i, λ2, j|β, A) ⇒  (λ1, i|λ2, j|β, A∪{j→i})    i has no head, there is no path i →* j
 *     right-arc   2       (λ1|i, λ2, j|β, A) ⇒  (λ1, i|λ2, j|β, A∪{i→j})    j ≠ R has no head, there is no path j →* i
 *     no-arc      3       (λ1|i, λ2, β, A)   ⇒  (λ1, i|λ2, β, A)            i exists; j ≠ R or i has a head
 *
 *     start ([], [], [1..n, R])   done ([], λ2, [R])   at most n(n + 3) / 2 transitions
 *
 * With a single root, the last word joins what is left, so that one word without a head remains; see `joining`.
 *
 * λ1·λ2 is always the words before j. It is the list of nodes that the node of j leads to, and the stack top is i. An arc
 * changes the node of i in the middle of this list. A beam gives each hypothesis a copy of this node; then `relink` copies
 * the nodes of λ2, too, as many as the arc is long.
 */
import type { Tree } from '../../transform/tree.ts'
import { BELOW, HEAD, LEFT_COUNT, NODE_SIZE, NO_NODE, WORD } from '../core/node-fields.ts'
import type { Configuration } from '../core/configuration.ts'
import { transitionOf } from '../core/transition-system.ts'
import type { Guide, Settings, TransitionSystem } from '../core/transition-system.ts'
import { finishHeads, onlyRootIsLeft } from './arc-eager-family.ts'

const SHIFT = 0
const LEFT_ARC = 1
const RIGHT_ARC = 2
const NO_ARC = 3

export function covington(settings: Settings): TransitionSystem {
  return Object.freeze({
    name: 'covington',
    family: 'covington',
    settings,
    nonProjective: true,
    transitionTypes: [
      { name: 'shift', labelled: false },
      { name: 'left-arc', labelled: true, head: 'b0', dependent: 's0' },
      { name: 'right-arc', labelled: true, head: 's0', dependent: 'b0' },
      { name: 'no-arc', labelled: false },
    ],
    states: ['covington'],
    bound: (size: number) => (size * (size + 3)) / 2,
    start: (c: Configuration, size: number) => c.reset(size, size + 1),
    allowed: preconditions(settings.singleRoot),
    done: onlyRootIsLeft,
    apply,
    state: () => 0,
    oracle: staticOracle,
    finish: finishHeads,
  } satisfies TransitionSystem)
}

function preconditions(singleRoot: boolean): (c: Configuration) => number {
  /** By word before j, and j: its head or, after a search, a word nearer to the root; not above 0 for a word without a head. */
  let heads = new Int32Array(64)

  function readHeads({ nodes, next, front, size }: Configuration): void {
    if (heads.length <= size) heads = new Int32Array(2 * size + 1)
    let node = next
    for (let word = front; word > 0; word--, node = nodes[node + BELOW]) heads[word] = nodes[node + HEAD]
  }

  /** The headless word from which a path of heads leads to `word`; `word` itself if it has no head. */
  function rootOf(word: number): number {
    for (; heads[word] > 0; word = heads[word]) if (heads[heads[word]] > 0) heads[word] = heads[heads[word]]
    return word
  }

  /**
   * With a single root, where j is the last word n: when j is shifted, one word without a head remains. If j has a head
   * itself, this is the root of j, and all other words without a head become dependents of j. As long as j has no head, one
   * word of λ2, `kept`, can remain without one, if a word of λ1 is its dependent or descends from one; that word can become the head of j.
   */
  function joining(i: number, j: number, allowed: number): number {
    const headless = (word: number): boolean => heads[word] < 0
    const without = (...types: number[]): number => types.reduce((mask, type) => mask & ~(1 << type), allowed)
    let [kept, count] = [0, 0]
    for (let word = 1; word <= j; word++) {
      if (!headless(word)) continue
      count++
      if (word > i && word < j) kept = word
    }
    if (count > 1) allowed = without(SHIFT)
    if (i < 1) return allowed
    const hasBelow = (root: number): boolean => {
      for (let word = 1; word < i; word++) if (rootOf(word) === root) return true
      return false
    }
    if (!headless(j)) return headless(i) && rootOf(j) !== i ? without(NO_ARC) : allowed
    if (headless(i)) return kept > 0 ? without(RIGHT_ARC, NO_ARC) : hasBelow(i) ? allowed : without(NO_ARC)
    if (kept === 0) return allowed
    if (rootOf(i) !== kept) return without(RIGHT_ARC)
    return hasBelow(kept) ? allowed : without(NO_ARC)
  }

  return (c) => {
    const { nodes, top, next, front: j, limit, size } = c
    const i = nodes[top + WORD]
    const isLast = singleRoot && j === size
    const shifting = j < limit ? 1 << SHIFT : 0
    if (top === NO_NODE && !isLast) return shifting
    const isHeadless = nodes[top + HEAD] < 0
    if (j === limit) return 1 << (isHeadless ? LEFT_ARC : NO_ARC)
    const isFree = nodes[next + HEAD] < 0
    if (isLast || (isHeadless ? !isFree : nodes[next + LEFT_COUNT] > 0)) readHeads(c)
    let mask = shifting
    if (i > 0) mask |= 1 << NO_ARC
    if (i > 0 && isHeadless && (isFree || rootOf(j) !== i)) mask |= 1 << LEFT_ARC
    if (i > 0 && isFree && (isHeadless || nodes[next + LEFT_COUNT] === 0 || rootOf(i) !== j))
      mask |= 1 << RIGHT_ARC
    return isLast ? joining(i, j, mask) : mask
  }
}

function apply(c: Configuration, type: number, label: number): void {
  if (type === SHIFT) {
    const node = c.next
    c.top = node
    c.front++
    c.next = c.newNode(c.front)
    c.nodes[c.next + BELOW] = node
    return
  }
  if (type === LEFT_ARC) c.attach(c.next, c.top, label)
  if (type === RIGHT_ARC) c.attach(c.top, c.next, label)
  if (type !== NO_ARC) relink(c)
  c.top = c.nodes[c.top + BELOW]
}

/** Makes the list of the words before j lead to the node of i, by copies of the nodes between them if it does not. */
function relink(c: Configuration): void {
  const { top, next } = c
  let above = next
  for (let word = c.front - 1; word > c.nodes[top + WORD]; word--) above = c.nodes[above + BELOW]
  if (c.nodes[above + BELOW] === top) return
  above = next
  for (let word = c.front - 1; word > c.nodes[top + WORD]; word--) {
    const node = c.nodes[above + BELOW]
    const copy = c.newNode(word)
    c.nodes.copyWithin(copy, node, node + NODE_SIZE)
    c.nodes[above + BELOW] = copy
    above = copy
  }
  c.nodes[above + BELOW] = top
}

/** An arc of the gold tree between i and j; otherwise shift if j has no such arc with a word before i; otherwise no-arc. */
function staticOracle({ size, head, label }: Tree): Guide {
  const leftmost = Int32Array.from({ length: size + 1 }, (_, word) => word)
  for (let word = size; word > 0; word--) leftmost[head[word]] = Math.min(leftmost[head[word]], word)
  return {
    next({ nodes, top, front: j }) {
      const i = nodes[top + WORD]
      if (i > 0 && (head[i] || size + 1) === j) return transitionOf(LEFT_ARC, label[i])
      if (j > size) return transitionOf(NO_ARC)
      if (i > 0 && head[j] === i) return transitionOf(RIGHT_ARC, label[j])
      const isAbove = head[j] > 0 && head[j] < i
      return transitionOf(isAbove || leftmost[j] < i ? NO_ARC : SHIFT)
    },
  }
}
