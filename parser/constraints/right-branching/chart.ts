/**
 * Right-branching parsing under constraints that need a chart (../tree-chart.ts). The items of the chart are the true tokens of
 * the words on the stack. A word attached by a reversed arc and the word below share one true token, so they are one item. The
 * token of a word attached by a plain arc, or its later head, becomes a right dependent of the token below; that of a word
 * attached by a relocated arc becomes a left dependent of the next head of the token below. Relocated words that were popped wait
 * for this head as items that get no dependents. A token gets right dependents only while its word is in state normal.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../../transform/tree.ts'
import type { Configuration } from '../../core/configuration.ts'
import { BELOW, LABEL, MARK, NO_NODE, TOKEN, WORD } from '../../core/node-fields.ts'
import {
  FREE_FIELD,
  REDUCE,
  RIGHT_PLAIN,
  RIGHT_RELOCATED,
  RIGHT_REVERSED,
  STATE,
} from '../../systems/right-branching-family.ts'
import { BESIDE, DESCENDS, FREE, possibleTypes, WAITS, type TreeChart } from '../tree-chart.ts'
import { ANY_LABEL } from '../arc-tables.ts'

/** The field of a node: the last popped relocated word. */
export const WAITING_WORD = FREE_FIELD + 5

/** A popped relocated word: its true token, its label, and the word that was popped before it. */
interface WaitingWord {
  readonly token: number
  readonly first: number
  readonly label: number
  readonly previous: number
}

export class RightBranchingChart {
  readonly #chart: TreeChart
  /** The popped relocated words of the sentence, in all hypotheses. A node has the index of the last one, 0 for none. */
  readonly #waiting: (WaitingWord | undefined)[] = [undefined]
  readonly #stack: number[] = []

  constructor(chart: TreeChart) {
    this.#chart = chart
  }

  /** The types of `allowed` after which a tree is still possible. */
  allowed(c: Configuration, allowed: number): number {
    return possibleTypes(allowed, (type) => this.admits(c, type, ANY_LABEL))
  }

  /** Updates WAITING_WORD. Call it before a transition is applied. */
  follow({ nodes, top }: Configuration, type: number): void {
    if (type === RIGHT_REVERSED) nodes[top + WAITING_WORD] = 0
    if (type !== REDUCE || nodes[top + MARK] !== RELOCATED) return
    const below = nodes[top + BELOW]
    this.#waiting.push({ ...popped(nodes, top), previous: nodes[below + WAITING_WORD] })
    nodes[below + WAITING_WORD] = this.#waiting.length - 1
  }

  /** Whether a tree is possible after the transition. */
  admits(c: Configuration, type: number, label: number): boolean {
    const { nodes, top, front } = c
    const chart = this.#chart
    if (type === REDUCE ? !this.#mayPop(c) : type === RIGHT_REVERSED && !this.#mayReverse(c, label))
      return false
    chart.clear()
    this.#pushStack(nodes, type === REDUCE ? nodes[top + BELOW] : top, type)
    if (type === REDUCE) {
      if (nodes[top + MARK] === RELOCATED) this.#pushWaiting(popped(nodes, top))
      chart.beginBuffer(front)
      return chart.hasTree()
    }
    if (type === RIGHT_REVERSED) {
      const gap = gapOf(nodes, top)
      chart.push(front, nodes[top + WORD], gap, nodes[top + LABEL])
    } else chart.push(front, front, type === RIGHT_PLAIN ? DESCENDS : BESIDE, label)
    chart.beginBuffer(front + 1)
    return chart.hasTree()
  }

  /** Whether the arc into the token of the stack top, which is final if the top is popped, is possible. */
  #mayPop({ nodes, top, front }: Configuration): boolean {
    const chart = this.#chart
    const token = nodes[top + TOKEN]
    if (nodes[top + MARK] === REVERSED) return true
    if (!chart.fits(token, nodes[top + LABEL])) return false
    if (nodes[top + MARK] === RELOCATED) return true
    const head = nodes[nodes[top + BELOW] + TOKEN]
    return chart.mayAttach(head, token, nodes[top + WORD] - 1) && chart.mayReach(head, token, front - 1)
  }

  /** Whether the front can be the head of the token of the stack top and of the words that wait for this head. */
  #mayReverse({ nodes, top, front }: Configuration, label: number): boolean {
    const chart = this.#chart
    let end = front - 1
    for (let i = nodes[top + WAITING_WORD]; i !== 0;) {
      const { token, first, previous } = this.#waiting[i]!
      if (!chart.mayAttach(front, token, end) || !chart.mayReach(front, token, first)) return false
      end = first - 1
      i = previous
    }
    const token = nodes[top + TOKEN]
    return (
      chart.fits(token, label) &&
      chart.mayAttach(front, token, end) &&
      chart.mayReach(front, token, nodes[top + WORD])
    )
  }

  /** Adds the items of the stack from `node` down; without that of `node` before a reversed arc. */
  #pushStack(nodes: Int32Array, node: number, type: number): void {
    const stack = this.#stack
    stack.length = 0
    for (let below = node; below !== NO_NODE; below = nodes[below + BELOW]) stack.push(below)
    const lowest = type === RIGHT_REVERSED ? 1 : 0
    for (let i = stack.length - 1; i >= lowest; i--) {
      const item = stack[i]
      if (nodes[item + MARK] === REVERSED) continue
      const sharesToken = i > 0 && nodes[stack[i - 1] + MARK] === REVERSED
      const isFull =
        i === 0 && type === RIGHT_RELOCATED ? true : !sharesToken && nodes[item + STATE] !== PLAIN
      this.#chart.push(
        nodes[item + TOKEN],
        nodes[item + WORD],
        gapOf(nodes, item),
        nodes[item + LABEL],
        isFull,
      )
      this.#pushWaitingWords(nodes[item + WAITING_WORD])
    }
  }

  #pushWaitingWords(last: number): void {
    if (last === 0) return
    const word = this.#waiting[last]!
    this.#pushWaitingWords(word.previous)
    this.#pushWaiting(word)
  }

  #pushWaiting({ token, first, label }: Omit<WaitingWord, 'previous'>): void {
    this.#chart.push(token, first, WAITS, label, true)
  }
}

const popped = (nodes: Int32Array, node: number): Omit<WaitingWord, 'previous'> => ({
  token: nodes[node + TOKEN],
  first: nodes[node + WORD],
  label: nodes[node + LABEL],
})

function gapOf(nodes: Int32Array, item: number): number {
  if (nodes[item + BELOW] === NO_NODE) return FREE
  return nodes[item + MARK] === RELOCATED ? BESIDE : DESCENDS
}
