/** Postprocessing: converts the derived tree (projective, marked, in reading order) to the tree of the sentence. */
import { decodingOf, type Decode } from '../../transform/decoding.ts'
import { copyTree, type Tree } from '../../transform/tree.ts'
import { labelIsConstrained, type Constraints } from '../core/constraints.ts'
import { Relabeller } from './relabeller.ts'
import type { PreparedModel } from '../scoring/scoring.ts'
import type { ParserSentence } from '../core/sentence.ts'

export interface Parse {
  /** The derived tree in reading order: projective, with marks. Only with the option `keepMarks`. */
  readonly derived?: Tree
  /** The tree of the sentence: reversed, in the order of the text, and deprojectivized. */
  readonly tree: Tree
  /** The number of marks that could not be undone. */
  readonly vestigialArcs: number
}

/** Relabels a projective tree in the order of the sentence, and the derived tree `kept` if it is defined. */
export type Relabel = (tree: Tree, kept: Tree | undefined) => void

export class Postprocessor {
  readonly #decode: Decode
  /** For trees that remain projective. */
  readonly #decodeProjective: Decode
  /** For trees that are projective and in the order of the sentence. */
  readonly #restore: Decode
  readonly #keepsMarks: boolean
  readonly relabeller: Relabeller | undefined

  /** @param transforms whether derived trees are right-branching */
  constructor(model: PreparedModel, transforms: boolean, keepsMarks: boolean) {
    const { header, labels } = model
    const { direction, steps } = header
    this.relabeller = Relabeller.of(model)
    this.#keepsMarks = keepsMarks
    this.#decode = decodingOf({ labels, direction, steps, transforms })
    this.#decodeProjective = decodingOf({ labels, direction, transforms, projective: false })
    this.#restore = decodingOf({ labels, steps, transforms: false })
  }

  /**
   * The parse of a derived tree. The memory of the tree becomes part of the parse.
   *
   * @param bases by label: the label in the parse; then the tree remains projective. Default: lifts are undone
   */
  parse(derived: Tree, relabel?: Relabel, bases?: Int32Array): Parse {
    const kept = this.#keepsMarks ? copyTree(derived) : undefined
    const amend = relabel && ((tree: Tree) => relabel(tree, kept))
    const decode = bases ? this.#decodeProjective : this.#decode
    const { tree, vestigialArcs } = decode(derived, derived, amend)
    if (bases) for (let word = 1; word <= tree.size; word++) tree.label[word] = bases[tree.label[word]]
    return { derived: kept, tree, vestigialArcs }
  }

  /** Undoes the lifts and earlier steps of a projective tree in the order of the sentence. */
  restore(tree: Tree): Tree {
    return this.#restore(tree, tree).tree
  }

  /**
   * A function that relabels trees of a sentence, except labels that constraints fix; undefined if the model does not relabel.
   *
   * @param early whether to keep first-stage labels and only set labels that constraints fix without a head
   */
  relabelling(sentence: ParserSentence, constraints?: Constraints, early = false): Relabel | undefined {
    const { relabeller } = this
    if (!relabeller) return undefined
    const keeps = constraints && labelIsConstrained(constraints)
    return (tree, kept) => {
      for (const { dependent, label } of constraints?.labels ?? [])
        if (label >= 0) tree.label[dependent] = label
      if (!early) relabeller.label(sentence, tree, keeps)
      if (kept) this.#labelKept(tree, kept)
    }
  }

  /** Copies the labels of a tree to its derived tree. Decoding a tree with word numbers as labels maps the words. */
  #labelKept(tree: Tree, kept: Tree): void {
    const moved = copyTree(kept)
    for (let word = 1; word <= kept.size; word++) moved.label[word] = word
    const { label: from } = this.#decodeProjective(moved, moved).tree
    for (let word = 1; word <= kept.size; word++) kept.label[from[word]] = tree.label[word]
  }
}
