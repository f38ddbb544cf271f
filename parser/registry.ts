/** The transition systems by name. */
import {
  arcEagerTemplates,
  arcStandardTemplates,
  covingtonTemplates,
  rightBranchingOracleTemplates,
  rightBranchingTemplates,
  type SystemTemplates,
} from './features/template-sets.ts'
import type { DynamicOracle } from './oracles/dynamic.ts'
import type { dynamicOracles } from './oracles/dynamic-oracles.ts'
import type { ConstrainedSystem, Settings, TransitionSystem } from './core/transition-system.ts'
import { arcEagerRoot } from './systems/arc-eager-root.ts'
import { arcEagerUnshift } from './systems/arc-eager-unshift.ts'
import { arcEager } from './systems/arc-eager.ts'
import { arcHybrid } from './systems/arc-hybrid.ts'
import { arcStandardSwap } from './systems/arc-standard-swap.ts'
import { arcStandard } from './systems/arc-standard.ts'
import { covington } from './systems/covington.ts'
import {
  constrainedArcEagerRoot,
  constrainedArcEagerUnshift,
} from './constraints/arc-eager/constrained-system.ts'
import { constrainedRightBranching } from './constraints/right-branching/constrained-system.ts'
import { rightBranchingLearned } from './systems/rb-learned.ts'
import { rightBranchingOracle } from './systems/rb-oracle.ts'
import { rightBranching } from './systems/rb.ts'

/** One transition system of the registry. */
export interface Registered {
  /** The name in the command line and in model files. */
  readonly name: string
  /** Systems of one family share their transition types and can decode each other's models. */
  readonly family: TransitionSystem['family']
  /** What the trees of the system are, in one line. */
  readonly guarantees: string
  /** The source: author, year, figure. */
  readonly paper: string
  make(settings: Settings): TransitionSystem
  readonly templates: SystemTemplates
  /** The dynamic oracle, see oracles/dynamic-oracles.ts; absent if none is known for the system. */
  readonly dynamicOracle?: keyof typeof dynamicOracles | ((settings: Settings) => DynamicOracle)
  /** Makes the system that decodes its models under constraints; absent if the system takes no constraints. */
  readonly constrained?: (settings: Settings) => ConstrainedSystem
}

const systems: Registered[] = [
  {
    name: 'rb',
    family: 'right-branching',
    guarantees: 'projective trees of the image of the transform, one derivation each, no vestigial arc',
    paper: 'right-branching transformation, section 4; preconditions of this project',
    make: rightBranching,
    templates: rightBranchingTemplates,
    constrained: constrainedRightBranching,
  },
  {
    name: 'rb-learned',
    family: 'right-branching',
    guarantees: 'right-branching trees; vestigial arcs are possible',
    paper: 'right-branching transformation, section 4',
    make: rightBranchingLearned,
    templates: rightBranchingTemplates,
  },
  {
    name: 'rb-oracle',
    family: 'right-branching',
    guarantees: 'as rb-learned, told the gold true tokens: for the experiment only',
    paper: 'right-branching transformation, section 5',
    make: rightBranchingOracle,
    templates: rightBranchingOracleTemplates,
  },
  {
    name: 'arc-eager',
    family: 'arc-eager',
    guarantees: 'projective trees, perhaps with several roots: remaining words are attached to the root',
    paper: 'Nivre 2003; Nivre & Fernández-González 2014, Figure 2',
    make: arcEager,
    templates: arcEagerTemplates,
    // Words left on the stack cannot satisfy constraints, so constrained parsing uses Unshift.
    constrained: () => constrainedArcEagerUnshift({ singleRoot: false }),
    dynamicOracle: 'arcEager',
  },
  {
    name: 'arc-eager-unshift',
    family: 'arc-eager',
    guarantees: 'projective trees, with a single root unless told otherwise; decodes models of arc-eager',
    paper: 'Nivre & Fernández-González 2014, Figure 3, without its dead ends',
    make: arcEagerUnshift,
    templates: arcEagerTemplates,
    constrained: constrainedArcEagerUnshift,
    dynamicOracle: 'unshift',
  },
  {
    name: 'arc-eager-root',
    family: 'arc-eager',
    guarantees: 'projective trees, perhaps with several roots: the root stands at the end of the buffer',
    paper: 'Nivre, Goldberg & McDonald 2014, Figure 2, without constraints',
    make: arcEagerRoot,
    templates: arcEagerTemplates,
    constrained: constrainedArcEagerRoot,
    dynamicOracle: 'arcEager',
  },
  {
    name: 'arc-standard',
    family: 'arc-standard',
    guarantees: 'projective trees, with a single root unless told otherwise',
    paper: 'Nivre 2004; Nivre 2009, Figure 2, without swap',
    make: arcStandard,
    templates: arcStandardTemplates,
  },
  {
    name: 'arc-standard-swap',
    family: 'arc-standard',
    guarantees: 'all trees, also those that are not projective, with a single root unless told otherwise',
    paper: 'Nivre 2009, Figure 2; lazy oracle of Nivre, Kuhlmann & Hall 2009',
    make: arcStandardSwap,
    templates: arcStandardTemplates,
  },
  {
    name: 'arc-hybrid',
    family: 'arc-hybrid',
    guarantees: 'projective trees, with a single root unless told otherwise',
    paper: 'Kuhlmann, Gómez-Rodríguez & Satta 2011; Goldberg & Nivre 2013, section 3',
    make: arcHybrid,
    templates: arcStandardTemplates,
    dynamicOracle: 'arcHybrid',
  },
  {
    name: 'covington',
    family: 'covington',
    guarantees: 'all trees, also those that are not projective, with a single root unless told otherwise',
    paper: 'Covington 2001; Nivre 2008, Figure 7; preconditions of this project',
    make: covington,
    templates: covingtonTemplates,
  },
]

/** All transition systems, in the order in which lists show them. No other file names a system. */
export const registry: readonly Registered[] = systems

/** Whether a text can be the name of a system. */
export const isName = (text: string): boolean => /^[\w.+-]{1,60}$/.test(text)

/** What a module outside the package says of its system; what is absent is as in arc-eager parsing, or unknown. */
export type OwnSystem = Pick<Registered, 'name' | 'make'> & Partial<Registered>

/** Adds a system. Throws RangeError if it is not sound or its name is taken by another one. */
export function registerSystem(own: OwnSystem): void {
  const fail = (problem: string): never => {
    throw new RangeError(`system '${String(own.name)}': ${problem}`)
  }
  if (!isName(own.name)) fail('expected a name of at most 60 letters, digits, -, _, . and +')
  const { transitionTypes, family, states } = own.make({ singleRoot: true })
  if (!(transitionTypes?.length >= 1 && transitionTypes.length <= 8)) fail('expected 1 to 8 transition types')
  for (const { name, labelled, head, dependent } of transitionTypes)
    if (labelled && !(head && dependent)) fail(`${name} has a label, expected a head and a dependent`)
  if (!(states?.length >= 1)) fail('expected at least one state')
  if (systems.some(({ name }) => name === own.name))
    fail('expected another name, there is a system of this one')
  const unknown = { guarantees: 'unknown', paper: 'unknown', templates: arcEagerTemplates }
  systems.push({ ...unknown, ...own, family })
}

/** The system that training uses if no other is given. */
export const defaultSystem = registry[0].name

/** The system of that name. Throws RangeError, which lists the known names, if there is none. */
export function registered(name: string): Registered {
  const found = registry.find((system) => system.name === name)
  if (found) return found
  const names = registry.map((system) => system.name).join(', ')
  throw new RangeError(`unknown system '${name}', expected one of: ${names}`)
}
