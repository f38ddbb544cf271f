/**
 * The right-branching parser with features of gold true tokens (right-branching transformation, section 5), for an
 * experiment: it measures an upper bound of the gain from this information. Transitions and preconditions are those of
 * rb-learned.ts. `start` takes the gold tree; the field GOLD_TOKEN of each node is the true token of the word at the end of
 * the derivation, 0 without a gold tree. The features of the paper read it in place of the present true token, the other
 * sets in addition.
 */
import { REVERSED, type Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import { rightBranchingLearned } from './rb-learned.ts'
import { FREE_FIELD, nodeFields } from './right-branching-family.ts'

/** The field of a node: the true token of the word at the end of the derivation. */
export const GOLD_TOKEN = FREE_FIELD

export function rightBranchingOracle(settings: Settings): TransitionSystem {
  const learned = rightBranchingLearned(settings)
  return Object.freeze({
    ...learned,
    name: 'rb-oracle',
    readsGold: true,
    nodeFields: [...nodeFields, { field: GOLD_TOKEN, template: 's0g' }],
    start: (c: Configuration, size: number, gold?: Tree): void => {
      learned.start(c, size)
      c.notes = gold ? trueTokens(gold) : new Int32Array(size + 1)
      setGoldToken(c)
    },
    apply: (c: Configuration, type: number, label: number): void => {
      learned.apply(c, type, label)
      setGoldToken(c)
    },
  })
}

function setGoldToken(c: Configuration): void {
  if (c.front <= c.limit) c.nodes[c.next + GOLD_TOKEN] = c.notes[c.front]
}

/** By word of a marked right-branching tree: the child of the last reversed arc of the word, or the word itself. */
export function trueTokens(tree: Tree): Int32Array<ArrayBuffer> {
  const tokens = new Int32Array(tree.size + 1)
  for (let word = 0; word <= tree.size; word++) tokens[word] = word
  for (let word = 1; word <= tree.size; word++) {
    if (tree.mark[word] === REVERSED && tree.head[word] > 0) tokens[tree.head[word]] = word
  }
  return tokens
}
