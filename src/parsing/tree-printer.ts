/**
 * Parses CoNLL-U sentences and writes them with their trees, for `rbparse parse`. Each tree of a sentence is written as a
 * separate sentence with all lines of the input and with comments:
 *
 *   # parse = 2          the rank of the tree, from 1 for the best
 *   # score = -3.2500    the score of the tree; the unit is the margin of training. Comparable within a sentence
 *   Score=0.9731         in MISC, the confidence of an arc with its label, from 0 to 1
 */
import type { TagColumn } from '../../parser/core/word-attributes.ts'
import { ConstraintError, type Constraints, withTaggedLeaves } from '../../parser/core/constraints.ts'
import type { Parse } from '../../parser/parse.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { inSentenceOrder } from '../../transform/decoding.ts'
import { markSigns } from '../../transform/label.ts'
import type { Tree } from '../../transform/tree.ts'
import { constraintsOf } from '../conllu/constraints.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { LEFT_COMMENT, DeprelBytes } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import { CoNLLUWriter, type AnnotatedTree } from '../conllu/writer.ts'
import { outputFormats, type OutputName } from '../formats/output-formats.ts'
import type { Pipeline, Ranking } from '../pipeline/pipeline.ts'
import { DEPREL, FEATS, MISC, scoreComment, withScore, XPOS } from '../sentence/annotated-sentence.ts'
import type { Agreed, SentenceParser } from './sentence-parser.ts'

export interface PrintOptions extends Ranking {
  /** Whether to apply the constraints in the sentences. Default: false. */
  readonly constraints?: boolean
  /** Universal tags of words without dependents, see `withTaggedLeaves`. Default: none. */
  readonly leaves?: readonly string[]
  /** Default: `conllu`. */
  readonly format?: OutputName
}

const NO_OPTIONS: ReadonlySet<string> = new Set()

export class TreePrinter {
  readonly writer = new CoNLLUWriter()
  /** The columns that the model reads and that no printed sentence has had so far. */
  missing: readonly TagColumn[]
  /** The number of trees printed in formats other than CoNLL-U. */
  #printed = 0
  readonly #parser: SentenceParser
  readonly #options: PrintOptions
  readonly #tagger: Pipeline | undefined
  readonly #deprels: DeprelBytes

  /** @param tagger tags the sentences before parsing. Default: keep the tags of the input */
  constructor(parser: SentenceParser, options: PrintOptions, tagger?: Pipeline) {
    this.#parser = parser
    this.#options = options
    this.#tagger = tagger
    this.#deprels = new DeprelBytes(parser.parser.model.labels)
    this.missing = parser.parser.readsColumns
  }

  /** Writes a sentence with its tree or trees, and returns the best parse. Throws CoNLLUError for invalid constraints. */
  print(untagged: CoNLLUSentence): Parse {
    const sentence = this.#tagger ? this.#tagger.tag(untagged) : untagged
    if (this.missing.length > 0)
      this.missing = this.missing.filter((name) => !sentence.hasAny(name === 'XPOS' ? XPOS : FEATS))
    const { nbest, scores } = this.#options
    const constraints = this.#constraintsOn(untagged, sentence)
    try {
      if (nbest === undefined && !scores) {
        const parse = this.#parser.parse(sentence, constraints, this.#tagger?.agreement)
        this.#write(sentence, [this.#annotated(sentence, parse, [])])
        return parse
      }
      const parses = this.#parser.rank(sentence, { count: nbest, constraints }, this.#tagger?.agreement)
      this.#write(
        sentence,
        parses.map((parse, i) => this.#ranked(sentence, parse, i + 1)),
      )
      return parses[0]
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      const problem = `${error.message}, expected constraints that a tree can meet`
      throw new CoNLLUError(untagged.file, untagged.line, problem)
    }
  }

  #constraintsOn(untagged: CoNLLUSentence, sentence: CoNLLUSentence): Constraints | undefined {
    const { constraints, leaves } = this.#options
    const inputConstraints =
      constraints && constraintsOf(untagged, this.#parser.parser.model.labels, sentence)
    if (!leaves) return inputConstraints || undefined
    return withTaggedLeaves(inputConstraints || {}, new Set(leaves), sentence.size, (word) =>
      sentence.upos(word),
    )
  }

  #ranked(sentence: CoNLLUSentence, parse: Agreed<RankedParse>, rank: number): AnnotatedTree {
    const { nbest, scores } = this.#options
    const comments: string[] = []
    if (nbest !== undefined) comments.push(`# parse = ${rank}`)
    if (scores) comments.push(scoreComment(parse.score))
    const misc = (word: number): string => withScore(sentence.misc(word), parse.arcs[word])
    return { ...this.#annotated(sentence, parse, comments), misc: scores ? misc : undefined }
  }

  /** Writes the bytes after the last sentence if the format is CoNLL-U. */
  rest(bytes: Uint8Array): void {
    if (this.#format === 'conllu') this.writer.bytes(bytes)
  }

  get #format(): OutputName {
    return this.#options.format ?? 'conllu'
  }

  #write(sentence: CoNLLUSentence, trees: readonly AnnotatedTree[]): void {
    const format = this.#format
    if (format === 'conllu') return this.writer.trees(sentence, trees, this.#deprels)
    for (const { agreed = sentence, tree, comments, misc } of trees) {
      const words = Array.from({ length: sentence.size }, (_, i) => i + 1)
      const deprels = words.map((word) => this.#deprelOf(tree, word))
      const columns = { [DEPREL]: deprels, ...(misc && { [MISC]: words.map(misc) }) }
      const setting = { options: NO_OPTIONS, number: ++this.#printed, added: comments }
      const pieces = outputFormats[format].write([agreed.with(columns, tree.head)], setting)
      for (const piece of pieces) this.writer.bytes(encode(piece))
    }
  }

  #deprelOf({ label, mark }: Tree, word: number): string {
    return this.#parser.parser.model.labels.text(label[word]) + markSigns[mark[word]]
  }

  /** The tree to write. A derived tree of direction left gets a comment. */
  #annotated(
    sentence: CoNLLUSentence,
    { derived, tree, columns }: Agreed<Parse>,
    comments: readonly string[],
  ): AnnotatedTree {
    const agreed = columns && sentence.with(columns)
    if (!derived) return { agreed, tree, comments }
    if (this.#parser.parser.model.header.direction === 'right') return { agreed, tree: derived, comments }
    return { agreed, tree: inSentenceOrder(derived, 'left'), comments: [...comments, LEFT_COMMENT] }
  }
}
