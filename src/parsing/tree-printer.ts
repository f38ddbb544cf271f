/** From sentences of CoNLL-U to CoNLL-U with the trees of a model, as `rbparse parse` writes it, and what there is to count. */
import { ConstraintError } from '../../parser/constraints/constraints.ts'
import type { Parse } from '../../parser/parse.ts'
import { inSentenceOrder } from '../../transform/encoding.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { constraintsOf } from '../conllu/constraints.ts'
import { ConlluError } from '../conllu/error.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { DeprelBytes } from '../conllu/trees.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import { LEFT_COMMENT } from '../conversion/transform.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { retag } from '../pipeline/retag.ts'
import type { SentenceParser } from './sentence-parser.ts'

export interface PrintOptions {
  /** Honour the constraints that the sentences bring. */
  readonly constraints?: boolean
  /** Leave the trees as they were derived. */
  readonly keepMarks?: boolean
}

export interface TreeCounts {
  vestigialArcs: number
  nonProjective: number
  rootless: number
}

export function treeCounts(): TreeCounts {
  return { vestigialArcs: 0, nonProjective: 0, rootless: 0 }
}

/** Adds to `sum`. */
export function addCounts(sum: TreeCounts, more: TreeCounts): void {
  sum.vestigialArcs += more.vestigialArcs
  sum.nonProjective += more.nonProjective
  sum.rootless += more.rootless
}

export class TreePrinter {
  readonly writer = new ConlluWriter()
  #counts = treeCounts()
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
  }

  /** Parses a sentence and writes it. Throws ConlluError where no tree has what the sentence demands. */
  print(untagged: ConlluSentence): void {
    const sentence = this.#tagger ? retag(untagged, this.#tagger, 'ignore') : untagged
    const { model } = this.#parser.parser
    const { writer } = this
    const counts = this.#counts
    const { derived, tree, vestigialArcs } = this.#options.constraints
      ? this.#parseConstrained(sentence, untagged)
      : this.#parser.parse(sentence)
    counts.vestigialArcs += vestigialArcs
    if (!isProjective(tree)) counts.nonProjective++
    if (rootCount(tree) === 0) counts.rootless++
    if (!this.#options.keepMarks) writer.tree(sentence, tree, this.#deprels)
    else if (model.header.direction === 'right') writer.tree(sentence, derived, this.#deprels)
    else writer.treeWithComment(sentence, LEFT_COMMENT, inSentenceOrder(derived, 'left'), this.#deprels)
  }

  /** Hands over what was counted, and starts anew. */
  takeCounts(): TreeCounts {
    const counts = this.#counts
    this.#counts = treeCounts()
    return counts
  }

  /** @param source as it was read: what it demands, and where it stands */
  #parseConstrained(sentence: ConlluSentence, source: ConlluSentence): Parse {
    const constraints = constraintsOf(source, this.#parser.parser.model.labels)
    try {
      return this.#parser.parse(sentence, constraints)
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      const problem = `${error.message}, expected constraints that a tree can meet`
      throw new ConlluError(source.file, source.line, problem)
    }
  }
}
