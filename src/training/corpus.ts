/** Makes a training corpus from treebank sentences. */
import { Corpus } from '../../parser/learning/corpus.ts'
import type { WordClusters } from '../../parser/core/word-numbers.ts'
import type { Tags } from '../../parser/core/word-attributes.ts'
import { isProjective, nonProjectiveArcs } from '../../transform/check.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { TokenReader, TreeReader } from '../conllu/trees.ts'

export interface CorpusReaderOptions {
  readonly tags?: Tags
  /** Word clusters for features. Default: none. */
  readonly clusters?: WordClusters
  /** Whether to reject non-projective trees. Default: false. */
  readonly projectiveOnly?: boolean
  /** The symbol table of labels. New labels are added; if the table is frozen, they have the id −1. Default: a new table. */
  readonly labels?: Symbols
}

/** Fills a corpus whose label ids refer to `labels`. */
export class CorpusReader {
  readonly corpus: Corpus
  readonly labels: Symbols
  readonly #tokens = new TokenReader()
  readonly #trees: TreeReader
  readonly #projectiveOnly: boolean

  constructor(options: CorpusReaderOptions = {}) {
    this.labels = options.labels ?? new Symbols()
    this.corpus = new Corpus({ tags: options.tags, clusters: options.clusters })
    this.#trees = new TreeReader(this.labels)
    this.#projectiveOnly = options.projectiveOnly ?? false
  }

  /** Adds a sentence. Throws CoNLLUError for a reserved character or a non-projective tree. */
  add(sentence: CoNLLUSentence): void {
    const tree = this.#trees.original(sentence)
    const isPartial = tree.head.indexOf(-1, 1) > 0
    if (this.#projectiveOnly && !isPartial && !isProjective(tree)) {
      const [word] = nonProjectiveArcs(tree)
      const problem = `the arc from ${tree.head[word]} to ${word} is not projective, expected a projective tree`
      throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
    }
    this.corpus.add(this.#tokens.tokens(sentence), tree)
  }
}
