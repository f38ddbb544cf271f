/**
 * The law of constrained parsing: a system rejects constraints exactly if no tree satisfies them. Otherwise it derives exactly
 * the trees that satisfy them, never stops before the end, and allows the derivation of the static oracle for each of them.
 */
import { ConstraintError, type Constraints } from '../../../parser/core/constraints.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import { typeOf, labelOf, type ConstrainedSystem } from '../../../parser/core/transition-system.ts'
import {
  constrainedArcEagerRoot,
  constrainedArcEagerUnshift,
} from '../../../parser/constraints/arc-eager/constrained-system.ts'
import { labelledTree } from '../../trees.ts'
import { explore } from './explore.ts'
import { arcSets, count, has, spanSets, universeOf, withSpans, type TreeSet, type Universe } from './sets.ts'
import type { Span } from '../../../parser/core/constraints.ts'
import { constrainedArcEagerUnshiftRootless } from '../systems/rootless-unshift.ts'

/** A constrained system with settings, and the properties of its trees. */
export interface Setting {
  readonly name: 'RE' | 'UL' | 'US' | 'U0'
  readonly system: ConstrainedSystem
  /** The number of words that can depend on the artificial root; `none` if there is no such root. */
  readonly rooting: 'several' | 'single' | 'none'
  readonly singleRoot: boolean
}

export const settings: readonly Setting[] = [
  { name: 'RE', system: constrainedArcEagerRoot(), rooting: 'several', singleRoot: false },
  {
    name: 'UL',
    system: constrainedArcEagerUnshift({ singleRoot: false }),
    rooting: 'several',
    singleRoot: false,
  },
  {
    name: 'US',
    system: constrainedArcEagerUnshift({ singleRoot: true }),
    rooting: 'single',
    singleRoot: true,
  },
  { name: 'U0', system: constrainedArcEagerUnshiftRootless(), rooting: 'none', singleRoot: true },
]

/** The setting of that name. */
export function settingOf(name: Setting['name']): Setting {
  return settings.find((setting) => setting.name === name)!
}

/** Whether the system accepts the constraints. Errors other than ConstraintError are thrown again. */
export function takes(system: ConstrainedSystem, size: number, constraints: Constraints): boolean {
  try {
    system.impose(size, constraints)
    return true
  } catch (error) {
    if (error instanceof ConstraintError) return false
    throw error
  }
}

/** The number of satisfiable sets of constraints, and the total number of trees that satisfy them. */
export interface Tally {
  sets: number
  satisfiable: number
  pairs: number
  /** Where the law does not hold: of many only the first. */
  readonly violations: string[]
}

export const newTally = (): Tally => ({ sets: 0, satisfiable: 0, pairs: 0, violations: [] })

/** Tests the law on one set of constraints, which the trees of `expected` satisfy, and counts. */
export function testLaw(
  { name, system }: Setting,
  universe: Universe,
  constraints: Constraints,
  expected: TreeSet,
  tally: Tally,
): void {
  const { size } = universe
  const wanted = count(expected)
  const violate = (what: string) => {
    if (tally.violations.length < 5) tally.violations.push(`${name}, ${JSON.stringify(constraints)}: ${what}`)
  }
  tally.sets++
  if (!takes(system, size, constraints)) {
    if (wanted > 0) violate(`refused, though ${wanted} trees satisfy it`)
    return
  }
  if (wanted === 0) return violate('taken, though no tree satisfies it')
  const { derived, stuck } = explore(system, size)
  if (stuck)
    violate(
      `nothing is allowed after ${stuck.map((transition) => system.transitionTypes[typeOf(transition)].name).join(' ')}`,
    )
  const found = new Set<number>()
  for (const { heads } of derived) {
    const tree = universe.number(heads)
    if (tree === undefined || !has(expected, tree)) violate(`derives ${heads.join(' ')}`)
    else found.add(tree)
  }
  if (found.size !== wanted) violate(`derives ${found.size} of ${wanted} trees`)
  for (const tree of found) {
    if (!oracleReaches(system, universe.trees[tree]))
      violate(`keeps the oracle from ${universe.trees[tree].join(' ')}`)
  }
  tally.satisfiable++
  tally.pairs += found.size
}

const configuration = new Configuration()

/** Whether the static oracle's derivation of the tree is allowed, transition by transition. */
function oracleReaches(system: ConstrainedSystem, heads: readonly number[]): boolean {
  const gold = labelledTree(heads)
  const oracle = system.oracle(gold)
  system.start(configuration, gold.size)
  while (!system.done(configuration)) {
    const transition = oracle.next(configuration)
    if (((system.allowed(configuration) >> typeOf(transition)) & 1) === 0) return false
    system.apply(configuration, typeOf(transition), labelOf(transition))
  }
  return true
}

const universes = new Map<string, Universe>()

/** The trees of a setting. */
export function treesOf(setting: Setting, size: number): Universe {
  const key = `${size} ${setting.singleRoot}`
  let universe = universes.get(key)
  if (universe === undefined) universes.set(key, (universe = universeOf(size, setting.singleRoot)))
  return universe
}

/** The law on every set of arcs. */
export function tallyArcs(setting: Setting, size: number): Tally {
  const universe = treesOf(setting, size)
  const tally = newTally()
  for (const { arcs, trees } of arcSets(universe, 0)) {
    const possible = setting.rooting !== 'none' || arcs.every((arc) => arc.head !== 0)
    testLaw(setting, universe, { arcs }, possible ? trees : new Uint32Array(trees.length), tally)
  }
  return tally
}

/** The law on every set of arcs that can be satisfied together with every one of the sets of spans. */
export function tallyTogether(setting: Setting, size: number, spanSets: readonly Span[][]): Tally {
  const universe = treesOf(setting, size)
  const tally = newTally()
  for (const { arcs, trees } of arcSets(universe, setting.rooting === 'none' ? 1 : 0)) {
    if (trees.every((bits) => bits === 0)) continue
    for (const spans of spanSets) {
      testLaw(setting, universe, { arcs, spans }, withSpans(universe, trees, spans), tally)
    }
  }
  return tally
}

/** The law on sets of spans alone. */
export function tallySpans(
  setting: Setting,
  size: number,
  condition: Span['condition'],
  most: number,
): Tally {
  const universe = treesOf(setting, size)
  const tally = newTally()
  for (const spans of spanSets(size, most, [condition])) {
    testLaw(setting, universe, { spans }, withSpans(universe, universe.all, spans), tally)
  }
  return tally
}
