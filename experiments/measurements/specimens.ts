/** Short sentences of the test part with trees, kept so that a report can draw where systems part. */
import {
  markSigns,
  treeOf,
  type ConlluSentence,
  type Symbols,
  type Tree,
  type View,
} from '../../src/index.ts'

const SHORTEST = 5
const LONGEST = 12
const MOST = 300

/** A tree as it is stored: for each word its head, its label without the mark, and its mark. */
export interface StoredTree {
  readonly heads: readonly number[]
  readonly labels: readonly string[]
  readonly marks: readonly number[]
}

export interface Specimen {
  /** The place of the sentence in the test part. */
  readonly index: number
  readonly forms: readonly string[]
  /** By what they are, `gold` being one of them; all in the order of the sentence. */
  readonly trees: Readonly<Record<string, StoredTree>>
}

/** Collects specimens; which sentences it keeps depends on the sentences alone. */
export class Specimens {
  readonly kept: Specimen[] = []
  readonly #labels: Symbols

  /** @param labels the table of the trees */
  constructor(labels: Symbols) {
    this.#labels = labels
  }

  add(index: number, sentence: ConlluSentence, trees: Readonly<Record<string, Tree>>): void {
    const { size } = sentence
    if (size < SHORTEST || size > LONGEST || this.kept.length >= MOST) return
    const forms = Array.from({ length: size }, (_, i) => sentence.form(i + 1))
    const stored = Object.entries(trees).map(([name, tree]) => [name, this.#store(tree)] as const)
    this.kept.push({ index, forms, trees: Object.fromEntries(stored) })
  }

  #store({ size, head, label, mark }: Tree): StoredTree {
    return {
      heads: Array.from(head.subarray(1)),
      labels: Array.from({ length: size }, (_, i) => this.#labels.text(label[i + 1])),
      marks: Array.from(mark.subarray(1)),
    }
  }
}

/** A stored tree as it is drawn. */
export function viewOf({ heads, labels, marks }: StoredTree, title: string): View {
  return { tree: treeOf(heads, undefined, marks), labels, title }
}

/** How many words differ in head, label or mark. */
export function countDifferences(one: StoredTree, other: StoredTree): number {
  const labelled = ({ labels, marks }: StoredTree, i: number): string => labels[i] + markSigns[marks[i]]
  return one.heads.filter((head, i) => head !== other.heads[i] || labelled(one, i) !== labelled(other, i))
    .length
}
