/**
 * The dynamic oracle of arc-eager parsing with Unshift. It is new: Nivre & Fernández-González (2014) leave it open.
 *
 * After the end of the input, words on the stack can still be joined. Gold arcs that can each be reached cannot always be
 * reached together, so the loss has to be computed. Cut the stack before every word without a head (0 is one) into
 * segments 1, 2, …, k from the bottom: segment p is a chain, each word the head of the next, with a root u_p. After the end
 * of the input, a word t in the buffer is attached to a word of the top segment, whose root then takes its place in the
 * buffer, or it takes the root of that segment as its dependent. Let f(p, t) be the most gold arcs that p segments and the
 * word t can still give:
 *
 *     f(0, t) = 0
 *     f(p, t) = max([g(t) in segment p] + f(p−1, u_p),  [g(u_p) = t] + f(p−1, t)),   only the former if u_p = 0
 *
 * and f(p−1, u_p) = 0 if u_p = 0. Before the end of the input, a parser can leave segments 1..q for later: its arcs are
 * those that the words from u_q on can reach, without u_q's own head, and f(q−1, u_q) more. Without an artificial root it
 * can also leave none.
 *
 * Unrolled, f(p, t) is the maximum over r of b_r + [g(t) in segment r] + the number of gold dependents of t among
 * u_{r+1}..u_p, where b_r = f(r−1, u_r) never falls with r. So only three kinds of r matter: p, the segment of g(t), and
 * those directly below a root that is a gold dependent of t. Before the end of the input, the most that a stack with the
 * top x can give is what the stack below x gives, and the gold arcs from x into the buffer; if x has no head, also its gold
 * arc from the buffer, or instead of what is below, the b of its segment. One pass over the stack, from the bottom, computes
 * all of this for the front j of the buffer and for the next word at once.
 *
 * With a single root there is one change: once 0 has a dependent, no arc from 0 counts.
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, HEAD, WORD } from '../core/node-fields.ts'
import { LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT } from '../systems/arc-eager-family.ts'
import { cheapest, type DynamicOracle } from './dynamic.ts'
import { GoldArcs } from './gold-arcs.ts'

/** A dynamic oracle for `arc-eager-unshift`: `singleRoot` is that of the system, and false for a system without a root. */
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
  // For the part of the stack that was passed: the number of its segments, the b of each (b_0 is 0), and the most gold
  // arcs that its words can still get or give, without those inside the buffer, if the buffer starts with j and if it
  // starts after j.
  #segments = 0
  #gain = new Int32Array(64)
  #now = 0
  #next = 0
  // By word, 0 except during `weigh`: its segment; the number of roots of segments that have it as their gold head; and
  // the maximum of b_r minus the number of those roots at or below r, over all r directly below one of them.
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
    const ended = configuration.own === 1
    const used = this.#singleRoot && configuration.roots > 0
    this.#read(configuration)
    for (let at = 0; at < height - 1; at++) this.#pass(this.#stack[at], j, used)
    const popped = ended ? this.#joined(j, used) : gold.inside[j] + this.#now
    this.#pass(this.#stack[height - 1], j, used)
    const best = ended ? this.#joined(j, used) : gold.inside[j] + this.#now
    costs[REDUCE] = best - popped
    costs[LEFT_ARC] = best - popped - left
    if (j === limit) {
      costs[SHIFT] = best - this.#joined(j, used)
      costs[RIGHT_ARC] = best - right - this.#gain[this.#segments]
    } else {
      const shifted = gold.inside[j + 1] + gold.ahead[j]
      const waiting = (gold.head[j] > j ? 1 : 0) + this.#next
      const below = this.#singleRoot && i === 0 ? 0 : this.#next
      costs[SHIFT] = best - shifted - Math.max(this.#joined(j, used), waiting)
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
    this.#now = 0
    this.#next = 0
  }

  /** Adds the next word of the stack to the part that was passed. */
  #pass(entry: number, j: number, used: boolean): void {
    const { head, ahead } = this.#gold
    const word = entry < 0 ? ~entry : entry
    if (entry >= 0) {
      const above = head[word]
      const below = this.#gain[this.#segments]
      const gain = word === 0 ? 0 : this.#joined(word, used)
      this.#gain[++this.#segments] = gain
      this.#now = Math.max(gain, this.#now + (above >= j ? 1 : 0))
      this.#next = Math.max(gain, this.#next + (above > j ? 1 : 0))
      if (above > word) {
        const spared = below - this.#roots[above]
        if (this.#roots[above]++ === 0 || spared > this.#spared[above]) this.#spared[above] = spared
      }
    }
    this.#segment[word] = this.#segments
    if (word === 0 && used) return
    this.#now += ahead[word]
    this.#next += ahead[word] - (head[j] === word ? 1 : 0)
  }

  /** f(p, word), p the number of segments so far. */
  #joined(word: number, used: boolean): number {
    const head = this.#gold.head[word]
    const roots = this.#roots[word]
    let best = this.#gain[this.#segments]
    if (roots > 0) best = Math.max(best, this.#spared[word] + roots)
    const segment = this.#segment[head]
    if (segment > 0 && !(used && head === 0)) best = Math.max(best, 1 + this.#gain[segment] + roots)
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
