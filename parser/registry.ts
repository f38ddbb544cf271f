/** The transition systems by name. */
import type { TemplatesOfSystem } from './features/template-sets.ts'
import type { DynamicOracle } from './oracles/dynamic.ts'
import type { dynamicOracles } from './oracles/dynamic-oracles.ts'
import { ABSENT_FIELD, FIRST_OWN_FIELD, OWN_FIELD_COUNT } from './core/node-fields.ts'
import type {
  ConstrainedSystem,
  NodeField,
  Settings,
  SystemTraits,
  TransitionSystem,
} from './core/transition-system.ts'
import {
  FIELD_TEMPLATE,
  compileTemplates,
  type CompiledTemplates,
  type TemplateSet,
} from './features/templates.ts'
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

/** The data that register a system. */
interface Entry {
  /** The name in the command line and in model files. */
  readonly name: string
  /** The properties of the trees of the system, in one line. */
  readonly guarantees: string
  /** The source: author, year, figure. */
  readonly paper: string
  make(settings: Settings): TransitionSystem
  readonly templates: TemplatesOfSystem
  /** The dynamic oracle (oracles/dynamic-oracles.ts). Absent if none is known for the system. */
  readonly dynamicOracle?: keyof typeof dynamicOracles | ((settings: Settings) => DynamicOracle)
  /** Creates the system that decodes its models under constraints. Absent if the system does not support constraints. */
  readonly constrained?: (settings: Settings) => ConstrainedSystem
}

/** One transition system of the registry. */
export interface Registered extends Entry {
  readonly traits: SystemTraits
}

const builtIn: readonly Entry[] = [
  {
    name: 'rb',
    guarantees: 'projective trees of the image of the transform, one derivation each, no vestigial arc',
    paper: 'right-branching transformation, section 4; preconditions of this project',
    make: rightBranching,
    templates: 'rightBranching',
    constrained: constrainedRightBranching,
  },
  {
    name: 'rb-learned',
    guarantees: 'right-branching trees; vestigial arcs are possible',
    paper: 'right-branching transformation, section 4',
    make: rightBranchingLearned,
    templates: 'rightBranching',
  },
  {
    name: 'rb-oracle',
    guarantees: 'as rb-learned, with the gold true tokens: for the experiment only',
    paper: 'right-branching transformation, section 5',
    make: rightBranchingOracle,
    templates: 'rightBranchingOracle',
  },
  {
    name: 'arc-eager',
    guarantees: 'projective trees, perhaps with several roots: remaining words are attached to the root',
    paper: 'Nivre 2003; Nivre & Fernández-González 2014, Figure 2',
    make: arcEager,
    templates: 'arcEager',
    // Words that remain on the stack cannot satisfy constraints, so constrained parsing uses Unshift.
    constrained: () => constrainedArcEagerUnshift({ singleRoot: false }),
    dynamicOracle: 'arcEager',
  },
  {
    name: 'arc-eager-unshift',
    guarantees: 'projective trees, with a single root by default; decodes models of arc-eager',
    paper: 'Nivre & Fernández-González 2014, Figure 3, without its dead ends',
    make: arcEagerUnshift,
    templates: 'arcEager',
    constrained: constrainedArcEagerUnshift,
    dynamicOracle: 'unshift',
  },
  {
    name: 'arc-eager-root',
    guarantees: 'projective trees, perhaps with several roots: the root is at the end of the buffer',
    paper: 'Nivre, Goldberg & McDonald 2014, Figure 2, without constraints',
    make: arcEagerRoot,
    templates: 'arcEager',
    constrained: constrainedArcEagerRoot,
    dynamicOracle: 'arcEager',
  },
  {
    name: 'arc-standard',
    guarantees: 'projective trees, with a single root by default',
    paper: 'Nivre 2004; Nivre 2009, Figure 2, without swap',
    make: arcStandard,
    templates: 'arcStandard',
  },
  {
    name: 'arc-standard-swap',
    guarantees: 'all trees, also those that are not projective, with a single root by default',
    paper: 'Nivre 2009, Figure 2; lazy oracle of Nivre, Kuhlmann & Hall 2009',
    make: arcStandardSwap,
    templates: 'arcStandard',
  },
  {
    name: 'arc-hybrid',
    guarantees: 'projective trees, with a single root by default',
    paper: 'Kuhlmann, Gómez-Rodríguez & Satta 2011; Goldberg & Nivre 2013, section 3',
    make: arcHybrid,
    templates: 'arcStandard',
    dynamicOracle: 'arcHybrid',
  },
  {
    name: 'covington',
    guarantees: 'all trees, also those that are not projective, with a single root by default',
    paper: 'Covington 2001; Nivre 2008, Figure 7; preconditions of this project',
    make: covington,
    templates: 'covington',
  },
]

const recordOf = (entry: Entry): Registered => ({ ...entry, traits: entry.make({ singleRoot: true }) })

const systems: Registered[] = builtIn.map(recordOf)

/** All transition systems, in the order of lists. No other file names a system. */
export const registry: readonly Registered[] = systems

/** The node fields that templates can read in a system: its own fields, and those of other systems, which are always 0. */
function readableFields({ traits }: Registered): NodeField[] {
  const fieldsOf = (traits: SystemTraits): readonly NodeField[] =>
    (traits.nodeFields ?? []).filter(({ template }) => template)
  const ownFields = fieldsOf(traits)
  const others = systems.flatMap((other) => fieldsOf(other.traits))
  const absentFields = others.filter(
    ({ template }) => !ownFields.some((field) => field.template === template),
  )
  return [...ownFields, ...absentFields.map((field) => ({ ...field, field: ABSENT_FIELD }))]
}

/** Compiles templates for the system of that name. Throws RangeError as `compileTemplates`. */
export function compileFor(system: string, set: TemplateSet): CompiledTemplates {
  return compileTemplates(set, readableFields(registered(system)))
}

/** Throws RangeError for node fields that a system cannot have. */
function checkNodeFields({ nodeFields = [] }: SystemTraits, fail: (problem: string) => never): void {
  nodeFields.forEach(({ field, template }, i) => {
    const end = FIRST_OWN_FIELD + OWN_FIELD_COUNT
    if (!(Number.isInteger(field) && field >= FIRST_OWN_FIELD && field < end))
      fail(`a node field ${field}, expected a number from ${FIRST_OWN_FIELD} to ${end - 1}`)
    if (nodeFields.some((other, k) => k < i && other.field === field))
      fail(`two node fields with the number ${field}, expected one`)
    if (template !== undefined && !FIELD_TEMPLATE.test(template))
      fail(`a node field is read by '${template}', expected s0x, s0x.deprel, s0.name or t0.name`)
  })
}

/** Whether a text can be the name of a system. */
export const isName = (text: string): boolean => /^[\w.+-]{1,60}$/.test(text)

/** A system from a module outside the package. Absent templates are those of arc-eager parsing; absent texts are `unknown`. */
export type OwnSystem = Pick<Entry, 'name' | 'make'> & Partial<Entry>

/** Adds a system. Throws RangeError if it is not valid or its name is already used. */
export function registerSystem(own: OwnSystem): void {
  const fail = (problem: string): never => {
    throw new RangeError(`system '${String(own.name)}': ${problem}`)
  }
  if (!isName(own.name)) fail('expected a name of at most 60 letters, digits, -, _, . and +')
  const traits: SystemTraits = own.make({ singleRoot: true })
  const { transitionTypes, states } = traits
  if (!(transitionTypes?.length >= 1 && transitionTypes.length <= 8)) fail('expected 1 to 8 transition types')
  for (const { name, labelled, head, dependent } of transitionTypes)
    if (labelled && !(head && dependent)) fail(`${name} has a label, expected a head and a dependent`)
  if (!(states?.length >= 1)) fail('expected at least one state')
  checkNodeFields(traits, fail)
  if (systems.some(({ name }) => name === own.name))
    fail('expected another name, there is a system of this one')
  const unknownDefaults = { guarantees: 'unknown', paper: 'unknown', templates: 'arcEager' } as const
  systems.push(recordOf({ ...unknownDefaults, ...own }))
}

/** The system that training uses if no other is given. */
export const defaultSystem = registry[0].name

/** The system that completes partial trees (learning/partial-trees.ts). It supports constraints. */
export const completingSystem = 'arc-eager-unshift'

/** The system of this name. If there is none, throws a RangeError that lists the known names. */
export function registered(name: string): Registered {
  const found = registry.find((system) => system.name === name)
  if (found) return found
  const names = registry.map((system) => system.name).join(', ')
  throw new RangeError(`unknown system '${name}', expected one of: ${names}`)
}
