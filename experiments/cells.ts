/** The cells that experiments want, put together from what a user said and what they would choose themselves. */
import type { Learning } from './measurements/training.ts'
import type { PlanOptions } from './experiment.ts'
import type { Settings, Treebank, Wanted } from './runs/cell.ts'

/** The paper's features, and logistic regression as its parsers had it (LIBLINEAR's solver 0 at its own cost). */
const asInThePaper = { features: 'paper', solver: 0, C: 1 } as const
/** What `rbparse train` would do. */
const asByDefault = { features: 'rich', solver: 4 } as const

/** How a parser of the right-branching paper's experiments learns. */
export function paperLearning(system: string, options: PlanOptions): Learning {
  return learning(system, options, asInThePaper)
}

/** How a parser learns that is to be as good as it can. */
export function defaultLearning(system: string, options: PlanOptions): Learning {
  return learning(system, options, asByDefault)
}

/** What `rbparse train` would do. */
export function greedyLearning(system: string, options: PlanOptions): Learning {
  return { ...defaultLearning(system, options), direction: 'auto' }
}

/**
 * What `rbparse train --beam` would do, for so many epochs: a perceptron, to which LIBLINEAR's options mean nothing. With
 * a beam of 1 it has the features of wider ones, so that it is the search that differs.
 */
export function beamLearning(system: string, width: number, epochs: number, options: PlanOptions): Learning {
  const perceptron = { learner: 'perceptron', beam: width, epochs, solver: 4, C: 0.1 } as const
  const features = width === 1 ? { featuresFor: SEARCHING } : {}
  return { ...greedyLearning(system, options), ...perceptron, ...features }
}

/** Any beam that is one: features do not depend on how wide it is. */
const SEARCHING = 2

function learning(
  system: string,
  options: PlanOptions,
  fallback: Pick<Learning, 'features' | 'solver' | 'C'>,
): Learning {
  const { features = fallback.features, solver = fallback.solver, C = fallback.C, tags = 'both' } = options
  return { system, trees: 'original', direction: 'right', singleRoot: true, features, tags, solver, C }
}

/** The widths of beams that a user asked for, or the usual ones: each once, the narrowest first. */
export function widthsOf({ beams }: PlanOptions, usual: readonly number[]): number[] {
  return [...new Set(beams ?? usual)].sort((a, b) => a - b)
}

/** A beam of 1 is none. */
export function isSearch(width: number): boolean {
  return width > 1
}

/** A cell for each seed. */
export function cellsFor(
  measurement: string,
  title: string,
  treebank: Treebank,
  options: PlanOptions,
  settings: object,
  more: { readonly size?: number; readonly alone?: boolean } = {},
): Wanted[] {
  const { size = 100, alone = false } = more
  const { quick, seeds } = options
  const cost = costOf(treebank, size, quick, settings)
  return seeds.map((seed) => ({
    measurement,
    title,
    treebank,
    size,
    seed,
    quick,
    settings: settings as Settings,
    cost,
    alone,
  }))
}

/** About the seconds that a cell takes: reading and testing, and training, in proportion to the training part. */
function costOf(treebank: Treebank, size: number, quick: boolean, settings: object): number {
  const megabytes = quick ? 0.5 : treebank.train.bytes / 1e6
  return 2 + megabytes * (0.3 + (size / 100) * secondsPerMegabyte(settings as Partial<Learning>))
}

function secondsPerMegabyte({ solver, features, beam, epochs = 0 }: Partial<Learning>): number {
  if (beam !== undefined) return epochs * (1 + 0.5 * beam)
  if (solver === undefined) return 1
  return solver === 4 ? (features === 'paper' ? 2 : 5) : 14
}
