/** Whether a finished tree satisfies constraints. */
import { rootCount, type Tree } from '../../transform/tree.ts'
import type { Constraints, Span } from '../core/constraints.ts'

/** Whether `tree`, in the order of the sentence and with labels without lifts, satisfies all of the constraints. */
export function isSatisfied(
  { arcs = [], labels = [], spans = [], root, leaves = [] }: Constraints,
  tree: Tree,
): boolean {
  const { head, label } = tree
  return (
    arcs.every((arc) => arc.dependent > 0 && head[arc.dependent] === arc.head) &&
    [...arcs, ...labels].every((one) => one.label === -1 || label[one.dependent] === one.label) &&
    (root === undefined || (head[root] === 0 && rootCount(tree) === 1)) &&
    spans.every((span) => isSubtree(span, tree)) &&
    (leaves.length === 0 || areLeaves(leaves, tree))
  )
}

function areLeaves(words: readonly number[], { size, head }: Tree): boolean {
  const heads = new Set(head.subarray(1, size + 1))
  return words.every((word) => !heads.has(word))
}

/** Whether one word of the span has its head outside, and only the words that may have dependents outside. */
function isSubtree({ first, last, condition }: Span, { size, head }: Tree): boolean {
  const isInside = (word: number): boolean => word >= first && word <= last
  let top = 0
  for (let word = first; word <= last; word++) {
    if (isInside(head[word])) continue
    if (top !== 0) return false
    top = word
  }
  if (condition === 'plain') return true
  for (let word = 1; word <= size; word++) {
    const leavesSpan = !isInside(word) && isInside(head[word])
    if (leavesSpan && (condition === 'none' || head[word] !== top)) return false
  }
  return true
}
