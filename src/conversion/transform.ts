/** Sentences with trees to sentences with right-branching trees, in CoNLL-U. */
import {
  createEncoding,
  inSentenceOrder,
  NonProjectiveError,
  type Encoding,
  type EncodingCounts,
  type NonProjective,
} from '../../transform/encoding.ts'
import type { Direction } from '../../transform/direction.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
import { ConlluError } from '../conllu/error.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { DeprelBytes, TreeReader } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import type { ConlluWriter } from '../conllu/writer.ts'

/** The comment that says of a transformed sentence that its heads stand after their dependents. */
export const LEFT_COMMENT = '# direction = left'
export const leftComment = encode(LEFT_COMMENT)

export interface TransformOptions {
  readonly nonProjective?: NonProjective
  readonly direction?: Direction
}

/** Transforms the sentences of one treebank, one at a time. */
export class Transformer {
  readonly #encoding: Encoding
  readonly #trees: TreeReader
  readonly #deprels: DeprelBytes

  constructor(options: TransformOptions = {}) {
    const labels = new Symbols()
    this.#trees = new TreeReader(labels)
    this.#deprels = new DeprelBytes(labels)
    this.#encoding = createEncoding({ labels, ...options })
  }

  get counts(): EncodingCounts {
    return this.#encoding.counts
  }

  /**
   * Writes the transformed sentence; nothing, and answers false, where its tree is not projective and such are skipped.
   * Throws ConlluError where the sentence is transformed already or, if these are errors, its tree is not projective.
   */
  write(sentence: ConlluSentence, writer: ConlluWriter): boolean {
    if (sentence.findComment(leftComment))
      throw new ConlluError(
        sentence.file,
        sentence.line,
        `a comment '${LEFT_COMMENT}', expected an original tree`,
      )
    const encoded = this.#encode(sentence, this.#trees.original(sentence))
    if (!encoded) return false
    if (this.#encoding.direction === 'right') writer.tree(sentence, encoded, this.#deprels)
    else {
      const tree = inSentenceOrder(encoded, 'left', encoded)
      writer.trees(sentence, [{ tree, comments: [LEFT_COMMENT] }], this.#deprels)
    }
    return true
  }

  #encode(sentence: ConlluSentence, tree: Tree): Tree | undefined {
    try {
      return this.#encoding.encode(tree)
    } catch (error) {
      if (!(error instanceof NonProjectiveError)) throw error
      const line = sentence.lineOf(error.word)
      throw new ConlluError(sentence.file, line, `${error.message}, expected a projective tree`)
    }
  }
}
