/** The words and trees of sentences as the parser takes them, and DEPREL as labels with marks, and back. */
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
import { DEPREL, FEATS, FORM, LEMMA, UPOS, XPOS } from './conllu-sentence.ts'
import { ConlluError } from './error.ts'
import type { ConlluSentence } from './conllu-sentence.ts'
import { TextTable, TextCache } from './text-table.ts'
import { encode } from './utf8.ts'
import type { Token } from '../../parser/core/sentence.ts'

/** What a DEPREL stands for. */
interface ReadLabel {
  /** The label without its mark. */
  readonly text: string
  readonly mark: number
  /** Why it cannot be the label of an original tree, and why not that of a transformed tree. */
  readonly notOriginal: string | undefined
  readonly notMarked: string | undefined
}

/** Reads the trees of sentences. New labels are added to `labels`, unless it is frozen: then they have the id −1. */
export class TreeReader {
  readonly labels: Symbols
  readonly #texts = new TextTable()
  /** By the id of the DEPREL in the table. */
  readonly #read: ReadLabel[] = []
  readonly #ids: number[] = []

  constructor(labels: Symbols = new Symbols()) {
    this.labels = labels
  }

  /** The tree of a treebank's sentence. Throws ConlluError if a label has a reserved character. */
  original(sentence: ConlluSentence): Tree {
    return this.#tree(sentence, 'notOriginal')
  }

  /** A tree whose labels may have lifts and marks. Throws ConlluError if a label does not follow the grammar. */
  marked(sentence: ConlluSentence): Tree {
    return this.#tree(sentence, 'notMarked')
  }

  #tree(sentence: ConlluSentence, problemOf: 'notOriginal' | 'notMarked'): Tree {
    const { size, block } = sentence
    const tree = createTree(size)
    tree.head.set(sentence.head)
    for (let word = 1; word <= size; word++) {
      const start = sentence.columnStart(word, DEPREL)
      const id = this.#texts.id(block, start, sentence.columnEnd(word, DEPREL))
      const read = (this.#read[id] ??= this.#readLabel(this.#texts.texts[id]))
      const problem = read[problemOf]
      if (problem !== undefined) throw new ConlluError(sentence.file, sentence.lineOf(word), problem)
      // Labels of bad sentences do not get into the table: its labels follow the grammar, and have their bases.
      tree.label[word] = this.#ids[id] ??= this.labels.add(read.text)
      tree.mark[word] = read.mark
    }
    return tree
  }

  #readLabel(text: string): ReadLabel {
    const reserved = reservedCharacter(text)
    const signs = [LIFTED, PASSED, ...markSigns.slice(1)].join(' ')
    let notOriginal: string | undefined
    if (text === '') notOriginal = 'the label is empty, expected one'
    else if (reserved !== undefined)
      notOriginal = `the label '${text}' has the reserved character '${reserved}', expected one without ${signs}`
    try {
      const parsed = parseLabel(text)
      const plain = printLabel({ ...parsed, mark: PLAIN })
      return { text: plain, mark: parsed.mark, notOriginal, notMarked: undefined }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return { text, mark: PLAIN, notOriginal, notMarked: error.message }
    }
  }
}

/** Converts label ids and marks to DEPREL in UTF-8. */
export class DeprelBytes {
  readonly #labels: Symbols
  readonly #bytes: Uint8Array[] = []

  constructor(labels: Symbols) {
    this.#labels = labels
  }

  of(label: number, mark: number): Uint8Array {
    const index = label * markSigns.length + mark
    return (this.#bytes[index] ??= encode(this.#labels.text(label) + markSigns[mark]))
  }
}

/** Which of the texts that few models read are wanted; `_` is in place of the others. */
export interface Wanted {
  readonly lemma: boolean
  readonly feats: boolean
}

/** Reads the words of one file after the other. */
export class TokenReader {
  readonly #forms = new TextCache((form) => form)
  readonly #tags = new TextCache((tag) => tag)
  readonly #wanted: Wanted

  constructor(wanted: Wanted = { lemma: true, feats: true }) {
    this.#wanted = wanted
  }

  /** Forms, lemmas, tags and features of the words 1..size, in order. */
  tokens(sentence: ConlluSentence): Required<Token>[] {
    const { block, size } = sentence
    const { lemma, feats } = this.#wanted
    const text = (cache: TextCache<string>, word: number, column: number): string =>
      cache.value(block, sentence.columnStart(word, column), sentence.columnEnd(word, column))
    const tokens: Required<Token>[] = []
    for (let word = 1; word <= size; word++) {
      tokens.push({
        form: text(this.#forms, word, FORM),
        lemma: lemma ? text(this.#forms, word, LEMMA) : '_',
        upos: text(this.#tags, word, UPOS),
        xpos: text(this.#tags, word, XPOS),
        feats: feats ? text(this.#tags, word, FEATS) : '_',
      })
    }
    return tokens
  }
}
