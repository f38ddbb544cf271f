/**
 * The whole space of a transition system for a sentence of a few words: every configuration that can be reached, and
 * what leads from one to the next. Two configurations are the same when stack, buffer, arcs (with labels and marks) and e
 * are.
 */
import { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, NO_NODE, NODE_SIZE, WORD } from '../../../parser/core/node-fields.ts'
import type { TransitionSystem } from '../../../parser/core/transition-system.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'

export interface Step {
  readonly type: number
  readonly label: number
  /** The index of the configuration that the step leads to. */
  readonly to: number
}

export interface Space {
  readonly system: TransitionSystem
  readonly size: number
  /** Every step leads to a configuration that stands before: the start is the last one. */
  readonly configurations: readonly Configuration[]
  readonly steps: readonly (readonly Step[])[]
}

/** The words on the stack, bottom first. */
export function stackOf(configuration: Configuration): number[] {
  return fieldOf(configuration, WORD)
}

/** A field of the nodes of the stack, bottom first. */
function fieldOf({ nodes, top }: Configuration, field: number): number[] {
  const values = []
  for (let node = top; node !== NO_NODE; node = nodes[node + BELOW]) values.unshift(nodes[node + field])
  return values
}

/** The words in the buffer, front first. */
export function bufferOf(configuration: Configuration): number[] {
  return Array.from({ length: configuration.left }, (_, depth) => configuration.bufferWord(depth))
}

function keyOf(configuration: Configuration): string {
  const { size, own: ended } = configuration
  const arcs = [configuration.head, configuration.label, configuration.mark].map((of) =>
    of.slice(1, size + 1),
  )
  return `${stackOf(configuration)} | ${bufferOf(configuration)} | ${arcs.join(' | ')} | ${ended}`
}

/** A copy that shares nothing with `configuration`. */
export function copyOf(configuration: Configuration): Configuration {
  const copy = Object.assign(new Configuration(), configuration)
  copy.nodes = configuration.nodes.slice()
  copy.head = configuration.head.slice()
  copy.label = configuration.label.slice()
  copy.mark = configuration.mark.slice()
  return copy
}

/** All configurations of `system` for a sentence of `size` words, with arcs that have one of the first `labels` labels. */
export function explore(system: TransitionSystem, size: number, labels = 1): Space {
  const configurations: Configuration[] = []
  const steps: Step[][] = []
  const indices = new Map<string, number>()

  function visit(configuration: Configuration): number {
    const key = keyOf(configuration)
    const known = indices.get(key)
    if (known !== undefined) return known
    const onward: Step[] = []
    const allowed = system.allowed(configuration)
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if (((allowed >> type) & 1) === 0) continue
      for (let label = 0; label < (system.transitionTypes[type].labelled ? labels : 1); label++) {
        const next = copyOf(configuration)
        system.apply(next, type, label)
        onward.push({ type, label, to: visit(next) })
      }
    }
    const index = configurations.push(configuration) - 1
    steps.push(onward)
    indices.set(key, index)
    return index
  }

  const start = new Configuration()
  start.nodes = new Int32Array((size + 4) * NODE_SIZE)
  system.start(start, size)
  visit(start)
  return { system, size, configurations, steps }
}

/** The tree in which a terminal configuration ends. */
export function treeIn(system: TransitionSystem, configuration: Configuration): Tree {
  const tree = createTree(configuration.size)
  system.finish(configuration, tree)
  return tree
}

/** The configurations that are terminal. */
export function terminal(space: Space): Configuration[] {
  return space.configurations.filter((configuration) => space.system.done(configuration))
}

/** The configurations that are not terminal and allow nothing. */
export function deadEnds(space: Space): Configuration[] {
  return space.configurations.filter(
    (configuration, index) => space.steps[index].length === 0 && !space.system.done(configuration),
  )
}

/** How many derivations there are. */
export function derivations(space: Space): number {
  const ways: number[] = []
  space.steps.forEach((onward, index) => {
    const here = space.system.done(space.configurations[index]) ? 1 : 0
    ways.push(onward.reduce((sum, step) => sum + ways[step.to], here))
  })
  return ways.at(-1)!
}

/** The number of transitions in the shortest and in the longest derivation. */
export function lengths(space: Space): { shortest: number; longest: number } {
  const shortest: number[] = []
  const longest: number[] = []
  for (const onward of space.steps) {
    shortest.push(onward.length === 0 ? 0 : 1 + Math.min(...onward.map((step) => shortest[step.to])))
    longest.push(onward.length === 0 ? 0 : 1 + Math.max(...onward.map((step) => longest[step.to])))
  }
  return { shortest: shortest.at(-1)!, longest: longest.at(-1)! }
}

/** By terminal configuration: the number of transitions in its shortest derivation. */
export function shortest({ system, configurations, steps }: Space): Map<Configuration, number> {
  const least = configurations.map(() => Infinity)
  least[least.length - 1] = 0
  for (let index = configurations.length - 1; index >= 0; index--)
    for (const { to } of steps[index]) least[to] = Math.min(least[to], least[index] + 1)
  const ends = configurations.map((configuration, index) => [configuration, least[index]] as const)
  return new Map(ends.filter(([configuration]) => system.done(configuration)))
}
