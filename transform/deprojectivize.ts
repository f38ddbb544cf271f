/**
 * The inverse of pseudo-projective encoding (Nivre & Nilsson 2005), as far as labels tell. A word whose label says that
 * its arc was lifted is hung back below its head: breadth first through what the head dominates, dependents nearer to
 * the word first, it is searched for a new one.
 *
 * - `d↑h` (schemes head and head+path): the first word whose own label has the base h. Where arcs that were lifted past
 *   are marked `↓`, only these are followed at first, and the end of such a path goes before its other words; where
 *   that finds nothing, all arcs are followed.
 * - `d↑` (scheme path): the same, whatever its label, on paths only.
 *
 * An arc was lifted because it was not projective. So, beyond what the paper says, a head is taken only where the arc
 * from it is not projective in the tree as it is by then; this restores some 3 % more trees under scheme head.
 *
 * Words are gone through from the top of the tree to the bottom. What found no head is tried again as long as others
 * move (they may have brought the head along), then once more in the same way with any arc accepted. Words for which
 * nothing is found stay where they are. Every lift is taken off the labels in the end. So labels need not come from a
 * projectivized tree (a parser may have guessed them): the result is a tree.
 *
 * With head labels that tell all words apart every tree comes back: of the words still waiting, the one that was highest
 * in the original tree always finds its head, as nothing between it and where it was lifted to is out of place.
 *
 * Linear where nothing was lifted; each lifted word costs a few walks through the subtree that is searched.
 */
import { LIFTED_UNSAID, NOT_LIFTED } from './lifts.ts'
import type { Lifts } from './lifts.ts'
import { roomFor } from './scratch.ts'
import type { Tree } from './tree.ts'

/** What became of the lifted words. */
export interface Lowered {
  readonly lifted: number
  /** Lifted words for which no head was found. */
  readonly unresolved: number
}

/** Passes over what is left; four was the most that any of thousands of random trees needed. */
const PASSES = 8

const NOTHING: Lowered = Object.freeze({ lifted: 0, unresolved: 0 })

let base = new Int32Array(0)
let lift = new Int32Array(0)
let passed = new Int32Array(0)
let queue = new Int32Array(0)
let order = new Int32Array(0)
let nearby = new Int32Array(0)
// The dependents of each head, in ascending order.
let firstChild = new Int32Array(0)
let nextSibling = new Int32Array(0)

/**
 * Restores `tree` in place from its labels, ids of `lifts.symbols`. Marks are neither read nor written.
 *
 * @throws SyntaxError where a label is not of the grammar of `label.ts`; RangeError where the table of labels is frozen
 *   without the base of one of them.
 */
export function deprojectivize(tree: Tree, lifts: Lifts): Lowered {
  const { size, head, label } = tree
  let lifted = 0
  let passedArcs = 0
  for (let word = 1; word <= size; word++) {
    if (lifts.lift(label[word]) !== NOT_LIFTED) lifted++
    if (lifts.passed(label[word])) passedArcs++
  }
  if (lifted + passedArcs === 0) return NOTHING
  makeRoom(size)
  for (let word = 1; word <= size; word++) {
    const id = label[word]
    base[word] = lifts.base(id)
    lift[word] = lifts.lift(id)
    passed[word] = lifts.passed(id) ? 1 : 0
    label[word] = base[word]
  }
  if (lifted === 0) return NOTHING
  firstChild.fill(0, 0, size + 1)
  for (let word = size; word >= 1; word--) {
    nextSibling[word] = firstChild[head[word]]
    firstChild[head[word]] = word
  }
  let waiting = topDown()
  for (const accepts of [isNonProjective, always]) {
    for (let pass = 0, before = -1; waiting > 0 && waiting !== before && pass < PASSES; pass++) {
      before = waiting
      waiting = 0
      for (let i = 0; i < before; i++) {
        const word = order[i]
        const wanted = lift[word]
        let found = passedArcs > 0 ? searchPaths(word, head, wanted, accepts) : 0
        if (found === 0 && wanted !== LIFTED_UNSAID) found = searchAll(word, head, wanted, accepts)
        if (found === 0) order[waiting++] = word
        else move(word, head, found)
      }
    }
  }
  return { lifted, unresolved: waiting }
}

/** The lifted words, heads before their dependents and from left to right, go to `order`; how many they are. */
function topDown(): number {
  let found = 0
  let end = 1
  queue[0] = 0
  for (let i = 0; i < end; i++) {
    for (let child = firstChild[queue[i]]; child !== 0; child = nextSibling[child]) {
      queue[end++] = child
      if (lift[child] !== NOT_LIFTED) order[found++] = child
    }
  }
  return found
}

/** Whether a word may become the head of another, in the tree of these heads. */
type Accepts = (candidate: number, word: number, head: Int32Array) => boolean

const always: Accepts = () => true

/** Whether the arc from `candidate` to `word` would not be projective. */
const isNonProjective: Accepts = (candidate, word, head) => {
  const low = Math.min(candidate, word)
  const high = Math.max(candidate, word)
  for (let between = low + 1; between < high; between++) {
    // Words whose head is one of these too are under what that one is under; those under `word` would come along.
    let ancestor = head[between]
    if (ancestor >= low && ancestor <= high) continue
    while (ancestor !== 0 && ancestor !== candidate && ancestor !== word) ancestor = head[ancestor]
    if (ancestor === 0) return true
  }
  return false
}

/** The first fitting end of a path of arcs that others were lifted past, else the first fitting word on one, else 0. */
function searchPaths(word: number, head: Int32Array, wanted: number, accepts: Accepts): number {
  let onPath = 0
  let end = keepPassed(0, enqueueDependents(head[word], word, 0))
  for (let i = 0; i < end; i++) {
    const node = queue[i]
    const beyond = keepPassed(end, enqueueDependents(node, word, end))
    const isEnd = beyond === end
    end = beyond
    if (wanted !== LIFTED_UNSAID && base[node] !== wanted) continue
    if (!isEnd && onPath !== 0) continue
    if (!accepts(node, word, head)) continue
    if (isEnd) return node
    onPath = node
  }
  return onPath
}

/** The first word below the head of `word` whose label is `wanted`, else 0. */
function searchAll(word: number, head: Int32Array, wanted: number, accepts: Accepts): number {
  let end = enqueueDependents(head[word], word, 0)
  for (let i = 0; i < end; i++) {
    const node = queue[i]
    if (base[node] === wanted && accepts(node, word, head)) return node
    end = enqueueDependents(node, word, end)
  }
  return 0
}

/** Appends the dependents of `node` but `word` itself to the queue that ends at `end`, nearer to `word` first; the new end. */
function enqueueDependents(node: number, word: number, end: number): number {
  let child = firstChild[node]
  let before = 0
  for (; child !== 0 && child < word; child = nextSibling[child]) nearby[before++] = child
  if (child === word) child = nextSibling[child]
  while (before > 0 || child !== 0) {
    if (child === 0 || (before > 0 && word - nearby[before - 1] <= child - word)) {
      queue[end++] = nearby[--before]
    } else {
      queue[end++] = child
      child = nextSibling[child]
    }
  }
  return end
}

/** Drops those words from the queue's part `start..end` that nothing was lifted past; the new end. */
function keepPassed(start: number, end: number): number {
  let kept = start
  for (let i = start; i < end; i++) if (passed[queue[i]] === 1) queue[kept++] = queue[i]
  return kept
}

/** Hangs `word` on another head, in the lists too. */
function move(word: number, head: Int32Array, to: number): void {
  const from = head[word]
  if (firstChild[from] === word) {
    firstChild[from] = nextSibling[word]
  } else {
    let sibling = firstChild[from]
    while (nextSibling[sibling] !== word) sibling = nextSibling[sibling]
    nextSibling[sibling] = nextSibling[word]
  }
  head[word] = to
  let before = 0
  let after = firstChild[to]
  for (; after !== 0 && after < word; after = nextSibling[after]) before = after
  nextSibling[word] = after
  if (before === 0) firstChild[to] = word
  else nextSibling[before] = word
}

function makeRoom(size: number): void {
  base = roomFor(base, size + 1)
  lift = roomFor(lift, size + 1)
  passed = roomFor(passed, size + 1)
  queue = roomFor(queue, size + 1)
  order = roomFor(order, size + 1)
  nearby = roomFor(nearby, size + 1)
  firstChild = roomFor(firstChild, size + 1)
  nextSibling = roomFor(nextSibling, size + 1)
}
