/**
 * The inverse of pseudo-projective encoding (Nivre & Nilsson 2005), as far as labels allow it. If the label of a word says
 * that its arc was lifted, its original head is searched below its present head: breadth first, and among the dependents
 * of one word those nearer to the lifted word first.
 *
 * - `d↑h` (schemes head and head+path): the first word whose own label has the base h. If arcs that others were lifted
 *   past are marked `↓`, only these are followed at first, and the end of such a path comes before its other words. If
 *   this finds nothing, all arcs are followed.
 * - `d↑` (scheme path): the same for words with any label, on paths only.
 *
 * An arc was lifted because it was not projective. Therefore, in addition to the paper, a head is accepted only if the
 * arc from it is not projective in the present tree; this restores some 3 % more trees under scheme head.
 *
 * Words are processed from the top of the tree to the bottom. Words for which no head was found are tried again as long
 * as other words move (which may bring the head along), then once more in the same way, with any arc accepted. If nothing
 * is found the word stays where it is. In the end every lift is removed from the labels. So labels need not come from a
 * projectivized tree (a parser may have predicted them): the result is always a tree.
 *
 * If head labels are different for all words, every tree is restored: among the words that still wait, the one that was
 * highest in the original tree finds its head, since nothing between this head and the present one is out of place.
 *
 * The time is linear if nothing was lifted. Each lifted word costs a few searches, which stop at the first word that fits.
 */
import { LIFTED_UNSAID, NOT_LIFTED } from './lift-labels.ts'
import type { Lifts } from './lift-labels.ts'
import { roomFor } from './scratch.ts'
import type { Tree } from './tree.ts'

/** The result of `deprojectivize`. */
export interface Lowered {
  readonly lifted: number
  /** Lifted words for which no head was found. */
  readonly unresolved: number
}

/** The number of passes over the words that wait; thousands of random trees needed four at most. */
const PASSES = 8

const NOTHING: Lowered = Object.freeze({ lifted: 0, unresolved: 0 })

let base = new Int32Array(0)
let lift = new Int32Array(0)
let passed = new Int32Array(0)
let queue = new Int32Array(0)
let order = new Int32Array(0)
let nearby = new Int32Array(0)
// The dependents of each head as doubly linked lists, in ascending order.
let firstChild = new Int32Array(0)
let nextSibling = new Int32Array(0)
let previousSibling = new Int32Array(0)

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
    const sibling = firstChild[head[word]]
    nextSibling[word] = sibling
    previousSibling[sibling] = word
    previousSibling[word] = 0
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

/** Writes the lifted words to `order`, heads before their dependents and from left to right; returns their number. */
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

/** The first fitting end of a path of arcs that others were lifted past, else the first fitting word on a path, else 0. */
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

/** The first word below the head of `word` whose label is `wanted`, else 0. Its siblings come first. */
function searchAll(word: number, head: Int32Array, wanted: number, accepts: Accepts): number {
  let end = 0
  let before = previousSibling[word]
  let after = nextSibling[word]
  while (before !== 0 || after !== 0) {
    const isBefore = after === 0 || (before !== 0 && word - before <= after - word)
    const node = isBefore ? before : after
    if (base[node] === wanted && accepts(node, word, head)) return node
    queue[end++] = node
    if (isBefore) before = previousSibling[before]
    else after = nextSibling[after]
  }
  const siblings = end
  for (let i = 0; i < end; i++) {
    const node = queue[i]
    if (i >= siblings && base[node] === wanted && accepts(node, word, head)) return node
    end = enqueueDependents(node, word, end)
  }
  return 0
}

/** Appends the dependents of `node`, without `word`, to the queue that ends at `end`, nearest to `word` first; returns the new end. */
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

/** Removes the words that nothing was lifted past from the part `start..end` of the queue; returns the new end. */
function keepPassed(start: number, end: number): number {
  let kept = start
  for (let i = start; i < end; i++) if (passed[queue[i]] === 1) queue[kept++] = queue[i]
  return kept
}

/** Hangs `word` on another head. */
function move(word: number, head: Int32Array, to: number): void {
  unlink(previousSibling[word], nextSibling[word], head[word])
  head[word] = to
  let before = 0
  let after = firstChild[to]
  for (; after !== 0 && after < word; after = nextSibling[after]) before = after
  nextSibling[word] = after
  previousSibling[after] = word
  previousSibling[word] = before
  if (before === 0) firstChild[to] = word
  else nextSibling[before] = word
}

/** Takes what is between two siblings out of the list of their head. */
function unlink(before: number, after: number, head: number): void {
  previousSibling[after] = before
  if (before === 0) firstChild[head] = after
  else nextSibling[before] = after
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
  previousSibling = roomFor(previousSibling, size + 1)
}
