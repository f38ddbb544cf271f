/** Custom metrics, and their counts over the sentences of a treebank. */
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'

/** A custom figure of `evaluate` and of studies: `right` in percent of `all`, summed over sentences. */
export interface Metric {
  readonly name: string
  /**
   * The two counts for the parser's tree of a sentence. `sentence` is the gold sentence with words and tags: `form(word)`,
   * `lemma(word)`, `upos(word)`, `feats(word)`, … If the words of system and gold differ, `evaluate` aligns them: in `tree`,
   * a gold word without an aligned system word has head -1 and label `_`, and a head outside the sentence is -1.
   */
  count(
    gold: Tree,
    tree: Tree,
    labels: Symbols,
    sentence: AnnotatedSentence,
  ): { readonly right: number; readonly all: number }
}

const registered: Metric[] = []

/** The registered metrics. */
export const metrics: readonly Metric[] = registered

/** Registers a metric. Throws RangeError if the metric is invalid, or if its name is already registered. */
export function registerMetric(metric: Metric): void {
  if (!/^[a-z][\w -]{0,59}$/i.test(metric.name) || typeof metric.count !== 'function')
    throw new RangeError('a metric is wrong, expected { name, count(gold, tree, labels) }')
  if (registered.some(({ name }) => name === metric.name))
    throw new RangeError(`metric '${metric.name}': expected another name, there is a metric of this one`)
  registered.push(metric)
}

/** Sums the counts of the registered metrics. */
export class MetricCounts {
  readonly #labels: Symbols
  readonly #counts = metrics.map((metric) => ({ metric, right: 0, all: 0 }))

  constructor(labels: Symbols) {
    this.#labels = labels
  }

  add(gold: Tree, tree: Tree, sentence: AnnotatedSentence): void {
    for (const counts of this.#counts) {
      const { right, all } = counts.metric.count(gold, tree, this.#labels, sentence)
      counts.right += right
      counts.all += all
    }
  }

  /** The metrics by name, in percent, without those whose count is 0. Undefined if no metric is registered. */
  figures(): Readonly<Record<string, number>> | undefined {
    if (this.#counts.length === 0) return undefined
    const nonEmptyCounts = this.#counts.filter(({ all }) => all > 0)
    return Object.fromEntries(
      nonEmptyCounts.map(({ metric, right, all }) => [metric.name, (100 * right) / all]),
    )
  }
}
