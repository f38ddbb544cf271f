/**
 * From sentences of CoNLL-U to CoNLL-U with the trees of a model, as `rbparse parse` writes it, and what there is to
 * count. Of several trees each is a sentence of its own with all lines that came in, and says which one it is:
 *
 *   # parse = 2          of n-best trees, from 1, the best first
 *   # score = -3.2500    of a tree, with the margin of training for a unit: comparable within a sentence
 *   Score=0.9731         in MISC, of an arc with its label: how sure it is, from 0 to 1
 */
import { ConstraintError } from '../../parser/core/constraints.ts'
import type { Parse } from '../../parser/parse.ts'
import type { RankedParse } from '../../parser/search/n-best.ts'
import { inSentenceOrder } from '../../transform/encoding.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { constraintsOf } from '../conllu/constraints.ts'
import { ConlluError } from '../conllu/error.ts'
import { XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { DeprelBytes } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import { withPair } from '../conllu/key-values.ts'
import { ConlluWriter, type AnnotatedTree } from '../conllu/writer.ts'
import { LEFT_COMMENT } from '../conversion/conversion.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { retag } from '../pipeline/retag.ts'
import type { SentenceParser } from './sentence-parser.ts'
import { printTree, type TreeFormat } from './output-formats.ts'

export interface PrintOptions {
  /** Keep the constraints that the sentences state. Default: false. */
  readonly constraints?: boolean
  /** The number of different trees of a sentence; fewer if there are fewer. Default: one tree without a rank. */
  readonly nbest?: number
  /** Write confidences of trees and arcs. Default: false. */
  readonly scores?: boolean
  /** Default: `conllu`. */
  readonly format?: TreeFormat
}

/** The key of an arc's score in MISC, and the decimals of all scores. */
const SCORE = 'Score'
const DECIMALS = 4

export interface TreeCounts {
  vestigialArcs: number
  nonProjective: number
  rootless: number
  /** The steps of searches with a beam, and their hypotheses in all. */
  steps: number
  hypotheses: number
}

export function treeCounts(): TreeCounts {
  return { vestigialArcs: 0, nonProjective: 0, rootless: 0, steps: 0, hypotheses: 0 }
}

/** Adds to `sum`. */
export function addCounts(sum: TreeCounts, more: TreeCounts): void {
  sum.vestigialArcs += more.vestigialArcs
  sum.nonProjective += more.nonProjective
  sum.rootless += more.rootless
  sum.steps += more.steps
  sum.hypotheses += more.hypotheses
}

export class TreePrinter {
  readonly writer = new ConlluWriter()
  /** Whether the model reads XPOS, and no word so far had any. */
  lacksXpos: boolean
  #counts = treeCounts()
  /** What searches did before the counts began. */
  #searched = { steps: 0, hypotheses: 0 }
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
    this.lacksXpos = parser.parser.readsXpos
  }

  /**
   * Parses a sentence and writes it; of several trees the best one counts. Throws ConlluError where no tree has what
   * the sentence demands.
   */
  print(untagged: ConlluSentence): void {
    const sentence = this.#tagger ? retag(untagged, this.#tagger, 'ignore') : untagged
    if (this.lacksXpos && sentence.hasAny(XPOS)) this.lacksXpos = false
    const { nbest, scores } = this.#options
    const constraints = this.#options.constraints
      ? constraintsOf(untagged, this.#parser.parser.model.labels)
      : undefined
    try {
      if (nbest === undefined && !scores) this.#printOne(sentence, this.#parser.parse(sentence, constraints))
      else this.#printRanked(sentence, this.#parser.rank(sentence, { count: nbest, constraints }))
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      const problem = `${error.message}, expected constraints that a tree can meet`
      throw new ConlluError(untagged.file, untagged.line, problem)
    }
  }

  #printOne(sentence: ConlluSentence, parse: Parse): void {
    this.#count(parse)
    this.#write(sentence, [this.#annotated(parse, [])])
  }

  #printRanked(sentence: ConlluSentence, parses: readonly RankedParse[]): void {
    const { nbest, scores } = this.#options
    this.#count(parses[0])
    const trees = parses.map((parse, i) => {
      const comments: string[] = []
      if (nbest !== undefined) comments.push(`# parse = ${i + 1}`)
      if (scores) comments.push(`# score = ${parse.score.toFixed(DECIMALS)}`)
      return { ...this.#annotated(parse, comments), misc: scores ? scoredMisc(sentence, parse) : undefined }
    })
    this.#write(sentence, trees)
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
    const forms = Array.from({ length: sentence.size }, (_, i) => sentence.form(i + 1))
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

  #count({ tree, vestigialArcs }: Parse): void {
    const counts = this.#counts
    counts.vestigialArcs += vestigialArcs
    if (!isProjective(tree)) counts.nonProjective++
    if (rootCount(tree) === 0) counts.rootless++
  }

  /** The tree that is written. A derived tree of direction left gets a comment. */
  #annotated({ derived, tree }: Parse, comments: readonly string[]): AnnotatedTree {
    if (!derived) return { tree, comments }
    if (this.#parser.parser.model.header.direction === 'right') return { tree: derived, comments }
    return { tree: inSentenceOrder(derived, 'left'), comments: [...comments, LEFT_COMMENT] }
  }

  /** Returns the counts and sets them to 0. */
  takeCounts(): TreeCounts {
    const { steps, hypotheses } = this.#parser.parser.searchCounts
    const counts = this.#counts
    counts.steps = steps - this.#searched.steps
    counts.hypotheses = hypotheses - this.#searched.hypotheses
    this.#searched = { steps, hypotheses }
    this.#counts = treeCounts()
    return counts
  }
}

function scoredMisc(sentence: ConlluSentence, { arcs }: RankedParse): (word: number) => string {
  return (word) => withPair(sentence.misc(word), SCORE, arcs[word].toFixed(DECIMALS))
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
