import type { Tree } from '../../transform/tree.ts'

/** The arcs of a gold tree, and how many of them are still in the buffer: `moveTo` moves its front in O(1) per word. */
export class GoldArcs {
  size = 0
  /** The gold tree's own arrays. */
  head: Int32Array = new Int32Array(1)
  label: Int32Array = new Int32Array(1)
  /** `leftmost[h]` is the leftmost gold dependent of h, or h itself if none is before it. */
  leftmost = new Int32Array(64)
  /** `ahead[h]` is the number of gold dependents of h from the front on. */
  ahead = new Int32Array(64)
  /** `inside[f]` is the number of gold arcs between words from f on; f is at most size + 1. */
  inside = new Int32Array(64)
  #front = 1

  begin(gold: Tree): void {
    const { size, head } = gold
    if (this.ahead.length < size + 2) {
      const tables = Array.from({ length: 3 }, () => new Int32Array(2 * (size + 2)))
      ;[this.leftmost, this.ahead, this.inside] = tables
    }
    this.size = size
    this.head = head
    this.label = gold.label
    const { leftmost, ahead, inside } = this
    ahead.fill(0, 0, size + 2)
    inside.fill(0, 0, size + 2)
    for (let word = 0; word <= size + 1; word++) leftmost[word] = word
    for (let word = size; word >= 1; word--) {
      const above = head[word]
      if (word < leftmost[above]) leftmost[above] = word
      ahead[above]++
      inside[Math.min(above, word)]++
    }
    for (let word = size; word >= 1; word--) inside[word] += inside[word + 1]
    this.#front = 1
  }

  /** Sets the word that `ahead` counts from. */
  moveTo(front: number): void {
    const { ahead, head } = this
    while (this.#front < front) ahead[head[this.#front++]]--
    while (this.#front > front) ahead[head[--this.#front]]++
  }
}
