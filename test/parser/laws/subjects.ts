/**
 * What the laws are about: every registered system in each of its settings, and Unshift without an artificial root,
 * with the trees that each is for.
 */
import type fc from 'fast-check'
import { registry } from '../../../parser/registry.ts'
import type { TransitionSystem } from '../../../parser/core/transition-system.ts'
import { arcEagerUnshiftRootless } from '../systems/rootless-unshift.ts'
import { reverse, transform } from '../../../transform/right-branching.ts'
import { copyTree, createTree, type Tree } from '../../../transform/tree.ts'
import {
  allTrees,
  anyTree,
  headsOf,
  projectiveTree,
  projectiveTrees,
  singleRootedProjectiveTree,
  singleRootedTree,
} from '../../trees.ts'

export interface Subject {
  /** The name of the system, with its setting where there are two. */
  readonly title: string
  readonly system: TransitionSystem
  /** Whether every derivation ends in a projective tree with as many roots as the settings say. */
  readonly sound: boolean
}

/** These leave what is well-formed to their models. */
const unsound = new Set(['rb-learned', 'rb-oracle'])

export const subjects: readonly Subject[] = [
  ...registry.flatMap(({ name, make }) => {
    const systems = [make({ singleRoot: true }), make({ singleRoot: false })]
    const settings = new Set(systems.map((system) => system.settings.singleRoot))
    return systems.slice(0, settings.size).map((system) => ({
      title:
        settings.size === 1 ? name : `${name}, ${system.settings.singleRoot ? 'single root' : 'any roots'}`,
      system,
      sound: !unsound.has(name),
    }))
  }),
  { title: 'arc-eager-unshift, rootless', system: arcEagerUnshiftRootless(), sound: true },
]

/** Those that a model alone decodes: the others read the gold tree. */
export const decodable = subjects.filter(({ system }) => !system.readsGold)

/** The subject of that title. */
export function subject(title: string): Subject {
  const found = subjects.find((each) => each.title === title)
  if (found) return found
  throw new RangeError(`no law is about '${title}', only about: ${subjects.map((s) => s.title).join('; ')}`)
}

export const rootsOf = (tree: Tree): number => headsOf(tree).filter((head) => head === 0).length

/** All trees of `size` words that the system can derive. */
export function domain(system: TransitionSystem, size: number): Tree[] {
  const trees = [...(system.nonProjective ? allTrees(size) : projectiveTrees(size))]
  return system.settings.singleRoot ? trees.filter((tree) => rootsOf(tree) === 1) : trees
}

/** Random trees that the system can derive. */
export function domainArbitrary(system: TransitionSystem, maxSize: number): fc.Arbitrary<Tree> {
  const { singleRoot } = system.settings
  if (system.nonProjective) return singleRoot ? singleRootedTree(maxSize) : anyTree(maxSize)
  return singleRoot ? singleRootedProjectiveTree(maxSize) : projectiveTree(maxSize)
}

/** A tree as the system's oracle wants it. */
export function encoded(system: TransitionSystem, tree: Tree): Tree {
  return system.transformsTrees ? transform(copyTree(tree)) : tree
}

/** A tree that the system ended in as a tree without marks, and how many marks had to be dropped for that. */
export function decoded(system: TransitionSystem, tree: Tree): { tree: Tree; vestigial: number } {
  if (!system.transformsTrees) return { tree, vestigial: 0 }
  const plain = createTree(tree.size)
  return { vestigial: reverse(tree, plain), tree: plain }
}
