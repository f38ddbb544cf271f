/**
 * The sentences and trees of a treebank in a few typed arrays: the attribute hashes, heads and labels of all words, one
 * after the other. A corpus has no text, and no object for each sentence.
 */
import { IntList } from '../core/int-list.ts'
import { attributes, hashText, Sentence, type Attribute, type Tags, type Token } from '../core/sentence.ts'
import { createTree, type Tree } from '../../transform/tree.ts'

const XPOS = attributes.indexOf('xpos')
/** The hash of an XPOS column without a tag. */
const NO_XPOS = hashText('_')

/** A corpus as plain data, which can be sent to a thread. */
export interface CorpusContents {
  readonly tags: Tags
  readonly used: readonly Attribute[]
  readonly columns: readonly Int32Array<ArrayBuffer>[]
  readonly head: Int32Array<ArrayBuffer>
  readonly label: Int32Array<ArrayBuffer>
  /** The index of the first word of each sentence, and the number of words. */
  readonly start: Int32Array<ArrayBuffer>
}

export class Corpus {
  /** The number of sentences. */
  size = 0
  /** The number of words. */
  words = 0
  readonly #scratch: Sentence
  readonly #used: readonly number[]
  readonly #columns: IntList[]
  readonly #head = new IntList()
  readonly #label = new IntList()
  /** Sentence i is the words #start[i]..#start[i + 1]. */
  readonly #start = new IntList()

  constructor(options: { tags?: Tags; used?: readonly Attribute[] } = {}) {
    this.#scratch = new Sentence(options)
    this.#used = attributes.flatMap((attribute, i) =>
      (options.used?.includes(attribute) ?? true) ? [i] : [],
    )
    this.#columns = attributes.map(() => new IntList())
    this.#start.push(0)
  }

  /** A corpus with these contents. */
  static from({ tags, used, columns, head, label, start }: CorpusContents): Corpus {
    const corpus = new Corpus({ tags, used })
    corpus.size = start.length - 1
    corpus.words = head.length
    columns.forEach((values, i) => corpus.#columns[i].append(values))
    corpus.#head.append(head)
    corpus.#label.append(label)
    corpus.#start.append(start.subarray(1))
    return corpus
  }

  /** The contents, as views. */
  contents(): CorpusContents {
    return {
      tags: this.tags,
      used: this.#used.map((column) => attributes[column]),
      columns: this.#columns.map((column) => column.view()),
      head: this.#head.view(),
      label: this.#label.view(),
      start: this.#start.view(),
    }
  }

  get tags(): Tags {
    return this.#scratch.tags
  }

  /** The columns of tags with something to read: `upos` instead of `both` if no word has an XPOS. */
  get knownTags(): Tags {
    if (this.tags !== 'both' || !this.#used.includes(XPOS)) return this.tags
    return this.#columns[XPOS].view().every((xpos) => xpos === NO_XPOS) ? 'upos' : 'both'
  }

  /** Adds a sentence with its tree (labels as ids). */
  add(tokens: readonly Token[], tree: Tree): void {
    const sentence = this.#scratch.begin(tokens.length)
    for (let word = 1; word <= tokens.length; word++) {
      sentence.set(word, tokens[word - 1])
      for (const column of this.#used) this.#columns[column].push(sentence.columns[column][word])
      this.#head.push(tree.head[word])
      this.#label.push(tree.label[word])
    }
    this.words += tokens.length
    this.size++
    this.#start.push(this.words)
  }

  /** A corpus of some of the sentences. @param indices their indices (0-based), in order */
  part(indices: readonly number[]): Corpus {
    const part = new Corpus({ tags: this.tags, used: this.#used.map((column) => attributes[column]) })
    for (const index of indices) {
      const [start, end] = this.#start.items.subarray(index, index + 2)
      const copy = (from: IntList, to: IntList): void => to.append(from.items.subarray(start, end))
      this.#columns.forEach((column, i) => copy(column, part.#columns[i]))
      copy(this.#head, part.#head)
      copy(this.#label, part.#label)
      part.words += end - start
      part.size++
      part.#start.push(part.words)
    }
    return part
  }

  /** Fills `into` with sentence `index` (0-based), mirrored if `into` is. */
  sentence(index: number, into: Sentence): Sentence {
    const start = this.#start.items[index]
    const size = this.#start.items[index + 1] - start
    into.begin(size)
    for (const column of this.#used) {
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
    tree.head.set(this.#head.items.subarray(start, end), 1)
    tree.label.set(this.#label.items.subarray(start, end), 1)
    return tree
  }
}
