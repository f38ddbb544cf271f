/** Parses annotated sentences, and compares the trees with gold trees. */
import { hasFields } from '../../transform/arguments.ts'
import type { Constraints } from '../../parser/core/constraints.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PreparedModel } from '../../parser/scoring/scoring.ts'
import { Parser, type Parse, type ParserOptions, type RankOptions } from '../../parser/parse.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { type ParserSentence, fillSentence } from '../../parser/core/sentence.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { TokenReader, TreeReader } from '../conllu/trees.ts'
import type { TagAgreement } from '../pipeline/tag-agreement.ts'
import type { AnnotatedSentence, Columns } from '../sentence/annotated-sentence.ts'
import { agreement, countAgreement, type Agreement, rootCount } from '../../transform/tree.ts'
import { isProjective } from '../../transform/check.ts'

/** A parse with the columns of words that change with its tree. */
export type Agreed<Parsed> = Parsed & { readonly columns?: Columns }

export class SentenceParser {
  readonly parser: Parser
  /** The time in seconds for features, scoring, transitions and reversal. */
  seconds = 0
  readonly #sentence: ParserSentence
  readonly #tokens: TokenReader

  /** Throws RangeError if the model does not support `options`. */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    hasFields({ header: hasFields({}) })(model, 'model')
    this.parser = new Parser(model, options)
    this.#sentence = this.parser.sentence()
    this.#tokens = new TokenReader(this.#sentence.optionalColumns)
  }

  /**
   * Throws ConstraintError if no tree satisfies the constraints.
   *
   * @param agreement makes the tags agree with the tree, if they were predicted. Default: they stay as they are
   */
  parse(sentence: AnnotatedSentence, constraints?: Constraints, agreement?: TagAgreement): Agreed<Parse> {
    const { parser } = this
    return this.#timed(sentence, agreement, (filled) => {
      const parse = parser.parse(filled, constraints)
      return { ...parse, columns: agreement?.columns(parser, parse.tree) }
    })
  }

  /** The best parses with their scores, best first (see `rank` of the parser). Throws the errors of `parse`. */
  rank(sentence: AnnotatedSentence, options: RankOptions, agreement?: TagAgreement): Agreed<RankedParse>[] {
    const { parser } = this
    return this.#timed(sentence, agreement, (filled) =>
      parser
        .rank(filled, options)
        .map((parse) => ({ ...parse, columns: agreement?.columns(parser, parse.tree) })),
    )
  }

  #timed<Result>(
    sentence: AnnotatedSentence,
    agreement: TagAgreement | undefined,
    parse: (filled: ParserSentence) => Result,
  ): Result {
    const tokens = this.#tokens.tokens(sentence)
    const startTime = performance.now()
    const filled = fillSentence(this.#sentence, tokens)
    agreement?.begin(filled, sentence)
    const result = parse(filled)
    this.seconds += (performance.now() - startTime) / 1000
    return result
  }
}

/** Compares the trees of a model with gold trees, over all words and with full labels. */
export class AgreementCounter {
  readonly counts: Agreement = agreement()
  vestigialArcs = 0
  readonly #parser: SentenceParser
  readonly #trees: TreeReader

  constructor(model: Model, options?: ParserOptions) {
    this.#parser = new SentenceParser(model, options)
    this.#trees = new TreeReader(model.labels)
  }

  /** Parses a sentence and counts what is correct. */
  add(sentence: CoNLLUSentence): void {
    const { tree, vestigialArcs } = this.#parser.parse(sentence)
    this.vestigialArcs += vestigialArcs
    countAgreement(this.#trees.original(sentence), tree, this.counts)
  }

  /** UAS, LAS, LA and exact sentences in percent. */
  scores(): { readonly uas: number; readonly las: number; readonly la: number; readonly exact: number } {
    const { words, heads, arcs, labels, exact, trees } = this.counts
    const percent = (count: number, total = words): number => (total === 0 ? 0 : (100 * count) / total)
    return { uas: percent(heads), las: percent(arcs), la: percent(labels), exact: percent(exact, trees) }
  }
}

// Counts of parsed sentences.

export type ParseCounts = ReturnType<typeof parseCounts>

export function parseCounts() {
  return {
    sentences: 0,
    words: 0,
    /** Number of marks that could not be reversed. */
    vestigialArcs: 0,
    nonProjective: 0,
    rootless: 0,
    /** The number of beam search steps, and the total number of their hypotheses. */
    steps: 0,
    hypotheses: 0,
  }
}

export function countParse(counts: ParseCounts, { tree, vestigialArcs }: Omit<Parse, 'derived'>): void {
  counts.sentences++
  counts.words += tree.size
  counts.vestigialArcs += vestigialArcs
  if (!isProjective(tree)) counts.nonProjective++
  if (rootCount(tree) === 0) counts.rootless++
}

export function addCounts(sum: ParseCounts, counts: ParseCounts): void {
  for (const key of Object.keys(sum) as (keyof ParseCounts)[]) sum[key] += counts[key]
}
