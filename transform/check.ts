/** Checks in linear time that heads form a tree: they lead from every word to the artificial root. */
import { roomFor } from './dependents.ts'
import type { Tree } from './tree.ts'

/** An error in a tree: the first word that shows it, and the reason in one line. */
export interface Flaw {
  readonly word: number
  readonly reason: string
}

/** The number of words of a cycle that a reason names. */
const NAMED = 12

let reachedFrom = new Int32Array(0)

/** The first error of `tree`, undefined if it is a tree. The empty tree is one. */
export function findFlaw(tree: Tree): Flaw | undefined {
  const { size, head } = tree
  let roots = 0
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (h === 0) roots++
    else if (h < 0 || h > size)
      return { word, reason: `head ${h} is not a word of the sentence, expected 0 to ${size}` }
    else if (h === word) return { word, reason: `word ${word} is its own head` }
  }
  const cycle = cycleOf(head, size)
  if (!cycle || roots > 0) return cycle
  return { word: cycle.word, reason: `no root: no word has head 0 (${cycle.reason})` }
}

/** The first cycle, undefined if there is none. Words without a head have a negative one. */
export function cycleOf(head: ArrayLike<number>, size: number): Flaw | undefined {
  const words = findCycle(head, size)
  if (words.length === 0) return undefined
  const [word] = words
  return { word, reason: `cycle ${words.slice(0, NAMED).join(' → ')} → ${words.length > NAMED ? '…' : word}` }
}

/**
 * The words of the first cycle, from its leftmost one on, each followed by its head; empty if there is none. Only words
 * 1..size have heads, whatever `head` holds.
 */
export function findCycle(head: ArrayLike<number>, size: number): number[] {
  reachedFrom = roomFor(reachedFrom, size + 1)
  reachedFrom.fill(0, 0, size + 1) // by word: the start of the first climb that came by
  for (let start = 1; start <= size; start++) {
    let word = start
    while (word >= 1 && word <= size && reachedFrom[word] === 0) {
      reachedFrom[word] = start
      word = head[word]
    }
    if (word < 1 || word > size || reachedFrom[word] !== start) continue
    let leftmost = word
    for (let other = head[word]; other !== word; other = head[other]) leftmost = Math.min(leftmost, other)
    const cycle = [leftmost]
    for (let other = head[leftmost]; other !== leftmost; other = head[other]) cycle.push(other)
    return cycle
  }
  return []
}
