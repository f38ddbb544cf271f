/**
 * The lowest levels, from 1, for things from word to word that may not overlap: each is above those that it encloses.
 */
export interface Reach {
  readonly first: number
  readonly last: number
}

/** The level of each thing; `size` is the largest word. `mayTouch`: whether two may meet at a word. */
export function levelsOf(
  things: readonly Reach[],
  size: number,
  mayTouch?: (one: number, other: number) => boolean,
): Int32Array {
  const levels = new Int32Array(things.length)
  const skyline = new Skyline(size + 1) // over gaps: i stands for the one between word i and word i + 1
  const endingAt: number[][] = Array.from({ length: size + 1 }, () => [])
  const order = things.map((_, thing) => thing)
  order.sort((a, b) => lengthOf(things[a]) - lengthOf(things[b]) || things[a].first - things[b].first)
  for (const thing of order) {
    const { first, last } = things[thing]
    let level = skyline.highest(first, last) + 1
    if (mayTouch) {
      const barred = [...endingAt[first], ...endingAt[last]].filter((other) => !mayTouch(other, thing))
      while (barred.some((other) => levels[other] === level)) level++
      endingAt[first].push(thing)
      endingAt[last].push(thing)
    }
    levels[thing] = level
    skyline.raise(first, last, level)
  }
  return levels
}

const lengthOf = (thing: Reach) => thing.last - thing.first

/** The highest level over each place of a line, as a segment tree: both methods take time logarithmic in its length. */
class Skyline {
  readonly #leaves: number
  /** By node: the highest level over a place below it, and over all places below it. Node n has the nodes 2n and 2n + 1. */
  readonly #most: Int32Array
  readonly #all: Int32Array

  constructor(length: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(length))
    this.#most = new Int32Array(2 * this.#leaves)
    this.#all = new Int32Array(2 * this.#leaves)
  }

  /** The highest level over the places first..stop − 1; 0 if there is none. */
  highest(first: number, stop: number): number {
    let level = 0
    this.#cover(first, stop, (node) => (level = Math.max(level, this.#most[node])))
    this.#above(first, stop, (node) => (level = Math.max(level, this.#all[node])))
    return level
  }

  /** Puts a level over the places first..stop − 1. */
  raise(first: number, stop: number, level: number): void {
    const raise = (levels: Int32Array, node: number): void => {
      levels[node] = Math.max(levels[node], level)
    }
    this.#cover(first, stop, (node) => raise(this.#all, node))
    this.#cover(first, stop, (node) => raise(this.#most, node))
    this.#above(first, stop, (node) => raise(this.#most, node))
  }

  /** Visits the fewest nodes below which these places are, and no others. */
  #cover(first: number, stop: number, visit: (node: number) => void): void {
    let [left, right] = [first + this.#leaves, stop + this.#leaves]
    for (; left < right; left >>= 1, right >>= 1) {
      if (left & 1) visit(left++)
      if (right & 1) visit(--right)
    }
  }

  /** Visits the nodes above the first and the last of these places. */
  #above(first: number, stop: number, visit: (node: number) => void): void {
    if (first < stop)
      for (const place of [first, stop - 1])
        for (let node = (place + this.#leaves) >> 1; node > 0; node >>= 1) visit(node)
  }
}
