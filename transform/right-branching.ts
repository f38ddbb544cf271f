/**
 * The right-branching transformation and its inverse.
 *
 * The transform turns a projective tree into one in which every head stands before its dependent. Going through the
 * words from left to right, as long as word t has a head h to its right, t and h change places: t takes over h's head
 * and label, h becomes t's dependent under the label that was t's, marked *reversed*, and the other left dependents of
 * h come along to t, marked *relocated*. Each arc is touched once.
 *
 *     the  stock  market  crashed        heads 3 3 4 0    det   compound   nsubj  root
 *                                        heads 0 1 1 1    root  compound^  det*   nsubj*
 *
 * The inverse goes from right to left and undoes one reversed arc after the other. It departs from the one printed with
 * the transformation (its Figure 3): a reversed arc h → t takes the relocated siblings along that stand between t and
 * the reversed sibling before it, and no others. As printed it takes all of them, which already gives the tree above
 * another shape, and fails on 12 of the 273 projective trees of five words.
 *
 * Which trees come out (the *image*) is said at {@link isImage}; on it, transform and reverse are inverse to each other.
 * Both are iterative and linear on any input. They are said for one direction only: for the other see `encoding.ts`.
 */
import { isProjective, isRightBranching } from './projectivity.ts'
import { roomFor } from './scratch.ts'
import { copyInto, PLAIN, RELOCATED, REVERSED } from './tree.ts'
import type { Tree } from './tree.ts'

// For each head a list of dependents: the first, and by dependent the one that follows. 0 ends a list.
let first = new Int32Array(0)
let next = new Int32Array(0)

function makeRoom(size: number): void {
  if (first.length > size) return
  first = roomFor(first, size + 1)
  next = roomFor(next, size + 1)
}

/**
 * Transforms `tree`, whose marks are made anew, in place or into another tree of the same size, which is returned. Any
 * tree is taken and gives a right-branching one; only from projective ones is the transform one to one.
 */
export function transform(tree: Tree, into: Tree = tree): Tree {
  if (into !== tree) copyInto(tree, into)
  const { size, head, label, mark } = into
  makeRoom(size)
  const firstLeft = first
  const nextLeft = next
  mark.fill(PLAIN)
  firstLeft.fill(0, 0, size + 1)
  for (let word = size; word >= 1; word--) {
    const h = head[word]
    if (h <= word) continue
    nextLeft[word] = firstLeft[h]
    firstLeft[h] = word
  }
  for (let t = 1; t <= size; t++) {
    let h = head[t]
    while (h > t) {
      // The left dependents of h in the input; those that moved away since have another head. The only ones that can
      // have come since are t itself, so a list is done with once it has been gone through.
      for (let c = firstLeft[h]; c !== 0; c = nextLeft[c]) {
        if (c === t || head[c] !== h) continue
        head[c] = t
        mark[c] = RELOCATED
      }
      firstLeft[h] = 0
      const labelOfT = label[t]
      label[t] = label[h]
      mark[t] = mark[h]
      label[h] = labelOfT
      mark[h] = REVERSED
      const above = head[h]
      head[h] = t
      h = above
    }
    head[t] = h
  }
  return into
}

/**
 * The inverse of {@link transform}, in place or into another tree of the same size. Takes any tree whose marked words
 * have their head before them ({@link misplacedMark}) and gives a tree without marks.
 *
 * @returns the number of vestigial arcs: marks that could not be undone and were dropped (reversed dependents of the
 *   artificial root, relocated ones that no reversed sibling took along). 0 for every tree of the image.
 */
export function reverse(tree: Tree, into: Tree = tree): number {
  if (into !== tree) copyInto(tree, into)
  const { size, head, label, mark } = into
  makeRoom(size)
  // The marked dependents of each head, the last one first. Whatever stands at t or behind it is never asked for again,
  // nor does any dependent gain a mark before its own turn: lists only ever lose their beginning.
  const lastMarked = first
  const previousMarked = next
  let marked = 0
  lastMarked.fill(0, 0, size + 1)
  for (let word = 1; word <= size; word++) {
    if (mark[word] === PLAIN) continue
    marked++
    previousMarked[word] = lastMarked[head[word]]
    lastMarked[head[word]] = word
  }
  if (marked === 0) return 0
  let vestigial = 0
  for (let t = size; t >= 1; t--) {
    while (mark[t] === REVERSED) {
      const h = head[t]
      if (h === 0) {
        mark[t] = PLAIN
        vestigial++
        break
      }
      let c = lastMarked[h]
      for (; c !== 0; c = previousMarked[c]) {
        if (c >= t || head[c] !== h) continue
        if (mark[c] === REVERSED) break
        mark[c] = PLAIN
        head[c] = t
      }
      lastMarked[h] = c
      const labelOfT = label[t]
      label[t] = label[h]
      mark[t] = mark[h]
      label[h] = labelOfT
      mark[h] = PLAIN
      head[t] = head[h]
      head[h] = t
    }
  }
  for (let word = 1; word <= size; word++) {
    if (mark[word] === PLAIN) continue
    mark[word] = PLAIN
    vestigial++
  }
  return vestigial
}

/** The first marked word whose head does not stand before it, which {@link reverse} cannot take; 0 where there is none. */
export function misplacedMark(tree: Tree): number {
  const { size, head, mark } = tree
  for (let word = 1; word <= size; word++) if (mark[word] !== PLAIN && head[word] >= word) return word
  return 0
}

/**
 * Whether `tree` is the transform of some projective tree: it is right-branching and projective, and
 * 1. the marks of every word's dependents, from left to right, read `plain* (relocated* reversed)*`;
 * 2. the artificial root has plain dependents only;
 * 3. so has every word that hangs on its head by a reversed arc.
 */
export function isImage(tree: Tree): boolean {
  const { size, head, mark } = tree
  if (!isRightBranching(tree) || !isProjective(tree)) return false
  makeRoom(size)
  const lastMark = first // of the dependents so far
  lastMark.fill(PLAIN, 0, size + 1)
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (mark[word] === PLAIN) {
      if (lastMark[h] !== PLAIN) return false
    } else if (h === 0 || mark[h] === REVERSED) {
      return false
    }
    lastMark[h] = mark[word]
  }
  for (let word = 1; word <= size; word++) if (lastMark[word] === RELOCATED) return false
  return true
}
