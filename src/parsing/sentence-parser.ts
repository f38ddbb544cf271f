/** Parses sentences of CoNLL-U, and compares the trees with gold trees. */
import type { Constraints } from '../../parser/core/constraints.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PreparedModel } from '../../parser/scoring/prepared-model.ts'
import { Parser, type Parse, type ParserOptions, type RankOptions } from '../../parser/parse.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { type Sentence, fillSentence } from '../../parser/core/sentence.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TokenReader, TreeReader } from '../conllu/trees.ts'
import { agreement, countAgreement, type Agreement } from '../../transform/agreement.ts'

export class SentenceParser {
  readonly parser: Parser
  /** Time spent in features, scoring, transitions and reversal, in seconds. */
  seconds = 0
  readonly #sentence: Sentence
  readonly #tokens: TokenReader

  /** Throws RangeError if the model cannot be decoded with `options`. */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    this.parser = new Parser(model, options)
    this.#sentence = this.parser.sentence()
    this.#tokens = new TokenReader({
      lemma: this.#sentence.reads('lemma'),
      feats: this.#sentence.reads('feats'),
    })
  }

  /** Throws ConstraintError if no tree satisfies the constraints. */
  parse(sentence: ConlluSentence, constraints?: Constraints): Parse {
    return this.#timed(sentence, (filled) => this.parser.parse(filled, constraints))
  }

  /** The best parses with their scores, the best first: see `rank` of the parser. Throws as `parse`. */
  rank(sentence: ConlluSentence, options: RankOptions): RankedParse[] {
    return this.#timed(sentence, (filled) => this.parser.rank(filled, options))
  }

  #timed<Result>(sentence: ConlluSentence, parse: (filled: Sentence) => Result): Result {
    const tokens = this.#tokens.tokens(sentence)
    const began = performance.now()
    const result = parse(fillSentence(this.#sentence, tokens))
    this.seconds += (performance.now() - began) / 1000
    return result
  }
}

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
