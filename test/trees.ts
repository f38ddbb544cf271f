/**
 * Trees for the tests: all trees of n words, all projective trees, and random trees.
 *
 * Word i always has the label i, so that a label on a wrong arc is detected; all marks are PLAIN. Each tree is a new object,
 * which can be changed. Trees can have several roots unless the name says otherwise.
 */
import fc from 'fast-check'
import { treeOf } from '../transform/tree.ts'
import type { Tree } from '../transform/tree.ts'

/** The tree with these heads of the words 1..n, word i labelled i. */
export function labelledTree(heads: ArrayLike<number>): Tree {
  const tree = treeOf(heads)
  for (let word = 1; word <= tree.size; word++) tree.label[word] = word
  return tree
}

/** The heads of the words 1..n of a tree, for messages and comparisons. */
export function headsOf(tree: Tree): number[] {
  return Array.from(tree.head.subarray(1, tree.size + 1))
}

/**
 * The heads of the tree of n words with this Prüfer sequence over 0..n, where n stands for the artificial root and
 * i < n for word i + 1; n is one more than the length of the sequence. One to one: counting through all sequences
 * gives all trees once. The root being the last vertex, the neighbour of each leaf that is taken away is its head.
 */
function prueferHeads(sequence: ArrayLike<number>): Int32Array {
  const n = sequence.length + 1
  const degree = new Int32Array(n + 1).fill(1)
  for (let i = 0; i < n - 1; i++) degree[sequence[i]]++
  const heads = new Int32Array(n)
  let pointer = degree.indexOf(1)
  let leaf = pointer
  for (let i = 0; i < n - 1; i++) {
    const vertex = sequence[i]
    heads[leaf] = (vertex + 1) % (n + 1)
    if (--degree[vertex] === 1 && vertex < pointer) {
      leaf = vertex
    } else {
      while (degree[++pointer] !== 1);
      leaf = pointer
    }
  }
  return heads
}

/** All (n + 1)^(n − 1) trees of n ≥ 1 words, projective or not, with any number of roots. */
export function* allTrees(n: number): Generator<Tree> {
  const sequence = new Int32Array(n - 1)
  for (;;) {
    yield labelledTree(prueferHeads(sequence))
    let digit = n - 2
    while (digit >= 0 && sequence[digit] === n) sequence[digit--] = 0
    if (digit < 0) return
    sequence[digit]++
  }
}

/** All projective trees of n ≥ 1 words with any number of roots: 1, 3, 12, 55, 273, 1428, 7752, … */
export function* projectiveTrees(n: number): Generator<Tree> {
  const heads = new Int32Array(n)
  // A forest over the words first..last under `head` is nothing, or a first subtree (its last word, its root) and the
  // forest behind it; `rest` goes on with what is still open.
  function* forest(first: number, last: number, head: number, rest: () => Generator<Tree>): Generator<Tree> {
    if (first > last) {
      yield* rest()
      return
    }
    for (let end = first; end <= last; end++) {
      for (let root = first; root <= end; root++) {
        heads[root - 1] = head
        yield* forest(first, root - 1, root, () =>
          forest(root + 1, end, root, () => forest(end + 1, last, head, rest)),
        )
      }
    }
  }
  yield* forest(1, n, 0, function* () {
    yield labelledTree(heads)
  })
}

/**
 * The heads of the projective tree that an arc-hybrid derivation (Kuhlmann, Gómez-Rodríguez & Satta 2011) ends in:
 * 0 shifts, 1 hangs the stack top on the next word, 2 on the word below it. What is not possible gives way to what is;
 * all zeros is the chain of n words.
 */
function hybridHeads(n: number, choices: readonly number[]): Int32Array {
  const heads = new Int32Array(n)
  const stack = [0]
  let next = 1
  let step = 0
  while (next <= n || stack.length > 1) {
    const choice = choices[step++] ?? 0
    if (stack.length > 1 && (choice === 2 || (choice === 1 && next <= n) || next > n)) {
      const word = stack.pop()!
      heads[word - 1] = choice === 1 && next <= n ? next : stack.at(-1)!
    } else {
      stack.push(next++)
    }
  }
  return heads
}

const steps = (maxWords: number) => fc.array(fc.nat(2), { maxLength: 2 * maxWords, size: 'max' })
const wordsOf = (choices: readonly number[]) => Math.ceil(choices.length / 2)

/** A random projective tree of 1..maxSize words with any number of roots; shrinks to short chains. */
export function projectiveTree(maxSize: number): fc.Arbitrary<Tree> {
  return steps(maxSize).map((choices) => labelledTree(hybridHeads(Math.max(1, wordsOf(choices)), choices)))
}

/** A random projective tree of 1..maxSize words in which exactly one word depends on the artificial root. */
export function singleRootedProjectiveTree(maxSize: number): fc.Arbitrary<Tree> {
  const before = Math.floor((maxSize - 1) / 2)
  return fc.tuple(steps(before), steps(maxSize - 1 - before)).map(([left, right]) => {
    const root = wordsOf(left) + 1
    return labelledTree([
      ...hybridHeads(root - 1, left).map((head) => head || root),
      0,
      ...hybridHeads(wordsOf(right), right).map((head) => head + root),
    ])
  })
}

/** The same with one root: the other roots become dependents of the first root. */
export function singleRootedTree(maxSize: number): fc.Arbitrary<Tree> {
  return anyTree(maxSize).map((tree) => {
    const heads = headsOf(tree)
    const root = heads.indexOf(0) + 1
    return labelledTree(heads.map((head, i) => (head === 0 && i + 1 !== root ? root : head)))
  })
}

/**
 * A random tree of 1..maxSize words, projective or not, with any number of roots: either any tree, or a projective tree in
 * which a few words get other heads (similar to natural trees).
 */
export function anyTree(maxSize: number): fc.Arbitrary<Tree> {
  const wild = fc
    .array(fc.nat(1 << 20), { maxLength: maxSize - 1, size: 'max' })
    .map((numbers) => labelledTree(prueferHeads(numbers.map((number) => number % (numbers.length + 2)))))
  const move = fc.tuple(fc.nat(1 << 20), fc.nat(1 << 20))
  const tame = fc.tuple(projectiveTree(maxSize), fc.array(move, { maxLength: 5 })).map(([tree, moves]) => {
    for (const [a, b] of moves) {
      const word = 1 + (a % tree.size)
      const head = b % (tree.size + 1)
      if (!isAbove(tree, word, head)) tree.head[word] = head
    }
    return tree
  })
  return fc.oneof(wild, tame)
}

/** Whether `word` is `other` or one of its ancestors. */
function isAbove(tree: Tree, word: number, other: number): boolean {
  let ancestor = other
  while (ancestor > 0 && ancestor !== word) ancestor = tree.head[ancestor]
  return ancestor === word
}
