/**
 * Lifts the arcs of a tree until it is projective (Nivre & Nilsson 2005): as long as an arc is not projective, the
 * shortest one (the leftmost of these) is lifted: its dependent moves to the head of its head.
 *
 * A lift removes words only from the subtree of the head from which the arc is lifted. So an arc that is not projective
 * remains so until it is lifted, and the range that a head dominates without a gap (check.ts) only shrinks.
 * Therefore a queue of the arcs outside these ranges is enough.
 *
 * A word climbs several lifts at once along stable paths (stable-paths.ts), whose arcs stay projective and whose ranges
 * contain each other: a word outside the range of some head on the path is lifted past all heads up to this head, in any
 * order of lifts, and no range changes. The word first waits at the farthest head of the path until the arc from there
 * comes out of the queue.
 *
 * The time is O(n + (S + W) log n): S is the number of steps, at most the number of lifts; W is the number of words of
 * the lifted subtrees that overlap the range of the head from which they are lifted.
 */
import { gaplessRanges } from '../check.ts'
import { roomFor } from '../dependents.ts'
import { StablePaths } from './stable-paths.ts'
import { createTree, type Tree } from '../tree.ts'

/** Makes trees projective, one at a time. The memory is reused for the next tree. */
export class Lifting {
  /** By word of the last tree: the head before the first lift, -1 if the word was not lifted. */
  original = new Int32Array(0)
  /** By word: 1 if another word was lifted from this word to its head, past the arc of this word. */
  passed = new Int32Array(0)
  /** The number of steps (of one or more lifts each) plus the number of words visited in subtrees of lifted words. */
  work = 0
  #size = 0
  #head: Int32Array = new Int32Array(0)
  readonly #queue = new Heap()
  /** By head: the range that the head dominates without a gap. Also the lists of dependents. */
  #ranges = gaplessRanges(createTree(0))
  /** Created when `work` exceeds the number of words: most trees require a few lifts only. */
  #paths: StablePaths | undefined
  /** By word: the first and the last word of its subtree when #paths was created. Subtrees only shrink. */
  #subtreeFirst = new Int32Array(0)
  #subtreeLast = new Int32Array(0)

  /** Makes `tree` projective in place; labels and marks are not changed. */
  lift(tree: Tree): void {
    const { size, head } = tree
    this.#size = size
    this.#head = head
    this.original = roomFor(this.original, size + 1).fill(-1, 0, size + 1)
    this.passed = roomFor(this.passed, size + 1).fill(0, 0, size + 1)
    this.work = 0
    this.#ranges = gaplessRanges(tree)
    this.#paths = undefined
    this.#run()
  }

  #run(): void {
    const head = this.#head
    const base = this.#size + 1
    for (let word = 1; word <= this.#size; word++) if (this.#isNonProjective(word)) this.#enqueue(word)
    while (this.#queue.size > 0) {
      const key = this.#queue.pop()
      const leftEnd = key % base
      const rightEnd = leftEnd + (key - leftEnd) / base
      const word = head[rightEnd] === leftEnd ? rightEnd : leftEnd
      if (this.original[word] === -1) this.original[word] = head[word]
      if (++this.work > this.#size) this.#paths ??= this.#findPaths()
      if (this.#paths?.has(head[word]) && this.#isOutside(word, head[word])) this.#climb(word, this.#paths)
      else this.#raise(word)
    }
  }

  #isNonProjective(word: number): boolean {
    const head = this.#head[word]
    return word < this.#ranges.first[head] || word > this.#ranges.last[head]
  }

  /** Whether the subtree of `word` is known to be outside the range of `head`. */
  #isOutside(word: number, head: number): boolean {
    if (!this.#paths) return false
    const { first, last } = this.#ranges
    return this.#subtreeLast[word] < first[head] || this.#subtreeFirst[word] > last[head]
  }

  #enqueue(word: number): void {
    const head = this.#head[word]
    this.#queue.push(Math.abs(head - word) * (this.#size + 1) + Math.min(head, word))
  }

  #raise(word: number): void {
    const head = this.#head
    const from = head[word]
    this.passed[from] = 1
    this.#move(word, head[from])
    if (this.#isNonProjective(word)) this.#enqueue(word)
    if (this.#isOutside(word, from)) return
    // The range of `from` now ends before the lifted subtree; the arcs to dependents beyond it are no longer projective.
    const first = this.#ranges.first[from]
    const last = this.#ranges.last[from]
    this.#shrinkRange(from, word)
    for (let other = first; other < this.#ranges.first[from]; other++)
      if (head[other] === from) this.#enqueue(other)
    for (let other = this.#ranges.last[from] + 1; other <= last; other++)
      if (head[other] === from) this.#enqueue(other)
  }

  /** Lifts `word` along its stable path: to the farthest head of the path, or past the end if `word` is there already. */
  #climb(word: number, stable: StablePaths): void {
    const from = this.#head[word]
    const { end, leftmost, rightmost } = stable.climb(from, (head) => this.#isOutside(word, head))
    stable.mark(from, end, this.passed)
    const farthest = from < word ? leftmost : rightmost
    this.#move(word, farthest === from ? end : farthest)
    if (this.#isNonProjective(word)) this.#enqueue(word)
  }

  /** Takes the subtree of `word` out of the range of `from`. */
  #shrinkRange(from: number, word: number): void {
    const head = this.#head
    const { first, next } = this.#ranges.dependents
    let below = this.#ranges.first[from]
    let above = this.#ranges.last[from]
    let node = word
    for (;;) {
      this.work++
      if (node < from) {
        if (node >= below) below = node + 1
      } else if (node <= above) {
        above = node - 1
      }
      if (first[node] !== 0) {
        node = first[node]
        continue
      }
      while (node !== word && next[node] === 0) node = head[node]
      if (node === word) break
      node = next[node]
    }
    this.#ranges.first[from] = below
    this.#ranges.last[from] = above
  }

  #findPaths(): StablePaths {
    const head = this.#head
    const order = new Int32Array(this.#size + 1)
    this.#ranges.dependents.topDown(order)
    const [first, last] = [order.map((_, word) => word), order.map((_, word) => word)]
    for (const word of order.slice(1).reverse()) {
      first[head[word]] = Math.min(first[head[word]], first[word])
      last[head[word]] = Math.max(last[head[word]], last[word])
    }
    this.#subtreeFirst = first
    this.#subtreeLast = last
    return new StablePaths(head, order, (word) => this.#isNonProjective(word))
  }

  #move(word: number, to: number): void {
    this.#ranges.dependents.remove(this.#head[word], word)
    this.#head[word] = to
    this.#ranges.dependents.prepend(to, word)
  }
}

/** A priority queue of numbers; `pop` returns the smallest one. */
class Heap {
  #keys = new Float64Array(64)
  #size = 0

  get size(): number {
    return this.#size
  }

  push(key: number): void {
    if (this.#size === this.#keys.length) {
      const keys = new Float64Array(2 * this.#size)
      keys.set(this.#keys)
      this.#keys = keys
    }
    const keys = this.#keys
    let slot = this.#size++
    while (slot > 0) {
      const parent = (slot - 1) >> 1
      if (keys[parent] <= key) break
      keys[slot] = keys[parent]
      slot = parent
    }
    keys[slot] = key
  }

  /** Removes and returns the smallest number. The queue must not be empty. */
  pop(): number {
    const keys = this.#keys
    const smallest = keys[0]
    const key = keys[--this.#size]
    let slot = 0
    for (let child = 1; child < this.#size; child = 2 * slot + 1) {
      if (child + 1 < this.#size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      keys[slot] = keys[child]
      slot = child
    }
    keys[slot] = key
    return smallest
  }
}
