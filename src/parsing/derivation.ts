/** Records derivations: the stack and the buffer after each transition. */
import { Configuration } from '../../parser/core/configuration.ts'
import { BELOW, NO_NODE, WORD } from '../../parser/core/node-fields.ts'
import { derive, type TransitionSystem } from '../../parser/core/transition-system.ts'
import { createTree, type Tree } from '../../transform/tree.ts'

/** A transition and the configuration after it. Words are in reading order; the artificial root is 0 or n + 1. */
export interface Step {
  /** The name of the transition; '' at the start. */
  readonly transition: string
  /** The id of the label that the transition assigns; −1 if it assigns none. */
  readonly label: number
  /** The words on the stack from bottom to top. */
  readonly stack: readonly number[]
  /** The words in the buffer from first to last. */
  readonly buffer: readonly number[]
  /** The arcs after this transition. A word without a head has head −1. */
  readonly arcs: Tree
}

/** The static oracle's derivation of `gold`, in reading order, with marks for systems that transform trees. */
export function derivationOf(system: TransitionSystem, gold: Tree): Step[] {
  const steps: Step[] = []
  eachConfiguration(system, gold, (c, transition, label) => {
    steps.push({ transition, label, stack: stackOf(c), buffer: bufferOf(c), arcs: arcsOf(c) })
  })
  return steps
}

/** Visits every configuration of the derivation of `gold`, with its last transition (initially '') and label (or −1). */
export function eachConfiguration(
  system: TransitionSystem,
  gold: Tree,
  visit: (c: Configuration, transition: string, label: number) => void,
): void {
  const c = new Configuration()
  system.start(c, gold.size, gold)
  visit(c, '', -1)
  const visitingSystem: TransitionSystem = {
    ...system,
    apply: (configuration, type, label) => {
      system.apply(configuration, type, label)
      const { name, labelled } = system.transitionTypes[type]
      visit(c, name, labelled ? label : -1)
    },
  }
  derive(visitingSystem, c, system.oracle(gold))
}

/** The top `limit` words on the stack, from bottom to top. */
export function stackOf(c: Configuration, limit = Infinity): number[] {
  const words: number[] = []
  for (let node = c.top; node !== NO_NODE && words.length < limit; node = c.nodes[node + BELOW])
    words.push(c.nodes[node + WORD])
  return words.reverse()
}

/** The first `limit` words in the buffer, from first to last. */
export function bufferOf(c: Configuration, limit = Infinity): number[] {
  return Array.from({ length: Math.min(limit, Math.max(0, c.left)) }, (_, depth) => c.bufferWord(depth))
}

function arcsOf(c: Configuration): Tree {
  const tree = createTree(c.size)
  tree.head.set(c.head.subarray(0, c.size + 1))
  tree.mark.set(c.mark.subarray(0, c.size + 1))
  for (let word = 1; word <= c.size; word++) {
    // The artificial root at the right end has head 0 in trees.
    if (tree.head[word] > c.size) tree.head[word] = 0
    tree.label[word] = Math.max(0, c.label[word])
  }
  return tree
}
