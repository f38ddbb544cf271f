/**
 * The law of right-branching parsing under constraints, by brute force: a system derives just the trees that satisfy
 * what is demanded, each once, and at no point is anything allowed that does not lead to one of them.
 *
 * Since `rb` has one derivation for each tree, that holds just when every derivation ends in a tree that satisfies the
 * constraints, none stops before its end, and there are as many as there are such trees.
 */
import type { Constraints, Span } from '../../../parser/core/constraints.ts'
import type { ConstrainedSystem } from '../../../parser/core/transition-system.ts'
import { constrainedRightBranching } from '../../../parser/constraints/right-branching/constrained-system.ts'
import { explore } from './right-branching-explore.ts'
import { has, spanSets, universeOf, type Arc } from './sets.ts'

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
