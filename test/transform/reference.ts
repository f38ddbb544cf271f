/**
 * Slow reference implementations of the algorithms of transform/, which follow their definitions. Tests compare the fast
 * algorithms with them.
 */
import { PLAIN, RELOCATED, REVERSED } from '../../transform/tree.ts'
import type { Tree } from '../../transform/tree.ts'

/** Whether `word` is `other` or one of its ancestors. */
export function dominates(tree: Tree, word: number, other: number): boolean {
  let ancestor = other
  while (ancestor > 0 && ancestor !== word) ancestor = tree.head[ancestor]
  return ancestor === word
}

/** The dependents of the arcs whose head does not dominate all words in between, by that definition. */
export function nonProjectiveArcs(tree: Tree): number[] {
  const found = []
  for (let word = 1; word <= tree.size; word++) {
    const h = tree.head[word]
    let projective = true
    for (let between = Math.min(word, h) + 1; between < Math.max(word, h); between++)
      if (!dominates(tree, h, between)) projective = false
    if (!projective) found.push(word)
  }
  return found
}

/** Nivre & Nilsson 2005: lifts the shortest arc that is not projective, the leftmost of these, until none is left. */
export function liftArcs(tree: Tree): void {
  const { head } = tree
  const length = (word: number) => Math.abs(head[word] - word)
  const leftEnd = (word: number) => Math.min(head[word], word)
  for (;;) {
    const [word] = nonProjectiveArcs(tree).sort((a, b) => length(a) - length(b) || leftEnd(a) - leftEnd(b))
    if (word === undefined) return
    head[word] = head[head[word]]
  }
}

/** The correct inverse: only the siblings after the previous reversed sibling move. Quadratic. */
export function correctReverse(tree: Tree): number {
  const { size, head, mark } = tree
  let vestigial = 0
  for (let t = size; t >= 1; t--) {
    while (mark[t] === REVERSED) {
      const h = head[t]
      if (h === 0) {
        mark[t] = PLAIN
        vestigial++
        break
      }
      for (let c = t - 1; c > h; c--) {
        if (head[c] !== h) continue
        if (mark[c] === REVERSED) break
        if (mark[c] !== RELOCATED) continue
        mark[c] = PLAIN
        head[c] = t
      }
      exchangeLabels(tree, t, h)
      mark[h] = PLAIN
      head[t] = head[h]
      head[h] = t
    }
  }
  vestigial += mark.filter((m) => m === RELOCATED).length
  mark.fill(PLAIN)
  return vestigial
}

function exchangeLabels({ label, mark }: Tree, one: number, other: number): void {
  ;[label[one], label[other]] = [label[other], label[one]]
  ;[mark[one], mark[other]] = [mark[other], mark[one]]
}
