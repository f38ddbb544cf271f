import { arcEagerDynamicOracle } from './oracles/arc-eager.ts'
import type { DynamicOracle } from './oracles/dynamic.ts'
import { unshiftDynamicOracle } from './oracles/unshift.ts'
import type { ConstrainedSystem, Settings, TransitionSystem } from './core/transition-system.ts'
import { arcEagerRoot } from './systems/arc-eager-root.ts'
import { arcEagerUnshift } from './systems/arc-eager-unshift.ts'
import { arcEager } from './systems/arc-eager.ts'
import { constrainedArcEagerRoot, constrainedArcEagerUnshift } from './constraints/constrained-arc-eager.ts'
import { constrainedRightBranching } from './constraints/constrained-rb.ts'
import { rightBranching, rightBranchingLearned, rightBranchingOracle } from './systems/rb.ts'

/** What the registry says of a system; `make` builds it. */
export interface Registered {
  readonly name: string
  readonly family: TransitionSystem['family']
  /** One line: what it guarantees. */
  readonly guarantees: string
  /** Author, year, figure. */
  readonly paper: string
  make(settings: Settings): TransitionSystem
  /** What transitions cost off the way to the gold tree, where that is known. */
  readonly dynamicOracle?: (settings: Settings) => DynamicOracle
  /** The system that decodes its models under constraints, where there is one. */
  readonly constrained?: (settings: Settings) => ConstrainedSystem
}

/** Every transition system there is, in the order in which they are listed to people. Nothing else knows their names. */
export const registry: readonly Registered[] = [
  {
    name: 'rb',
    family: 'right-branching',
    guarantees: 'projective trees of the image of the transform, one derivation each, no vestigial arc',
    paper: 'right-branching transformation, section 4; preconditions of this project',
    make: rightBranching,
    constrained: constrainedRightBranching,
  },
  {
    name: 'rb-learned',
    family: 'right-branching',
    guarantees: 'right-branching trees; vestigial arcs are possible',
    paper: 'right-branching transformation, section 4',
    make: rightBranchingLearned,
  },
  {
    name: 'rb-oracle',
    family: 'right-branching',
    guarantees: 'as rb-learned, told the gold true tokens: for the experiment only',
    paper: 'right-branching transformation, section 5',
    make: rightBranchingOracle,
  },
  {
    name: 'arc-eager',
    family: 'arc-eager',
    guarantees: 'projective trees, perhaps with several roots: leftovers hang on 0',
    paper: 'Nivre 2003; Nivre & Fernández-González 2014, Figure 2',
    make: arcEager,
    // Leftovers cannot be held to anything: under constraints they are parsed with Unshift.
    constrained: () => constrainedArcEagerUnshift({ singleRoot: false }),
    dynamicOracle: arcEagerDynamicOracle,
  },
  {
    name: 'arc-eager-unshift',
    family: 'arc-eager',
    guarantees: 'projective trees, with a single root unless told otherwise; decodes models of arc-eager',
    paper: 'Nivre & Fernández-González 2014, Figure 3, without its dead ends',
    make: arcEagerUnshift,
    constrained: constrainedArcEagerUnshift,
    dynamicOracle: ({ singleRoot }) => unshiftDynamicOracle(singleRoot),
  },
  {
    name: 'arc-eager-root',
    family: 'arc-eager',
    guarantees: 'projective trees, perhaps with several roots: the root stands at the end of the buffer',
    paper: 'Nivre, Goldberg & McDonald 2014, Figure 2, without constraints',
    make: arcEagerRoot,
    constrained: constrainedArcEagerRoot,
    dynamicOracle: arcEagerDynamicOracle,
  },
]

/** The system of that name. Throws RangeError, naming the ones that exist, where there is none. */
export function registered(name: string): Registered {
  const found = registry.find((system) => system.name === name)
  if (found) return found
  throw new RangeError(`unknown system '${name}', expected one of: ${registry.map((s) => s.name).join(', ')}`)
}
