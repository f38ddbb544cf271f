/** Derivations written down: what stack and buffer hold after each transition. For reading, not for speed. */
import { BELOW, Configuration, NO_NODE, WORD } from '../../parser/configuration.ts'
import { derive, type TransitionSystem } from '../../parser/system.ts'
import { createTree, type Tree } from '../../transform/tree.ts'

/** A configuration, and the transition that led to it. Words are in reading order; the artificial root is 0 or n + 1. */
export interface Step {
  /** The name of the transition, '' at the start. */
  readonly transition: string
  /** The id of the label that it gave, -1 where it gives none. */
  readonly label: number
  /** From the bottom to the top. */
  readonly stack: readonly number[]
  /** From the front to the end. */
  readonly buffer: readonly number[]
  /** The arcs so far: the head of a word that has none yet is -1. Its mark is known, its label too. */
  readonly arcs: Tree
}

/**
 * The static oracle's derivation of `gold`, from the first configuration to the last. For the systems of the
 * right-branching family it is the only one that ends in this tree.
 *
 * @param gold a projective tree in reading order; a marked right-branching one for the right-branching family
 */
export function derivationOf(system: TransitionSystem, gold: Tree): Step[] {
  const c = new Configuration()
  const steps: Step[] = []
  let transition = ''
  let label = -1
  const note = (): void => {
    steps.push({ transition, label, stack: stackOf(c), buffer: bufferOf(c), arcs: arcsOf(c) })
  }
  system.reveal?.(gold)
  system.start(c, gold.size)
  note()
  const noting: TransitionSystem = {
    ...system,
    apply: (configuration, kind, given) => {
      system.apply(configuration, kind, given)
      const { name, labelled } = system.kinds[kind]
      transition = name
      label = labelled ? given : -1
      note()
    },
  }
  derive(noting, c, { next: (configuration) => system.oracle(configuration, gold) })
  return steps
}

function stackOf(c: Configuration): number[] {
  const words: number[] = []
  for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) words.push(c.nodes[node + WORD])
  return words.reverse()
}

function bufferOf(c: Configuration): number[] {
  return Array.from({ length: Math.max(0, c.left) }, (_, i) => c.front + i)
}

function arcsOf(c: Configuration): Tree {
  const tree = createTree(c.size)
  tree.head.set(c.head.subarray(0, c.size + 1))
  tree.mark.set(c.mark.subarray(0, c.size + 1))
  for (let word = 1; word <= c.size; word++) {
    // A root at the right end is no word.
    if (tree.head[word] > c.size) tree.head[word] = 0
    tree.label[word] = Math.max(0, c.label[word])
  }
  return tree
}
