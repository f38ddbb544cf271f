/**
 * The list-based algorithm of Covington (Covington 2001; Nivre 2008, Figure 7): the parser compares each word j with the
 * words before it, the nearest word first. Every derivation ends in a tree, and every tree, projective or not, has a
 * derivation. The artificial root R = n + 1 comes last. With i the last word of λ1 and j the front of the buffer:
 *
 *     type        number  effect                                            precondition
 *     shift       0       (λ1, λ2, j|β, A)   ⇒  (λ1·λ2|j, [], β, A)         j ≠ R
 *     left-arc    1       (λ1|i, λ2, j|β, A) ⇒  (λ1, i|λ2, j|β, A∪{j→i})    i has no head, there is no path i →* j
 *     right-arc   2       (λ1|i, λ2, j|β, A) ⇒  (λ1, i|λ2, j|β, A∪{i→j})    j ≠ R has no head, there is no path j →* i
 *     no-arc      3       (λ1|i, λ2, β, A)   ⇒  (λ1, i|λ2, β, A)            i exists; j ≠ R or i has a head
 *
 *     start ([], [], [1..n, R])   done ([], λ2, [R])   at most n(n + 3) / 2 transitions
 *
 * With a single root, additional preconditions for the last word ensure that one word without a head remains; see `joining`.
 *
 * λ1·λ2 is the list of all words before j. In memory it is the list of nodes below the node of j; the stack top is i. An arc
 * changes the node of i in the middle of this list. A beam gives each hypothesis a copy of this node; then `relink` also
 * copies the nodes of λ2.
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
  /** By word 1..j: its head or, after `rootOf`, an ancestor of the head; at most 0 for a word without a head. */
  let heads = new Int32Array(64)

  function readHeads({ nodes, next, front, size }: Configuration): void {
    if (heads.length <= size) heads = new Int32Array(2 * size + 1)
    let node = next
    for (let word = front; word > 0; word--, node = nodes[node + BELOW]) heads[word] = nodes[node + HEAD]
  }

  /** The ancestor of `word` without a head; `word` itself if it has no head. */
  function rootOf(word: number): number {
    for (; heads[word] > 0; word = heads[word]) if (heads[heads[word]] > 0) heads[word] = heads[heads[word]]
    return word
  }

  /**
   * Additional preconditions with a single root if j is the last word n: after the shift of j, exactly one word without a
   * head remains. If j has a head, this word is the root of j, and all other words without a head become dependents of j.
   * If j has no head yet, one word of λ2, `keptWord`, can remain without a head if it has a descendant in λ1; this descendant
   * can become the head of j.
   */
  function joining(i: number, j: number, allowed: number): number {
    const headless = (word: number): boolean => heads[word] < 0
    const allowedExcept = (...types: number[]): number =>
      types.reduce((mask, type) => mask & ~(1 << type), allowed)
    let [keptWord, count] = [0, 0]
    for (let word = 1; word <= j; word++) {
      if (!headless(word)) continue
      count++
      if (word > i && word < j) keptWord = word
    }
    if (count > 1) allowed = allowedExcept(SHIFT)
    if (i < 1) return allowed
    const hasDescendantBeforeI = (root: number): boolean => {
      for (let word = 1; word < i; word++) if (rootOf(word) === root) return true
      return false
    }
    if (!headless(j)) return headless(i) && rootOf(j) !== i ? allowedExcept(NO_ARC) : allowed
    if (headless(i))
      return keptWord > 0
        ? allowedExcept(RIGHT_ARC, NO_ARC)
        : hasDescendantBeforeI(i)
          ? allowed
          : allowedExcept(NO_ARC)
    if (keptWord === 0) return allowed
    if (rootOf(i) !== keptWord) return allowedExcept(RIGHT_ARC)
    return hasDescendantBeforeI(keptWord) ? allowed : allowedExcept(NO_ARC)
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

/** Ensures that the list of nodes below j contains the node of i; if necessary, copies the nodes between i and j. */
function relink(c: Configuration): void {
  const { top, next } = c
  let nextNode = next
  for (let word = c.front - 1; word > c.nodes[top + WORD]; word--) nextNode = c.nodes[nextNode + BELOW]
  if (c.nodes[nextNode + BELOW] === top) return
  nextNode = next
  for (let word = c.front - 1; word > c.nodes[top + WORD]; word--) {
    const node = c.nodes[nextNode + BELOW]
    const copy = c.newNode(word)
    c.nodes.copyWithin(copy, node, node + NODE_SIZE)
    c.nodes[nextNode + BELOW] = copy
    nextNode = copy
  }
  c.nodes[nextNode + BELOW] = top
}

/** The static oracle: a gold arc between i and j; otherwise shift if j has no gold arc with a word before i; otherwise no-arc. */
function staticOracle({ size, head, label }: Tree): Guide {
  const leftmost = Int32Array.from({ length: size + 1 }, (_, word) => word)
  for (let word = size; word > 0; word--) leftmost[head[word]] = Math.min(leftmost[head[word]], word)
  return {
    next({ nodes, top, front: j }) {
      const i = nodes[top + WORD]
      if (i > 0 && (head[i] || size + 1) === j) return transitionOf(LEFT_ARC, label[i])
      if (j > size) return transitionOf(NO_ARC)
      if (i > 0 && head[j] === i) return transitionOf(RIGHT_ARC, label[j])
      const hasHeadBeforeI = head[j] > 0 && head[j] < i
      return transitionOf(hasHeadBeforeI || leftmost[j] < i ? NO_ARC : SHIFT)
    },
  }
}
