import type { Settings, TransitionSystem } from './system.ts'

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
export const registry: readonly Registered[] = []

/** The system of that name. Throws RangeError, naming the ones that exist, where there is none. */
export function registered(name: string): Registered {
  const found = registry.find((system) => system.name === name)
  if (found) return found
  throw new RangeError(`unknown system '${name}', expected one of: ${registry.map((s) => s.name).join(', ')}`)
}
