/**
 * A dependency tree over the words 1..size of a sentence; slot 0 is the artificial root, left of all words.
 *
 * Labels are ids of a {@link Symbols} table; text exists only at the edge. The mark of an arc (none, relocated or
 * reversed, see `right-branching.ts`) is kept apart from its label.
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

/** The marks of an arc. PLAIN arcs stand where they stood in the original tree. */
export const PLAIN = 0
export const RELOCATED = 1
export const REVERSED = 2

/** A tree of `size` words without arcs: every head -1 (unknown), every label 0, every mark PLAIN. */
export function createTree(size: number): Tree {
  const tree = {
    size,
    head: new Int32Array(size + 1).fill(-1),
    label: new Int32Array(size + 1),
    mark: new Uint8Array(size + 1),
  }
  return Object.freeze(tree)
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
  const copy = createTree(tree.size)
  copy.head.set(tree.head)
  copy.label.set(tree.label)
  copy.mark.set(tree.mark)
  return copy
}
