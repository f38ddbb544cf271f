/** The pipeline from text to trees: tokenizer, tagger and parser. */
import { areEmpty, type Constraints } from '../../parser/core/constraints.ts'
import { fillSentence, type Sentence } from '../../parser/core/sentence.ts'
import type { Model } from '../../parser/model/model.ts'
import { Parser, type ParserOptions } from '../../parser/parse.ts'
import type { PreparedModel } from '../../parser/scoring/prepared-model.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { copyTree, equalTrees, type Tree } from '../../transform/tree.ts'
import { isSpace, wordPositions, type Characters } from './characters.ts'
import { NormKeeper, type Norms } from './norms.ts'
import { Segmenter } from './segmenter.ts'
import { Tagger, type TaggedWord, type TaggerModel } from './tagger.ts'
import type { TextSentence, TextSplitter } from './text-windows.ts'
import { Tokenizer, type TokenizerModel } from './tokenizer.ts'

/** A token of a parsed text: `text.slice(start, end)`. */
export interface ParsedToken extends Characters {
  /** The numbers of its first and last word. They differ for a multiword token. */
  readonly first: number
  readonly last: number
  /** Whether white space or the end of the text follows. */
  readonly spaceAfter: boolean
}

/** A word of a parsed text. Words that a multiword token is not a concatenation of have its range. */
export interface ParsedWord extends TaggedWord, Characters {
  /** The number of its head, 0 for the artificial root. */
  readonly head: number
  readonly deprel: string
  /** The index of its token. */
  readonly token: number
  /** The confidence in its arc and label, from 0 to 1, if it was asked for. */
  readonly score?: number
}

/** A sentence of a parsed text. Words have numbers from 1: word i is `words[i - 1]`. */
export interface ParsedSentence extends Characters {
  /** The text from `start` to `end`. */
  readonly text: string
  readonly tokens: readonly ParsedToken[]
  readonly words: readonly ParsedWord[]
  /** The heads and labels as numbers. */
  readonly tree: Tree
  /** The number of marks in the derived tree that could not be reversed. */
  readonly vestigialArcs: number
  /** The score of the tree, comparable within the sentence, if it was asked for. */
  readonly score?: number
  /** The next best trees, if they were asked for; the best of them first. */
  readonly alternatives?: readonly ParsedSentence[]
}

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

/** A tree, and what the model thinks of it if this was asked for. */
type Found = Pick<RankedParse, 'tree' | 'vestigialArcs'> & Partial<Pick<RankedParse, 'score' | 'arcs'>>

/** Returns the constraints on the tree of a sentence with tagged words, or undefined if it has none. */
export type ConstraintsOf = (sentence: TextSentence, words: readonly TaggedWord[]) => Constraints | undefined

export interface PipelineOptions extends ParserOptions {
  /** A BCP 47 tag: the rules that cut text if the model is a parser alone. `und`, no language, by default. */
  readonly language?: string
}

/** What cuts text for a model: its tokenizer, or Unicode's rules if the model is a parser alone. */
export function splitterOf(model: PreparedPipeline | Model | PreparedModel): TextSplitter {
  return 'tokenizer' in model ? new Tokenizer(model.tokenizer) : new Segmenter()
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
  readonly #sentence: Sentence
  readonly #norms: NormKeeper | undefined
  /** The universal tags whose words have no dependents in the treebank. Undefined if the model is a parser alone. */
  readonly leaves: readonly string[] | undefined

  /** A parser alone cuts by Unicode's rules, without tags. Throws RangeError if it cannot be decoded with `options`. */
  constructor(model: PreparedPipeline | Model | PreparedModel, options: PipelineOptions = {}) {
    const isPipeline = 'tokenizer' in model
    this.parser = new Parser(isPipeline ? model.parser : model, options)
    this.tagger = isPipeline ? new Tagger(model.tagger, model.parser.clusters) : undefined
    this.splitter = isPipeline
      ? new Tokenizer(model.tokenizer, this.tagger!.words)
      : new Segmenter(options.language)
    this.#sentence = this.parser.sentence()
    this.leaves = isPipeline ? model.norms.leaves : undefined
    const { labels, rootLabel } = this.parser.model
    this.#norms =
      isPipeline && !options.keepMarks ? new NormKeeper(model.norms, labels, rootLabel) : undefined
  }

  /** Each is parsed on request. `goesOn`: a text continues this one without white space. Throws ConstraintError. */
  *parse(
    text: string,
    constraintsOf?: ConstraintsOf,
    goesOn = false,
    ranking: Ranking = {},
  ): Generator<ParsedSentence> {
    for (const batch of batches(this.splitter.sentences(text))) {
      const tagged = batch.map((sentence) => this.#tagSentence(sentence))
      for (let i = 0; i < batch.length; i++) {
        const found = this.#trees(tagged[i], constraintsOf?.(batch[i], tagged[i]), ranking)
        const [best, ...others] = found.map((one) => this.#parsed(text, goesOn, batch[i], tagged[i], one))
        yield others.length === 0 ? best : { ...best, alternatives: others }
      }
    }
  }

  /** Tags the words of a sentence; all tags are `_` if the model is a parser alone. */
  tag(forms: readonly string[]): readonly TaggedWord[] {
    return (
      this.tagger?.tag(forms) ?? forms.map((form) => ({ form, lemma: '_', upos: '_', xpos: '_', feats: '_' }))
    )
  }

  #tagSentence({ tokens, facts }: TextSentence): readonly TaggedWord[] {
    const forms: string[] = []
    for (const { words } of tokens) for (const word of words) forms.push(word)
    return this.tagger && facts ? this.tagger.tagWords(forms, facts) : this.tag(forms)
  }

  /** The best trees of a sentence with tagged words, all different. They keep the norms. */
  #trees(
    tagged: readonly TaggedWord[],
    constraints: Constraints | undefined,
    { nbest, scores }: Ranking,
  ): Found[] {
    const sentence = fillSentence(this.#sentence, tagged)
    // Constraints may demand what annotators do not do.
    const { leaves, ...others } = constraints ?? {}
    const norms = areEmpty(others) ? this.#norms : undefined
    if (nbest === undefined && !scores) {
      const parse = this.parser.parse(sentence, constraints)
      norms?.keep(parse.tree, tagged, leaves)
      return [parse]
    }
    const found: Found[] = []
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

  #parsed(
    text: string,
    goesOn: boolean,
    { start, end, tokens }: TextSentence,
    tagged: readonly TaggedWord[],
    { tree, vestigialArcs, score, arcs }: Found,
  ): ParsedSentence {
    const { labels } = this.parser.model
    const positions = wordPositions(text, tokens)
    const words: ParsedWord[] = []
    const parsedTokens = tokens.map((token, index) => {
      const first = words.length + 1
      const last = words.length + token.words.length
      for (let id = first; id <= last; id++) {
        const { form, lemma, upos, xpos, feats } = tagged[id - 1]
        const { start, end } = positions[id - 1]
        const [head, deprel] = [tree.head[id], labels.text(tree.label[id])]
        const word = { form, lemma, upos, xpos, feats, head, deprel, token: index, start, end }
        words.push(arcs ? { ...word, score: arcs[id] } : word)
      }
      const spaceAfter = token.end === text.length ? !goesOn : isSpace(text.charCodeAt(token.end))
      return { start: token.start, end: token.end, first, last, spaceAfter }
    })
    const parsed = {
      start,
      end,
      text: text.slice(start, end),
      tokens: parsedTokens,
      words,
      tree,
      vestigialArcs,
    }
    return score === undefined ? parsed : { ...parsed, score }
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

export interface PipelineModel {
  /** Facts about the training, for people: treebank, sentences, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
  readonly tokenizer: TokenizerModel
  readonly tagger: TaggerModel
  readonly norms: Norms
  readonly parser: Model
}

/** A pipeline whose parser may be ready to parse already. */
export interface PreparedPipeline extends Omit<PipelineModel, 'parser'> {
  readonly parser: Model | PreparedModel
}
