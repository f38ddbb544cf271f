/**
 * What the transitions of a search cost while it is learned from. Added to the scores, the costs make the hypotheses
 * that a gold derivation has to beat those that are wrong in much, and it has to beat them by as much as they are wrong
 * (Taskar, Guestrin & Koller 2003; Tsochantaridis et al. 2005): the perceptron learns with a margin.
 *
 * What is wrong can be counted in several ways:
 *
 *   transformed   arcs as transitions make them: head, label and mark have to be gold
 *   half          the same; an arc that is wrong in nothing but its label costs half
 *   heads         the same without labels
 *   reversed      arcs as they are after the reversal, see reversed-costs.ts
 */
import type { Costs } from '../search/beam.ts'
import type { Configuration } from '../core/configuration.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { dependentOf, headOf, markOf } from '../systems/arcs.ts'
import type { Tree } from '../../transform/tree.ts'
import { ReversedCosts } from './reversed-costs.ts'

export const losses = Object.freeze(['transformed', 'half', 'heads', 'reversed'] as const)
export type Loss = (typeof losses)[number]

/** What a wrong label costs beside a right head. */
const ofLabel = Object.freeze({ transformed: 1, half: 0.5, heads: 0 })

/** Costs that are told before each sentence what is gold in it. */
export interface GoldCosts extends Costs {
  begin(gold: Tree): void
}

/**
 * The costs of a loss, each wrong arc costing `cost`; labels are 0..labels-1.
 *
 * @throws RangeError for `reversed` where a system does not transform trees
 */
export function costsOf(loss: Loss, { family }: TransitionSystem, cost: number, labels: number): GoldCosts {
  if (loss !== 'reversed') return new ArcCosts(family, cost, ofLabel[loss] * cost, labels)
  if (family === 'right-branching') return new ReversedCosts(cost, labels)
  throw new RangeError('the loss of reversed trees is for right-branching systems')
}

/** The costs of arcs that the gold tree does not have. */
class ArcCosts implements GoldCosts {
  readonly most: number
  readonly #family: TransitionSystem['family']
  readonly #ofLabel: number
  /** By label: where the arc is wrong under each, and where one is right. */
  readonly #wrong: Float64Array
  readonly #beside: Float64Array
  #right = 0
  #gold!: Tree

  constructor(family: TransitionSystem['family'], cost: number, ofLabel: number, labels: number) {
    this.most = cost
    this.#family = family
    this.#ofLabel = ofLabel
    this.#wrong = new Float64Array(labels).fill(cost)
    this.#beside = new Float64Array(labels).fill(ofLabel)
  }

  begin(gold: Tree): void {
    this.#gold = gold
  }

  weigh(c: Configuration, type: number): Float64Array {
    const family = this.#family
    const gold = this.#gold
    const word = dependentOf(family, c, type)
    if (gold.head[word] !== headOf(family, c, type) || gold.mark[word] !== markOf(family, type))
      return this.#wrong
    const costs = this.#beside
    costs[this.#right] = this.#ofLabel
    costs[(this.#right = gold.label[word])] = 0
    return costs
  }
}
