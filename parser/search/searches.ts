/** The registry of searches: how a parser looks for the derivation of a sentence. `--use` adds searches. */
import type { Configuration } from '../core/configuration.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { derive, type TransitionSystem } from '../core/transition-system.ts'
import { isName } from '../registry.ts'
import type { ModelGuide } from './model-guide.ts'

/** What a search can ask. */
export interface SearchTools {
  /** The system, perhaps under constraints: a search applies only transitions that `allowed` and `admits` permit. */
  readonly system: TransitionSystem
  /** `next` gives the best transition of a configuration, then `compare` the scores of all. */
  readonly guide: ModelGuide
  /** Leads the configuration to the end that a search with the beam of the parser finds best. */
  beam(sentence: ParserSentence, configuration: Configuration): void
}

export interface SearchKind {
  readonly name: string
  /** Makes a search for one parser. It starts the configuration and leads it to an end. */
  make(tools: SearchTools): (sentence: ParserSentence, configuration: Configuration) => void
}

const searches: SearchKind[] = [
  {
    name: 'greedy',
    make:
      ({ system, guide }) =>
      (sentence, c) => {
        system.start(c, sentence.size, sentence.gold)
        derive(system, c, guide)
      },
  },
  {
    name: 'beam',
    make: ({ beam }) => beam,
  },
]

export const searchNames = (): string[] => searches.map(({ name }) => name)

/** The search of this name. If there is none, throws a RangeError that lists the known names. */
export function searchNamed(name: string): SearchKind {
  const found = searches.find((search) => search.name === name)
  if (found) return found
  throw new RangeError(`unknown search '${name}', expected one of: ${searchNames().join(', ')}`)
}

/** Adds a search. Throws RangeError if it is not valid or its name is already used. */
export function registerSearch(own: SearchKind): void {
  const { name, make } = own
  const isFree = isName(String(name)) && !searchNames().includes(name)
  if (!isFree || typeof make !== 'function')
    throw new RangeError(`search '${String(name)}': expected a name of its own and a function make`)
  searches.push({ name, make })
}
