/**
 * Every set of constraints over a few words, and which projective trees satisfy it, by brute force: the oracle for the
 * laws of constrained parsing. Trees are numbered as `projectiveTrees` lists them, and sets of trees are bit sets.
 */
import { headsOf, projectiveTrees } from '../../trees.ts'
import type { Constraints, Span } from '../../../parser/core/constraints.ts'
import type { Random } from '../../../parser/learning/random.ts'

/** A set of trees: bit `tree % 32` of entry `tree >> 5`. */
export type TreeSet = Uint32Array

/** The trees of one size, and which of them have an arc or a span. */
export interface Universe {
  readonly size: number
  /** The heads of the words 1..size, by tree. */
  readonly trees: readonly number[][]
  /** The number of the tree with these heads of the words 1..size; undefined for what is no tree. */
  number(heads: ArrayLike<number>): number | undefined
  /** The trees with this arc. */
  having(head: number, dependent: number): TreeSet
  /** The trees with this span. */
  spanning(span: Span): TreeSet
  /** All trees. */
  readonly all: TreeSet
}

/** The projective trees of `size` words: all of them, or those with a single root. */
export function universeOf(size: number, singleRoot: boolean): Universe {
  const trees: number[][] = []
  for (const tree of projectiveTrees(size)) {
    const heads = headsOf(tree)
    if (!singleRoot || heads.filter((head) => head === 0).length === 1) trees.push(heads)
  }
  const numbers = new Map(trees.map((heads, tree) => [keyOf(heads, size), tree]))
  const where = (holds: (heads: number[]) => boolean): TreeSet => {
    const set = new Uint32Array((trees.length + 31) >> 5)
    trees.forEach((heads, tree) => {
      if (holds(heads)) set[tree >> 5] |= 1 << (tree & 31)
    })
    return set
  }
  const arcs = Array.from({ length: size + 1 }, (_, head) =>
    Array.from({ length: size }, (_, index) => where((heads) => heads[index] === head)),
  )
  const spans = new Map<string, TreeSet>()
  return {
    size,
    trees,
    all: where(() => true),
    number: (heads) => numbers.get(keyOf(heads, size)),
    having: (head, dependent) => arcs[head][dependent - 1],
    spanning: (span) => {
      const key = `${span.first} ${span.last} ${span.condition}`
      let set = spans.get(key)
      if (set === undefined) spans.set(key, (set = where((heads) => hasSpan(heads, span))))
      return set
    },
  }
}

function keyOf(heads: ArrayLike<number>, size: number): number {
  let key = 0
  for (let index = 0; index < size; index++) key = key * (size + 1) + heads[index]
  return key
}

/** Whether the words of `span` are the yield of a subtree, but for what its condition lets hang on them outside. */
export function hasSpan(heads: ArrayLike<number>, span: Span): boolean {
  const inside = (word: number) => word >= span.first && word <= span.last
  const roots: number[] = []
  for (let word = span.first; word <= span.last; word++) if (!inside(heads[word - 1])) roots.push(word)
  if (roots.length !== 1) return false
  for (let word = 1; word <= heads.length; word++) {
    if (inside(word) || !inside(heads[word - 1])) continue
    if (span.condition === 'none') return false
    if (span.condition === 'root' && heads[word - 1] !== roots[0]) return false
  }
  return true
}

/** Some disjoint spans of the tree, all with the condition `none` or none with it. */
export function randomSpans(heads: readonly number[], random: Random): Span[] {
  const conditions = random.below(2) === 0 ? (['none'] as const) : (['plain', 'root'] as const)
  const spans: Span[] = []
  for (let wanted = random.below(60); wanted > 0; wanted--) {
    const first = 1 + random.below(heads.length)
    const last = Math.min(heads.length, first + random.below(1 + random.below(heads.length)))
    if (spans.some((span) => span.first <= last && first <= span.last)) continue
    const span = { first, last, condition: conditions[random.below(conditions.length)] }
    if (hasSpan(heads, span)) spans.push(span)
  }
  return spans
}

/** Often as `randomSpans`; for short sentences also spans that share words, of any conditions, and arcs that the tree lacks. */
export function randomSpansAndForbidden(
  heads: readonly number[],
  random: Random,
): Pick<Constraints, 'spans' | 'forbidden'> {
  const spans = randomSpans(heads, random)
  const { length } = heads
  if (length > 15 || random.below(4) > 0) return { spans }
  const all = Array.from({ length: length + 1 }, (_, head) =>
    heads.map((right, i) => ({ head, dependent: i + 1, isWrong: right !== head && head !== i + 1 })),
  ).flat()
  const share = random.next() / 2
  const forbidden = all.filter(({ isWrong }) => isWrong && random.next() < share)
  return { spans: [...spans, ...randomSpans(heads, random)], forbidden }
}

/** Some of the words without dependents. */
export function randomLeaves(heads: readonly number[], random: Random): number[] {
  const share = random.next()
  const leaves = heads.map((_, index) => index + 1).filter((word) => !heads.includes(word))
  return leaves.filter(() => random.next() < share)
}

/** Whether a tree satisfies everything but labels. */
export function satisfies(heads: ArrayLike<number>, constraints: Constraints): boolean {
  for (const arc of constraints.arcs ?? []) if (heads[arc.dependent - 1] !== arc.head) return false
  for (const span of constraints.spans ?? []) if (!hasSpan(heads, span)) return false
  if (constraints.leaves?.some((word) => Array.from(heads).includes(word))) return false
  if (constraints.forbidden?.some((arc) => heads[arc.dependent - 1] === arc.head)) return false
  if (constraints.root === undefined) return true
  for (let word = 1; word <= heads.length; word++) {
    if ((heads[word - 1] === 0) !== (word === constraints.root)) return false
  }
  return true
}

export function intersection(a: TreeSet, b: TreeSet): TreeSet {
  return a.map((bits, index) => bits & b[index])
}

export function count(set: TreeSet): number {
  let total = 0
  for (let bits of set) for (; bits !== 0; bits &= bits - 1) total++
  return total
}

export function has(set: TreeSet, tree: number): boolean {
  return ((set[tree >> 5] >>> (tree & 31)) & 1) === 1
}

export type Arc = NonNullable<Constraints['arcs']>[number]

/**
 * Every set of arcs with at most one head a word, heads from `lowestHead`, labels from `labels`; with the trees that
 * have them (labels aside).
 */
export function* arcSets(
  universe: Universe,
  lowestHead: number,
  labels: readonly number[] = [-1],
): Generator<{ arcs: Arc[]; trees: TreeSet }> {
  const { size } = universe
  function* from(dependent: number, arcs: Arc[], trees: TreeSet): Generator<{ arcs: Arc[]; trees: TreeSet }> {
    if (dependent > size) {
      yield { arcs, trees }
      return
    }
    yield* from(dependent + 1, arcs, trees)
    for (let head = lowestHead; head <= size; head++) {
      if (head === dependent) continue
      const some = intersection(trees, universe.having(head, dependent))
      for (const label of labels) yield* from(dependent + 1, [...arcs, { head, dependent, label }], some)
    }
  }
  yield* from(1, [], universe.all)
}

/** Every set of 1..most disjoint spans of at least `shortest` words of 1..size, each with each of the conditions. */
export function spanSets(
  size: number,
  most: number,
  conditions: readonly Span['condition'][],
  shortest = 2,
): Span[][] {
  const sets: Span[][] = []
  const extend = (spans: Span[]) => {
    if (spans.length > 0) sets.push(spans)
    if (spans.length === most) return
    for (let first = (spans.at(-1)?.last ?? 0) + 1; first <= size; first++) {
      for (let last = first + shortest - 1; last <= size; last++) {
        for (const condition of conditions) extend([...spans, { first, last, condition }])
      }
    }
  }
  extend([])
  return sets
}

/** Each set of spans with each set of leaves, given as spans of one word under NONE; at least one leaf. */
export function withLeaves(size: number, sets: readonly Span[][]): Span[][] {
  return sets.flatMap((spans) =>
    Array.from({ length: 2 ** size - 1 }, (_, index) => {
      const leaves: Span[] = []
      for (let word = 1; word <= size; word++)
        if (((index + 1) >> (word - 1)) & 1) leaves.push({ first: word, last: word, condition: 'none' })
      return [...spans, ...leaves]
    }),
  )
}

/** The trees of `trees` that also have the spans. */
export function withSpans(universe: Universe, trees: TreeSet, spans: readonly Span[]): TreeSet {
  return spans.reduce((some, span) => intersection(some, universe.spanning(span)), trees)
}
