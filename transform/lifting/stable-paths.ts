/**
 * Paths of *stable* arcs. An arc is stable if it and the arcs into all words between its ends are projective: none of
 * these arcs is ever lifted. Jump pointers (Myers 1983) find the end of a climb along a path in O(log n).
 */

export class StablePaths {
  readonly #head: Int32Array
  /** By word: its depth along stable arcs, 0 if the arc into it is not stable. */
  readonly #depth: number[]
  /** By word: an ancestor on its path; the leftmost and the rightmost word from the word up to this ancestor, exclusive. */
  readonly #jump: Int32Array
  readonly #jumpFirst: Int32Array
  readonly #jumpLast: Int32Array
  /** By word: the word itself or an ancestor on its path. All words below this ancestor on the path are marked. */
  readonly #unmarked: Int32Array

  /** @param head the heads, which may change for words without a stable arc @param order heads before dependents */
  constructor(head: Int32Array, order: Int32Array, isNonProjective: (word: number) => boolean) {
    const size = head.length - 1
    this.#head = head
    this.#depth = Array<number>(size + 1).fill(0)
    this.#jump = order.map((_, word) => word)
    this.#unmarked = this.#jump.slice()
    this.#jumpFirst = this.#jump.slice()
    this.#jumpLast = this.#jump.slice()
    const count = Array<number>(size + 1).fill(0) // by word i: the number of words 1..i whose arc is not projective
    for (let word = 1; word <= size; word++) count[word] = count[word - 1] + (isNonProjective(word) ? 1 : 0)
    for (const word of order) {
      if (word === 0 || count[word] > count[word - 1]) continue
      const left = Math.min(word, head[word])
      const right = Math.max(word, head[word])
      if (count[right - 1] === count[left]) this.#append(word)
    }
  }

  /** Whether the arc into `word` is stable. */
  has(word: number): boolean {
    return this.#depth[word] > 0
  }

  /**
   * Climbs from `from` while arcs are stable and `passes` is true; `passes` must be true up to some word of a path and
   * false from there on. Returns the first word that does not pass, and the leftmost and the rightmost word that pass.
   */
  climb(from: number, passes: (word: number) => boolean) {
    let end = from
    let leftmost = from
    let rightmost = from
    while (this.has(end) && passes(end)) {
      const jump = this.#jump[end]
      const jumps = passes(jump)
      leftmost = Math.min(leftmost, jumps ? this.#jumpFirst[end] : end)
      rightmost = Math.max(rightmost, jumps ? this.#jumpLast[end] : end)
      end = jumps ? jump : this.#head[end]
    }
    return { end, leftmost, rightmost }
  }

  /** Sets `marks` to 1 for the words of a path from `from` up to `end`, exclusive. All calls together visit a word once. */
  mark(from: number, end: number, marks: Int32Array): void {
    const depth = this.#depth
    for (let word = this.#findUnmarked(from); depth[word] > depth[end]; word = this.#findUnmarked(word)) {
      marks[word] = 1
      this.#unmarked[word] = this.#head[word]
    }
  }

  #findUnmarked(word: number): number {
    const unmarked = this.#unmarked
    let found = word
    while (unmarked[found] !== found) {
      unmarked[found] = unmarked[unmarked[found]] // shortens the path for the next time
      found = unmarked[found]
    }
    return found
  }

  #append(word: number): void {
    const depth = this.#depth
    const jump = this.#jump
    const head = this.#head[word]
    const next = jump[head]
    depth[word] = depth[head] + 1
    jump[word] = head
    if (next === head || depth[head] - depth[next] !== depth[next] - depth[jump[next]]) return
    jump[word] = jump[next]
    this.#jumpFirst[word] = Math.min(word, this.#jumpFirst[head], this.#jumpFirst[next])
    this.#jumpLast[word] = Math.max(word, this.#jumpLast[head], this.#jumpLast[next])
  }
}
