/**
 * Parses sentences of CoNLL-U and writes them with their trees, as `rbparse parse` does. If a sentence has several trees,
 * each of them is written as a sentence with all lines of the input and with comments:
 *
 *   # parse = 2          the rank of the tree, from 1 for the best
 *   # score = -3.2500    the score of the tree; the unit is the margin of training. Comparable within a sentence
 *   Score=0.9731         in MISC, the confidence of an arc with its label, from 0 to 1
 */
import type { TagColumn } from '../../parser/core/sentence.ts'
import { ConstraintError, type Constraints } from '../../parser/core/constraints.ts'
import type { Parse } from '../../parser/parse.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { inSentenceOrder } from '../../transform/encoding.ts'
import { constraintsOf } from '../conllu/constraints.ts'
import { FEATS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { ConlluError } from '../conllu/error.ts'
import { DeprelBytes } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter, type AnnotatedTree } from '../conllu/writer.ts'
import { LEFT_COMMENT } from '../conversion/conversion.ts'
import type { Pipeline, Ranking } from '../pipeline/pipeline.ts'
import { retag, scoreComment, withScore } from '../pipeline/conllu-text.ts'
import type { SentenceParser } from './sentence-parser.ts'
import { withTaggedLeaves } from './tagged-leaves.ts'
import { printTree, type TreeFormat } from './output-formats.ts'

export interface PrintOptions extends Ranking {
  /** Keep the constraints that the sentences state. Default: false. */
  readonly constraints?: boolean
  /** Words with these universal tags have no dependents, see tagged-leaves.ts. Default: none. */
  readonly leaves?: readonly string[]
  /** Default: `conllu`. */
  readonly format?: TreeFormat
}

export class TreePrinter {
  readonly writer = new ConlluWriter()
  /** The columns that the model reads and that no word so far had. */
  missing: readonly TagColumn[]
  /** The number of trees that were printed in another format. */
  #printed = 0
  readonly #parser: SentenceParser
  readonly #options: PrintOptions
  readonly #tagger: Pipeline | undefined
  readonly #deprels: DeprelBytes

  /** @param tagger gives the words other tags before they are parsed */
  constructor(parser: SentenceParser, options: PrintOptions, tagger?: Pipeline) {
    this.#parser = parser
    this.#options = options
    this.#tagger = tagger
    this.#deprels = new DeprelBytes(parser.parser.model.labels)
    this.missing = parser.parser.readsColumns
  }

  /** Writes a sentence with its tree, or its trees, and returns the best. Throws ConlluError for bad constraints. */
  print(untagged: ConlluSentence): Parse {
    const sentence = this.#tagger ? retag(untagged, this.#tagger, 'ignore') : untagged
    if (this.missing.length > 0)
      this.missing = this.missing.filter((name) => !sentence.hasAny(name === 'XPOS' ? XPOS : FEATS))
    const { nbest, scores } = this.#options
    const constraints = this.#constraintsOn(untagged, sentence)
    try {
      if (nbest === undefined && !scores) {
        const parse = this.#parser.parse(sentence, constraints)
        this.#write(sentence, [this.#annotated(parse, [])])
        return parse
      }
      const parses = this.#parser.rank(sentence, { count: nbest, constraints })
      this.#write(
        sentence,
        parses.map((parse, i) => this.#ranked(sentence, parse, i + 1)),
      )
      return parses[0]
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      const problem = `${error.message}, expected constraints that a tree can meet`
      throw new ConlluError(untagged.file, untagged.line, problem)
    }
  }

  #constraintsOn(untagged: ConlluSentence, sentence: ConlluSentence): Constraints | undefined {
    const { constraints, leaves } = this.#options
    const stated = constraints && constraintsOf(untagged, this.#parser.parser.model.labels, sentence)
    if (!leaves) return stated || undefined
    return withTaggedLeaves(stated || {}, new Set(leaves), sentence.size, (word) => sentence.upos(word))
  }

  #ranked(sentence: ConlluSentence, parse: RankedParse, rank: number): AnnotatedTree {
    const { nbest, scores } = this.#options
    const comments: string[] = []
    if (nbest !== undefined) comments.push(`# parse = ${rank}`)
    if (scores) comments.push(scoreComment(parse.score))
    const misc = (word: number): string => withScore(sentence.misc(word), parse.arcs[word])
    return { ...this.#annotated(parse, comments), misc: scores ? misc : undefined }
  }

  /** Writes the bytes behind the last sentence if the format is CoNLL-U. */
  rest(bytes: Uint8Array): void {
    if (this.#format === 'conllu') this.writer.bytes(bytes)
  }

  get #format(): TreeFormat {
    return this.#options.format ?? 'conllu'
  }

  #write(sentence: ConlluSentence, trees: readonly AnnotatedTree[]): void {
    const format = this.#format
    if (format === 'conllu') return this.writer.trees(sentence, trees, this.#deprels)
    const { labels } = this.#parser.parser.model
    const forms = sentence.forms()
    for (const { tree, comments, misc } of trees) {
      const print = {
        forms,
        tree,
        labels: forms.map((_, i) => labels.text(tree.label[i + 1])),
        facts: factsOf(sentence, comments),
        word: (i: number) => ({
          lemma: sentence.lemma(i),
          upos: sentence.upos(i),
          xpos: sentence.xpos(i),
          feats: sentence.feats(i),
          misc: misc ? misc(i) : sentence.misc(i),
        }),
      }
      this.writer.bytes(encode(printTree(format, print, ++this.#printed)))
    }
  }

  /** The tree that is written. A derived tree of direction left gets a comment. */
  #annotated({ derived, tree }: Parse, comments: readonly string[]): AnnotatedTree {
    if (!derived) return { tree, comments }
    if (this.#parser.parser.model.header.direction === 'right') return { tree: derived, comments }
    return { tree: inSentenceOrder(derived, 'left'), comments: [...comments, LEFT_COMMENT] }
  }
}

/** The id and the text of a sentence, and the numbers in comments such as `# score = -3.2500`. */
function factsOf(sentence: ConlluSentence, comments: readonly string[]): Record<string, string | number> {
  const facts: Record<string, string | number> = {}
  for (const key of ['sent_id', 'text']) {
    const [value] = sentence.commentValues(key)
    if (value !== undefined) facts[key] = value
  }
  for (const comment of comments) {
    const said = /^# (\w+) = (-?[\d.]+)$/.exec(comment)
    if (said) facts[said[1]] = Number(said[2])
  }
  return facts
}
