/** What a table of heads must not have if a projective tree is to contain it: cycles, and arcs over a head's head. */

/** A word on a cycle of `head`, 0 where there is none. What is not one of the words 1..size has no head. */
export function wordOnCycle(head: Int32Array, size: number, seen: Int32Array): number {
  seen.fill(0, 0, size + 1)
  for (let start = 1; start <= size; start++) {
    let word = start
    while (word >= 1 && word <= size && seen[word] === 0) {
      seen[word] = start
      word = head[word]
    }
    if (word >= 1 && word <= size && seen[word] === start) return word
  }
  return 0
}

/** The words of the cycle through `start`, which lies on one. */
export function cycleFrom(head: Int32Array, start: number): number[] {
  const cycle = [start]
  for (let word = head[start]; word !== start; word = head[word]) cycle.push(word)
  return cycle
}

/** The dependent of an arc that covers the demanded head of its own head; 0 where there is none. */
export function coveringHead(head: Int32Array, size: number): number {
  for (let dependent = 1; dependent <= size; dependent++) {
    const middle = head[dependent]
    if (middle < 1 || middle > size) continue
    const upper = head[middle]
    if (upper === -1) continue
    if (upper > Math.min(middle, dependent) && upper < Math.max(middle, dependent)) return dependent
  }
  return 0
}
