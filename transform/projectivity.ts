/** An arc is projective if its head dominates all words between its ends, a tree if all its arcs are. */
import { Dependents } from './dependents.ts'
import { roomFor } from './scratch.ts'
import type { Tree } from './tree.ts'

let pending = new Int32Array(0)
let stack = new Int32Array(0)

/**
 * Whether a tree is projective, in linear time: exactly projective trees are rebuilt by a stack whose complete top is
 * attached to the next word or the word below. Heads are 0..size. False for a cycle.
 */
export function isProjective(tree: Tree): boolean {
  const { size, head } = tree
  if (stack.length < size + 2) {
    stack = roomFor(stack, size + 2)
    pending = roomFor(pending, size + 2)
  }
  const waiting = pending
  const words = stack
  waiting.fill(0, 0, size + 2) // size + 1 stands for the end of the sentence, which is no word's head
  for (let word = 1; word <= size; word++) waiting[head[word]]++
  let top = 0
  words[0] = 0
  for (let next = 1; next <= size + 1; next++) {
    while (top > 0) {
      const word = words[top]
      const h = head[word]
      if (waiting[word] !== 0 || (h !== next && h !== words[top - 1])) break
      waiting[h]--
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

const dependents = new Dependents()

/**
 * The words that each head 0..size dominates without a gap, in linear time: `first[h]..last[h]` is the largest range around
 * h in which h dominates all other words. An arc is projective exactly if its dependent is in the range of its head.
 */
export function gaplessRanges({ size, head }: Tree): Record<'first' | 'last', number[]> {
  dependents.clear(size)
  for (let word = size; word >= 1; word--) dependents.prepend(head[word], word)
  const order: number[] = []
  dependents.topDown(order)
  const column = (value: number): number[] => Array<number>(size + 1).fill(value)
  const [first, last, count, entered, next] = [column(0), column(0), column(1), column(0), column(1)]
  for (let i = order.length - 1; i > 0; i--) count[head[order[i]]] += count[order[i]]
  // In preorder, the words that a word dominates follow it at once.
  for (const word of order.slice(1)) {
    entered[word] = next[head[word]]
    next[head[word]] += count[word]
    next[word] = entered[word] + 1
  }
  const dominates = (word: number, other: number): boolean =>
    entered[other] > entered[word] && entered[other] < entered[word] + count[word]
  // A dominated word adds its whole range. A range is added only once, so this is linear.
  for (let word = size; word >= 0; word--) {
    let end = word + 1
    while (end <= size && dominates(word, end)) end = last[end] + 1
    last[word] = end - 1
  }
  for (let word = 1; word <= size; word++) {
    let end = word - 1
    while (end >= 1 && dominates(word, end)) end = first[end] - 1
    first[word] = end + 1
  }
  return { first, last }
}

/** The dependents of all arcs that are not projective, from left to right. Linear. */
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
