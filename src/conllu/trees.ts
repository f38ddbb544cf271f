/** Converts sentences to the words and trees of the parser, and DEPREL to labels with marks and back. */
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
import { DEPREL, FEATS, type AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { CoNLLUError } from './error.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import { TextTable, encode } from './utf8.ts'
import type { OptionalColumns } from '../../parser/core/sentence.ts'
import type { ParserToken } from '../../parser/core/word-attributes.ts'

/** The comment of a transformed sentence whose heads are after their dependents. */
export const LEFT_COMMENT = '# direction = left'

/** The content of a DEPREL. */
interface DeprelContent {
  /** The label without its mark. */
  readonly text: string
  readonly mark: number
  /** The id of the label; undefined until the label is in the table. */
  id: number | undefined
  /** The reason why the text is no label of an original tree, and why it is no label of a transformed tree. */
  readonly notOriginal: string | undefined
  readonly notMarked: string | undefined
}

/** Reads the trees of sentences. Adds new labels to `labels`; if `labels` is frozen, new labels have the id −1. */
export class TreeReader {
  readonly labels: Symbols
  readonly #texts = new TextTable()
  /** The contents of each DEPREL, by its id in `#texts`. */
  readonly #read: DeprelContent[] = []

  constructor(labels: Symbols = new Symbols()) {
    this.labels = labels
  }

  /**
   * The tree of a treebank sentence. If the tree is partial, heads and labels that are `_` become -1. Throws CoNLLUError if
   * a label contains a reserved character.
   */
  original(sentence: CoNLLUSentence): Tree {
    return this.#tree(sentence, 'notOriginal')
  }

  /**
   * The tree of a sentence whose labels may contain lifts and marks. Throws CoNLLUError if a label does not follow the
   * grammar.
   */
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
      const content = (this.#read[id] ??= readLabel(this.#texts.texts[id]))
      const problem = content[problemOf]
      if (problem !== undefined) throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
      // Add the label only after the check, so that all labels of the table follow the grammar.
      tree.label[word] = content.id ??= this.labels.add(content.text)
      tree.mark[word] = content.mark
    }
    return tree
  }
}

function readLabel(text: string): DeprelContent {
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

/** The letter x, which few other features have. */
const X = 0x78

/** Reads the words of sentences for the parser. An optional column that is not wanted is read as `_`. */
export class TokenReader {
  readonly #wanted: OptionalColumns

  constructor(wanted: OptionalColumns = { lemma: true, feats: true }) {
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
        feats: feats === true || (feats && sentence.hasByte(word, FEATS, X)) ? sentence.feats(word) : '_',
      })
    }
    return tokens
  }
}
