/**
 * The dynamic oracle of arc-eager parsing with Unshift. It is new: Nivre & Fernández-González (2014) leave it open.
 *
 * After the end of the input, arcs between words on the stack are still possible. If each of several gold arcs is reachable,
 * a derivation does not always reach all of them, so the loss must be computed. Divide the stack before every word
 * without a head (0 is such a word) into segments 1, 2, …, k from the bottom: segment p is a chain, in which each word is
 * the head of the next, with a root u_p. After the end of the input there are two choices for a word t in the buffer:
 * t is attached to a word of the top segment, and the root of this segment replaces t in the buffer; or t becomes the
 * head of this root. Let f(p, t) be the maximum number of gold arcs that p segments and the word t can still give:
 *
 *     f(0, t) = 0
 *     f(p, t) = max([g(t) in segment p] + f(p−1, u_p),  [g(u_p) = t] + f(p−1, t)),   only the former if u_p = 0
 *
 * and f(p−1, u_p) = 0 if u_p = 0. Before the end of the input, a parser can leave segments 1..q until the end. Then it
 * reaches the arcs of the words from u_q on, except the arc into u_q, and f(q−1, u_q) more. Without an artificial root it
 * can also leave no segment.
 *
 * As a closed formula, f(p, t) is the maximum over r of b_r + [g(t) in segment r] + the number of gold dependents of t
 * among u_{r+1}..u_p, where b_r = f(r−1, u_r) does not decrease with r. So only three kinds of r are relevant: p, the
 * segment of g(t), and the segments directly below a root that is a gold dependent of t. Before the end of the input, the
 * maximum of a stack with the top x is the maximum of the stack below x plus the number of gold arcs from x into the
 * buffer. If x has no head, there are two more choices: add the gold arc from the buffer into x, or replace the maximum of
 * the stack below by the b of the segment of x. One pass over the stack, from the bottom, computes all of this for the
 * front j of the buffer and for the next word.
 *
 * With a single root, arcs from 0 do not count after 0 has a dependent.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, HEAD, WORD } from '../core/node-fields.ts'
import { LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT } from '../systems/arc-eager-family.ts'
import { cheapest, type DynamicOracle } from './dynamic.ts'
import { GoldArcs } from './gold-arcs.ts'

/** A dynamic oracle for `arc-eager-unshift`. @param singleRoot as in the system; false for a system without an artificial root */
export function unshiftDynamicOracle(singleRoot: boolean): DynamicOracle {
  return new UnshiftOracle(singleRoot)
}

class UnshiftOracle implements DynamicOracle {
  readonly costs = new Int32Array(5)
  readonly labels = new Int32Array(5).fill(-1)
  readonly #singleRoot: boolean
  readonly #gold = new GoldArcs()

  /** The stack, bottom first. */
  #stack = new Int32Array(64)
  // For the visited part of the stack: the number of segments, the b of each segment (b_0 is 0), and the maximum number of
  // gold arcs from and to its words, if the buffer starts with j (#now) and if it starts after j (#next).
  #segments = 0
  #gain = new Int32Array(64)
  #gainFromFront = 0
  #gainAfterFront = 0
  // By word, 0 except during `weigh`: its segment; the number of its gold dependents that are roots of segments; the
  // maximum of b_r minus the number of these roots at or below r, over all r directly below such a root.
  #segment = new Int32Array(64)
  #roots = new Int32Array(64)
  #spared = new Int32Array(64)

  constructor(singleRoot: boolean) {
    this.#singleRoot = singleRoot
  }

  begin(tree: Tree): void {
    this.#gold.begin(tree)
    if (this.#stack.length >= tree.size + 2) return
    const room = 2 * (tree.size + 2)
    this.#stack = new Int32Array(room)
    this.#gain = new Int32Array(room)
    this.#segment = new Int32Array(room)
    this.#roots = new Int32Array(room)
    this.#spared = new Int32Array(room)
  }

  weigh(configuration: Configuration, allowed: number): number {
    const { nodes, top, height, front, limit } = configuration
    const { costs, labels } = this
    const gold = this.#gold
    const i = nodes[top + WORD]
    const j = front <= limit ? front : -1
    const left = i > 0 && gold.head[i] === j ? 1 : 0
    const right = j > 0 && gold.head[j] === i ? 1 : 0
    labels[LEFT_ARC] = left ? gold.label[i] : -1
    labels[RIGHT_ARC] = right ? gold.label[j] : -1
    if ((allowed & (allowed - 1)) === 0) {
      costs.fill(0)
      return allowed
    }

    gold.moveTo(j)
    const isAtEnd = configuration.own === 1
    const rootIsUsed = this.#singleRoot && configuration.roots > 0
    this.#read(configuration)
    for (let at = 0; at < height - 1; at++) this.#pass(this.#stack[at], j, rootIsUsed)
    const popped = isAtEnd ? this.#joined(j, rootIsUsed) : gold.inside[j] + this.#gainFromFront
    this.#pass(this.#stack[height - 1], j, rootIsUsed)
    const best = isAtEnd ? this.#joined(j, rootIsUsed) : gold.inside[j] + this.#gainFromFront
    costs[REDUCE] = best - popped
    costs[LEFT_ARC] = best - popped - left
    if (j === limit) {
      costs[SHIFT] = best - this.#joined(j, rootIsUsed)
      costs[RIGHT_ARC] = best - right - this.#gain[this.#segments]
    } else {
      const shifted = gold.inside[j + 1] + gold.ahead[j]
      const waiting = (gold.head[j] > j ? 1 : 0) + this.#gainAfterFront
      const below = this.#singleRoot && i === 0 ? 0 : this.#gainAfterFront
      costs[SHIFT] = best - shifted - Math.max(this.#joined(j, rootIsUsed), waiting)
      costs[RIGHT_ARC] = best - right - shifted - below
    }
    this.#clear(height)
    return cheapest(costs, allowed)
  }

  /** Copies the stack. Words that have a head are stored as their bitwise complement. */
  #read(configuration: Configuration): void {
    const { nodes, height } = configuration
    let node = configuration.top
    for (let at = height - 1; at >= 0; at--, node = nodes[node + BELOW]) {
      const word = nodes[node + WORD]
      this.#stack[at] = nodes[node + HEAD] === -1 ? word : ~word
    }
    this.#segments = 0
    this.#gainFromFront = 0
    this.#gainAfterFront = 0
  }

  /** Adds the next word of the stack to the visited part. */
  #pass(entry: number, j: number, rootIsUsed: boolean): void {
    const { head, ahead } = this.#gold
    const word = entry < 0 ? ~entry : entry
    if (entry >= 0) {
      const goldHead = head[word]
      const below = this.#gain[this.#segments]
      const gain = word === 0 ? 0 : this.#joined(word, rootIsUsed)
      this.#gain[++this.#segments] = gain
      this.#gainFromFront = Math.max(gain, this.#gainFromFront + (goldHead >= j ? 1 : 0))
      this.#gainAfterFront = Math.max(gain, this.#gainAfterFront + (goldHead > j ? 1 : 0))
      if (goldHead > word) {
        const spared = below - this.#roots[goldHead]
        if (this.#roots[goldHead]++ === 0 || spared > this.#spared[goldHead]) this.#spared[goldHead] = spared
      }
    }
    this.#segment[word] = this.#segments
    if (word === 0 && rootIsUsed) return
    this.#gainFromFront += ahead[word]
    this.#gainAfterFront += ahead[word] - (head[j] === word ? 1 : 0)
  }

  /** f(p, word), with p the number of segments of the visited part. */
  #joined(word: number, rootIsUsed: boolean): number {
    const head = this.#gold.head[word]
    const roots = this.#roots[word]
    let best = this.#gain[this.#segments]
    if (roots > 0) best = Math.max(best, this.#spared[word] + roots)
    const segment = this.#segment[head]
    if (segment > 0 && !(rootIsUsed && head === 0)) best = Math.max(best, 1 + this.#gain[segment] + roots)
    return best
  }

  #clear(height: number): void {
    for (let at = 0; at < height; at++) {
      const entry = this.#stack[at]
      this.#segment[entry < 0 ? ~entry : entry] = 0
      if (entry > 0) this.#roots[this.#gold.head[entry]] = 0
    }
  }
}
