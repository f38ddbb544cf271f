/**
 * Arc-standard parsing (Nivre 2004; as in Nivre 2009, Figure 2): arcs connect the two topmost words of the stack, and a word
 * is attached after all of its dependents. Every derivation ends in a projective tree. With i the word below the stack top,
 * j the stack top and k the front of the buffer:
 *
 *     type        number  effect                                 precondition
 *     shift       0       (σ, k|β, A)   ⇒  (σ|k, β, A)           k exists
 *     left-arc    1       (σ|i|j, β, A) ⇒  (σ|j, β, A∪{j→i})     i exists, i ≠ 0
 *     right-arc   2       (σ|i|j, β, A) ⇒  (σ|i, β, A∪{i→j})     i exists; with a single root, i ≠ 0 or the buffer is empty
 *     swap        3       (σ|i|j, β, A) ⇒  (σ|j, i|β, A)         0 < i < j; only in arc-standard-swap.ts
 *
 *     start ([0], [1..n])   done ([0], [])   2n transitions
 */
import { dependentCounts, type Tree } from '../../transform/tree.ts'
import { BELOW, LEFT_COUNT, NO_NODE, RIGHT_COUNT, WORD } from '../core/node-fields.ts'
import type { Configuration } from '../core/configuration.ts'
import { transitionOf } from '../core/transition-system.ts'
import type { Guide, Settings, TransitionSystem } from '../core/transition-system.ts'
import { finishHeads, startFromRoot } from './arc-eager-family.ts'

export const SHIFT = 0
export const LEFT_ARC = 1
export const RIGHT_ARC = 2
export const SWAP = 3

export function arcStandard(settings: Settings): TransitionSystem {
  return Object.freeze({
    name: 'arc-standard',
    family: 'arc-standard',
    settings,
    transitionTypes: [
      { name: 'shift', labelled: false },
      { name: 'left-arc', labelled: true, head: 's0', dependent: 's1' },
      { name: 'right-arc', labelled: true, head: 's1', dependent: 's0' },
    ],
    states: ['arc-standard'],
    bound: (size: number) => 2 * size,
    start: startFromRoot,
    allowed: (c: Configuration) => allowed(c, settings.singleRoot),
    done: ({ height, next }: Configuration) => height === 1 && next === NO_NODE,
    apply,
    state: () => 0,
    oracle: (gold: Tree) => arcOracle(gold, shifting),
    finish: finishHeads,
  } satisfies TransitionSystem)
}

/** The mask of allowed types, except swap. */
export function allowed({ nodes, top, next }: Configuration, singleRoot: boolean): number {
  const shifting = next === NO_NODE ? 0 : 1 << SHIFT
  const below = nodes[top + BELOW]
  if (below === NO_NODE) return shifting
  if (nodes[below + WORD] !== 0) return shifting | (1 << LEFT_ARC) | (1 << RIGHT_ARC)
  return singleRoot && next !== NO_NODE ? shifting : shifting | (1 << RIGHT_ARC)
}

function apply(c: Configuration, type: number, label: number): void {
  const { nodes, top } = c
  const below = nodes[top + BELOW]
  if (type === SHIFT) {
    c.shift()
  } else if (type === RIGHT_ARC) {
    c.attach(below, top, label)
    c.pop()
  } else {
    if (type === LEFT_ARC) c.attach(top, below, label)
    nodes[top + BELOW] = nodes[below + BELOW]
    c.height--
    if (type === SWAP) c.putBack(below)
  }
}

const shifting: Guide = { next: () => transitionOf(SHIFT) }

/**
 * The static oracle: adds an arc of the gold tree between the two topmost words if the dependent has all of its own
 * dependents; otherwise applies the choice of `otherwise`.
 */
export function arcOracle(gold: Tree, otherwise: Guide): Guide {
  const { head, label } = gold
  const counts = dependentCounts(gold)
  return {
    next(c) {
      const { nodes, top } = c
      const below = nodes[top + BELOW]
      const [i, j] = [nodes[below + WORD], nodes[top + WORD]]
      const isComplete = (node: number): boolean =>
        nodes[node + LEFT_COUNT] + nodes[node + RIGHT_COUNT] === counts[nodes[node + WORD]]
      if (i > 0 && head[i] === j && isComplete(below)) return transitionOf(LEFT_ARC, label[i])
      if (i >= 0 && head[j] === i && isComplete(top)) return transitionOf(RIGHT_ARC, label[j])
      return otherwise.next(c)
    },
  }
}
