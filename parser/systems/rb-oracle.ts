/**
 * The right-branching parser that is told the gold true tokens (right-branching transformation, section 5), for an
 * experiment: an upper bound of what it can gain from knowing them. Transitions and preconditions are those of
 * rb-learned.ts. `reveal` gives it the gold tree before `start`; the field GOLD_TOKEN of each node then holds the true
 * token that its word has at the end, for features to read in addition to all others. (In place of the true tokens so far
 * it would hide the words that the labels of reversed arcs depend on.)
 */
import { REVERSED, type Tree } from '../../transform/tree.ts'
import { GOLD_TOKEN, type Configuration } from '../core/configuration.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import { rightBranchingLearned } from './rb-learned.ts'

export function rightBranchingOracle(settings: Settings): TransitionSystem {
  const learned = rightBranchingLearned(settings)
  let tokens = new Int32Array(0)
  const setGoldToken = (c: Configuration): void => {
    if (c.front <= c.limit) c.nodes[c.next + GOLD_TOKEN] = tokens[c.front]
  }
  return Object.freeze({
    ...learned,
    name: 'rb-oracle',
    reveal: (gold: Tree): void => {
      tokens = trueTokens(gold)
    },
    start: (c: Configuration, size: number): void => {
      learned.start(c, size)
      setGoldToken(c)
    },
    apply: (c: Configuration, type: number, label: number): void => {
      learned.apply(c, type, label)
      setGoldToken(c)
    },
  })
}

/** By word of a marked right-branching tree: the child of its last reversed arc, or the word itself. */
export function trueTokens(tree: Tree): Int32Array<ArrayBuffer> {
  const tokens = new Int32Array(tree.size + 1)
  for (let word = 0; word <= tree.size; word++) tokens[word] = word
  for (let word = 1; word <= tree.size; word++) {
    if (tree.mark[word] === REVERSED && tree.head[word] > 0) tokens[tree.head[word]] = word
  }
  return tokens
}
