/** Evaluates a model on gold trees in memory. */
import type { Model } from '../../parser/model/model.ts'
import { agreement, countAgreement, type Agreement } from '../../transform/agreement.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { SentenceParser } from './sentence-parser.ts'

/** Compares the trees of a model with gold trees: all words, full labels. */
export class AgreementCounter {
  readonly counts: Agreement = agreement()
  vestigialArcs = 0
  readonly #parser: SentenceParser
  readonly #trees: TreeReader

  constructor(model: Model) {
    this.#parser = new SentenceParser(model)
    this.#trees = new TreeReader(model.labels)
  }

  /** Parses a sentence and counts what is correct. */
  add(sentence: ConlluSentence): void {
    const { tree, vestigialArcs } = this.#parser.parse(sentence)
    this.vestigialArcs += vestigialArcs
    countAgreement(this.#trees.original(sentence), tree, this.counts)
  }

  /** Words per second of parsing. */
  get wordsPerSecond(): number {
    return this.counts.words / this.#parser.seconds
  }

  /** UAS, LAS, LA and exact sentences in percent. */
  scores(): { readonly uas: number; readonly las: number; readonly la: number; readonly exact: number } {
    const { words, heads, arcs, labels, exact, trees } = this.counts
    const percent = (count: number, all = words): number => (all === 0 ? 0 : (100 * count) / all)
    return { uas: percent(heads), las: percent(arcs), la: percent(labels), exact: percent(exact, trees) }
  }
}
