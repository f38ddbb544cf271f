/** The sentences and trees of a treebank in typed arrays: the attribute hashes, heads and labels of all words. */
import type { WordClusters } from '../core/word-numbers.ts'
import { IntList, type Ints } from '../core/int-list.ts'
import { ParserSentence } from '../core/sentence.ts'
import { hashText } from '../core/hash.ts'
import { attributes, type Tags, type ParserToken } from '../core/word-attributes.ts'
import { createTree, type Tree } from '../../transform/tree.ts'

const XPOS = attributes.indexOf('xpos')
/** The columns of heads and labels follow those of the attributes. */
const [HEAD, LABEL] = [attributes.length, attributes.length + 1]
/** The hash of an XPOS column without a tag. */
const NO_XPOS = hashText('_')

/** The contents of a corpus as plain data, which can be sent to a thread. */
export interface CorpusContents {
  readonly tags: Tags
  readonly clusters?: WordClusters
  /** One column for each attribute, then the columns of heads and labels, of all words. */
  readonly columns: readonly Ints[]
  /** The index of the first word of each sentence; the last element is the number of words. */
  readonly start: Ints
}

export class Corpus {
  /** The number of sentences. */
  size = 0
  /** The number of words. */
  words = 0
  /** The word clusters; undefined if there are none. */
  readonly clusters: WordClusters | undefined
  readonly #scratch: ParserSentence
  readonly #columns = Array.from({ length: LABEL + 1 }, () => new IntList())
  /** Sentence i has the words #start[i] to #start[i + 1] - 1. */
  readonly #start = new IntList()

  constructor(options: { tags?: Tags; clusters?: WordClusters } = {}) {
    this.clusters = options.clusters
    this.#scratch = new ParserSentence(options)
    this.#start.push(0)
  }

  /** A corpus with these contents. */
  static from({ tags, clusters, columns, start }: CorpusContents): Corpus {
    const corpus = new Corpus({ tags, clusters })
    corpus.size = start.length - 1
    corpus.words = start[corpus.size]
    columns.forEach((values, i) => corpus.#columns[i].append(values))
    corpus.#start.append(start.subarray(1))
    return corpus
  }

  /** The contents, as views. */
  contents(): CorpusContents {
    return {
      tags: this.tags,
      clusters: this.clusters,
      columns: this.#columns.map((column) => column.view()),
      start: this.#start.view(),
    }
  }

  get tags(): Tags {
    return this.#scratch.tags
  }

  /** The tag columns that are not empty: `upos` in place of `both` if no word has an XPOS. */
  get knownTags(): Tags {
    if (this.tags !== 'both') return this.tags
    return this.#columns[XPOS].view().every((xpos) => xpos === NO_XPOS) ? 'upos' : 'both'
  }

  /** Adds a sentence with its tree (labels as ids). Unknown heads and labels are -1. */
  add(tokens: readonly ParserToken[], tree: Tree): void {
    const sentence = this.#scratch.begin(tokens.length)
    for (let word = 1; word <= tokens.length; word++) {
      sentence.set(word, tokens[word - 1])
      for (let column = 0; column < HEAD; column++) this.#columns[column].push(sentence.columns[column][word])
      this.#columns[HEAD].push(tree.head[word])
      this.#columns[LABEL].push(tree.label[word])
    }
    this.words += tokens.length
    this.size++
    this.#start.push(this.words)
  }

  /** A corpus of some of the sentences. @param indices their indices (0-based), in order */
  part(indices: readonly number[]): Corpus {
    const part = new Corpus({ tags: this.tags, clusters: this.clusters })
    for (const index of indices) {
      const [start, end] = this.#start.items.subarray(index, index + 2)
      this.#columns.forEach((column, i) => part.#columns[i].append(column.items.subarray(start, end)))
      part.words += end - start
      part.size++
      part.#start.push(part.words)
    }
    return part
  }

  /** The corpus with other trees of the sentences, in order. */
  withTrees(trees: readonly Tree[]): Corpus {
    const contents = this.contents()
    const [head, label] = [new Int32Array(this.words), new Int32Array(this.words)]
    trees.forEach((tree, i) => {
      head.set(tree.head.subarray(1), contents.start[i])
      label.set(tree.label.subarray(1), contents.start[i])
    })
    return Corpus.from({ ...contents, columns: contents.columns.with(HEAD, head).with(LABEL, label) })
  }

  /** Fills `into` with sentence `index` (0-based), mirrored if `into` is. */
  sentence(index: number, into: ParserSentence): ParserSentence {
    const start = this.#start.items[index]
    const size = this.#start.items[index + 1] - start
    into.begin(size)
    for (let column = 0; column < HEAD; column++) {
      const from = this.#columns[column].items
      const to = into.columns[column]
      if (into.mirrored) for (let i = 1; i <= size; i++) to[size + 1 - i] = from[start + i - 1]
      else for (let i = 1; i <= size; i++) to[i] = from[start + i - 1]
    }
    return into
  }

  /** The tree of sentence `index`, as it was added. */
  tree(index: number): Tree {
    const start = this.#start.items[index]
    const end = this.#start.items[index + 1]
    const tree = createTree(end - start)
    tree.head.set(this.#columns[HEAD].items.subarray(start, end), 1)
    tree.label.set(this.#columns[LABEL].items.subarray(start, end), 1)
    return tree
  }
}
