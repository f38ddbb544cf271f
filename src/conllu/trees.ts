/** Sentences to trees and back: DEPREL as text becomes a label id and a mark, and text again. */
import {
  LIFTED,
  markSigns,
  parseLabel,
  PASSED,
  printLabel,
  reservedCharacter,
} from '../../transform/label.ts'
import { Symbols } from '../../transform/symbols.ts'
import { createTree, PLAIN, type Tree } from '../../transform/tree.ts'
import { ByteSymbols } from './byte-symbols.ts'
import { ConlluError } from './error.ts'
import { DEPREL, type ConlluSentence } from './sentence.ts'
import { encode } from './utf8.ts'

/** Reads the trees of sentences, with label ids of one table, to which new labels are added. */
export class TreeReader {
  readonly labels: Symbols
  /** DEPREL as it stands, and for each what it comes to. */
  readonly #texts = new ByteSymbols()
  readonly #label: number[] = []
  readonly #mark: number[] = []
  /** What is wrong with a text as the label of an original tree, and as that of a transformed one. */
  readonly #unfit: (string | undefined)[] = []
  readonly #malformed: (string | undefined)[] = []

  constructor(labels: Symbols = new Symbols()) {
    this.labels = labels
  }

  /** The tree of a treebank's sentence. Throws ConlluError where a label has a reserved character. */
  original(sentence: ConlluSentence): Tree {
    return this.#read(sentence, this.#unfit)
  }

  /** A tree whose labels may have lifts and marks. Throws ConlluError where a label is not of the grammar. */
  marked(sentence: ConlluSentence): Tree {
    return this.#read(sentence, this.#malformed)
  }

  #read(sentence: ConlluSentence, problems: readonly (string | undefined)[]): Tree {
    const { size, block } = sentence
    const tree = createTree(size)
    tree.head.set(sentence.head)
    for (let word = 1; word <= size; word++) {
      const text = this.#texts.add(
        block,
        sentence.columnStart(word, DEPREL),
        sentence.columnEnd(word, DEPREL),
      )
      if (text === this.#label.length) this.#learn(this.#texts.symbols.text(text))
      const problem = problems[text]
      if (problem !== undefined) throw new ConlluError(sentence.file, sentence.lineOf(word), problem)
      tree.label[word] = this.#label[text]
      tree.mark[word] = this.#mark[text]
    }
    return tree
  }

  #learn(text: string): void {
    const reserved = reservedCharacter(text)
    const signs = [LIFTED, PASSED, ...markSigns.slice(1)].join(' ')
    let unfit: string | undefined
    if (text === '') unfit = 'the label is empty, expected one'
    else if (reserved !== undefined)
      unfit = `the label '${text}' has the reserved character '${reserved}', expected one without ${signs}`
    let malformed: string | undefined
    let label = text
    let mark = PLAIN
    try {
      const parsed = parseLabel(text)
      mark = parsed.mark
      label = printLabel({ ...parsed, mark: PLAIN })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      malformed = error.message
    }
    this.#unfit.push(unfit)
    this.#malformed.push(malformed)
    this.#label.push(this.labels.add(label))
    this.#mark.push(mark)
  }
}

/** The DEPREL of label ids and marks, in UTF-8. */
export class DeprelBytes {
  readonly #labels: Symbols
  readonly #bytes: Uint8Array[] = []

  constructor(labels: Symbols) {
    this.#labels = labels
  }

  of(label: number, mark: number): Uint8Array {
    return (this.#bytes[label * markSigns.length + mark] ??= encode(
      this.#labels.text(label) + markSigns[mark],
    ))
  }
}
