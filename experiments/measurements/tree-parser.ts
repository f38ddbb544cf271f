/** Parses sentences and returns the gold trees that the parser learns, the derived trees and the final trees. */
import {
  createEncoding,
  fillSentence,
  isProjective,
  misplacedMark,
  Parser,
  copyTree,
  registered,
  reverse,
  splitMark,
  TokenReader,
  type CoNLLUSentence,
  type Encoding,
  type Model,
  type Parse,
  type ParserSentence,
  type Symbols,
  type Tree,
} from '../../src/lab.ts'
import type { LearnedTrees } from './learning.ts'
import { inReadingOrder } from './trained-model.ts'

export interface Outcome extends Required<Parse> {
  /** The gold tree that the parser learns, in the form of the derived tree. */
  readonly goldEncoded: Tree
  /** Whether the tree is projective after the reverse, before it is deprojectivized. */
  readonly projective: boolean
}

export class TreeParser {
  readonly parser: Parser
  readonly encoding: Encoding
  /** Whether the parser learns encoded trees instead of the original trees of the treebank. */
  readonly isEncoding: boolean
  readonly #direction: 'right' | 'left'
  readonly #sentence: ParserSentence
  readonly #tokens = new TokenReader()
  /** For each label of the model: its id in the symbol table of the gold trees, and the mark at the end of its text. */
  readonly #labels: Int32Array
  readonly #marks: Uint8Array | undefined

  /** @param labels the symbol table of the gold trees; the constructor adds the labels of the model */
  constructor(model: Model, { steps, transformed }: LearnedTrees, labels: Symbols, search?: string) {
    const areTransformed = transformed !== undefined
    this.parser = new Parser(model, { keepMarks: true, search })
    this.#direction = transformed ?? 'right'
    this.#sentence = this.parser.sentence()
    const texts = model.labels
      .texts()
      .map((text) => (areTransformed ? splitMark(text) : { label: text, mark: 0 }))
    this.#labels = Int32Array.from(texts, ({ label }) => labels.add(label))
    this.#marks = areTransformed ? Uint8Array.from(texts, ({ mark }) => mark) : undefined
    this.encoding = createEncoding({
      labels,
      direction: transformed ?? model.header.direction,
      steps,
      transforms: areTransformed || registered(model.header.system).traits.transformsTrees === true,
    })
    this.isEncoding = this.encoding.transforms || steps.length > 0
  }

  /** @param gold the gold tree. Only a system with gold true tokens reads it during parsing. */
  parse(sentence: CoNLLUSentence, gold: Tree): Outcome {
    const goldEncoded = this.encoding.encode(gold) as Tree
    const tokens = inReadingOrder(this.#tokens.tokens(sentence), this.#direction)
    const filled = fillSentence(this.#sentence, tokens)
    filled.gold = goldEncoded
    const { derived, parse } = this.#parse(filled)
    const reversed = copyTree(derived)
    if (this.encoding.transforms) {
      if (misplacedMark(derived) !== 0) throw new Error('a marked word was attached to a later word')
      reverse(reversed)
    }
    const { tree, vestigialArcs } = parse ?? this.encoding.decode(derived)
    return { goldEncoded, derived, tree, vestigialArcs, projective: isProjective(reversed) }
  }

  /** The derived tree with label ids of the gold trees, and the parse if the parser itself reverses the transform. */
  #parse(sentence: ParserSentence): { readonly derived: Tree; readonly parse?: Parse } {
    if (this.#marks) return { derived: this.#relabel(this.parser.derive(sentence)) }
    const { derived, tree, vestigialArcs } = this.parser.parse(sentence)
    return { derived: this.#relabel(derived!), parse: { tree: this.#relabel(tree), vestigialArcs } }
  }

  #relabel(tree: Tree): Tree {
    for (let word = 1; word <= tree.size; word++) {
      const label = tree.label[word]
      tree.label[word] = this.#labels[label]
      if (this.#marks) tree.mark[word] = this.#marks[label]
    }
    return tree
  }
}
