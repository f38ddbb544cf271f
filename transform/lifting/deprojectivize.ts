/**
 * The inverse of pseudo-projective encoding (Nivre & Nilsson 2005), as far as labels allow it. The original head of a
 * lifted word is searched below its present head: breadth first, and among the dependents of one word the nearest
 * first.
 *
 * - `d↑h` (schemes head and head+path): the first word with the label base h. If arcs that others were lifted past are
 *   marked `↓`, these paths are searched first, their ends before their other words, then all arcs.
 * - `d↑` (scheme path): the same for words with any label, on paths only.
 *
 * Only arcs that are not projective are lifted. So, in addition to the paper, a head is accepted only if the arc from
 * it is not projective in the present tree; this restores some 3 % more trees under scheme head.
 *
 * Words are processed from the top of the tree down. Words without a head so far are tried again as long as others
 * move, then once more with any arc accepted, and stay where they are if that fails. All lifts are removed from the
 * labels. Labels may be predicted ones: the result is always a tree. If the labels of heads are all different, every
 * tree is restored.
 *
 * The time is linear if nothing was lifted. Each lifted word costs a few searches, which stop at the first word that
 * fits; paths without branches are skipped at once.
 */
import { Dependents, roomFor } from '../dependents.ts'
import { LIFTED_UNSAID, NOT_LIFTED, type Lifts } from './projectivize.ts'
import type { Tree } from '../tree.ts'

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
let isPassed = new Int32Array(0)
let queue = new Int32Array(0)
let order = new Int32Array(0)
const all = new Dependents()
/** Those whose arcs others were lifted past. */
const passed = new Dependents()

/**
 * Restores `tree` in place from its labels, ids of `lifts.symbols`; marks are not read. Throws SyntaxError for a label
 * that does not follow the grammar of label.ts, RangeError if the frozen table lacks the base of a label.
 */
export function deprojectivize(tree: Tree, lifts: Lifts): Lowered {
  const { size, head, label } = tree
  let lifted = 0
  let passedArcs = 0
  for (let word = 1; word <= size; word++) {
    const parts = lifts.parts(label[word])
    if (parts.lift !== NOT_LIFTED) lifted++
    if (parts.passed) passedArcs++
  }
  if (lifted + passedArcs === 0) return NOTHING
  base = roomFor(base, size + 1)
  lift = roomFor(lift, size + 1)
  isPassed = roomFor(isPassed, size + 1)
  queue = roomFor(queue, size + 1)
  order = roomFor(order, size + 1)
  all.fill(tree)
  if (passedArcs > 0) passed.clear(size)
  for (let word = size; word >= 1; word--) {
    const parts = lifts.parts(label[word])
    label[word] = base[word] = parts.base
    lift[word] = parts.lift
    isPassed[word] = parts.passed ? 1 : 0
    if (parts.passed) passed.prepend(head[word], word)
  }
  if (lifted === 0) return NOTHING
  let waiting = 0
  all.topDown(queue)
  for (let i = 1; i <= size; i++) if (lift[queue[i]] !== NOT_LIFTED) order[waiting++] = queue[i]
  for (const accepts of [isNonProjective, always]) {
    for (let pass = 0, before = -1; waiting > 0 && waiting !== before && pass < PASSES; pass++) {
      before = waiting
      waiting = 0
      for (let i = 0; i < before; i++) {
        const found = findHead(order[i], head, passedArcs > 0, accepts)
        if (found === 0) order[waiting++] = order[i]
        else move(order[i], head, found)
      }
    }
  }
  return { lifted, unresolved: waiting }
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

/** The original head of a lifted word, 0 if none is found: the end of a path, a word on a path, any word. */
function findHead(word: number, head: Int32Array, hasPaths: boolean, accepts: Accepts): number {
  const wanted = lift[word]
  const fits = (node: number): boolean =>
    (wanted === LIFTED_UNSAID || base[node] === wanted) && accepts(node, word, head)
  const endFits = (node: number): boolean => passed.first[node] === 0 && fits(node)
  let onPath = 0
  if (hasPaths) {
    // Without a branch, a path leads to one end only.
    const fork = isPassed[word] === 1 ? head[word] : passed.tip(head[word])
    if (fork !== head[word] && endFits(fork)) return fork
    onPath = find(word, fork, passed, endFits) || find(word, head[word], passed, fits)
  }
  return onPath === 0 && wanted !== LIFTED_UNSAID ? find(word, head[word], all, fits) : onPath
}

/** The first fitting word below `top` breadth first, those nearer to `word` first; 0 if there is none. */
function find(word: number, top: number, lists: Dependents, fits: (node: number) => boolean): number {
  let end = 0
  for (let i = -1; i < end; i++) {
    let [before, after] = lists.around(i < 0 ? top : queue[i], word)
    while (before !== 0 || after !== 0) {
      const isBefore = after === 0 || (before !== 0 && word - before <= after - word)
      const node = isBefore ? before : after
      if (fits(node)) return node
      queue[end++] = node
      if (isBefore) before = lists.previous[before]
      else after = lists.next[after]
    }
  }
  return 0
}

/** Hangs `word` on another head. */
function move(word: number, head: Int32Array, to: number): void {
  for (const lists of [all, passed]) {
    if (lists === passed && isPassed[word] === 0) continue
    lists.remove(head[word], word)
    lists.add(to, word)
  }
  head[word] = to
}
