import type { Tree } from '../../transform/tree.ts'

/** The arcs of a gold tree, and the number of arcs into the buffer. `moveTo` moves the front of the buffer in O(1) per word. */
export class GoldArcs {
  size = 0
  /** The arrays of the gold tree (not copies). */
  head: Int32Array = new Int32Array(1)
  label: Int32Array = new Int32Array(1)
  /** `leftmost[h]` is the leftmost gold dependent of h, or h if h has no left dependents. */
  leftmost = new Int32Array(64)
  /** `ahead[h]` is the number of gold dependents of h from the front on. */
  ahead = new Int32Array(64)
  /** `inside[f]` is the number of gold arcs between the words f..size; f is at most size + 1. */
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
      const parent = head[word]
      if (word < leftmost[parent]) leftmost[parent] = word
      ahead[parent]++
      inside[Math.min(parent, word)]++
    }
    for (let word = size; word >= 1; word--) inside[word] += inside[word + 1]
    this.#front = 1
  }

  /** Sets the front, from which `ahead` counts. */
  moveTo(front: number): void {
    const { ahead, head } = this
    while (this.#front < front) ahead[head[this.#front++]]--
    while (this.#front > front) ahead[head[--this.#front]]++
  }
}
