/**
 * The second half of parsing: from the tree that a derivation ends in, projective, marked and in reading order, to that
 * of the sentence. Arcs are reversed, words put back in their order, late labels chosen, lifts undone.
 */
import { createEncoding, inSentenceOrder, type Encoding } from '../../transform/encoding.ts'
import { reverse } from '../../transform/right-branching.ts'
import { copyTree, type Tree } from '../../transform/tree.ts'
import { labelIsConstrained, type Constraints } from '../core/constraints.ts'
import { Relabeller } from './relabeller.ts'
import type { PreparedModel } from '../scoring/prepared-model.ts'
import type { Sentence } from '../core/sentence.ts'

/** What came of one sentence. */
export interface Parse {
  /**
   * The tree that the derivation ended in, in reading order: projective, for a transforming system with its marks. Only
   * where the parser was asked to keep them.
   */
  readonly derived?: Tree
  /** The same on the words as they stand: reversed, mirrored back and deprojectivized. */
  readonly tree: Tree
  /** Marks that could not be undone. */
  readonly vestigialArcs: number
}

/**
 * Changes labels of a tree that is projective and in the order of the sentence; and, where it is kept, those of the
 * derived tree that it has come of.
 */
export type Relabel = (tree: Tree, kept: Tree | undefined) => void

export class Postprocessor {
  readonly #encoding: Encoding
  readonly #keepsMarks: boolean
  readonly #labeller: Relabeller | undefined

  /** @param transforms whether derived trees are right-branching */
  constructor(model: PreparedModel, transforms: boolean, keepsMarks: boolean) {
    const { header, labels } = model
    this.#labeller = Relabeller.of(model)
    this.#keepsMarks = keepsMarks
    this.#encoding = createEncoding({
      labels,
      nonProjective: header.nonProjective,
      direction: header.direction,
      transforms,
    })
  }

  /** The parse of a derived tree, which becomes the parse's. */
  parse(derived: Tree, relabel?: Relabel): Parse {
    const kept = this.#keep(derived)
    const amend = relabel && ((tree: Tree) => relabel(tree, kept))
    const { tree, vestigialArcs } = this.#encoding.decode(derived, derived, amend)
    return { derived: kept, tree, vestigialArcs }
  }

  /** The same where the tree stays projective. @param bases for each label the one that is left without its lift */
  parseProjective(derived: Tree, bases: Int32Array, relabel?: Relabel): Parse {
    const { direction, transforms } = this.#encoding
    const kept = this.#keep(derived)
    const vestigialArcs = transforms ? reverse(derived) : 0
    const tree = inSentenceOrder(derived, direction, derived)
    relabel?.(tree, kept)
    for (let word = 1; word <= tree.size; word++) tree.label[word] = bases[tree.label[word]]
    return { derived: kept, tree, vestigialArcs }
  }

  /** Gives the trees of a sentence late labels, but those that are demanded; undefined where the model has none. */
  relabelling(sentence: Sentence, constraints: Constraints | undefined): Relabel | undefined {
    const labeller = this.#labeller
    if (!labeller) return undefined
    const keeps = constraints && labelIsConstrained(constraints)
    return (tree, kept) => {
      labeller.label(sentence, tree, keeps)
      if (kept) this.#labelKept(tree, kept)
    }
  }

  #keep(derived: Tree): Tree | undefined {
    return this.#keepsMarks ? copyTree(derived) : undefined
  }

  /** Gives a derived tree the labels of what came of it: where they go is seen when each is the number of its word. */
  #labelKept(tree: Tree, kept: Tree): void {
    const { direction, transforms } = this.#encoding
    const moved = copyTree(kept)
    for (let word = 1; word <= kept.size; word++) moved.label[word] = word
    if (transforms) reverse(moved)
    const { label: from } = inSentenceOrder(moved, direction, moved)
    for (let word = 1; word <= kept.size; word++) kept.label[from[word]] = tree.label[word]
  }
}
