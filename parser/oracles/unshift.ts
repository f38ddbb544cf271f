/**
 * The dynamic oracle of arc-eager parsing with Unshift. It is new: Nivre & Fernández-González (2014) leave it open.
 *
 * After the end of the input words on the stack can still be joined, so the gold arcs that can be reached can not all
 * be reached together, and the loss has to be worked out. Cut the stack before every word without a head (0 is one)
 * into segments 1, 2, …, k, bottom first: segment p is a chain, each word the head of the next, with a root u_p. Once
 * the input has ended, a word t in the buffer is attached to a word of the top segment, whose root then takes its
 * place in the buffer, or it takes that segment's root as its dependent. With f(p, t) the most gold arcs that p
 * segments and the word t can still give,
 *
 *     f(0, t) = 0
 *     f(p, t) = max([g(t) in segment p] + f(p−1, u_p),  [g(u_p) = t] + f(p−1, t)),   the former alone if u_p = 0
 *
 * and f(p−1, u_p) = 0 if u_p = 0. Before the end of the input, a parser may give up segments 1..q for that: its arcs
 * are then those that can be reached by the words from u_q on, u_q's own head left out, and f(q−1, u_q) more. Without
 * an artificial root it may also give up nothing.
 *
 * Unrolled, f(p, t) is the best of b_r + [g(t) in segment r] + the number of gold dependents of t among u_{r+1}..u_p,
 * over all r, where b_r = f(r−1, u_r) never falls with r. So only three kinds of r matter: p, the segment of g(t), and
 * those just below a dependent of t; every segment tells its root's gold head of the last kind, and everything is
 * linear in the height of the stack.
 *
 * A single root takes two changes: 0, once it has a dependent, can be the head of nothing else, neither in f nor among
 * the arcs that can be reached.
 */
import type { Tree } from '../../transform/tree.ts'
import { BELOW, HEAD, WORD, type Configuration } from '../configuration.ts'
import { LEFT_ARC, LEFT_ARC_BIT, REDUCE, REDUCE_BIT, RIGHT_ARC } from '../systems/arc-eager-family.ts'
import { RIGHT_ARC_BIT, SHIFT, SHIFT_BIT } from '../systems/arc-eager-family.ts'
import { cheapest, type DynamicOracle } from './dynamic.ts'
import { GoldArcs } from './gold-arcs.ts'

/** A dynamic oracle for `arc-eager-unshift`: `singleRoot` as the system has it; false where there is no root at all. */
export function unshiftDynamicOracle(singleRoot: boolean): DynamicOracle {
  return new UnshiftOracle(singleRoot)
}

class UnshiftOracle implements DynamicOracle {
  readonly costs = new Int32Array(5)
  readonly labels = new Int32Array(5).fill(-1)
  readonly #singleRoot: boolean
  readonly #gold = new GoldArcs()

  // The stack, bottom first, as it is or as it would be after a transition; whether each word starts a segment.
  #words = new Int32Array(64)
  #headless = new Uint8Array(64)
  // By segment, from 1: b_p. b_0 is 0.
  #gain = new Int32Array(64)
  // By word, 0 except while #best counts: the segment that it is in; how many segment roots have it as their gold
  // head; and the best of b_r less the number of those at or below r, over all r just below one of them.
  #segment = new Int32Array(64)
  #roots = new Int32Array(64)
  #spared = new Int32Array(64)

  constructor(singleRoot: boolean) {
    this.#singleRoot = singleRoot
  }

  begin(tree: Tree): void {
    this.#gold.begin(tree)
    if (this.#words.length >= tree.size + 2) return
    const room = 2 * (tree.size + 2)
    this.#words = new Int32Array(room)
    this.#headless = new Uint8Array(room)
    this.#gain = new Int32Array(room)
    this.#segment = new Int32Array(room)
    this.#roots = new Int32Array(room)
    this.#spared = new Int32Array(room)
  }

  weigh(configuration: Configuration, allowed: number): number {
    const { nodes, top, height, front, limit } = configuration
    const { costs, labels } = this
    const { head, label } = this.#gold
    const i = nodes[top + WORD]
    const j = front <= limit ? front : -1
    const left = i > 0 && head[i] === j ? 1 : 0
    const right = j > 0 && head[j] === i ? 1 : 0
    labels[LEFT_ARC] = left ? label[i] : -1
    labels[RIGHT_ARC] = right ? label[j] : -1
    if ((allowed & (allowed - 1)) === 0) {
      costs.fill(0)
      return allowed
    }

    const ended = configuration.ended === 1
    const used = this.#singleRoot && configuration.roots > 0
    this.#read(configuration)
    const now = this.#best(height, front, limit, ended, used)
    if (allowed & (LEFT_ARC_BIT | REDUCE_BIT)) {
      const popped = now - this.#best(height - 1, front, limit, ended, used)
      costs[REDUCE] = popped
      costs[LEFT_ARC] = popped - left
    }
    this.#words[height] = j
    if (allowed & SHIFT_BIT) {
      this.#headless[height] = 1
      costs[SHIFT] = now - this.#best(height + 1, front + 1, limit, ended, used)
    }
    if (allowed & RIGHT_ARC_BIT) {
      this.#headless[height] = 0
      const using = this.#singleRoot && (used || i === 0)
      costs[RIGHT_ARC] = now - right - this.#best(height + 1, front + 1, limit, ended, using)
    }
    return cheapest(costs, allowed)
  }

  #read(configuration: Configuration): void {
    const { nodes, height } = configuration
    let node = configuration.top
    for (let at = height - 1; at >= 0; at--, node = nodes[node + BELOW]) {
      this.#words[at] = nodes[node + WORD]
      this.#headless[at] = nodes[node + HEAD] === -1 ? 1 : 0
    }
  }

  /** The most gold arcs that can still be added; `used`: none of them from 0. */
  #best(height: number, front: number, limit: number, ended: boolean, used: boolean): number {
    const segments = this.#cut(height, used)
    let best: number
    if (front > limit) best = this.#gain[segments]
    else if (ended) best = this.#joined(segments, front, used)
    else best = this.#reached(height, segments, front, used)

    const words = this.#words
    for (let at = 0; at < height; at++) {
      this.#segment[words[at]] = 0
      if (words[at] > 0) this.#roots[this.#gold.head[words[at]]] = 0
    }
    return best
  }

  /** Numbers the segments and finds b of each. Returns how many there are. */
  #cut(height: number, used: boolean): number {
    const head = this.#gold.head
    let segments = 0
    for (let at = 0; at < height; at++) {
      const word = this.#words[at]
      if (this.#headless[at] === 1) {
        const below = this.#gain[segments]
        this.#gain[segments + 1] = word === 0 ? 0 : this.#joined(segments, word, used)
        segments++
        if (head[word] > word) {
          const spared = below - this.#roots[head[word]]
          if (this.#roots[head[word]]++ === 0 || spared > this.#spared[head[word]]) {
            this.#spared[head[word]] = spared
          }
        }
      }
      this.#segment[word] = segments
    }
    return segments
  }

  /** f(segments, word). */
  #joined(segments: number, word: number, used: boolean): number {
    const head = this.#gold.head[word]
    const roots = this.#roots[word]
    let best = this.#gain[segments]
    if (roots > 0) best = Math.max(best, this.#spared[word] + roots)
    const segment = this.#segment[head]
    if (segment > 0 && !(used && head === 0)) best = Math.max(best, 1 + this.#gain[segment] + roots)
    return best
  }

  /** Before the end of the input: the best of giving up q segments, over all q. */
  #reached(height: number, segments: number, front: number, used: boolean): number {
    const gold = this.#gold
    gold.moveTo(front)
    let reached = gold.inside[front]
    let best = 0
    let segment = segments
    for (let at = height - 1; at >= 0; at--) {
      const word = this.#words[at]
      if (word > 0 || !used) reached += gold.ahead[word]
      if (this.#headless[at] === 0) continue
      best = Math.max(best, reached + this.#gain[segment--])
      if (gold.head[word] >= front) reached++
    }
    return Math.max(best, reached)
  }
}
