/** The pipeline from text to trees: tokenizer, tagger and parser. */
import { withExceptions, type TokenExceptions } from './exceptions.ts'
import type { Constraints } from '../../parser/core/constraints.ts'
import { fillSentence, type ParserSentence } from '../../parser/core/sentence.ts'
import type { Model } from '../../parser/model/model.ts'
import { Parser, type ParserOptions } from '../../parser/parse.ts'
import type { PreparedModel } from '../../parser/scoring/scoring.ts'
import { TokenReader } from '../conllu/trees.ts'
import type { Tree } from '../../transform/tree.ts'
import type { AnnotatedSentence, Columns } from '../sentence/annotated-sentence.ts'
import type { FoundTree, TextSentence } from '../sentence/text-sentence.ts'
import { Segmenter, type Lines, type TextSplitter } from './text-windows.ts'
import { TagAgreement } from './tag-agreement.ts'
import { Tagger } from './tagger.ts'
import type { TextModel } from './text-model.ts'
import { Tokenizer } from './tokenizer.ts'

/** Options for additional trees and scores of a parse. */
export interface Ranking {
  /** The maximum number of different trees, including the best tree. Default: 1. */
  readonly nbest?: number
  /** Whether trees and words have scores. Default: false. */
  readonly scores?: boolean
}

/** Returns the constraints on the tree of a tagged sentence, or undefined if it has none. */
export type ConstraintsOf = (sentence: TextSentence) => Constraints | undefined

export interface PipelineOptions extends ParserOptions {
  /** The language (BCP 47 tag) of the segmentation rules, for models with only a parser. Default: `und`, no language. */
  readonly language?: string
  /**
   * Whether each line is one sentence (`sentence`), each line end ends a sentence (`end`), or only a blank line does
   * (`blank`). Default: `blank`; the Unicode rules end a sentence at each line end.
   */
  readonly lines?: Lines
  /** Texts that are always one token with these words. They override the tokenizer model. Default: none. */
  readonly exceptions?: TokenExceptions
}

/** The text splitter of a model: its tokenizer, or the Unicode rules for models with only a parser. */
export function splitterOf({ tokenizer }: TextModel): TextSplitter {
  return tokenizer ? new Tokenizer(tokenizer) : new Segmenter()
}

/** The maximum number of sentences that are tagged before the first of them is parsed. */
const MAX_BATCH_SENTENCES = 128

/** Parses text. Holds the models and the working memory of one sentence. */
export class Pipeline {
  readonly parser: Parser
  /** Undefined if the model is a parser alone. */
  readonly tagger: Tagger | undefined
  /** Undefined without a tagger. */
  readonly agreement: TagAgreement | undefined
  /** Splits text into sentences and tokens. */
  readonly splitter: TextSplitter
  readonly #sentence: ParserSentence
  readonly #tokens = new TokenReader()
  readonly #exceptions: TokenExceptions | undefined

  /** A parser alone cuts by Unicode's rules, without tags. Throws RangeError if it cannot be decoded with `options`. */
  constructor(model: TextModel<Model | PreparedModel>, options: PipelineOptions = {}) {
    const { parser, tokenizer, tagger } = model
    this.#exceptions = options.exceptions
    this.parser = new Parser(parser, options)
    this.tagger = tagger && new Tagger(tagger, parser.clusters)
    this.agreement = this.tagger && new TagAgreement(this.tagger)
    const { language, lines } = options
    this.splitter = tokenizer
      ? new Tokenizer(tokenizer, this.tagger?.words, lines)
      : new Segmenter(language, lines)
    this.#sentence = this.parser.sentence()
  }

  /**
   * Parses the sentences of a text or given sentences, each on request. Throws ConstraintError.
   *
   * @param offset the offset of the text in a longer text
   */
  *parse(
    text: string | readonly TextSentence[],
    constraintsOf?: ConstraintsOf,
    ranking: Ranking = {},
    offset = 0,
  ): Generator<TextSentence> {
    const { labels } = this.parser.model
    for (const batch of batches(typeof text === 'string' ? this.#cut(text) : text)) {
      const tagged = batch.map((sentence) => this.tag(sentence) as TextSentence)
      for (const sentence of tagged) {
        const trees = this.#trees(sentence, constraintsOf?.(sentence), ranking)
        sentence.move(offset)
        yield sentence.withTrees(trees, labels)
      }
    }
  }

  *#cut(text: string): Generator<TextSentence> {
    for (const sentence of this.splitter.sentences(text))
      yield this.#exceptions ? withExceptions(text, sentence, this.#exceptions) : sentence
  }

  /** Tags a sentence. Without a tagger, the tags remain unchanged. */
  tag<Tagged extends AnnotatedSentence>(sentence: Tagged): Tagged {
    return this.tagger ? (sentence.with(this.tagger.tag(sentence.forms())) as Tagged) : sentence
  }

  /** The best trees of a tagged sentence, all different. */
  #trees(
    tagged: TextSentence,
    constraints: Constraints | undefined,
    { nbest, scores }: Ranking,
  ): FoundTree[] {
    const sentence = fillSentence(this.#sentence, this.#tokens.tokens(tagged))
    this.agreement?.begin(sentence, tagged)
    const columns = (tree: Tree): Columns | undefined => this.agreement?.columns(this.parser, tree)
    if (nbest === undefined && !scores) {
      const parse = this.parser.parse(sentence, constraints)
      return [{ ...parse, columns: columns(parse.tree) }]
    }
    return this.parser.rank(sentence, { count: nbest, constraints }).map(({ score, arcs, ...parse }) => ({
      ...parse,
      columns: columns(parse.tree),
      ...(scores && { score, arcs }),
    }))
  }
}

/** Batches of 1, 2, 4, … sentences: tagger and parser evict each other's weights, and the first should be ready soon. */
function* batches(sentences: Iterable<TextSentence>): Generator<TextSentence[]> {
  let size = 1
  let batch: TextSentence[] = []
  for (const sentence of sentences) {
    batch.push(sentence)
    if (batch.length < size) continue
    yield batch
    batch = []
    size = Math.min(2 * size, MAX_BATCH_SENTENCES)
  }
  if (batch.length > 0) yield batch
}
