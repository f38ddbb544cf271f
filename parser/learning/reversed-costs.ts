/**
 * What transitions of right-branching parsing break of the original tree: every word that will have a wrong head or a
 * wrong label after the reversal costs once, at the first transition that makes it certain. Where arcs of the original
 * tree come from:
 *
 *   a plain arc s → b        will be the arc from s to the last true token of b, with its label
 *   a relocated arc s → b    will be the arc to the last true token of b from the next reversed child of s
 *   a reversed arc s → b     is the arc from b to the true token of s; b is from then on the true token to which the arc
 *                            into s leads, and the head of the relocated words that wait at s
 *
 * A plain or relocated arc is lost when no word to come could be what it ought to lead to, or when its word is popped
 * (or the sentence ends) and the true token is another. The sum over a derivation is the number of wrong arcs, but for
 * groups of several relocated words: the configuration knows the last one only, which stands for them all.
 */
import type { Costs } from '../search/beam.ts'
import { BELOW, HEAD, LABEL, MARK, NO_NODE, TOKEN, WORD, type Configuration } from '../core/configuration.ts'
import { RIGHT_ARC, WAITING, WAITING_LABEL, WAITING_LAST } from '../systems/rb.ts'
import { reverse } from '../../transform/right-branching.ts'
import { copyTree, PLAIN, REVERSED, type Tree } from '../../transform/tree.ts'

export class ReversedCosts implements Costs {
  /** A reversed arc may be the end of any number of others. */
  readonly most = Infinity
  readonly #cost: number
  readonly #labels: number
  readonly #costs: Float64Array
  /** The original tree. */
  #gold!: Tree
  /** By head and label: its last dependent to the right; by label: the last word whose head stands to its right. */
  #lastRight = new Int32Array(0)
  readonly #lastLeft: Int32Array

  constructor(cost: number, labels: number) {
    this.#cost = cost
    this.#labels = labels
    this.#costs = new Float64Array(labels)
    this.#lastLeft = new Int32Array(labels)
  }

  begin(gold: Tree): void {
    const original = copyTree(gold)
    reverse(original)
    const { size, head, label } = original
    const labels = this.#labels
    const room = (size + 1) * labels
    if (this.#lastRight.length < room) this.#lastRight = new Int32Array(2 * room)
    this.#lastRight.fill(-1, 0, room)
    this.#lastLeft.fill(-1)
    for (let word = 1; word <= size; word++) {
      if (label[word] >= labels) continue
      if (head[word] < word) this.#lastRight[head[word] * labels + label[word]] = word
      else this.#lastLeft[label[word]] = word
    }
    this.#gold = original
  }

  climb(c: Configuration): number {
    return this.#cost * this.#settled(c.nodes, c.top, c.front)
  }

  weigh(c: Configuration, type: number): Float64Array {
    const mark = type - RIGHT_ARC
    const costs = this.#costs
    const { nodes, top, front } = c
    const others = this.#ofOthers(c, mark)
    if (mark === REVERSED) {
      const { head, label } = this.#gold
      const token = nodes[top + TOKEN]
      costs.fill(this.#cost * (others + 1))
      if (head[token] === front) costs[label[token]] = this.#cost * others
      return costs
    }
    const right = this.#cost * others
    const wrong = this.#cost * (others + 1)
    for (let label = 0; label < costs.length; label++) {
      costs[label] = this.#isPossible(mark, nodes[top + WORD], label, front) ? right : wrong
    }
    return costs
  }

  /** How many arcs beside its own a transition of this mark breaks. */
  #ofOthers({ nodes, top, front, limit }: Configuration, mark: number): number {
    let broken = 0
    if (front === limit) {
      // The last one: what is on the stack stays as it is.
      const first = mark === REVERSED ? nodes[top + BELOW] : top
      for (let node = first; node !== NO_NODE; node = nodes[node + BELOW])
        broken += this.#settled(nodes, node, front)
    }
    if (mark !== REVERSED) return broken
    const [into, head, label] = [nodes[top + MARK], nodes[top + HEAD], nodes[top + LABEL]]
    if (
      this.#isPossible(into, head, label, nodes[top + TOKEN]) &&
      !this.#isPossible(into, head, label, front)
    )
      broken++
    const last = nodes[top + WAITING_LAST]
    const waits = nodes[top + WAITING] > 0 && this.#gold.label[last] === nodes[top + WAITING_LABEL]
    return waits && this.#gold.head[last] > front ? broken + nodes[top + WAITING] : broken
  }

  /** 1 where the arc into a word that is done with was possible and does not come true, 0 else. */
  #settled(nodes: Int32Array, node: number, front: number): number {
    const mark = nodes[node + MARK]
    if (mark === REVERSED || nodes[node + WORD] === 0) return 0
    const [head, label, token] = [nodes[node + HEAD], nodes[node + LABEL], nodes[node + TOKEN]]
    if (!this.#isPossible(mark, head, label, token)) return 0
    const gold = this.#gold
    const isRight = mark === PLAIN ? gold.head[token] === head : gold.head[token] >= front
    return isRight && gold.label[token] === label ? 0 : 1
  }

  /** Whether an arc of this mark, head and label can still lead to a true token from `least` on. */
  #isPossible(mark: number, head: number, label: number, least: number): boolean {
    return (mark === PLAIN ? this.#lastRight[head * this.#labels + label] : this.#lastLeft[label]) >= least
  }
}
