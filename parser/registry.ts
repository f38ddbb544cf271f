import type { Settings, TransitionSystem } from './system.ts'
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
}

/** Every transition system there is, in the order in which they are listed to people. Nothing else knows their names. */
export const registry: readonly Registered[] = [
  {
    name: 'rb',
    family: 'right-branching',
    guarantees: 'projective trees of the image of the transform, one derivation each, no vestigial arc',
    paper: 'right-branching transformation, section 4; preconditions of this project',
    make: rightBranching,
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
]

/** The system of that name. Throws RangeError, naming the ones that exist, where there is none. */
export function registered(name: string): Registered {
  const found = registry.find((system) => system.name === name)
  if (found) return found
  throw new RangeError(`unknown system '${name}', expected one of: ${registry.map((s) => s.name).join(', ')}`)
}
