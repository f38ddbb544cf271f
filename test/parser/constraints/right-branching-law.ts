/**
 * The law of right-branching parsing under constraints, by brute force: a system derives just the trees that satisfy
 * what is demanded, each once, and at no point is anything allowed that does not lead to one of them.
 *
 * Since `rb` has one derivation for each tree, that holds just when every derivation ends in a tree that satisfies the
 * constraints, none stops before its end, and there are as many as there are such trees.
 */
import { BELOW, Configuration, NODE_SIZE } from '../../../parser/configuration.ts'
import type { Constraints, Span } from '../../../parser/constraints/constraints.ts'
import type { ConstrainedSystem, TransitionSystem } from '../../../parser/system.ts'
import { constrainedRightBranching } from '../../../parser/systems/constrained-rb.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { createTree, type Tree } from '../../../transform/tree.ts'
import { universeOf, has, satisfies, spanSets, type Arc } from './sets.ts'

export const several = constrainedRightBranching({ singleRoot: false })
export const single = constrainedRightBranching({ singleRoot: true })

/** Constraints, and by how many trees (with labels, where there are some) they are satisfied. */
export interface Satisfiable {
  readonly constraints: Constraints
  trees: number
}

/**
 * All constraints that some tree of `size` words satisfies: sets of arcs, each with every label of 0..labels − 1 or
 * with any, together with each of the sets of spans.
 */
export function satisfiable(
  size: number,
  singleRoot: boolean,
  labels = 0,
  spanSets: readonly (readonly Span[])[] = [[]],
): Satisfiable[] {
  const universe = universeOf(size, singleRoot)
  const choices = labels === 0 ? 1 : labels + 1
  const labellings = labels ** size
  const found: Satisfiable[] = []
  for (const spans of spanSets) {
    const sets = spans.map((span) => universe.spanning(span))
    const byKey = new Map<number, Satisfiable>()
    universe.trees.forEach((heads, tree) => {
      if (!sets.every((set) => has(set, tree))) return
      // For each word: no demand, or its head with no label or one; as the digits of a number.
      const count = (choices + 1) ** size
      for (let code = 0; code < count; code++) {
        let key = 0
        let demanded = 0
        for (let word = size, rest = code; word >= 1; word--, rest = Math.floor(rest / (choices + 1))) {
          const choice = rest % (choices + 1)
          key *= choices * (size + 1) + 1
          if (choice === 0) continue
          key += choice + choices * heads[word - 1]
          if (choice > 1) demanded++
        }
        let entry = byKey.get(key)
        if (entry === undefined) {
          entry = { constraints: { arcs: arcsOf(heads, code, choices + 1), spans }, trees: 0 }
          byKey.set(key, entry)
          found.push(entry)
        }
        entry.trees += labels === 0 ? 1 : labellings / labels ** demanded
      }
    })
  }
  return found
}

function arcsOf(heads: readonly number[], code: number, choices: number): Arc[] {
  const arcs: Arc[] = []
  for (let dependent = heads.length, rest = code; dependent >= 1; dependent--) {
    const choice = rest % choices
    rest = Math.floor(rest / choices)
    if (choice > 0) arcs.push({ head: heads[dependent - 1], dependent, label: choice - 2 })
  }
  return arcs
}

/** No set of spans, and every one of 1..most spans with these conditions. */
export function withAndWithoutSpans(
  size: number,
  most: number,
  conditions: readonly Span['condition'][],
  shortest = 2,
): Span[][] {
  return [[], ...spanSets(size, most, conditions, shortest)]
}

/** How many sets of constraints were tried, and by how many trees in all they are satisfied. */
export interface Tally {
  sets: number
  pairs: number
  /** Where the law does not hold: of many only the first. */
  readonly violations: string[]
}

/** The law on each of the constraints that {@link satisfiable} lists. */
export function tally(
  system: ConstrainedSystem,
  size: number,
  labels = 0,
  spanSets: readonly (readonly Span[])[] = [[]],
): Tally {
  const demands = satisfiable(size, system.settings.singleRoot, labels, spanSets)
  const result: Tally = { sets: demands.length, pairs: 0, violations: [] }
  for (const { constraints, trees } of demands) {
    system.impose(size, constraints)
    const { derivations, violation } = explore(system, size, Math.max(1, labels), constraints)
    result.pairs += derivations
    const problem = violation ?? (derivations === trees ? undefined : `${derivations} of ${trees} trees`)
    if (problem !== undefined && result.violations.length < 5) {
      result.violations.push(`${JSON.stringify(constraints)}: ${problem}`)
    }
  }
  return result
}

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
    for (let kind = 0; kind < system.kinds.length; kind++) {
      if (((allowed >> kind) & 1) === 0) continue
      let admitted = 0
      for (let label = 0; label < (system.kinds[kind].labelled ? labels : 1); label++) {
        if (!admits(system, c, kind, label)) continue
        admitted++
        save(c, depth * FRAME)
        path.push(`${LETTERS[kind]}${label}`)
        system.apply(c, kind, label)
        visit(depth + 1)
        path.pop()
        restore(c, depth * FRAME)
      }
      if (admitted === 0) violation ??= `no label for ${LETTERS[kind]} after ${path.join(' ')}`
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

function admits(system: TransitionSystem, c: Configuration, kind: number, label: number): boolean {
  return !system.admits || system.admits(c, kind, label)
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
  for (let kind = 0; kind < system.kinds.length; kind++) {
    if (((allowed >> kind) & 1) === 0) continue
    for (let label = 0; label < (system.kinds[kind].labelled ? labels : 1); label++) {
      if (admits(system, c, kind, label)) steps.push(`${LETTERS[kind]}${label}`)
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
  frames[frame + 6] = c.counter
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
  c.counter = frames[frame + 6]
  for (let field = 0, at = frame + REGISTERS; field < NODE_SIZE; field++) {
    nodes[top + field] = frames[at++]
    nodes[below + field] = frames[at++]
    nodes[next + field] = frames[at++]
  }
}
