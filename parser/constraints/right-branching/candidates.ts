import { table, type Table } from '../table.ts'

/** Lists of words under one innermost arc. `latest` finds the last word of a list before a bound in constant time. */
export class Candidates {
  /** By word: the latest member before it under the same arc, -1 if there is none. */
  readonly #previous: Table
  /** By arc (its dependent, 0 for no arc): the latest member under it so far, -1 if there is none. */
  readonly #last: Table

  constructor(size: number) {
    this.#previous = table(size + 2, -1)
    this.#last = table(size + 2, -1)
  }

  /** Adds the next word of the sentence, which is under `arc`: as a member, or only as a possible bound. */
  add(word: number, arc: number, isMember: boolean): void {
    this.#previous[word] = this.#last[arc]
    if (isMember) this.#last[arc] = word
  }

  /** The latest member under `arc` among the words added so far. */
  last(arc: number): number {
    return this.#last[arc]
  }

  before(word: number): number {
    return this.#previous[word]
  }

  /** The latest member before `bound` under `arc`, whose right end is `end`. A bound before `end` is under the arc. */
  latest(arc: number, bound: number, end: number): number {
    return bound < end ? this.#previous[bound] : this.#last[arc]
  }
}
