/**
 * Checks in linear time that heads form a tree, so that every word is connected to the artificial root, and that the tree is
 * projective: each head dominates all words between itself and its dependents.
 */
import { roomFor, Dependents } from './dependents.ts'
import { type Tree, checkTree } from './tree.ts'

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

let pending = new Int32Array(0)
let stack = new Int32Array(0)
let [first, last, entered, left] = Array.from({ length: 4 }, () => new Int32Array(0))
const dependents = new Dependents()

/**
 * Whether a tree is projective, in linear time. The method: words are pushed on a stack; a top without missing dependents
 * is attached to the next word or to the word below it on the stack. This rebuilds a tree exactly if it is projective.
 * Heads are 0..size. False for a cycle. Throws TypeError if the value is no tree.
 */
export function isProjective(tree: Tree): boolean {
  checkTree(tree, 'tree')
  const { size, head } = tree
  if (stack.length < size + 2) {
    stack = roomFor(stack, size + 2)
    pending = roomFor(pending, size + 2)
  }
  const missingDependents = pending
  const words = stack
  missingDependents.fill(0, 0, size + 2) // slot size + 1 is the end of the sentence; no word has this head
  for (let word = 1; word <= size; word++) missingDependents[head[word]]++
  let top = 0
  words[0] = 0
  for (let next = 1; next <= size + 1; next++) {
    while (top > 0) {
      const word = words[top]
      const h = head[word]
      if (missingDependents[word] !== 0 || (h !== next && h !== words[top - 1])) break
      missingDependents[h]--
      top--
    }
    words[++top] = next
  }
  return top === 1
}

/** Whether every head is before its dependents. */
export function isRightBranching(tree: Tree): boolean {
  for (let word = 1; word <= tree.size; word++) if (tree.head[word] >= word) return false
  return true
}

/**
 * The range of words that each head 0..size dominates without a gap, in linear time: `first[h]..last[h]` is the largest
 * range around h in which h dominates all other words. An arc is projective exactly if the dependent is in the range of
 * the head. The next call overwrites the result.
 */
export function gaplessRanges(tree: Tree) {
  checkTree(tree, 'tree')
  const { size, head } = tree
  dependents.fill(tree)
  if (first.length <= size)
    [first, last, entered, left] = Array.from({ length: 4 }, () => new Int32Array(2 * (size + 1)))
  // In preorder, the words that a node dominates have the numbers entered[node] + 1..left[node] - 1.
  for (let node = 0, number = 0; ;) {
    entered[node] = number++
    if (dependents.first[node] !== 0) {
      node = dependents.first[node]
      continue
    }
    left[node] = number
    while (node !== 0 && dependents.next[node] === 0) left[(node = head[node])] = number
    if (node === 0) break
    node = dependents.next[node]
  }
  const dominates = (word: number, other: number): boolean =>
    entered[other] > entered[word] && entered[other] < left[word]
  // A dominated word adds its whole range. Each range is added once, so the time is linear.
  for (let word = size; word >= 0; word--) {
    let end = word + 1
    while (end <= size && dominates(word, end)) end = last[end] + 1
    last[word] = end - 1
  }
  for (let word = 0; word <= size; word++) {
    let end = word - 1
    while (end >= 1 && dominates(word, end)) end = first[end] - 1
    first[word] = end + 1
  }
  return { first, last, dependents }
}

/** The dependents of all arcs that are not projective, from left to right, in linear time. */
export function nonProjectiveArcs(tree: Tree): number[] {
  const { size, head } = tree
  const { first, last } = gaplessRanges(tree)
  const dependents: number[] = []
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (word < first[h] || word > last[h]) dependents.push(word)
  }
  return dependents
}
