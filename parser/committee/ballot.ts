/**
 * The vote of a committee on a sentence. Each member parses alone, and each arc of its projective tree is a vote; lifts are in
 * the labels, and are undone later. The projective tree with most votes is elected, with the labels that most of the members
 * with the same arcs have. Only arcs of members are elected, so what holds for the arcs of all members holds for the elected
 * tree: demanded arcs, roots and leaves. Demanded spans are tested; if the elected tree lacks one, the tree of the
 * member with most votes is taken.
 */
import { isProjective } from '../../transform/projectivity.ts'
import { createTree, equalTrees, rootCount, type Tree } from '../../transform/tree.ts'
import { heaviestProjectiveTree, type WeightedArc } from './projective-tree.ts'

/** The longest sentence that a committee votes on, in words; its first member alone parses longer ones. */
export const LONGEST_VOTED = 512

/** What the elected tree has to be. */
export interface VotingLaw {
  /** Whether it has a single root, as the tree of the first member then has. */
  readonly singleRoot: boolean
  /** Whether a tree is allowed, as that of the first member is. */
  allows(tree: Tree): boolean
}

/** A tree with the votes for it. */
export interface VotedTree {
  readonly tree: Tree
  /** How many of its arcs a member has on average, whatever their labels. */
  readonly score: number
  /** By word, 1..size: the share of the members that have its arc with its label. */
  readonly arcs: Float64Array
}

/** The elected tree, a new one. Of trees with equal votes, one with most arcs of the first member is elected. */
export function elect(trees: readonly Tree[], law: VotingLaw): Tree {
  const [first] = trees
  const elected = isDecided(trees, trees.length)
    ? labelled(first.head, [first])
    : labelled(headsOf(trees, law.singleRoot), trees)
  if (law.allows(elected)) return elected
  const [{ tree }] = byVotes(allowedOf(trees, law), trees)
  return labelled(tree.head, [tree])
}

/** The elected tree, and those of the others that are allowed, different and have no more votes, most votes first. */
export function rankByVotes(
  elected: Tree,
  others: readonly Tree[],
  members: readonly Tree[],
  law: VotingLaw,
): VotedTree[] {
  const [best] = byVotes([elected], members)
  const rest = byVotes(allowedOf(others, law), members).filter(({ score }) => score <= best.score)
  const all = [best, ...rest]
  return all.filter(({ tree }, i) => all.findIndex((other) => equalTrees(other.tree, tree)) === i)
}

function allowedOf(trees: readonly Tree[], { singleRoot, allows }: VotingLaw): Tree[] {
  return trees.filter((tree) => (!singleRoot || rootCount(tree) === 1) && allows(tree))
}

/** The trees by their votes; equal ones stay in order. */
function byVotes(trees: readonly Tree[], members: readonly Tree[]): VotedTree[] {
  return trees.map((tree) => countVotes(tree, members)).sort((one, other) => other.score - one.score)
}

function countVotes(tree: Tree, members: readonly Tree[]): VotedTree {
  const arcs = new Float64Array(tree.size + 1)
  let heads = 0
  for (let word = 1; word <= tree.size; word++) {
    const supporters = members.filter(({ head }) => head[word] === tree.head[word])
    const agreeing = supporters.filter(({ label }) => label[word] === tree.label[word])
    heads += supporters.length
    arcs[word] = agreeing.length / members.length
  }
  return { tree, score: heads / members.length, arcs }
}

/**
 * Whether `trees`, the first member's and those of any others, decide the vote of so many members: at least half of them have
 * each arc of the first member with its label. Then its tree is elected, whatever the other members vote for.
 */
export function isDecided(trees: readonly Tree[], members: number): boolean {
  const [{ size, head, label }] = trees
  for (let word = 1; word <= size; word++) {
    let votes = 0
    for (const tree of trees) if (tree.head[word] === head[word] && tree.label[word] === label[word]) votes++
    if (2 * votes < members) return false
  }
  return true
}

/** By word: its head in the projective tree whose arcs most members have; in the first one if there is no such tree. */
function headsOf(trees: readonly Tree[], singleRoot: boolean): Int32Array {
  const [first] = trees
  const favourites = createTree(first.size)
  for (let dependent = 1; dependent <= first.size; dependent++) {
    let most = 0
    for (const { head } of trees) {
      const votes = votesFor(trees, head[dependent], dependent)
      if (votes <= most) continue
      most = votes
      favourites.head[dependent] = head[dependent]
    }
  }
  // Mostly the heads with most votes form a tree that is allowed.
  if (isProjective(favourites) && (!singleRoot || rootCount(favourites) === 1)) return favourites.head
  return heaviestProjectiveTree(first.size, arcsOf(trees, singleRoot)) ?? first.head
}

function votesFor(trees: readonly Tree[], head: number, dependent: number): number {
  let votes = 0
  for (const tree of trees) if (tree.head[dependent] === head) votes++
  return votes
}

/** The arcs of all trees, each once, weighted by their votes; of arcs with as many, those of the first tree weigh more. */
function arcsOf(trees: readonly Tree[], singleRoot: boolean): WeightedArc[] {
  const [{ size }] = trees
  const vote = size + 1
  // More than all votes together: no tree with two roots weighs as much as one with a single root.
  const rootCost = singleRoot ? (trees.length + 1) * vote * vote : 0
  const arcs: WeightedArc[] = []
  for (let dependent = 1; dependent <= size; dependent++)
    for (const head of new Set(trees.map((tree) => tree.head[dependent]))) {
      const ofFirst = head === trees[0].head[dependent] ? 1 : 0
      const weight = votesFor(trees, head, dependent) * vote + ofFirst - (head === 0 ? rootCost : 0)
      arcs.push({ head, dependent, weight })
    }
  return arcs
}

/** The tree with these heads. Each arc has the label that most of the members with this arc have, or the first of these. */
function labelled(heads: Int32Array, trees: readonly Tree[]): Tree {
  const tree = createTree(heads.length - 1)
  tree.head.set(heads)
  for (let word = 1; word <= tree.size; word++) {
    let most = 0
    for (const one of trees) {
      if (one.head[word] !== heads[word]) continue
      let votes = 0
      for (const { head, label } of trees)
        if (head[word] === heads[word] && label[word] === one.label[word]) votes++
      if (votes <= most) continue
      most = votes
      tree.label[word] = one.label[word]
    }
  }
  return tree
}
