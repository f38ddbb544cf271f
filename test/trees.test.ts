import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allTrees,
  anyTree,
  headsOf,
  projectiveTree,
  projectiveTrees,
  singleRootedProjectiveTree,
} from './trees.ts'
import type { Tree } from '../transform/tree.ts'

// The trees of the tests are checked by definitions that are as slow as they are plain, not by the code under test.
function reachesRoot(tree: Tree): boolean {
  for (let word = 1; word <= tree.size; word++) {
    let ancestor = word
    for (let steps = 0; ancestor > 0 && steps <= tree.size; steps++) ancestor = tree.head[ancestor]
    if (ancestor !== 0) return false
  }
  return true
}

function crosses(tree: Tree): boolean {
  for (let a = 1; a <= tree.size; a++) {
    for (let b = 1; b <= tree.size; b++) {
      const [low, high] = [Math.min(a, tree.head[a]), Math.max(a, tree.head[a])]
      const [low2, high2] = [Math.min(b, tree.head[b]), Math.max(b, tree.head[b])]
      if (low < low2 && low2 < high && high < high2) return true
    }
  }
  return false
}

const ALL = [1, 3, 16, 125, 1296, 16807, 262144]
const PROJECTIVE = [1, 3, 12, 55, 273, 1428, 7752]

describe('the trees of the tests', () => {
  it.each([1, 2, 3, 4, 5, 6])('are all trees of %i words, each once', (n) => {
    const seen = new Set<string>()
    let projective = 0
    for (const tree of allTrees(n)) {
      if (!reachesRoot(tree)) throw new Error(`no tree: ${headsOf(tree)}`)
      seen.add(headsOf(tree).join())
      if (!crosses(tree)) projective++
    }
    expect(seen.size).toBe(ALL[n - 1])
    expect(projective).toBe(PROJECTIVE[n - 1])
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('are all projective trees of %i words, each once', (n) => {
    const seen = new Set<string>()
    for (const tree of projectiveTrees(n)) {
      if (!reachesRoot(tree) || crosses(tree)) throw new Error(`not projective: ${headsOf(tree)}`)
      seen.add(headsOf(tree).join())
    }
    expect(seen.size).toBe(PROJECTIVE[n - 1])
  })

  it('are what the names of the random ones say', () => {
    fc.assert(fc.property(projectiveTree(40), (tree) => reachesRoot(tree) && !crosses(tree)))
    fc.assert(
      fc.property(singleRootedProjectiveTree(40), (tree) => {
        expect(headsOf(tree).filter((head) => head === 0)).toHaveLength(1)
        return reachesRoot(tree) && !crosses(tree)
      }),
    )
    fc.assert(fc.property(anyTree(40), reachesRoot))
  })

  it('reach the size that was asked for', () => {
    const largest = (trees: Tree[]) => Math.max(...trees.map((tree) => tree.size))
    expect(largest(fc.sample(projectiveTree(300), 200))).toBeGreaterThan(200)
    expect(largest(fc.sample(singleRootedProjectiveTree(300), 200))).toBeGreaterThan(150)
    expect(largest(fc.sample(anyTree(300), 200))).toBeGreaterThan(200)
    expect(fc.sample(anyTree(1), 50).every((tree) => tree.size === 1)).toBe(true)
  })
})
