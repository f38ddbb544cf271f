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
  const highest = new Int32Array(size + 1) // by gap: i stands for the one between word i and word i + 1
  const endingAt: number[][] = Array.from({ length: size + 1 }, () => [])
  const order = things.map((_, thing) => thing)
  order.sort((a, b) => lengthOf(things[a]) - lengthOf(things[b]) || things[a].first - things[b].first)
  for (const thing of order) {
    const { first, last } = things[thing]
    let level = 1
    for (let gap = first; gap < last; gap++) level = Math.max(level, highest[gap] + 1)
    if (mayTouch) {
      const barred = [...endingAt[first], ...endingAt[last]].filter((other) => !mayTouch(other, thing))
      while (barred.some((other) => levels[other] === level)) level++
      endingAt[first].push(thing)
      endingAt[last].push(thing)
    }
    levels[thing] = level
    for (let gap = first; gap < last; gap++) highest[gap] = level
  }
  return levels
}

const lengthOf = (thing: Reach) => thing.last - thing.first
