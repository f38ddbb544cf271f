/** The trees of a corpus as a system learns them: encoded (projectivized, mirrored, transformed), marks and all. */
import { createTree, type Tree } from '../../transform/tree.ts'
import { IntList } from '../core/int-list.ts'
import type { Sentence } from '../core/sentence.ts'
import type { Corpus } from './corpus.ts'

export class TrainingSet {
  readonly #corpus: Corpus
  /** The sentences of the corpus that are learned from. */
  readonly #sentences = new IntList()
  readonly #starts = new IntList()
  /** Head, label and mark of each word, one after the other. */
  readonly #arcs = new IntList()

  /** @param encode gives the tree to learn from, or undefined to leave the sentence out */
  constructor(corpus: Corpus, encode: (tree: Tree) => Tree | undefined) {
    this.#corpus = corpus
    for (let index = 0; index < corpus.size; index++) {
      const tree = encode(corpus.tree(index))
      if (!tree) continue
      this.#sentences.push(index)
      this.#starts.push(this.#arcs.length)
      for (let word = 1; word <= tree.size; word++) {
        this.#arcs.push(tree.head[word])
        this.#arcs.push(tree.label[word])
        this.#arcs.push(tree.mark[word])
      }
    }
    this.#starts.push(this.#arcs.length)
  }

  get size(): number {
    return this.#sentences.length
  }

  /** Fills `sentence` and returns the encoded tree of entry `index`. */
  load(index: number, sentence: Sentence): Tree {
    this.#corpus.sentence(this.#sentences.items[index], sentence)
    const arcs = this.#arcs.items
    const tree = createTree(sentence.size)
    for (let word = 1, at = this.#starts.items[index]; word <= tree.size; word++, at += 3) {
      tree.head[word] = arcs[at]
      tree.label[word] = arcs[at + 1]
      tree.mark[word] = arcs[at + 2]
    }
    return tree
  }
}
