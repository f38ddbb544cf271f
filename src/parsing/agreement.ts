/** How well a model does on a treebank, without the way over files. */
import type { Model } from '../../parser/model.ts'
import { agreement, countAgreement, type Agreement } from '../../transform/agreement.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { SentenceParser } from './sentence-parser.ts'

/** Counts how far the model's trees agree with the gold ones, all words and full labels. */
export class AgreementCounter {
  readonly counts: Agreement = agreement()
  readonly #parser: SentenceParser
  readonly #trees: TreeReader

  constructor(model: Model) {
    this.#parser = new SentenceParser(model)
    this.#trees = new TreeReader(model.labels)
  }

  /** A label that the model does not know is wrong in any case: it has the id -1. */
  add(sentence: ConlluSentence): void {
    countAgreement(this.#trees.original(sentence), this.#parser.parse(sentence).tree, this.counts)
  }

  /** UAS, LAS and LA in percent. */
  scores(): { readonly uas: number; readonly las: number; readonly la: number } {
    const { words, heads, arcs, labels } = this.counts
    const percent = (count: number): number => (words === 0 ? 0 : (100 * count) / words)
    return { uas: percent(heads), las: percent(arcs), la: percent(labels) }
  }
}
