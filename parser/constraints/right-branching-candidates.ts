/**
 * Lists of words under the same innermost demanded arc, for one question in constant time: the latest word of a list
 * before some bound. A bound is the right end of that arc, or a word under it.
 */
export class Candidates {
  /** By word: the latest member before it under the same arc, -1 without. */
  #previous = new Int32Array(64)
  /** By arc (its dependent, 0 for no arc): the latest member under it so far, -1 without. */
  #last = new Int32Array(64)

  /** Empties all lists of a sentence of `size` words; they are filled from its first word to its last. */
  reset(size: number): void {
    const length = size + 2
    if (this.#previous.length < length) {
      this.#previous = new Int32Array(2 * length)
      this.#last = new Int32Array(2 * length)
    }
    this.#last.fill(-1, 0, length)
  }

  /** Takes up the next word, which lies under `arc`, as a member of its list or as a mere bound in it. */
  add(word: number, arc: number, isMember: boolean): void {
    this.#previous[word] = this.#last[arc]
    if (isMember) this.#last[arc] = word
  }

  /** The latest member under `arc`; while the lists are filled, so far. */
  last(arc: number): number {
    return this.#last[arc]
  }

  /** The latest member before `word` under the same arc. */
  before(word: number): number {
    return this.#previous[word]
  }

  /** The latest member under `arc`, whose right end is `end`, before `bound`: a word under it, or the end or beyond. */
  latest(arc: number, bound: number, end: number): number {
    return bound < end ? this.#previous[bound] : this.#last[arc]
  }
}
