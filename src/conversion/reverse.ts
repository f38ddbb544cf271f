/** Sentences with marked right-branching trees back to sentences with original trees, in CoNLL-U. */
import type { Direction } from '../../transform/direction.ts'
import { createEncoding, inSentenceOrder } from '../../transform/encoding.ts'
import { markSigns } from '../../transform/label.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { misplacedMark } from '../../transform/right-branching.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
import { ConlluError } from '../conllu/error.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { DeprelBytes, TreeReader } from '../conllu/trees.ts'
import type { ConlluWriter } from '../conllu/writer.ts'
import { LEFT_COMMENT, leftComment } from './transform.ts'

export interface ReverseCounts {
  /** Marks that could not be undone, and were dropped. */
  vestigialArcs: number
  /** Trees that came out not projective. */
  nonProjective: number
  /** Lifted words for which no head was found. */
  unresolvedLifts: number
}

/** Reverses the sentences of one treebank, one at a time. */
export class Reverser {
  readonly counts: ReverseCounts = { vestigialArcs: 0, nonProjective: 0, unresolvedLifts: 0 }
  readonly #labels = new Symbols()
  readonly #trees = new TreeReader(this.#labels)
  readonly #deprels = new DeprelBytes(this.#labels)
  readonly #right = createEncoding({ labels: this.#labels, direction: 'right' })
  readonly #left = createEncoding({ labels: this.#labels, direction: 'left' })
  readonly #untold: Direction

  /** @param untold the direction of sentences without the comment that tells it */
  constructor(untold: Direction = 'right') {
    this.#untold = untold
  }

  /**
   * Writes the sentence with its original tree, without the comment that told the direction. Throws ConlluError where a
   * label is not of the grammar, or a marked label's head stands on the wrong side.
   */
  write(sentence: ConlluSentence, writer: ConlluWriter): void {
    const isTold = sentence.findComment(leftComment)
    const direction = isTold ? 'left' : this.#untold
    const marked = this.#trees.marked(sentence)
    inSentenceOrder(marked, direction, marked)
    checkMarks(sentence, marked, direction, this.#labels)
    const decoded = (direction === 'left' ? this.#left : this.#right).decode(marked)
    this.counts.vestigialArcs += decoded.vestigialArcs
    this.counts.unresolvedLifts += decoded.unresolvedLifts
    if (!isProjective(decoded.tree)) this.counts.nonProjective++
    if (isTold) writer.treeWithoutComment(sentence, LEFT_COMMENT, decoded.tree, this.#deprels)
    else writer.tree(sentence, decoded.tree, this.#deprels)
  }
}

/** Throws where a marked word's head does not stand before it in reading order. */
function checkMarks(sentence: ConlluSentence, tree: Tree, direction: Direction, labels: Symbols): void {
  const misplaced = misplacedMark(tree)
  if (misplaced === 0) return
  const word = direction === 'left' ? tree.size + 1 - misplaced : misplaced
  const label = labels.text(tree.label[misplaced]) + markSigns[tree.mark[misplaced]]
  const [wrong, right] = direction === 'left' ? ['before', 'after'] : ['after', 'before']
  const problem = `the head of word ${word}, whose label '${label}' is marked, stands ${wrong} it, expected one ${right} it`
  throw new ConlluError(sentence.file, sentence.lineOf(word), problem)
}
