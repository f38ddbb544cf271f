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
import { DEPREL, type AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { CoNLLUError } from './error.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import { TextTable, encode } from './utf8.ts'
import type { ParserToken } from '../../parser/core/word-attributes.ts'

/** What a DEPREL means. */
interface ReadLabel {
  /** The label without its mark. */
  readonly text: string
  readonly mark: number
  /** The id of the label, once it is in the table. */
  id: number | undefined
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

  constructor(labels: Symbols = new Symbols()) {
    this.labels = labels
  }

  /**
   * The tree of a treebank's sentence; if a HEAD is `_`, the known part, in which heads and labels that are `_` are -1.
   * Throws CoNLLUError if a label has a reserved character.
   */
  original(sentence: CoNLLUSentence): Tree {
    return this.#tree(sentence, 'notOriginal')
  }

  /** A tree whose labels may have lifts and marks. Throws CoNLLUError if a label does not follow the grammar. */
  marked(sentence: CoNLLUSentence): Tree {
    return this.#tree(sentence, 'notMarked')
  }

  #tree(sentence: CoNLLUSentence, problemOf: 'notOriginal' | 'notMarked'): Tree {
    const { size, block } = sentence
    const isReplaced = sentence.replaced.includes(DEPREL)
    const tree = createTree(size)
    tree.head.set(sentence.head)
    const isPartial = tree.head.indexOf(-1, 1) > 0
    for (let word = 1; word <= size; word++) {
      if (isPartial && sentence.isEmpty(word, DEPREL)) {
        tree.label[word] = -1
        continue
      }
      const bytes = isReplaced ? encode(sentence.deprel(word)) : block
      const start = isReplaced ? 0 : sentence.columnStart(word, DEPREL)
      const end = isReplaced ? bytes.length : sentence.columnEnd(word, DEPREL)
      const id = this.#texts.id(bytes, start, end)
      const read = (this.#read[id] ??= readLabel(this.#texts.texts[id]))
      const problem = read[problemOf]
      if (problem !== undefined) throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
      // Labels of bad sentences do not get into the table: its labels follow the grammar, and have their bases.
      tree.label[word] = read.id ??= this.labels.add(read.text)
      tree.mark[word] = read.mark
    }
    return tree
  }
}

function readLabel(text: string): ReadLabel {
  const reserved = reservedCharacter(text)
  const signs = [LIFTED, PASSED, ...markSigns.slice(1)].join(' ')
  let notOriginal: string | undefined
  if (text === '') notOriginal = 'the label is empty, expected one'
  else if (reserved !== undefined)
    notOriginal = `the label '${text}' has the reserved character '${reserved}', expected one without ${signs}`
  try {
    const parsed = parseLabel(text)
    const plain = printLabel({ ...parsed, mark: PLAIN })
    return { text: plain, mark: parsed.mark, id: undefined, notOriginal, notMarked: undefined }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { text, mark: PLAIN, id: undefined, notOriginal, notMarked: error.message }
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

/** Reads the words of sentences as the parser takes them. */
export class TokenReader {
  readonly #wanted: Wanted

  constructor(wanted: Wanted = { lemma: true, feats: true }) {
    this.#wanted = wanted
  }

  /** Forms, lemmas, tags and features of the words 1..size, in order. */
  tokens(sentence: AnnotatedSentence): Required<ParserToken>[] {
    const { lemma, feats } = this.#wanted
    const tokens: Required<ParserToken>[] = []
    for (let word = 1; word <= sentence.size; word++) {
      tokens.push({
        form: sentence.form(word),
        lemma: lemma ? sentence.lemma(word) : '_',
        upos: sentence.upos(word),
        xpos: sentence.xpos(word),
        feats: feats ? sentence.feats(word) : '_',
      })
    }
    return tokens
  }
}
