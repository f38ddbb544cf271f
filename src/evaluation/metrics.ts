/** Custom metrics, and the counts that they add up over the sentences of a treebank. */
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'

/** A figure of `evaluate` and of studies: the percentage of right ones among all. */
export interface Metric {
  readonly name: string
  /**
   * What a parser's tree of a sentence adds to the two counts. `sentence` is the gold sentence, for its words and tags:
   * `form(word)`, `lemma(word)`, `upos(word)`, `feats(word)`, … `evaluate` aligns words that differ: a gold word that the
   * system does not have has head -1 and label `_` in `tree`, and a head outside the sentence is -1.
   */
  count(
    gold: Tree,
    tree: Tree,
    labels: Symbols,
    sentence: AnnotatedSentence,
  ): { readonly right: number; readonly all: number }
}

const registered: Metric[] = []

/** The metrics that were registered. */
export const metrics: readonly Metric[] = registered

/** Makes a metric known. Throws RangeError if it is not sound, or if its name is taken. */
export function registerMetric(metric: Metric): void {
  if (!/^[a-z][\w -]{0,59}$/i.test(metric.name) || typeof metric.count !== 'function')
    throw new RangeError('a metric is wrong, expected { name, count(gold, tree, labels) }')
  if (registered.some(({ name }) => name === metric.name))
    throw new RangeError(`metric '${metric.name}': expected another name, there is a metric of this one`)
  registered.push(metric)
}

/** Adds up what the registered metrics count. */
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

  /** By name, in percent; without those that found nothing to count. Undefined if no metric is registered. */
  figures(): Readonly<Record<string, number>> | undefined {
    if (this.#counts.length === 0) return undefined
    const found = this.#counts.filter(({ all }) => all > 0)
    return Object.fromEntries(found.map(({ metric, right, all }) => [metric.name, (100 * right) / all]))
  }
}
