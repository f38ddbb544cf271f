/**
 * The inverse of pseudo-projective encoding (Nivre & Nilsson 2005), as far as labels allow it. A breadth-first search
 * below the present head of a lifted word finds its original head; of the dependents of one word, the nearest comes
 * first.
 *
 * - `d↑h` (schemes head and head+path): the first word with the label base h. Arcs with the sign `↓`, past which others
 *   were lifted, form paths: the search visits the ends of paths first, then the other words of paths, then all words.
 * - `d↑` (scheme path): the same search for a word with any label, on paths only.
 *
 * Only arcs that are not projective are lifted. Therefore, in addition to the paper, the search accepts a head only if
 * the arc from this head is not projective in the present tree; this restores about 3 % more trees under scheme head.
 *
 * Words are processed from the top of the tree down. The search is repeated for words without a result as long as other
 * words move, then once more with any arc accepted; if this fails, a word keeps its present head. All lifts are removed
 * from the labels. Labels may be predicted: the result is always a tree. If the labels of all heads are different,
 * every tree is restored.
 *
 * The time is linear if nothing was lifted. Each lifted word requires a few searches, which end at the first word that
 * fits; a path without branches takes one step.
 */
import { Dependents, roomFor } from '../dependents.ts'
import { LIFTED_FROM_UNKNOWN, NOT_LIFTED, type Lifts } from './lifts.ts'
import type { Tree } from '../tree.ts'

/** The result of `deprojectivize`. */
export interface Lowered {
  readonly lifted: number
  /** The number of lifted words whose original head was not found. */
  readonly unresolved: number
}

/** The maximum number of passes over the waiting words; thousands of random trees required at most four. */
const MAX_PASS_COUNT = 8

const NOTHING_LIFTED: Lowered = Object.freeze({ lifted: 0, unresolved: 0 })

let base = new Int32Array(0)
let lift = new Int32Array(0)
let isPassed = new Int32Array(0)
let queue = new Int32Array(0)
let order = new Int32Array(0)
const allDependents = new Dependents()
/** The dependents with the sign `↓`: other arcs were lifted past their arcs. */
const passedDependents = new Dependents()

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
  if (lifted + passedArcs === 0) return NOTHING_LIFTED
  base = roomFor(base, size + 1)
  lift = roomFor(lift, size + 1)
  isPassed = roomFor(isPassed, size + 1)
  queue = roomFor(queue, size + 1)
  order = roomFor(order, size + 1)
  allDependents.fill(tree)
  if (passedArcs > 0) passedDependents.clear(size)
  for (let word = size; word >= 1; word--) {
    const parts = lifts.parts(label[word])
    label[word] = base[word] = parts.base
    lift[word] = parts.lift
    isPassed[word] = parts.passed ? 1 : 0
    if (parts.passed) passedDependents.prepend(head[word], word)
  }
  if (lifted === 0) return NOTHING_LIFTED
  let waiting = 0
  allDependents.topDown(queue)
  for (let i = 1; i <= size; i++) if (lift[queue[i]] !== NOT_LIFTED) order[waiting++] = queue[i]
  for (const accepts of [isNonProjective, always]) {
    for (let pass = 0, before = -1; waiting > 0 && waiting !== before && pass < MAX_PASS_COUNT; pass++) {
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

/** Whether `candidate` may become the head of `word`, in the tree of these heads. */
type Accepts = (candidate: number, word: number, head: Int32Array) => boolean

const always: Accepts = () => true

/** Whether the arc from `candidate` to `word` would not be projective. */
const isNonProjective: Accepts = (candidate, word, head) => {
  const low = Math.min(candidate, word)
  const high = Math.max(candidate, word)
  for (let between = low + 1; between < high; between++) {
    // A word whose head is between the ends, too, has the same ancestors as this head. Words below `word` move with it.
    let ancestor = head[between]
    if (ancestor >= low && ancestor <= high) continue
    while (ancestor !== 0 && ancestor !== candidate && ancestor !== word) ancestor = head[ancestor]
    if (ancestor === 0) return true
  }
  return false
}

/** The original head of a lifted word: the end of a path, else a word on a path, else any word; 0 if no word fits. */
function findHead(word: number, head: Int32Array, hasPaths: boolean, accepts: Accepts): number {
  const wanted = lift[word]
  const fits = (node: number): boolean =>
    (wanted === LIFTED_FROM_UNKNOWN || base[node] === wanted) && accepts(node, word, head)
  const endFits = (node: number): boolean => passedDependents.first[node] === 0 && fits(node)
  let onPath = 0
  if (hasPaths) {
    // A path without branches has one end only.
    const fork = isPassed[word] === 1 ? head[word] : passedDependents.tip(head[word])
    if (fork !== head[word] && endFits(fork)) return fork
    onPath = find(word, fork, passedDependents, endFits) || find(word, head[word], passedDependents, fits)
  }
  return onPath === 0 && wanted !== LIFTED_FROM_UNKNOWN ? find(word, head[word], allDependents, fits) : onPath
}

/** Searches below `top`, breadth first, siblings nearer to `word` first. Returns the first word that fits, else 0. */
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

/** Attaches `word` to the head `to`. */
function move(word: number, head: Int32Array, to: number): void {
  for (const lists of [allDependents, passedDependents]) {
    if (lists === passedDependents && isPassed[word] === 0) continue
    lists.remove(head[word], word)
    lists.add(to, word)
  }
  head[word] = to
}
