/**
 * Arc-eager parsing under constraints (Nivre, Goldberg & McDonald 2014): every derivation ends in a tree that satisfies
 * the arc, label, span and root constraints, every such tree has a derivation, and there are no dead ends. The paper
 * treats only the system with the root at the right end, and arcs and spans separately. Unshift, the single root, and the
 * combination of all constraints are new.
 *
 * Transitions, start and end are those of the unconstrained systems, whose models can therefore be used. A transition
 * is allowed exactly if the system, the arcs and the spans (preconditions.ts, chart.ts) and the single
 * root allow it: a right-arc from 0 must lead to the constrained root, if there is one, and under the condition `none`
 * not to a word of a span; nor to a leaf, which could not take the other words. A label constraint filters the labels of the arcs
 * into its word.
 */
import type { Configuration } from '../../core/configuration.ts'
import { NO_NODE, WORD } from '../../core/node-fields.ts'
import type { ConstrainedSystem, Settings, TransitionSystem } from '../../core/transition-system.ts'
import { LEFT_ARC, RIGHT_ARC, RIGHT_ARC_BIT } from '../../systems/arc-eager-family.ts'
import { arcEagerRoot } from '../../systems/arc-eager-root.ts'
import { arcEagerUnshift } from '../../systems/arc-eager-unshift.ts'
import { constrainedSystem } from '../constrained-system.ts'
import { allowedByChart, chartFields, followChart } from './chart.ts'
import { allowedByArcs, allowedBySpans, followSpans, spanFields } from './preconditions.ts'
import { arcEagerTables, type ArcEagerTables } from './tables.ts'

/** `arc-eager-root` under constraints. */
export function constrainedArcEagerRoot(): ConstrainedSystem {
  const system = arcEagerRoot()
  return constrained(system, system, (size) => size + 1)
}

/** `arc-eager-unshift` under constraints. A constrained root is the only root, even if the system allows several roots. */
export function constrainedArcEagerUnshift(settings: Settings): ConstrainedSystem {
  return constrained(arcEagerUnshift(settings), arcEagerUnshift({ singleRoot: true }), () => 0)
}

/** @param single the system with a single root @param root the number of the artificial root: 0 or size + 1 */
export function constrained(
  system: TransitionSystem,
  single: TransitionSystem,
  root: (size: number) => number,
): ConstrainedSystem {
  const { singleRoot } = system.settings
  return constrainedSystem(system, {
    single,
    nodeFields: [...spanFields, ...chartFields],
    tablesOf: (size, constraints, labels) =>
      arcEagerTables({ size, root: root(size), singleRoot }, constraints, labels),
    allowed: allowedByConstraints,
    admits({ arcs }, { nodes, top, front }, type, label) {
      if (type === RIGHT_ARC) return arcs.fits(front, label)
      return type !== LEFT_ARC || arcs.fits(nodes[top + WORD], label)
    },
    follow(tables, c, type) {
      followSpans(tables, c, type)
      followChart(c, type)
    },
  })
}

function allowedByConstraints(tables: ArcEagerTables, configuration: Configuration, allowed: number): number {
  if (configuration.next === NO_NODE) return allowed
  const allowedByArcMask = allowedByArcs(tables.arcs, configuration, allowed)
  const allowedBySpanMask = allowedBySpans(tables, configuration, allowedByArcMask)
  const left = tables.arcs.singleRoot
    ? allowedBySingleRoot(tables, configuration, allowedBySpanMask)
    : allowedBySpanMask
  return tables.chart ? allowedByChart(tables.chart, configuration, left) : left
}

function allowedBySingleRoot(tables: ArcEagerTables, configuration: Configuration, allowed: number): number {
  const { arcs, spans } = tables
  const { nodes, top, front } = configuration
  if (top === NO_NODE || nodes[top + WORD] !== 0) return allowed
  const isOther = arcs.rootWord !== 0 && arcs.rootWord !== front
  const cannotBe = (arcs.leaf[front] === 1 && arcs.size > 1) || (spans.none && spans.of[front] !== 0)
  return isOther || cannotBe ? allowed & ~RIGHT_ARC_BIT : allowed
}
