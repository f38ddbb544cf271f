/**
 * The vote of a committee on a sentence. Each member parses alone, and each arc of its projective tree is a vote; lifts are in
 * the labels, and are undone later. The projective tree with most votes is elected, with the labels that most of the members
 * with the same arcs have. Only arcs of members are elected, so what holds for the arcs of all members holds for the elected
 * tree: demanded arcs, roots and leaves. Demanded spans are tested; if the elected tree lacks one, the tree of the
 * member with most votes is taken.
 */
import { isProjective } from '../../transform/check.ts'
import { createTree, equalTrees, rootCount, type Tree } from '../../transform/tree.ts'
import { heaviestProjectiveTree, type WeightedArc } from './projective-tree.ts'

/** The maximum number of words of a sentence on which a committee votes. The first member alone parses longer sentences. */
export const LONGEST_VOTED = 512

/** The conditions on the elected tree. */
export interface VotingLaw {
  /** Whether it must have a single root. The tree of the first member then has a single root. */
  readonly singleRoot: boolean
  /** Whether a tree is allowed. The tree of the first member always is. */
  allows(tree: Tree): boolean
}

/** A tree and its votes. */
export interface VotedTree {
  readonly tree: Tree
  /** The number of its arcs (with any label) that the tree of a member has on average. */
  readonly score: number
  /** By word, 1..size: the share of the members whose tree has the arc into the word with the same label. */
  readonly arcs: Float64Array
}

/** The elected tree, as a new tree. Of trees with equal votes, one with most arcs of the first member is elected. */
export function elect(trees: readonly Tree[], law: VotingLaw): Tree {
  const [first] = trees
  const elected = isDecided(trees, trees.length)
    ? labelled(first.head, [first])
    : labelled(headsOf(trees, law.singleRoot), trees)
  if (law.allows(elected)) return elected
  const [{ tree }] = byVotes(allowedOf(trees, law), trees)
  return labelled(tree.head, [tree])
}

/** The elected tree, then the different allowed trees of `others` that do not have more votes; most votes first. */
export function rankByVotes(
  elected: Tree,
  others: readonly Tree[],
  members: readonly Tree[],
  law: VotingLaw,
): VotedTree[] {
  const [best] = byVotes([elected], members)
  const otherTrees = byVotes(allowedOf(others, law), members).filter(({ score }) => score <= best.score)
  const candidates = [best, ...otherTrees]
  return candidates.filter(
    ({ tree }, i) => candidates.findIndex((other) => equalTrees(other.tree, tree)) === i,
  )
}

function allowedOf(trees: readonly Tree[], { singleRoot, allows }: VotingLaw): Tree[] {
  return trees.filter((tree) => (!singleRoot || rootCount(tree) === 1) && allows(tree))
}

/** The trees, sorted by votes. The order of trees with equal votes is unchanged. */
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
 * Whether the trees of some members, the first member included, decide the vote: each arc of the first member with its label
 * has the votes of at least half of all members. Then the tree of the first member is elected, whatever the other votes.
 *
 * @param members the number of all members
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

/** The heads, by word, of the projective tree with most votes; the heads of the first tree if there is no such tree. */
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
  // In most cases, the heads with most votes form an allowed tree.
  if (isProjective(favourites) && (!singleRoot || rootCount(favourites) === 1)) return favourites.head
  return heaviestProjectiveTree(first.size, arcsOf(trees, singleRoot)) ?? first.head
}

function votesFor(trees: readonly Tree[], head: number, dependent: number): number {
  let votes = 0
  for (const tree of trees) if (tree.head[dependent] === head) votes++
  return votes
}

/** The different arcs of all trees, weighted by votes. Of arcs with equal votes, arcs of the first tree have more weight. */
function arcsOf(trees: readonly Tree[], singleRoot: boolean): WeightedArc[] {
  const [{ size }] = trees
  const vote = size + 1
  // More than the sum of all votes: a tree with two roots always has less weight than a tree with a single root.
  const rootCost = singleRoot ? (trees.length + 1) * vote * vote : 0
  const arcs: WeightedArc[] = []
  for (let dependent = 1; dependent <= size; dependent++)
    for (const head of new Set(trees.map((tree) => tree.head[dependent]))) {
      const firstTreeBonus = head === trees[0].head[dependent] ? 1 : 0
      const weight = votesFor(trees, head, dependent) * vote + firstTreeBonus - (head === 0 ? rootCost : 0)
      arcs.push({ head, dependent, weight })
    }
  return arcs
}

/** The tree with these heads. An arc gets the most frequent label among the trees that have the arc; of equal ones the first. */
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
