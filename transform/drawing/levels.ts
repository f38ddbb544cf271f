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
  // A segment tree over gaps: i stands for the one between word i and word i + 1, and node n has the nodes 2n and 2n + 1.
  const leaves = 2 ** Math.ceil(Math.log2(size + 1))
  const highest = new Int32Array(2 * leaves) // by node: the highest level over a gap below it
  const shared = new Int32Array(2 * leaves) // and the highest of those that were put over all gaps below it
  const endingAt: number[][] = Array.from({ length: size + 1 }, () => [])
  const order = things.map((_, thing) => thing)
  order.sort((a, b) => lengthOf(things[a]) - lengthOf(things[b]) || things[a].first - things[b].first)
  for (const thing of order) {
    const { first, last } = things[thing]
    const { within, above } = nodesOf(things[thing], leaves)
    let level = 1 + Math.max(...within.map((node) => highest[node]), ...above.map((node) => shared[node]))
    if (mayTouch) {
      const barred = [...endingAt[first], ...endingAt[last]].filter((other) => !mayTouch(other, thing))
      while (barred.some((other) => levels[other] === level)) level++
      endingAt[first].push(thing)
      endingAt[last].push(thing)
    }
    levels[thing] = level
    for (const node of within) highest[node] = shared[node] = level
    for (const node of above) highest[node] = Math.max(highest[node], level)
  }
  return levels
}

const lengthOf = (thing: Reach) => thing.last - thing.first

/** Of a binary tree over places: the fewest nodes below which the places first..last − 1 are, and the nodes above these. */
function nodesOf({ first, last }: Reach, leaves: number): { within: number[]; above: number[] } {
  const within: number[] = []
  const above: number[] = []
  for (let left = first + leaves, right = last + leaves; left < right; left >>= 1, right >>= 1) {
    if (left & 1) within.push(left++)
    if (right & 1) within.push(--right)
  }
  for (const place of [first, last - 1])
    for (let node = (place + leaves) >> 1; node > 0; node >>= 1) above.push(node)
  return { within, above }
}
