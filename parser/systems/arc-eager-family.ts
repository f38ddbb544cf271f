/**
 * The common parts of all arc-eager systems. Arc-eager parsing (Nivre 2003) reads the sentence once from left to right and
 * attaches words as early as possible, so a word on the stack can have a head already. With i the stack top and j the word
 * at the front of the buffer:
 *
 *     type        number  effect                                precondition in every system
 *     shift       0       (σ, j|β, A)   ⇒  (σ|j, β, A)          j exists
 *     right-arc   1       (σ|i, j|β, A) ⇒  (σ|i|j, β, A∪{i→j})  i, j exist
 *     reduce      2       (σ|i, β, A)   ⇒  (σ, β, A)            i has a head
 *     left-arc    3       (σ|i, j|β, A) ⇒  (σ, j|β, A∪{j→i})    i, j exist, i has no head
 *     unshift     4       (σ|i, [], A)  ⇒  (σ, [i], A)          i has no head; the Unshift systems only
 *
 * The systems differ in the position of the root, in the treatment of words that remain without a head, and in the
 * preconditions that follow from this (arc-eager.ts, arc-eager-unshift.ts and arc-eager-root.ts).
 */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'
import { HEAD, NO_NODE, WORD } from '../core/node-fields.ts'
import { transitionOf } from '../core/transition-system.ts'
import type { Guide, Place, TransitionSystem } from '../core/transition-system.ts'

export const SHIFT = 0
export const RIGHT_ARC = 1
export const REDUCE = 2
export const LEFT_ARC = 3
export const UNSHIFT = 4

// The types as bits of a mask of allowed types.
export const SHIFT_BIT = 1 << SHIFT
export const RIGHT_ARC_BIT = 1 << RIGHT_ARC
export const REDUCE_BIT = 1 << REDUCE
export const LEFT_ARC_BIT = 1 << LEFT_ARC
export const UNSHIFT_BIT = 1 << UNSHIFT

const ARCS: Readonly<Record<string, { readonly head: Place; readonly dependent: Place }>> = Object.freeze({
  'right-arc': { head: 's0', dependent: 'b0' },
  'left-arc': { head: 'b0', dependent: 's0' },
})

/** The transition types by number. Systems without Unshift have the first four. */
const TYPES = Object.freeze(
  ['shift', 'right-arc', 'reduce', 'left-arc', 'unshift'].map((name) =>
    Object.freeze({ name, labelled: name in ARCS, ...ARCS[name] }),
  ),
)

/** The parts in which the systems of the family differ. */
type ArcEagerTraits = Pick<TransitionSystem, 'name' | 'bound' | 'allowed' | 'done'> & {
  /** Whether exactly one word is attached to the artificial root. Default: false. */
  readonly singleRoot?: boolean
  /** Whether the system has the transition type unshift. Default: false. */
  readonly unshifts?: boolean
  /** Whether the artificial root is at the end of the buffer. Default: false (at the bottom of the stack). */
  readonly rootIsLast?: boolean
}

/** A system of the family. It has one prediction model. */
export function arcEagerSystem(traits: ArcEagerTraits): TransitionSystem {
  const { name, bound, allowed, done, singleRoot = false, unshifts = false, rootIsLast = false } = traits
  return Object.freeze({
    name,
    family: 'arc-eager' as const,
    settings: Object.freeze({ singleRoot }),
    transitionTypes: unshifts ? TYPES : TYPES.slice(0, UNSHIFT),
    states: ['arc-eager'],
    bound,
    start: rootIsLast ? (c: Configuration, size: number) => c.reset(size, size + 1) : startFromRoot,
    allowed,
    done,
    apply,
    state: () => 0,
    oracle: (gold: Tree) => staticOracle(gold, rootIsLast ? gold.size + 1 : 0),
    finish: finishHeads,
  })
}

/** The start ([0], [1..size]): the artificial root is at the bottom of the stack. */
export function startFromRoot(configuration: Configuration, size: number): void {
  configuration.reset(size)
  configuration.top = configuration.newNode(0)
  configuration.height = 1
  if (configuration.next === NO_NODE) configuration.own = 1
}

/** Applies an allowed transition. The register `own` is 1 as soon as the buffer is empty for the first time. */
function apply(configuration: Configuration, type: number, label: number): void {
  switch (type) {
    case SHIFT:
      push(configuration)
      break
    case RIGHT_ARC:
      configuration.attach(configuration.top, configuration.next, label)
      push(configuration)
      break
    case REDUCE:
      configuration.pop()
      break
    case LEFT_ARC:
      configuration.attach(configuration.next, configuration.top, label)
      configuration.pop()
      break
    default:
      configuration.unshift()
  }
}

function push(configuration: Configuration): void {
  configuration.shift()
  if (configuration.next === NO_NODE) configuration.own = 1
}

/** The transition that can pop the stack top: left-arc if it has no head, reduce if it has one. */
export function popping(configuration: Configuration): number {
  return configuration.nodes[configuration.top + HEAD] === -1 ? LEFT_ARC_BIT : REDUCE_BIT
}

/** Whether the stack is empty and the front of the buffer is the artificial root at the right end. */
export function onlyRootIsLeft({ top, front, limit }: Configuration): boolean {
  return top === NO_NODE && front === limit
}

/**
 * Writes the arcs to `tree`. Words without a head, and words whose head is a root at the right end, get the head 0. A word
 * without a head gets the label -1, since no transition chose a label.
 */
export function finishHeads(configuration: Configuration, tree: Tree): void {
  const { size, head, label } = configuration
  for (let word = 1; word <= size; word++) {
    const derivedHead = head[word]
    tree.head[word] = derivedHead === -1 || derivedHead > size ? 0 : derivedHead
    tree.label[word] = label[word]
    tree.mark[word] = 0
  }
}

/**
 * The static oracle of the family, for a projective gold tree: left-arc or right-arc if it builds a gold arc; otherwise
 * reduce if the stack top has its head and all of its dependents; otherwise shift. If the buffer is empty: reduce, or
 * unshift if reduce is not allowed (no derivation of a gold tree requires unshift).
 *
 * A table of rightmost dependents shows whether a word has more dependents in the buffer.
 *
 * @param root the word that represents the artificial root: 0 or size + 1
 */
function staticOracle(gold: Tree, root: number): Guide {
  const { size, head, label } = gold
  const rightmost = new Int32Array(size + 1).fill(-1)
  for (let word = 1; word <= size; word++) rightmost[head[word]] = word
  return {
    next({ nodes, top, next }) {
      if (next === NO_NODE) return transitionOf(nodes[top + HEAD] === -1 ? UNSHIFT : REDUCE)
      if (top === NO_NODE) return transitionOf(SHIFT)
      const i = nodes[top + WORD]
      const j = nodes[next + WORD]
      if (i !== 0 && (head[i] || root) === j) return transitionOf(LEFT_ARC, label[i])
      if (j <= size && head[j] === i) return transitionOf(RIGHT_ARC, label[j])
      if (nodes[top + HEAD] !== -1 && rightmost[i] < j) return transitionOf(REDUCE)
      return transitionOf(SHIFT)
    },
  }
}
