/** From the hypotheses that a search ends with to the best different parses, each with what the search thinks of it. */
import { equalTrees } from '../transform/tree.ts'
import { arcShares } from './certainty.ts'
import type { Parse } from './parse.ts'

/** One of the best parses of a sentence, with what the model thinks of it. */
export interface RankedParse extends Parse {
  /**
   * The sum of the scores of its transitions, with the margin for a unit; after a search by a model that was trained
   * greedily, of the logarithms of their shares. Comparable within a sentence.
   */
  readonly score: number
  /** By word, 1..size: how sure its arc is, head and label, from 0 to 1 (see certainty.ts). */
  readonly arcs: Float64Array
}

/**
 * The first `count` different trees of `parses`, which are sorted by their scores. All of them have a say in how sure
 * the arcs are.
 */
export function rankParses(parses: readonly (Parse & { score: number })[], count: number): RankedParse[] {
  const trees = parses.map(({ tree }) => tree)
  const scores = parses.map(({ score }) => score)
  const ranked: RankedParse[] = []
  for (const parse of parses) {
    if (ranked.length === count) break
    if (ranked.some(({ tree }) => equalTrees(tree, parse.tree))) continue
    ranked.push({ ...parse, arcs: arcShares(parse.tree, trees, scores) })
  }
  return ranked
}

/** Takes what stands beside words in reading order to the order of the sentence. */
export function mirrorShares(shares: Float64Array): Float64Array {
  return Float64Array.from(shares, (share, word) => (word === 0 ? share : shares[shares.length - word]))
}
