/** Converts CoNLL-U sentences from original trees to marked right-branching trees, and back. */
import type { Direction } from '../../transform/direction.ts'
import {
  createEncoding,
  NonProjectiveError,
  type Encoding,
  type EncodingCounts,
} from '../../transform/encoding.ts'
import { inSentenceOrder, type NonProjective } from '../../transform/decoding.ts'
import { markSigns } from '../../transform/label.ts'
import { isProjective } from '../../transform/check.ts'
import { planSteps } from '../../transform/steps/plan.ts'
import { misplacedMark } from '../../transform/right-branching.ts'
import type { Tree } from '../../transform/tree.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import { CoNLLUError, withPlace } from './error.ts'
import { DeprelBytes, LEFT_COMMENT, TreeReader } from './trees.ts'
import { encode } from './utf8.ts'
import type { CoNLLUWriter } from './writer.ts'

const leftComment = encode(LEFT_COMMENT)

export interface ConversionOptions {
  /** The treatment of non-projective trees by `transform`. Default: `projectivize:head`. */
  readonly nonProjective?: NonProjective
  /** The direction of transformed trees; `reverse` uses it for trees without {@link LEFT_COMMENT}. Default: `right`. */
  readonly direction?: Direction
  /** The steps, see `planSteps`. Default: `right-branching`. */
  readonly steps?: string
}

/** Converts the sentences of one treebank, one at a time. */
export class Conversion {
  readonly reverseCounts = {
    /** Number of marks that could not be reversed and were dropped. */
    vestigialArcs: 0,
    /** Number of reversed trees that are not projective. */
    nonProjective: 0,
    /** Number of lifted words for which no head was found. */
    unresolvedLifts: 0,
    /** Number of signs of other steps that could not be reversed and were dropped. */
    unresolvedSigns: 0,
  }
  /** The direction of transformed trees; `right` if the steps do not include mirror or right-branching. */
  readonly direction: Direction
  readonly #trees = new TreeReader()
  readonly #deprels = new DeprelBytes(this.#trees.labels)
  readonly #encodings: Readonly<Record<Direction, Encoding>>

  /** Throws RangeError for unknown steps. */
  constructor(options: ConversionOptions = {}) {
    const { labels } = this.#trees
    const plan = planSteps(options.steps ?? 'right-branching')
    const { steps, transforms, nonProjective = options.nonProjective, direction = options.direction } = plan
    const hasDirection = transforms || plan.direction !== undefined
    const shared = { labels, nonProjective, steps, transforms }
    const projective = transforms || plan.nonProjective !== undefined
    this.direction = hasDirection ? (direction ?? 'right') : 'right'
    this.#encodings = {
      right: createEncoding({ ...shared, projective, direction: 'right' }),
      left: createEncoding({ ...shared, projective, direction: 'left' }),
    }
  }

  /** The number of trees that `transform` converted, by kind. */
  get transformCounts(): EncodingCounts {
    return this.#encodings[this.direction].counts
  }

  /**
   * Writes the sentence with its right-branching tree. Returns false if the tree is skipped because it is not projective.
   * Throws CoNLLUError if the sentence is already transformed, or if non-projective trees are errors.
   */
  transform(sentence: CoNLLUSentence, writer: CoNLLUWriter): boolean {
    const { file, line } = sentence
    if (sentence.findComment(leftComment))
      throw new CoNLLUError(file, line, `a comment '${LEFT_COMMENT}', expected an original tree`)
    const tree = this.#encode(sentence)
    if (!tree) return false
    if (this.direction === 'right') writer.tree(sentence, tree, this.#deprels)
    else {
      inSentenceOrder(tree, 'left', tree)
      writer.trees(sentence, [{ tree, comments: [LEFT_COMMENT] }], this.#deprels)
    }
    return true
  }

  /** Writes the sentence with its original tree. Throws CoNLLUError if a label or the head of a marked word is invalid. */
  reverse(sentence: CoNLLUSentence, writer: CoNLLUWriter): void {
    const comment = sentence.findComment(leftComment)
    const direction = comment ? 'left' : this.direction
    const marked = this.#trees.marked(sentence)
    inSentenceOrder(marked, direction, marked)
    this.#checkMarks(sentence, marked, direction)
    const { tree, vestigialArcs, unresolvedLifts, unresolvedSigns } =
      this.#encodings[direction].decode(marked)
    this.reverseCounts.vestigialArcs += vestigialArcs
    this.reverseCounts.unresolvedLifts += unresolvedLifts
    this.reverseCounts.unresolvedSigns += unresolvedSigns
    if (!isProjective(tree)) this.reverseCounts.nonProjective++
    writer.tree(sentence, tree, this.#deprels, comment)
  }

  #encode(sentence: CoNLLUSentence): Tree | undefined {
    try {
      return this.#encodings[this.direction].encode(this.#trees.original(sentence))
    } catch (error) {
      if (!(error instanceof NonProjectiveError)) throw withPlace(error, sentence)
      const problem = `${error.message}, expected a projective tree`
      throw new CoNLLUError(sentence.file, sentence.lineOf(error.word), problem)
    }
  }

  /** Throws CoNLLUError if the head of a marked word does not precede it in reading order. */
  #checkMarks(sentence: CoNLLUSentence, tree: Tree, direction: Direction): void {
    const misplaced = misplacedMark(tree)
    if (misplaced === 0) return
    const word = direction === 'left' ? tree.size + 1 - misplaced : misplaced
    const label = this.#trees.labels.text(tree.label[misplaced]) + markSigns[tree.mark[misplaced]]
    const [wrong, right] = direction === 'left' ? ['before', 'after'] : ['after', 'before']
    const problem = `the head of word ${word}, whose label '${label}' is marked, is ${wrong} it, expected one ${right} it`
    throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
  }
}
