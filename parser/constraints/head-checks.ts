/** Two things that a projective tree with the given heads cannot have: a cycle, and an arc over the head of its own head. */
import { wordOnCycle } from '../../transform/check.ts'

/** The words of a cycle of `head`, each followed by its head; empty if there is none. Only words 1..size have heads. */
export function findCycle(head: ArrayLike<number>, size: number): number[] {
  const start = wordOnCycle(head, size)
  const cycle: number[] = []
  for (let word = start; word !== 0 && (word !== start || cycle.length === 0); word = head[word])
    cycle.push(word)
  return cycle
}

/** The dependent of an arc that covers the constrained head of its own head; 0 if there is none. */
export function findArcOverHead(head: ArrayLike<number>, size: number): number {
  for (let dependent = 1; dependent <= size; dependent++) {
    const middle = head[dependent]
    if (middle < 1 || middle > size) continue
    const upper = head[middle]
    if (upper === -1) continue
    if (upper > Math.min(middle, dependent) && upper < Math.max(middle, dependent)) return dependent
  }
  return 0
}
