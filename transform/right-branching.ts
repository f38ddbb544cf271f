/**
 * The right-branching transformation and its inverse, both linear on any input.
 *
 * The transform turns a projective tree into a tree in which every head is before its dependents. It visits the words
 * from left to right. While word t has a head h to its right, t and h change places: t gets the head and the label of
 * h; h becomes a dependent of t with the former label of t and the mark *reversed*; the other left dependents of h move
 * to t and get the mark *relocated*.
 *
 *     the  stock  market  crashed        heads 3 3 4 0    det   compound   nsubj  root
 *                                        heads 0 1 1 1    root  compound^  det*   nsubj*
 *
 * The inverse undoes the reversed arcs from right to left. It differs from the algorithm in the paper (Figure 3): here a
 * reversed arc h → t moves only the relocated siblings between t and the previous reversed sibling; in the paper it moves
 * all of them, which fails on the tree above and on 12 of the 273 projective trees of five words.
 *
 * {@link isImage} defines the *image*, the trees that the transform produces; on it, the two are inverse to each other.
 */
import { isProjective, isRightBranching } from './check.ts'
import { roomFor } from './dependents.ts'
import { copyInto, PLAIN, RELOCATED, REVERSED, type Tree } from './tree.ts'

// Linked lists of dependents: by head the first dependent, by dependent the next one. 0 marks the end of a list.
let first = new Int32Array(0)
let next = new Int32Array(0)

function makeRoom(size: number): void {
  if (first.length > size) return
  first = roomFor(first, size + 1)
  next = roomFor(next, size + 1)
}

/**
 * Transforms `tree` in place or into another tree of the same size; returns the result. The marks of `tree` are ignored.
 * The result is right-branching for every tree; the transform is injective only on projective trees.
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
      // The list has the left dependents of h in the input; dependents that have moved now have another head. Only t can be
      // a new left dependent of h, so each list is read once.
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
      const headOfH = head[h]
      head[h] = t
      h = headOfH
    }
    head[t] = h
  }
  return into
}

/**
 * The inverse of {@link transform}. The head of each marked word must be before the word ({@link misplacedMark}). The
 * result has no marks. Returns the number of vestigial arcs: arcs whose mark cannot be undone and is dropped (reversed
 * dependents of the root, relocated dependents without a later reversed sibling). 0 for every tree of the image.
 */
export function reverse(tree: Tree, into: Tree = tree): number {
  if (into !== tree) copyInto(tree, into)
  const { size, head, label, mark } = into
  makeRoom(size)
  // The marked dependents of each head, the last dependent first. Dependents from t on are not needed again, and no
  // dependent gets a mark before it is visited: so lists only lose their first entries.
  const lastMarked = first
  const previousMarked = next
  let markCount = 0
  lastMarked.fill(0, 0, size + 1)
  for (let word = 1; word <= size; word++) {
    if (mark[word] === PLAIN) continue
    markCount++
    previousMarked[word] = lastMarked[head[word]]
    lastMarked[head[word]] = word
  }
  if (markCount === 0) return 0
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

/** The first marked word whose head is not before the word; 0 if there is none. {@link reverse} does not accept such words. */
export function misplacedMark(tree: Tree): number {
  const { size, head, mark } = tree
  for (let word = 1; word <= size; word++) if (mark[word] !== PLAIN && head[word] >= word) return word
  return 0
}

/**
 * Whether `tree` is the transform of some projective tree: it is right-branching and projective, and
 * 1. the marks of every word's dependents, from left to right, read `plain* (relocated* reversed)*`;
 * 2. the artificial root has plain dependents only;
 * 3. every word with a reversed arc to its head has plain dependents only.
 */
export function isImage(tree: Tree): boolean {
  const { size, head, mark } = tree
  if (!isRightBranching(tree) || !isProjective(tree)) return false
  makeRoom(size)
  const lastMark = first // by head: the mark of its last dependent before the current word
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
