/** An arc is projective if the head dominates all words between its ends. A tree is projective if all its arcs are. */
import { Dependents, roomFor } from './dependents.ts'
import { checkTree, type Tree } from './tree.ts'

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
