/** Dependency trees. */
import { check, isObject } from './arguments.ts'

/**
 * A dependency tree over the words 1..size; slot 0 is the artificial root. Labels are ids of a {@link Symbols} table.
 */
export interface Tree {
  /** The number of words. */
  readonly size: number
  /** `head[i]` is the head of word i (0 for the artificial root); length size + 1, `head[0]` is -1. */
  readonly head: Int32Array
  /** `label[i]` is the label id of the arc into word i; length size + 1. */
  readonly label: Int32Array
  /** `mark[i]` is PLAIN, RELOCATED or REVERSED; length size + 1. */
  readonly mark: Uint8Array
}

/** Throws TypeError if the value is no tree: algorithms on other values might never end. Does not check the heads. */
export const checkTree = check('a tree', (value) => {
  if (!isObject(value) || !Number.isInteger(value.size)) return false
  return (
    ArrayBuffer.isView(value.head) && (value as unknown as Tree).head.length > (value as unknown as Tree).size
  )
})

/** The marks of an arc. A PLAIN arc has not been changed by the transform. */
export const PLAIN = 0
export const RELOCATED = 1
export const REVERSED = 2

/** A tree of `size` words without arcs: every head -1 (unknown), every label 0, every mark PLAIN. */
export function createTree(size: number): Tree {
  const length = size + 1
  const memory = new ArrayBuffer(9 * length) // one buffer for all columns: three buffers make a parser markedly slower
  const head = new Int32Array(memory, 0, length).fill(-1)
  return {
    size,
    head,
    label: new Int32Array(memory, 4 * length, length),
    mark: new Uint8Array(memory, 8 * length),
  }
}

/** A tree from the heads of the words 1..n, and optionally their label ids and marks, in order. */
export function treeOf(
  heads: ArrayLike<number>,
  labels?: ArrayLike<number>,
  marks?: ArrayLike<number>,
): Tree {
  const tree = createTree(heads.length)
  tree.head.set(heads, 1)
  if (labels) tree.label.set(labels, 1)
  if (marks) tree.mark.set(marks, 1)
  return tree
}

/** A copy that shares nothing with `tree`. */
export function copyTree(tree: Tree): Tree {
  return copyInto(tree, createTree(tree.size))
}

/** Copies `tree` into `into` and returns `into`. Throws RangeError if the sizes differ. */
export function copyInto(tree: Tree, into: Tree): Tree {
  sameSize(tree, into)
  into.head.set(tree.head)
  into.label.set(tree.label)
  into.mark.set(tree.mark)
  return into
}

/**
 * The mirror image: the tree of the sentence read from right to left, so that word i becomes word size + 1 − i. The
 * artificial root stays 0. The result is written to `into`, which can be `tree`. Throws RangeError if the sizes differ.
 */
export function mirrorTree(tree: Tree, into: Tree = createTree(tree.size)): Tree {
  sameSize(tree, into)
  const last = tree.size + 1
  for (let left = 1; 2 * left <= last; left++) {
    const right = last - left
    const headOfLeft = tree.head[left]
    const headOfRight = tree.head[right]
    into.head[left] = headOfRight > 0 ? last - headOfRight : headOfRight
    into.head[right] = headOfLeft > 0 ? last - headOfLeft : headOfLeft
    ;[into.label[left], into.label[right]] = [tree.label[right], tree.label[left]]
    ;[into.mark[left], into.mark[right]] = [tree.mark[right], tree.mark[left]]
  }
  return into
}

/** Whether two trees have the same heads, labels and marks. */
export function equalTrees(one: Tree, other: Tree): boolean {
  if (one.size !== other.size) return false
  for (let word = 1; word <= one.size; word++) {
    if (
      one.head[word] !== other.head[word] ||
      one.label[word] !== other.label[word] ||
      one.mark[word] !== other.mark[word]
    )
      return false
  }
  return true
}

/** The dependents of each node 0..size, from left to right. */
export function dependentsOf({ size, head }: Tree): number[][] {
  const dependents: number[][] = Array.from({ length: size + 1 }, () => [])
  for (let word = 1; word <= size; word++) dependents[head[word]].push(word)
  return dependents
}

/** The nodes of a tree from the artificial root down, heads before their dependents. */
export function topDown(dependents: readonly (readonly number[])[]): number[] {
  const order = [0]
  for (const node of order) for (const word of dependents[node]) order.push(word)
  return order
}

/** The number of dependents of each node 0..size. */
export function dependentCounts({ size, head }: Tree): Int32Array {
  const counts = new Int32Array(size + 1)
  for (let word = 1; word <= size; word++) counts[head[word]]++
  return counts
}

/** The number of words that are attached to the artificial root. */
export function rootCount(tree: Tree): number {
  let roots = 0
  for (let word = 1; word <= tree.size; word++) if (tree.head[word] === 0) roots++
  return roots
}

function sameSize(tree: Tree, into: Tree): void {
  if (into.size !== tree.size)
    throw new RangeError(`a tree of ${tree.size} words does not go into one of ${into.size}`)
}

/** Sums over trees. `heads`, `labels` and `arcs` divided by `words` are UAS, LA and LAS; `exact` is divided by `trees`. */
export interface Agreement {
  trees: number
  /** Trees in which all words have the correct head and label. */
  exact: number
  words: number
  heads: number
  labels: number
  /** Words with the correct head and the correct label. */
  arcs: number
}

export function agreement(): Agreement {
  return { trees: 0, exact: 0, words: 0, heads: 0, labels: 0, arcs: 0 }
}

/** Adds the agreement of `system` with `gold` to `into`. Throws RangeError if their sizes differ. */
export function countAgreement(gold: Tree, system: Tree, into: Agreement): void {
  if (gold.size !== system.size)
    throw new RangeError(`a tree of ${system.size} words is not comparable to one of ${gold.size}`)
  const before = into.arcs
  for (let word = 1; word <= gold.size; word++) {
    const head = gold.head[word] === system.head[word]
    const label = gold.label[word] === system.label[word]
    if (head) into.heads++
    if (label) into.labels++
    if (head && label) into.arcs++
  }
  into.trees++
  into.words += gold.size
  if (into.arcs - before === gold.size) into.exact++
}
