/**
 * Labels for a finished tree. A transition has to name the label of an arc when it makes it; a right-branching parser
 * names that of a phrase on the left at its first word, before the head of the phrase is there, let alone the head of
 * that. Late labels are chosen again, arc by arc from the root down, by a classifier that sees the whole tree (the
 * second stage of McDonald, Lerman & Pereira 2006). The early label starts with a lead: what chose it looked at other
 * things. The labels of roots stay as they are.
 */
import { compileTemplates } from '../features/templates.ts'
import { TableBuilder } from '../kernel/builder.ts'
import { createKernel } from '../kernel/kernel.ts'
import type { Prediction } from '../kernel/layout.ts'
import type { Model } from '../model.ts'
import { plainScorer, type ClassScorer } from '../scorer.ts'
import type { Sentence } from '../sentence.ts'
import { labelOf } from '../system.ts'
import { buildTable } from '../tables/table.ts'
import type { Tree } from '../../transform/tree.ts'
import { TreeFeatures } from './features.ts'

/** When labels are chosen: with the transitions that make the arcs, or again when the tree is finished. */
export const labellings = Object.freeze(['early', 'late'] as const)
export type Labelling = (typeof labellings)[number]

/**
 * Added to the score of the early label, in the unit of the weights. LAS of greedy `rb`, on dev: English EWT (a
 * quarter to learn from) 81.8 early, 82.1 late, 81.8 without a lead; Turkish IMST 54.9, 55.9, 55.8.
 */
const LEAD = 0.3

const known = new WeakMap<Model, Prediction>()

/** What a model chooses late labels by; undefined where it chooses them early. Throws RangeError as `predictionsOf`. */
export function latePrediction(model: Model): Prediction | undefined {
  const { labeller } = model
  let prediction = known.get(model)
  if (!prediction && labeller) {
    const { moves, scale } = labeller
    prediction = { moves, scale, table: buildTable(labeller, TableBuilder.create()) }
    known.set(model, prediction)
  }
  return prediction
}

/** Makes a model choose by what it was sent by another thread. */
export function attachLate(model: Model, prediction: Prediction): void {
  known.set(model, prediction)
}

/** Sums of up to `most` features, in the kernel where this machine has one; its own templates are not asked. */
function scorerIn(prediction: Prediction, most: number): ClassScorer {
  const templates = { ...compileTemplates({ name: 'none', templates: ['s0.form'] }), most }
  const alone = { decision: 'joint', names: ['labels'], ofLabels: new Int32Array(0), glance: 0 } as const
  return createKernel([prediction], templates, 1, alone)?.scorers[0] ?? plainScorer(prediction, 1)
}

export class Labeller {
  readonly #features: TreeFeatures
  readonly #scorer: ClassScorer
  readonly #lead: number

  /** Throws RangeError as `compileLate`. */
  constructor(templates: readonly string[], prediction: Prediction) {
    this.#features = new TreeFeatures(templates)
    this.#scorer = scorerIn(prediction, templates.length)
    this.#lead = Math.round(LEAD * prediction.scale)
  }

  /**
   * Gives the words of a tree their labels, but roots, in linear time.
   *
   * @param sentence its words, mirrored or not; the tree is in the order of the text
   * @param keeps whether the label of a word has to stay; none has to where absent
   */
  label(sentence: Sentence, tree: Tree, keeps?: (word: number, early: number) => boolean): void {
    const features = this.#features
    const scorer = this.#scorer
    features.begin(sentence, tree)
    for (let i = 0; i < tree.size; i++) {
      const word = features.order[i]
      if (tree.head[word] === 0 || keeps?.(word, tree.label[word])) continue
      features.extract(word)
      scorer.score(features.keys, features.keys.length)
      tree.label[word] = this.#best(tree.label[word])
    }
  }

  /** The best label by the last sums, given the early one. */
  #best(early: number): number {
    const { moves, scores } = this.#scorer
    let label = early
    let most = -Infinity
    for (let i = 0; i < moves.length; i++) {
      const other = labelOf(moves[i])
      const score = other === early ? scores[i] + this.#lead : scores[i]
      if (score <= most) continue
      most = score
      label = other
    }
    return label
  }
}
