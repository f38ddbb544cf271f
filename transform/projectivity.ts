/**
 * Projectivity: an arc is projective when its head dominates every word between its two ends, a tree when all its arcs
 * are. The artificial root lies left of all words and dominates everything.
 */
import { roomFor } from './scratch.ts'
import type { Tree } from './tree.ts'

let pending = new Int32Array(0)
let stack = new Int32Array(0)

/**
 * Whether a tree is projective, in linear time: exactly the projective trees are rebuilt if words are pushed onto a stack
 * and its top, once it has all its dependents, is attached to the next word or to the word below. Heads must be words of
 * the sentence or 0. False if there is a cycle.
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

/**
 * The words that heads dominate without a gap: `first[h]..last[h]` is the largest range around h in which h dominates all
 * other words. An arc is projective exactly if its dependent is in the range of its head.
 */
export interface Ranges {
  readonly first: number[]
  readonly last: number[]
}

let firstChild = new Int32Array(0)
let nextSibling = new Int32Array(0)
let entered = new Int32Array(0)
let left = new Int32Array(0)

/** The ranges of all words 0..size of a tree, in linear time. */
export function gaplessRanges(tree: Tree): Ranges {
  const { size } = tree
  const first = Array<number>(size + 1).fill(0)
  const last = Array<number>(size + 1).fill(0)
  numberInPreorder(tree)
  // A dominated word adds its whole range. A range is added only once, so this is linear.
  for (let word = size; word >= 0; word--) {
    let next = word + 1
    while (next <= size && entered[next] > entered[word] && entered[next] < left[word]) next = last[next] + 1
    last[word] = next - 1
  }
  first[0] = 0
  for (let word = 1; word <= size; word++) {
    let next = word - 1
    while (next >= 1 && entered[next] > entered[word] && entered[next] < left[word]) next = first[next] - 1
    first[word] = next + 1
  }
  return { first, last }
}

/** h dominates w exactly if entered[h] < entered[w] < left[h]. */
function numberInPreorder(tree: Tree): void {
  const { size, head } = tree
  firstChild = roomFor(firstChild, size + 1)
  nextSibling = roomFor(nextSibling, size + 1)
  entered = roomFor(entered, size + 1)
  left = roomFor(left, size + 1)
  firstChild.fill(0, 0, size + 1)
  for (let word = size; word >= 1; word--) {
    nextSibling[word] = firstChild[head[word]]
    firstChild[head[word]] = word
  }
  let clock = 0
  let word = 0
  entered[0] = clock++
  for (;;) {
    if (firstChild[word] !== 0) {
      word = firstChild[word]
    } else {
      left[word] = clock
      while (word !== 0 && nextSibling[word] === 0) {
        word = head[word]
        left[word] = clock
      }
      if (word === 0) return
      word = nextSibling[word]
    }
    entered[word] = clock++
  }
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
