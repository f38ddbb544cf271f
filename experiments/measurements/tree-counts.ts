/** What is counted in the final trees of any parser: correct words, errors by kind of arc, and the forms of the trees. */
import { isProjective, MetricCounts, rootCount, type Symbols, type Tree } from '../../src/index.ts'
import { ArcBins } from '../statistics/bins.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

export class TreeCounts {
  readonly #final = sentenceScores()
  readonly #bins = new ArcBins()
  readonly #counts = { nonProjective: 0, rootless: 0, severalRoots: 0 }
  readonly #own: MetricCounts

  constructor(labels: Symbols) {
    this.#own = new MetricCounts(labels)
  }

  /** @param projective whether the tree counts as projective */
  add(gold: Tree, tree: Tree, projective = isProjective(tree)): void {
    scoreSentence(gold, tree, this.#final)
    this.#bins.add(gold, tree)
    const roots = rootCount(tree)
    if (!projective) this.#counts.nonProjective++
    if (roots === 0) this.#counts.rootless++
    if (roots > 1) this.#counts.severalRoots++
    this.#own.add(gold, tree)
  }

  figures() {
    const { words, arcs } = this.#final
    const exact = words.filter((count, i) => count === arcs[i]).length
    return {
      testSentences: words.length,
      /** The scores of the trees against the gold trees. */
      final: this.#final,
      /** The sentences in which all heads and labels are correct, in percent. */
      exact: (100 * exact) / words.length,
      /** The trees that are not projective, without a root, and with several roots. */
      ...this.#counts,
      ...this.#bins.rates(),
      /** Registered metrics by name, in percent. */
      metrics: this.#own.figures(),
    }
  }
}
