/** The laws of the vote: what members agree on is elected, nothing that no member has, and no tree with more votes is left. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elect, isDecided, rankByVotes, type VotingLaw } from '../../../parser/committee/ballot.ts'
import { isProjective } from '../../../transform/check.ts'
import { equalTrees, rootCount, treeOf, type Tree } from '../../../transform/tree.ts'
import { headsOf, projectiveTrees } from '../../trees.ts'

const anyLaw = (singleRoot: boolean): VotingLaw => ({ singleRoot, allows: () => true })
const all = Array.from({ length: 6 }, (_, size) => [...projectiveTrees(size)].map(headsOf))

/** One to five projective trees over the same words; the first one has a single root. */
const ballots = fc.integer({ min: 1, max: 5 }).chain((size) => {
  const labels = fc.array(fc.nat(2), { minLength: size, maxLength: size })
  const member = (trees: readonly number[][]) =>
    fc.tuple(fc.constantFrom(...trees), labels).map(([heads, texts]) => treeOf(heads, texts))
  const single = all[size].filter((heads) => heads.filter((head) => head === 0).length === 1)
  return fc
    .tuple(member(single), fc.array(member(all[size]), { maxLength: 4 }))
    .map(([first, others]) => [first, ...others])
})

const votes = (heads: readonly number[], members: readonly Tree[]): number =>
  heads.reduce((sum, head, i) => sum + members.filter((one) => one.head[i + 1] === head).length, 0)

describe.each([true, false])('a single root: %s', (singleRoot) => {
  test('a projective tree of arcs of members, with the most votes, and of these most arcs of the first', () => {
    fc.assert(
      fc.property(ballots, (members) => {
        const elected = elect(members, anyLaw(singleRoot))
        const { size } = elected
        expect(isProjective(elected)).toBe(true)
        if (singleRoot) expect(rootCount(elected)).toBe(1)
        const isOfMembers = (heads: readonly number[]): boolean =>
          heads.every((head, i) => members.some((one) => one.head[i + 1] === head))
        const possible = all[size]
          .filter(isOfMembers)
          .filter((heads) => !singleRoot || heads.filter((head) => head === 0).length === 1)
        const rank = (heads: readonly number[]): number =>
          100 * votes(heads, members) + votes(heads, [members[0]])
        const heads = headsOf(elected)
        expect(possible.map(rank).reduce((one, other) => Math.max(one, other))).toBe(rank(heads))
        expect(isOfMembers(heads)).toBe(true)
        for (let word = 1; word <= size; word++) {
          const labels = members
            .filter(({ head }) => head[word] === heads[word - 1])
            .map((one) => one.label[word])
          const count = (label: number): number => labels.filter((other) => other === label).length
          expect(Math.max(...labels.map(count))).toBe(count(elected.label[word]))
        }
      }),
    )
  })
})

test('a member alone, and members that agree, have their tree', () => {
  fc.assert(
    fc.property(ballots, fc.integer({ min: 1, max: 4 }), ([tree], count) => {
      const elected = elect(Array<Tree>(count).fill(tree), anyLaw(true))
      expect(equalTrees(elected, tree)).toBe(true)
      expect(elected).not.toBe(tree)
    }),
  )
})

test('a vote is decided only if no votes of the other members change what is elected', () => {
  const two = [0, 1].flatMap((one) => [0, 1].map((other) => [one, other]))
  const trees = all[2].flatMap((heads) => two.map((labels) => treeOf(heads, labels)))
  let decided = 0
  for (const first of trees.filter((tree) => rootCount(tree) === 1))
    for (const second of trees)
      for (const third of trees) {
        const members = [first, second, third]
        for (const fourth of [undefined, ...trees]) {
          const others = fourth ? [...members, fourth] : members
          if (!isDecided(members.slice(0, 2), others.length)) continue
          decided++
          expect(equalTrees(elect(others, anyLaw(true)), first)).toBe(true)
        }
      }
  expect(decided).toBeGreaterThan(trees.length ** 2)
  fc.assert(
    fc.property(ballots, fc.nat(4), (members, asked) => {
      fc.pre(isDecided(members.slice(0, 1 + asked), members.length))
      expect(equalTrees(elect(members, anyLaw(true)), members[0])).toBe(true)
    }),
  )
})

test('where the elected tree is not allowed, the allowed tree of a member with most votes', () => {
  fc.assert(
    fc.property(ballots, (members) => {
      const law = { singleRoot: true, allows: (tree: Tree) => members.includes(tree) }
      const elected = elect(members, law)
      const able = members.filter((one) => rootCount(one) === 1)
      expect(able.some((one) => equalTrees(one, elected))).toBe(true)
      expect(votes(headsOf(elected), members)).toBe(
        Math.max(...able.map((one) => votes(headsOf(one), members))),
      )
    }),
  )
})

test('ranked: the elected tree first, different trees that are allowed, none with more votes than the one before', () => {
  fc.assert(
    fc.property(ballots, (members) => {
      const law = anyLaw(true)
      const elected = elect(members, law)
      const ranked = rankByVotes(elected, members, members, law)
      expect(ranked[0].tree).toBe(elected)
      ranked.forEach(({ tree, score, arcs }, i) => {
        expect(score).toBe(votes(headsOf(tree), members) / members.length)
        if (i > 0) expect(score).toBeLessThanOrEqual(ranked[i - 1].score)
        expect(rootCount(tree)).toBe(1)
        expect(ranked.slice(0, i).some((other) => equalTrees(other.tree, tree))).toBe(false)
        for (let word = 1; word <= tree.size; word++) {
          const agree = members.filter(
            ({ head, label }) => head[word] === tree.head[word] && label[word] === tree.label[word],
          )
          expect(arcs[word]).toBe(agree.length / members.length)
        }
      })
      for (const member of members)
        if (rootCount(member) === 1) expect(ranked.some(({ tree }) => equalTrees(tree, member))).toBe(true)
    }),
  )
})
