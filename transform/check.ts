/** Checks in linear time that heads form a tree, so that every word is connected to the artificial root. */
import { roomFor } from './dependents.ts'
import type { Tree } from './tree.ts'

/** An error in a tree: the first word with the error, and the reason in one line. */
export interface Flaw {
  readonly word: number
  readonly reason: string
}

/** The maximum number of words of a cycle that a reason lists. */
const MAX_LISTED_WORDS = 12

let reachedFrom = new Int32Array(0)

/** The first error of `tree`, undefined if there is none. The empty tree is valid. */
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

/** The first cycle, undefined if there is none. A negative head means that the word has no head. */
export function cycleOf(head: ArrayLike<number>, size: number): Flaw | undefined {
  const words = findCycle(head, size)
  if (words.length === 0) return undefined
  const [word] = words
  return {
    word,
    reason: `cycle ${words.slice(0, MAX_LISTED_WORDS).join(' → ')} → ${words.length > MAX_LISTED_WORDS ? '…' : word}`,
  }
}

/**
 * The words of the first cycle, each followed by its head; the leftmost word is first. Empty if there is no cycle. Reads
 * the heads of the words 1..size only.
 */
export function findCycle(head: ArrayLike<number>, size: number): number[] {
  reachedFrom = roomFor(reachedFrom, size + 1)
  reachedFrom.fill(0, 0, size + 1) // by word: the start of the first climb that visited the word
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
