/** Short sentences of the test part with their trees, for the drawings of a report. */
import { treeOf } from '../../src/lab.ts'
import type { CoNLLUSentence, Symbols, Tree, View } from '../../src/lab.ts'

const MIN_WORDS = 5
const MAX_WORDS = 12
const MAX_SENTENCES = 300

/** A stored tree: for each word its head, its label without the mark, and its mark. */
export interface StoredTree {
  readonly heads: readonly number[]
  readonly labels: readonly string[]
  readonly marks: readonly number[]
}

export interface ExampleSentence {
  /** The index of the sentence in the test part. */
  readonly index: number
  readonly forms: readonly string[]
  /** The trees by name, in sentence order. One of them is `gold`. */
  readonly trees: Readonly<Record<string, StoredTree>>
}

/** Collects at most 300 sentences of 5 to 12 words. The choice depends only on the sentences. */
export class ExampleSentences {
  readonly sentences: ExampleSentence[] = []
  readonly #labels: Symbols

  /** @param labels the symbol table for the labels of the trees */
  constructor(labels: Symbols) {
    this.#labels = labels
  }

  add(index: number, sentence: CoNLLUSentence, trees: Readonly<Record<string, Tree>>): void {
    const { size } = sentence
    if (size < MIN_WORDS || size > MAX_WORDS || this.sentences.length >= MAX_SENTENCES) return
    const stored = Object.entries(trees).map(([name, tree]) => [name, this.#store(tree)] as const)
    this.sentences.push({ index, forms: sentence.forms(), trees: Object.fromEntries(stored) })
  }

  #store({ size, head, label, mark }: Tree): StoredTree {
    return {
      heads: Array.from(head.subarray(1)),
      labels: Array.from({ length: size }, (_, i) => this.#labels.text(label[i + 1])),
      marks: Array.from(mark.subarray(1)),
    }
  }
}

export function viewOf({ heads, labels, marks }: StoredTree, title: string): View {
  return { tree: treeOf(heads, undefined, marks), labels, title }
}

/** The number of words that differ in head, label or mark. */
export function countDifferences(one: StoredTree, other: StoredTree): number {
  const isOther = (part: keyof StoredTree, i: number): boolean => one[part][i] !== other[part][i]
  return one.heads.filter((_, i) => isOther('heads', i) || isOther('labels', i) || isOther('marks', i)).length
}

/** The example sentences of a view, from the `trees` of a measurement. */
export function examplesOf(trees: object | undefined, view = ''): readonly ExampleSentence[] {
  const [group = 'examples'] = view.split('.').slice(-2, -1)
  return (trees as Partial<Record<string, readonly ExampleSentence[]>> | undefined)?.[group] ?? []
}
