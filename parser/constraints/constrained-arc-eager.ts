/**
 * Arc-eager parsing under constraints (Nivre, Goldberg & McDonald 2014): every derivation ends in a tree that has the
 * demanded arcs, labels, spans and root, every such tree has a derivation, and none stops before its end.
 *
 * The transitions, starts and ends are those of the systems without constraints (arc-eager-root.ts,
 * arc-eager-unshift.ts), so that their models serve. What is allowed is what
 *
 * - the system allows,
 * - the demanded arcs allow: see ../constraints/arc-eager-arcs.ts,
 * - the demanded spans allow: see ../constraints/arc-eager-spans.ts,
 * - the single root allows: a right-arc from 0 only to the word that must be the root, if there is one, and under the
 *   condition NONE to no word of a span that is not the whole sentence, since it could not take the others.
 *
 * Each is a few comparisons with tables that `impose` makes from the sentence's constraints. A demanded label is a
 * filter on the labels of the arcs into its word. The paper treats the system with its root at the right end only and
 * arcs and spans apart; the corrections are where the rules are, and Unshift, the single root and all of it together
 * are new here.
 */
import type { Rooting } from './arcs.ts'
import { allowedByArcs } from './arc-eager-arcs.ts'
import { allowedBySpans, followSpans } from './arc-eager-spans.ts'
import { ArcEagerTables } from './arc-eager-tables.ts'
import { NO_NODE, WORD, type Configuration } from '../core/configuration.ts'
import type { ConstrainedSystem, Settings, TransitionSystem } from '../core/transition-system.ts'
import { LEFT_ARC, RIGHT_ARC, RIGHT_ARC_BIT } from '../systems/arc-eager-family.ts'
import { arcEagerRoot } from '../systems/arc-eager-root.ts'
import { arcEagerUnshift, arcEagerUnshiftRootless } from '../systems/arc-eager-unshift.ts'

/** RE under constraints. A demanded root cannot be combined with spans, unless one is the whole sentence. */
export function constrainedArcEagerRoot(): ConstrainedSystem {
  const system = arcEagerRoot()
  return constrained(system, system, 'several', (size) => size + 1)
}

/** US or UL under constraints. A demanded root makes a single root of several. */
export function constrainedArcEagerUnshift(settings: Settings): ConstrainedSystem {
  const system = arcEagerUnshift(settings)
  if (settings.singleRoot) return constrained(system, system, 'single', leftRoot)
  return constrained(system, arcEagerUnshift({ singleRoot: true }), 'several', leftRoot)
}

/** U0 under constraints. There is no artificial root here, so none can be demanded. */
export function constrainedArcEagerUnshiftRootless(): ConstrainedSystem {
  const system = arcEagerUnshiftRootless()
  return constrained(system, system, 'none', leftRoot)
}

const leftRoot = () => 0

/**
 * @param system the system without constraints, and `underSoleRoot` the one to use where the constraints name the root
 * @param rooting how many roots its trees have
 * @param root the node that stands for the artificial root in a sentence of that size
 */
function constrained(
  system: TransitionSystem,
  underSoleRoot: TransitionSystem,
  rooting: Rooting,
  root: (size: number) => number,
): ConstrainedSystem {
  const tables = new ArcEagerTables()
  let twin = system
  let demands = false

  return Object.freeze({
    ...system,
    name: `constrained-${system.name}`,

    impose(size, constraints, baseOf) {
      demands = false
      twin = system
      tables.fill(size, constraints, root(size), rooting, baseOf)
      demands = !tables.empty
      if (tables.arcs.singleRoot) twin = underSoleRoot
    },

    allowed(configuration) {
      const allowed = twin.allowed(configuration)
      if (!demands || configuration.next === NO_NODE) return allowed
      const byArcs = allowedByArcs(tables.arcs, configuration, allowed)
      const bySpans = tables.spans.count === 0 ? byArcs : allowedBySpans(tables, configuration, byArcs)
      return tables.arcs.singleRoot ? allowedBySoleRoot(tables, configuration, bySpans) : bySpans
    },

    admits(configuration, type, label) {
      if (!demands) return true
      if (type === RIGHT_ARC) return tables.arcs.fits(configuration.front, label)
      return type !== LEFT_ARC || tables.arcs.fits(configuration.nodes[configuration.top + WORD], label)
    },

    apply(configuration, type, label) {
      if (demands && tables.spans.count !== 0) followSpans(tables, configuration, type)
      system.apply(configuration, type, label)
    },
  } satisfies ConstrainedSystem)
}

function allowedBySoleRoot(tables: ArcEagerTables, configuration: Configuration, allowed: number): number {
  const { arcs, spans } = tables
  const { nodes, top, front } = configuration
  if (top === NO_NODE || nodes[top + WORD] !== 0) return allowed
  const span = spans.of[front]
  const elsewhere = arcs.rootWord !== 0 && arcs.rootWord !== front
  const cannotBe = spans.none && span !== 0 && spans.last[span] - spans.first[span] + 1 < arcs.size
  return elsewhere || cannotBe ? allowed & ~RIGHT_ARC_BIT : allowed
}
