/** The pipeline from text to trees: tokenizer, tagger and parser. */
import { withExceptions, type TokenExceptions } from './exceptions.ts'
import { areEmpty, type Constraints } from '../../parser/core/constraints.ts'
import { fillSentence, type ParserSentence } from '../../parser/core/sentence.ts'
import type { Model } from '../../parser/model/model.ts'
import { Parser, type ParserOptions } from '../../parser/parse.ts'
import type { PreparedModel } from '../../parser/scoring/scoring.ts'
import { copyTree, equalTrees } from '../../transform/tree.ts'
import { TokenReader } from '../conllu/trees.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { FoundTree, TextSentence } from '../sentence/text-sentence.ts'
import { NormKeeper } from './norms.ts'
import { Segmenter, type Lines, type TextSplitter } from './text-windows.ts'
import { Tagger } from './tagger.ts'
import type { TextModel } from './text-model.ts'
import { Tokenizer } from './tokenizer.ts'

/** What a parse shows besides the best tree. */
export interface Ranking {
  /** The number of different trees, the best one included; fewer if there are no more. Default: 1. */
  readonly nbest?: number
  /**
   * Whether trees and words have scores. An arc that was changed to keep a norm of the treebank has 1 minus the confidence
   * in the arc that it replaces. Default: false.
   */
  readonly scores?: boolean
}

/** Returns the constraints on the tree of a tagged sentence, or undefined if it has none. */
export type ConstraintsOf = (sentence: TextSentence) => Constraints | undefined

export interface PipelineOptions extends ParserOptions {
  /** A BCP 47 tag: the rules that cut text if the model is a parser alone. `und`, no language, by default. */
  readonly language?: string
  /**
   * Whether a line of text is one sentence (`sentence`), its end ends a sentence (`end`), or only a blank line does (`blank`).
   * By default `blank`; Unicode's rules end a sentence with each line.
   */
  readonly lines?: Lines
  /** Texts that are one token each with these words, whatever the tokenizer has learned. Default: none. */
  readonly exceptions?: TokenExceptions
}

/** What cuts text for a model: its tokenizer, or Unicode's rules if the model is a parser alone. */
export function splitterOf({ tokenizer }: TextModel): TextSplitter {
  return tokenizer ? new Tokenizer(tokenizer) : new Segmenter()
}

/** The largest number of sentences that are tagged before the first of them is parsed. */
const LARGEST_BATCH = 128

/** Parses text. Holds the memory of its models, for one sentence at a time. */
export class Pipeline {
  readonly parser: Parser
  /** Undefined if the model is a parser alone. */
  readonly tagger: Tagger | undefined
  /** What cuts text into sentences and tokens. */
  readonly splitter: TextSplitter
  readonly #sentence: ParserSentence
  readonly #tokens = new TokenReader()
  readonly #exceptions: TokenExceptions | undefined
  readonly #norms: NormKeeper | undefined
  /** The universal tags whose words have no dependents in the treebank. Undefined if the model is a parser alone. */
  readonly leaves: readonly string[] | undefined

  /** A parser alone cuts by Unicode's rules, without tags. Throws RangeError if it cannot be decoded with `options`. */
  constructor(model: TextModel<Model | PreparedModel>, options: PipelineOptions = {}) {
    const { parser, tokenizer, tagger, norms } = model
    this.#exceptions = options.exceptions
    this.parser = new Parser(parser, options)
    this.tagger = tagger && new Tagger(tagger, parser.clusters)
    const { language, lines } = options
    this.splitter = tokenizer
      ? new Tokenizer(tokenizer, this.tagger?.words, lines)
      : new Segmenter(language, lines)
    this.#sentence = this.parser.sentence()
    this.leaves = norms?.leaves
    const { labels, rootLabel } = this.parser.model
    this.#norms = norms && !options.keepMarks ? new NormKeeper(norms, labels, rootLabel) : undefined
  }

  /**
   * The sentences of a text, or those of tokens. Each is parsed on request. Throws ConstraintError.
   *
   * @param offset where the text begins in a longer one
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
        const found = this.#trees(sentence, constraintsOf?.(sentence), ranking)
        sentence.move(offset)
        yield sentence.withTrees(found, labels)
      }
    }
  }

  *#cut(text: string): Generator<TextSentence> {
    for (const sentence of this.splitter.sentences(text))
      yield this.#exceptions ? withExceptions(text, sentence, this.#exceptions) : sentence
  }

  /** The sentence with tags; all tags are as they were if the model is a parser alone. */
  tag<Tagged extends AnnotatedSentence>(sentence: Tagged): Tagged {
    return this.tagger ? (sentence.with(this.tagger.tag(sentence.forms())) as Tagged) : sentence
  }

  /** The best trees of a tagged sentence, all different. They keep the norms. */
  #trees(
    tagged: TextSentence,
    constraints: Constraints | undefined,
    { nbest, scores }: Ranking,
  ): FoundTree[] {
    const sentence = fillSentence(this.#sentence, this.#tokens.tokens(tagged))
    // Constraints may demand what annotators do not do.
    const { leaves, ...others } = constraints ?? {}
    const norms = areEmpty(others) ? this.#norms : undefined
    if (nbest === undefined && !scores) {
      const parse = this.parser.parse(sentence, constraints)
      norms?.keep(parse.tree, tagged, leaves)
      return [parse]
    }
    const found: FoundTree[] = []
    for (const parse of this.parser.rank(sentence, { count: nbest, constraints })) {
      const { tree, vestigialArcs, score } = parse
      const { head, label } = copyTree(tree)
      norms?.keep(tree, tagged, leaves)
      if (found.some((other) => equalTrees(other.tree, tree))) continue
      const isNew = (word: number): boolean =>
        head[word] !== tree.head[word] || label[word] !== tree.label[word]
      // An arc that replaces another one can only be right where that is wrong.
      const arcs = parse.arcs.map((share, word) => (isNew(word) ? 1 - share : share))
      found.push({ tree, vestigialArcs, ...(scores && { score, arcs }) })
    }
    return found
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
    size = Math.min(2 * size, LARGEST_BATCH)
  }
  if (batch.length > 0) yield batch
}
