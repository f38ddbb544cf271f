/**
 * All derivations of a right-branching system for a sentence of few words, and what may follow after some transitions.
 * Derivations are walked with undoing.
 */
import { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, NODE_SIZE } from '../../../parser/core/node-fields.ts'
import type { Constraints } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem, TransitionSystem } from '../../../parser/core/transition-system.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'
import { satisfies } from './sets.ts'

const MOST_WORDS = 8
const REGISTERS = 7
const FRAME = REGISTERS + 3 * NODE_SIZE
const frames = new Int32Array(2 * MOST_WORDS * FRAME)
const configuration = new Configuration()

/** Transitions as texts: p, r and v for the plain, relocated and reversed arcs, with their label; d for reduce. */
const LETTERS = 'dprv'

export interface Exploration {
  readonly derivations: number
  /** What went wrong first, and after which transitions. */
  readonly violation: string | undefined
}

/** All derivations under constraints that are imposed already, with labels 0..labels − 1. */
export function explore(
  system: TransitionSystem,
  size: number,
  labels: number,
  constraints: Constraints,
): Exploration {
  const c = configuration
  const tree = createTree(size)
  const path: string[] = []
  let derivations = 0
  let violation: string | undefined

  function visit(depth: number): void {
    const allowed = system.allowed(c)
    if (system.done(c)) {
      derivations++
      const problem = allowed !== 0 ? 'something is allowed after the end' : wrongTree()
      if (problem !== undefined) violation ??= `${problem} after ${path.join(' ')}`
      return
    }
    if (allowed === 0) violation ??= `nothing is allowed after ${path.join(' ')}`
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if (((allowed >> type) & 1) === 0) continue
      let admitted = 0
      for (let label = 0; label < (system.transitionTypes[type].labelled ? labels : 1); label++) {
        if (!admits(system, c, type, label)) continue
        admitted++
        save(c, depth * FRAME)
        path.push(`${LETTERS[type]}${label}`)
        system.apply(c, type, label)
        visit(depth + 1)
        path.pop()
        restore(c, depth * FRAME)
      }
      if (admitted === 0) violation ??= `no label for ${LETTERS[type]} after ${path.join(' ')}`
    }
  }

  function wrongTree(): string | undefined {
    system.finish(c, tree)
    if (reverse(tree) !== 0) return 'vestigial arcs'
    return honours(tree, constraints) ? undefined : `heads ${tree.head.subarray(1).join(' ')}`
  }

  system.start(c, size)
  visit(0)
  return { derivations, violation }
}

function admits(system: TransitionSystem, c: Configuration, type: number, label: number): boolean {
  return !system.admits || system.admits(c, type, label)
}

/** The transitions that the constrained system allows after those of `path`, with labels 0..labels − 1. */
export function allowedAfter(
  { system, size, labels, constraints }: Case,
  path: readonly string[],
): readonly string[] {
  const c = configuration
  system.impose(size, constraints)
  system.start(c, size)
  for (const step of path) {
    if (!allowedNow(system, c, labels).includes(step)) throw new Error(`${step} of ${path} is not allowed`)
    system.apply(c, LETTERS.indexOf(step[0]), Number(step.slice(1)))
  }
  return allowedNow(system, c, labels)
}

/** The transitions after `path` that lead to a tree with what is demanded, found without the constrained system. */
export function leadingAfter(
  { system, size, labels, constraints }: Case,
  path: readonly string[],
): readonly string[] {
  const free = rightBranching(system.settings)
  const c = configuration
  const tree = createTree(size)
  const leads = (depth: number): boolean => {
    if (free.done(c)) {
      free.finish(c, tree)
      reverse(tree)
      return honours(tree, constraints)
    }
    return allowedNow(free, c, labels).some((step) => leadsBy(step, depth))
  }
  const leadsBy = (step: string, depth: number): boolean => {
    save(c, depth * FRAME)
    free.apply(c, LETTERS.indexOf(step[0]), Number(step.slice(1)))
    const found = leads(depth + 1)
    restore(c, depth * FRAME)
    return found
  }
  free.start(c, size)
  for (const step of path) free.apply(c, LETTERS.indexOf(step[0]), Number(step.slice(1)))
  return allowedNow(free, c, labels).filter((step) => leadsBy(step, 0))
}

/** Constraints on a sentence of so many words, and how many labels there are. */
export interface Case {
  readonly system: ConstrainedSystem
  readonly size: number
  readonly labels: number
  readonly constraints: Constraints
}

function allowedNow(system: TransitionSystem, c: Configuration, labels: number): string[] {
  const allowed = system.allowed(c)
  const steps: string[] = []
  for (let type = 0; type < system.transitionTypes.length; type++) {
    if (((allowed >> type) & 1) === 0) continue
    for (let label = 0; label < (system.transitionTypes[type].labelled ? labels : 1); label++) {
      if (admits(system, c, type, label)) steps.push(`${LETTERS[type]}${label}`)
    }
  }
  return steps
}

/** Whether the tree satisfies the constraints, labels and all. */
export function honours(tree: Tree, constraints: Constraints): boolean {
  for (const { dependent, label } of constraints.arcs ?? []) {
    if (label !== -1 && tree.label[dependent] !== label) return false
  }
  return satisfies(tree.head.subarray(1, tree.size + 1), constraints)
}

// What a transition may write, and nothing else: the registers and three nodes. (The arcs are written anew on each way
// down.) A system that writes elsewhere is found out.
function save(c: Configuration, frame: number): void {
  const { nodes, top, next } = c
  const below = nodes[top + BELOW]
  frames[frame] = c.used
  frames[frame + 1] = top
  frames[frame + 2] = next
  frames[frame + 3] = c.front
  frames[frame + 4] = c.height
  frames[frame + 5] = c.roots
  frames[frame + 6] = c.own
  for (let field = 0, at = frame + REGISTERS; field < NODE_SIZE; field++) {
    frames[at++] = nodes[top + field]
    frames[at++] = nodes[below + field]
    frames[at++] = nodes[next + field]
  }
}

function restore(c: Configuration, frame: number): void {
  const { nodes } = c
  const top = frames[frame + 1]
  const next = frames[frame + 2]
  const below = frames[frame + REGISTERS + 3 * BELOW]
  c.used = frames[frame]
  c.top = top
  c.next = next
  c.front = frames[frame + 3]
  c.height = frames[frame + 4]
  c.roots = frames[frame + 5]
  c.own = frames[frame + 6]
  for (let field = 0, at = frame + REGISTERS; field < NODE_SIZE; field++) {
    nodes[top + field] = frames[at++]
    nodes[below + field] = frames[at++]
    nodes[next + field] = frames[at++]
  }
}
