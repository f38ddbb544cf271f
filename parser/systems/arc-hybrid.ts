/**
 * Arc-hybrid parsing (Kuhlmann, Gómez-Rodríguez & Satta 2011; Goldberg & Nivre 2013, section 3): left-arcs as in arc-eager
 * parsing, right-arcs as in arc-standard parsing. The artificial root R = n + 1 is at the end of the buffer. Every
 * derivation ends in a projective tree. With i the word below the stack top, j the stack top and k the front of the
 * buffer:
 *
 *     type        number  effect                                 precondition
 *     shift       0       (σ, k|β, A)   ⇒  (σ|k, β, A)           k ≠ R
 *     left-arc    1       (σ|j, k|β, A) ⇒  (σ, k|β, A∪{k→j})     j exists; with a single root, k ≠ R or i does not exist
 *     right-arc   2       (σ|i|j, β, A) ⇒  (σ|i, β, A∪{i→j})     i exists
 *
 *     start ([], [1..n, R])   done ([], [R])   2n transitions
 */
import type { Configuration } from '../core/configuration.ts'
import { BELOW, LEFT_COUNT, NO_NODE, RIGHT_COUNT, WORD } from '../core/node-fields.ts'
import { transitionOf } from '../core/transition-system.ts'
import type { Guide, Settings, TransitionSystem } from '../core/transition-system.ts'
import { dependentCounts, type Tree } from '../../transform/tree.ts'
import { finishHeads, onlyRootIsLeft } from './arc-eager-family.ts'

export const SHIFT = 0
export const LEFT_ARC = 1
export const RIGHT_ARC = 2

export function arcHybrid(settings: Settings): TransitionSystem {
  return Object.freeze({
    name: 'arc-hybrid',
    family: 'arc-hybrid',
    settings,
    transitionTypes: [
      { name: 'shift', labelled: false },
      { name: 'left-arc', labelled: true, head: 'b0', dependent: 's0' },
      { name: 'right-arc', labelled: true, head: 's1', dependent: 's0' },
    ],
    states: ['arc-hybrid'],
    bound: (size: number) => 2 * size,
    start: (c: Configuration, size: number) => c.reset(size, size + 1),
    allowed: (c: Configuration) => allowed(c, settings.singleRoot),
    done: onlyRootIsLeft,
    apply,
    state: () => 0,
    oracle: staticOracle,
    finish: finishHeads,
  } satisfies TransitionSystem)
}

function allowed({ nodes, top, front, limit }: Configuration, singleRoot: boolean): number {
  const shifting = front < limit ? 1 << SHIFT : 0
  if (top === NO_NODE) return shifting
  if (nodes[top + BELOW] === NO_NODE) return shifting | (1 << LEFT_ARC)
  return shifting | (1 << RIGHT_ARC) | (singleRoot && front === limit ? 0 : 1 << LEFT_ARC)
}

function apply(c: Configuration, type: number, label: number): void {
  if (type === SHIFT) return c.shift()
  c.attach(type === LEFT_ARC ? c.next : c.nodes[c.top + BELOW], c.top, label)
  c.pop()
}

/** The static oracle: adds an arc of the gold tree if the dependent of the arc has all of its own dependents; otherwise shift. */
function staticOracle(gold: Tree): Guide {
  const { size, head, label } = gold
  const counts = dependentCounts(gold)
  return {
    next({ nodes, top, front }) {
      if (top === NO_NODE) return transitionOf(SHIFT)
      const j = nodes[top + WORD]
      const isComplete = nodes[top + LEFT_COUNT] + nodes[top + RIGHT_COUNT] === counts[j]
      if (isComplete && (head[j] || size + 1) === front) return transitionOf(LEFT_ARC, label[j])
      if (isComplete && head[j] === nodes[nodes[top + BELOW] + WORD]) return transitionOf(RIGHT_ARC, label[j])
      return transitionOf(SHIFT)
    },
  }
}
