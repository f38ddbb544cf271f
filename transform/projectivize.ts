/**
 * Pseudo-projective encoding (Nivre & Nilsson 2005): a tree is made projective by lifting, and labels say what was
 * lifted. As long as an arc is not projective, the shortest one (the leftmost of these) is lifted: its dependent moves
 * from its head to the head of its head. `deprojectivize.ts` is the inverse.
 *
 *     scheme      label of a lifted arc    label of an arc that others were lifted past
 *     head        d↑h                      p
 *     path        d↑                       p↓
 *     head+path   d↑h                      p↓
 *
 * d and p are the labels that were there, h is the label of the arc into the original head of the lifted word.
 *
 * Lifting only ever takes words away from what a head dominates, and only from the one head that an arc is lifted from.
 * So an arc that is not projective stays so until it is lifted itself, the range that a head dominates without a gap
 * (`projectivity.ts`) only shrinks, and a queue of the arcs outside these ranges is all that has to be kept. One lift
 * costs O(log n) and a walk through the subtree that moves, whose every word loses a dominator by it for good. A
 * projective tree is left alone after one linear check; otherwise L lifts take O(n + D + L log n), where L ≤ D ≤ the sum
 * of the depths of all words: next to linear for trees like those of treebanks, and no more than quadratic for the
 * deepest ones (a second or two for the worst chains of 10,000 words).
 */
import { Heap } from './heap.ts'
import { LIFTED_UNSAID, NOT_LIFTED } from './lifts.ts'
import type { Lifts } from './lifts.ts'
import { gaplessRanges, isProjective } from './projectivity.ts'
import { roomFor } from './scratch.ts'
import type { Tree } from './tree.ts'

export type Scheme = 'head' | 'path' | 'head+path'

const queue = new Heap()
const range = { first: new Int32Array(0), last: new Int32Array(0) }
// The dependents of each head, in any order, and where a lifted word hung first (-1: not lifted).
let firstChild = new Int32Array(0)
let nextSibling = new Int32Array(0)
let previousSibling = new Int32Array(0)
let original = new Int32Array(0)
let passed = new Int32Array(0)

/**
 * Makes `tree` projective in place and encodes the lifts in its labels, which are ids of `lifts.symbols`; new labels
 * are added there. Marks are neither read nor written.
 *
 * @returns the number of words that were lifted; 0 where the tree was projective.
 * @throws RangeError where a new label is needed and the table is frozen.
 */
export function projectivize(tree: Tree, scheme: Scheme, lifts: Lifts): number {
  if (isProjective(tree)) return 0
  liftArcs(tree)
  const { size, label } = tree
  let lifted = 0
  for (let word = 1; word <= size; word++) {
    const isLifted = original[word] !== -1
    const isPassed = passed[word] === 1 && scheme !== 'head'
    if (isLifted) lifted++
    if (!isLifted && !isPassed) continue
    // Only heads other than the artificial root are lifted from, and bases stay what they are under any lift.
    const lift = !isLifted
      ? NOT_LIFTED
      : scheme === 'path'
        ? LIFTED_UNSAID
        : lifts.base(label[original[word]])
    label[word] = lifts.compose(lifts.base(label[word]), lift, isPassed)
  }
  return lifted
}

/** Lifts until all arcs are projective; `original` and `passed` tell what happened. */
function liftArcs(tree: Tree): void {
  const { size, head } = tree
  makeRoom(size)
  gaplessRanges(tree, range)
  const { first, last } = range
  original.fill(-1, 0, size + 1)
  passed.fill(0, 0, size + 1)
  firstChild.fill(0, 0, size + 1)
  for (let word = 1; word <= size; word++) link(word, head[word])
  const enqueue = (word: number) => {
    const h = head[word]
    queue.push(Math.abs(h - word) * (size + 1) + Math.min(h, word))
  }
  for (let word = 1; word <= size; word++) {
    if (word < first[head[word]] || word > last[head[word]]) enqueue(word)
  }
  while (queue.size > 0) {
    const key = queue.pop()
    const leftEnd = key % (size + 1)
    const rightEnd = leftEnd + (key - leftEnd) / (size + 1)
    const word = head[rightEnd] === leftEnd ? rightEnd : leftEnd
    const from = head[word]
    const to = head[from]
    if (original[word] === -1) original[word] = from
    passed[from] = 1
    unlink(word, from)
    head[word] = to
    link(word, to)
    if (word < first[to] || word > last[to]) enqueue(word)
    // The range of `from` ends before what was lifted out of it; dependents beyond are not projective any longer.
    const wasFirst = first[from]
    const wasLast = last[from]
    shrinkRange(from, word, head)
    for (let other = wasFirst; other < first[from]; other++) if (head[other] === from) enqueue(other)
    for (let other = last[from] + 1; other <= wasLast; other++) if (head[other] === from) enqueue(other)
  }
}

/** Keeps the subtree of `word` out of the range of `from`. */
function shrinkRange(from: number, word: number, head: Int32Array): void {
  const { first, last } = range
  let below = first[from]
  let above = last[from]
  let node = word
  for (;;) {
    if (node < from) {
      if (node >= below) below = node + 1
    } else if (node <= above) {
      above = node - 1
    }
    if (firstChild[node] !== 0) {
      node = firstChild[node]
      continue
    }
    while (node !== word && nextSibling[node] === 0) node = head[node]
    if (node === word) break
    node = nextSibling[node]
  }
  first[from] = below
  last[from] = above
}

function link(word: number, head: number): void {
  const sibling = firstChild[head]
  nextSibling[word] = sibling
  previousSibling[word] = 0
  if (sibling !== 0) previousSibling[sibling] = word
  firstChild[head] = word
}

function unlink(word: number, head: number): void {
  const before = previousSibling[word]
  const after = nextSibling[word]
  if (before === 0) firstChild[head] = after
  else nextSibling[before] = after
  if (after !== 0) previousSibling[after] = before
}

function makeRoom(size: number): void {
  range.first = roomFor(range.first, size + 1)
  range.last = roomFor(range.last, size + 1)
  firstChild = roomFor(firstChild, size + 1)
  nextSibling = roomFor(nextSibling, size + 1)
  previousSibling = roomFor(previousSibling, size + 1)
  original = roomFor(original, size + 1)
  passed = roomFor(passed, size + 1)
}
