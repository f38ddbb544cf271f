/**
 * The loss of every configuration by looking at everything that can follow it: what dynamic oracles must come to without
 * looking.
 */
import type { DynamicOracle } from '../../../parser/oracles/dynamic.ts'
import type { Tree } from '../../../transform/tree.ts'
import { headsOf } from '../../trees.ts'
import { bufferOf, stackOf, treeIn, type Space } from '../laws/explore.ts'

export interface Checked {
  /** Pairs of a configuration and a gold tree. */
  readonly pairs: number
  /** Costs that were compared: one for each allowed transition of each pair. */
  readonly checks: number
  /** The first few differences, in words. */
  readonly wrong: readonly string[]
}

/** How many words of `tree`, a tree in which a derivation may end, are as in `gold`. */
export type Score = (tree: Tree, gold: Tree) => number

/** Words with the gold head; those that `rootless` systems leave without a head have no arc that could be right. */
export const sameHeads =
  (rootless: boolean): Score =>
  (tree, gold) => {
    let same = 0
    for (let word = 1; word <= gold.size; word++) {
      if (tree.head[word] === gold.head[word] && !(rootless && gold.head[word] === 0)) same++
    }
    return same
  }

/** Words with the gold head and label; a label left open is right. */
export const sameLabelledHeads: Score = (tree, gold) => {
  let same = 0
  for (let word = 1; word <= gold.size; word++) {
    const label = tree.label[word]
    if (tree.head[word] === gold.head[word] && (label === gold.label[word] || label === -1)) same++
  }
  return same
}

/** Compares the costs of `oracle` in every configuration, for every gold tree, with what the derivations come to. */
export function checkCosts(
  space: Space,
  golds: readonly Tree[],
  oracle: DynamicOracle,
  score: Score,
): Checked {
  const { system, configurations, steps } = space
  const trees = configurations.map((c) => (system.done(c) ? treeIn(system, c) : undefined))
  const allowed = configurations.map((c) => system.allowed(c))
  const best = new Int32Array(configurations.length)
  const costs = new Int32Array(system.transitionTypes.length)
  const wrong: string[] = []
  let pairs = 0
  let checks = 0
  for (const gold of golds) {
    oracle.begin(gold)
    for (let index = 0; index < configurations.length; index++) {
      pairs++
      const tree = trees[index]
      best[index] = tree ? score(tree, gold) : Math.max(...steps[index].map((step) => best[step.to]))
      if (tree) continue
      const free = oracle.weigh(configurations[index], allowed[index])
      costs.fill(configurations.length)
      let agree = true
      for (const { type, label, to } of steps[index]) {
        checks++
        const cost = best[index] - best[to]
        costs[type] = Math.min(costs[type], cost)
        agree &&= labelledCost(oracle, type, label) === cost
      }
      // The labels of a kind differ by the gold label alone, so its cheapest label costs what the kind costs.
      agree &&= free === leastOf(costs, allowed[index])
      if (!agree && wrong.length < 5) {
        const c = configurations[index]
        wrong.push(
          `${stackOf(c)} | ${bufferOf(c)} | ${c.head.subarray(1, c.size + 1)}, gold ${headsOf(gold)}: ${oracle.costs}`,
        )
      }
    }
  }
  return { pairs, checks, wrong }
}

/** All kinds of the mask that cost as little as any of them. */
function leastOf(costs: Int32Array, allowed: number): number {
  let least = Infinity
  for (let type = 0; type < costs.length; type++)
    if ((allowed >> type) & 1) least = Math.min(least, costs[type])
  let mask = 0
  for (let type = 0; type < costs.length; type++)
    if ((allowed >> type) & 1 && costs[type] === least) mask |= 1 << type
  return mask
}

/** The cost of a transition type with this label: gold heads and labels that are lost. */
export function labelledCost(oracle: DynamicOracle, type: number, label: number): number {
  const gold = oracle.labels[type]
  return oracle.costs[type] + (gold !== -1 && gold !== label ? 1 : 0)
}
