/**
 * Arc-standard parsing with swap (Nivre 2009, Figure 2): in addition to the transitions of arc-standard.ts, swap moves the
 * word below the stack top back to the buffer, so that words are read in another order. Every derivation ends in a tree, and
 * every tree, projective or not, has a derivation.
 *
 *     swap   (σ|i|j, β, A) ⇒ (σ|j, i|β, A)   0 < i < j, so that two words are swapped at most once
 *
 *     start ([0], [1..n])   done ([0], [])   at most n² + n transitions: two for each word and for each pair of words
 *
 * The static oracle is lazy (Nivre, Kuhlmann & Hall 2009). It swaps i and j if j comes before i in the projective order (the
 * order of an inorder traversal of the gold tree) and j and the front of the buffer are in different maximal projective
 * components. These components are the subtrees of the gold tree that arc-standard parsing without swap builds.
 */
import { dependentCounts, type Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { BELOW, NO_NODE, WORD } from '../core/node-fields.ts'
import { transitionOf } from '../core/transition-system.ts'
import type { Guide, Settings, TransitionSystem } from '../core/transition-system.ts'
import { allowed, arcOracle, arcStandard, SHIFT, SWAP } from './arc-standard.ts'

export function arcStandardSwap(settings: Settings): TransitionSystem {
  const arcStandardSystem = arcStandard(settings)
  return Object.freeze({
    ...arcStandardSystem,
    name: 'arc-standard-swap',
    nonProjective: true,
    transitionTypes: [...arcStandardSystem.transitionTypes, { name: 'swap', labelled: false }],
    bound: (size: number) => size * (size + 1),
    allowed: (c: Configuration) => {
      const i = c.nodes[c.nodes[c.top + BELOW] + WORD]
      const swapping = i > 0 && i < c.nodes[c.top + WORD] ? 1 << SWAP : 0
      return allowed(c, settings.singleRoot) | swapping
    },
    oracle: (gold: Tree) => arcOracle(gold, lazySwap(gold)),
  })
}

function lazySwap(gold: Tree): Guide {
  const order = projectiveOrder(gold)
  const component = components(gold)
  return {
    next({ nodes, top, next }) {
      const [i, j] = [nodes[nodes[top + BELOW] + WORD], nodes[top + WORD]]
      const isOtherComponent = next === NO_NODE || component[j] !== component[nodes[next + WORD]]
      return transitionOf(i > 0 && order[j] < order[i] && isOtherComponent ? SWAP : SHIFT)
    },
  }
}

/** By word: its position in an inorder traversal of the tree. */
function projectiveOrder({ size, head }: Tree): Int32Array {
  // In these lists, a word represents its subtree, and its bitwise complement represents the word alone.
  const parts = Array.from({ length: size + 1 }, (): number[] => [])
  for (let word = 0; word <= size; word++) {
    if (word > 0) parts[head[word]].push(word)
    parts[word].push(~word)
  }
  const order = new Int32Array(size + 1)
  let count = 0
  const agenda = [0]
  while (agenda.length > 0) {
    const word = agenda.pop()!
    if (word < 0) order[~word] = count++
    else for (const part of parts[word].toReversed()) agenda.push(part)
  }
  return order
}

/** By word: the root of the maximal projective component of the word. */
function components(gold: Tree): Int32Array {
  const { size, head } = gold
  const missingDependents = dependentCounts(gold)
  const stack: number[] = [0]
  const root = Int32Array.from(missingDependents, (_, word) => word)
  for (let word = 1; word <= size; word++) {
    stack.push(word)
    for (;;) {
      const [i, j] = [stack.at(-2)!, stack.at(-1)!]
      if (i > 0 && head[i] === j && missingDependents[i] === 0) stack.splice(-2, 1)
      else if (i > 0 && head[j] === i && missingDependents[j] === 0) stack.pop()
      else break
      const attached = stack.at(-1) === j ? i : j
      root[attached] = head[attached]
      missingDependents[head[attached]]--
    }
  }
  const find = (word: number): number => {
    while (root[word] !== word) word = root[word] = root[root[word]]
    return word
  }
  return root.map((_, word) => find(word))
}
