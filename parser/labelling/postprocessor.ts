/**
 * Postprocessing: from the tree that a derivation ends in (projective, marked, in reading order) to the tree of the
 * sentence. Arcs are reversed, words are put back in their order, the tree is relabelled, and lifts are undone.
 */
import { createEncoding, inSentenceOrder, type Encoding } from '../../transform/encoding.ts'
import { reverse } from '../../transform/right-branching.ts'
import { copyTree, type Tree } from '../../transform/tree.ts'
import { labelIsConstrained, type Constraints } from '../core/constraints.ts'
import { Relabeller } from './relabeller.ts'
import type { PreparedModel } from '../scoring/prepared-model.ts'
import type { Sentence } from '../core/sentence.ts'

export interface Parse {
  /**
   * The tree that the derivation ends in, in reading order: projective, with the marks of a right-branching system. Only
   * with the option `keepMarks`.
   */
  readonly derived?: Tree
  /** The tree of the sentence: reversed, in the order of the text, and deprojectivized. */
  readonly tree: Tree
  /** The number of marks that could not be undone. */
  readonly vestigialArcs: number
}

/**
 * Relabels a tree that is projective and in the order of the sentence, and the derived tree that it comes from if that is
 * kept.
 */
export type Relabel = (tree: Tree, kept: Tree | undefined) => void

export class Postprocessor {
  readonly #encoding: Encoding
  readonly #keepsMarks: boolean
  readonly #relabeller: Relabeller | undefined

  /** @param transforms whether derived trees are right-branching */
  constructor(model: PreparedModel, transforms: boolean, keepsMarks: boolean) {
    const { header, labels } = model
    this.#relabeller = Relabeller.of(model)
    this.#keepsMarks = keepsMarks
    this.#encoding = createEncoding({
      labels,
      nonProjective: header.nonProjective,
      direction: header.direction,
      steps: header.steps,
      transforms,
    })
  }

  /** The parse of a derived tree. The memory of the tree becomes part of the parse. */
  parse(derived: Tree, relabel?: Relabel): Parse {
    const kept = this.#keep(derived)
    const amend = relabel && ((tree: Tree) => relabel(tree, kept))
    const { tree, vestigialArcs } = this.#encoding.decode(derived, derived, amend)
    return { derived: kept, tree, vestigialArcs }
  }

  /** The parse whose tree stays projective. @param bases by label: the label without its lift */
  parseProjective(derived: Tree, bases: Int32Array, relabel?: Relabel): Parse {
    const { direction, transforms } = this.#encoding
    const kept = this.#keep(derived)
    const vestigialArcs = transforms ? reverse(derived) : 0
    const tree = inSentenceOrder(derived, direction, derived)
    relabel?.(tree, kept)
    for (let word = 1; word <= tree.size; word++) tree.label[word] = bases[tree.label[word]]
    return { derived: kept, tree, vestigialArcs }
  }

  /** Relabels trees of a sentence, except for labels that the constraints set; undefined if the model does not relabel. */
  relabelling(sentence: Sentence, constraints: Constraints | undefined): Relabel | undefined {
    const relabeller = this.#relabeller
    if (!relabeller) return undefined
    const keeps = constraints && labelIsConstrained(constraints)
    return (tree, kept) => {
      relabeller.label(sentence, tree, keeps)
      if (kept) this.#labelKept(tree, kept)
    }
  }

  #keep(derived: Tree): Tree | undefined {
    return this.#keepsMarks ? copyTree(derived) : undefined
  }

  /** Copies the labels of a tree to the derived tree that it comes from. Reversing word numbers shows where each goes. */
  #labelKept(tree: Tree, kept: Tree): void {
    const { direction, transforms } = this.#encoding
    const moved = copyTree(kept)
    for (let word = 1; word <= kept.size; word++) moved.label[word] = word
    if (transforms) reverse(moved)
    const { label: from } = inSentenceOrder(moved, direction, moved)
    for (let word = 1; word <= kept.size; word++) kept.label[from[word]] = tree.label[word]
  }
}
