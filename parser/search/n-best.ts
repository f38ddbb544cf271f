/** From the hypotheses that a search ends with to the best different parses, each with what the search thinks of it. */
import { equalTrees, type Tree } from '../../transform/tree.ts'
import { arcProbabilities } from './confidence.ts'
import type { Parse } from '../labelling/postprocessor.ts'

/** One of the best parses of a sentence, with what the model thinks of it. */
export interface RankedParse extends Parse {
  /** The sum of its transitions' scores, in margins, or of their log probabilities. Comparable within a sentence. */
  readonly score: number
  /** By word, 1..size: the probability of its arc and first-stage label, see confidence.ts. */
  readonly arcs: Float64Array
}

/** A parse that a search ends with. */
export interface Hypothesis extends Parse {
  readonly score: number
  /** The same with early labels, where it has late ones. */
  readonly early?: () => Parse
}

/** The first `count` different trees. One that relabelling makes equal to a better one keeps its first labels. */
export function rankParses(hypotheses: readonly Hypothesis[], count: number): RankedParse[] {
  const scores = hypotheses.map(({ score }) => score)
  const trees: Tree[] = []
  const parses = hypotheses.map((one): Parse => {
    const parse = one.early && isAmong(one.tree, trees) ? one.early() : one
    trees.push(parse.tree)
    return parse
  })
  const ranked: RankedParse[] = []
  for (const [i, { derived, tree, vestigialArcs }] of parses.entries()) {
    if (ranked.length === count) break
    if (isAmong(tree, trees.slice(0, i))) continue
    const arcs = arcProbabilities(tree, trees, scores)
    ranked.push({ derived, tree, vestigialArcs, score: scores[i], arcs })
  }
  return ranked
}

function isAmong(tree: Tree, others: readonly Tree[]): boolean {
  return others.some((other) => equalTrees(other, tree))
}

/** Takes what stands beside words in reading order to the order of the sentence. */
export function mirrorProbabilities(shares: Float64Array): Float64Array {
  return Float64Array.from(shares, (share, word) => (word === 0 ? share : shares[shares.length - word]))
}
