/** The parsers that studies compare: how they learn, and which of them a user selects. */
import type { Learning } from '../measurements/learning.ts'
import type { StudyOptions } from '../study.ts'

/** The paper's features with logistic regression (LIBLINEAR's solver 0 at its default cost), as its parsers had. */
export function paperLearning(system: string, options: StudyOptions): Learning {
  return learning(system, options, { features: 'paper', solver: 0, C: 1 })
}

/** The default features and learner, with the transform to the right. */
export function defaultLearning(system: string, options: StudyOptions): Learning {
  return learning(system, options, { features: 'rich', solver: 4 })
}

/** What `rbparse train` does. */
export function greedyLearning(system: string, options: StudyOptions): Learning {
  return { ...defaultLearning(system, options), direction: 'auto' }
}

/** The epochs of perceptrons with a beam. */
export interface Epochs {
  readonly full: number
  readonly quick: number
}

/**
 * What `rbparse train --beam` does in some epochs: a perceptron, for which LIBLINEAR's options have no meaning. With a
 * beam of 1 it has the features of wider beams, so that only the search differs.
 */
export function beamLearning(
  system: string,
  width: number,
  { full, quick }: Epochs,
  options: StudyOptions,
): Learning {
  const epochs = options.quick ? quick : full
  const perceptron = { learner: 'perceptron', beam: width, epochs, solver: 4, C: 0.1 } as const
  const features = width === 1 ? { featuresFor: ANY_BEAM } : {}
  return { ...greedyLearning(system, options), ...perceptron, ...features }
}

/** Features do not depend on the width of a beam, once there is one. */
const ANY_BEAM = 2

/** Labels are chosen early. With the paper's features, a transition is chosen together with its label, as in the papers. */
function learning(
  system: string,
  options: StudyOptions,
  defaults: Pick<Learning, 'features' | 'solver' | 'C'>,
): Learning {
  const { features = defaults.features, solver = defaults.solver, C = defaults.C, tags = 'both' } = options
  const form = features === 'paper' ? ({ form: 'labelled' } as const) : {}
  return { system, direction: 'right', labelling: 'early', features, tags, solver, C, ...form }
}

/** Those of the systems of a study that a user selects; all of them by default. */
export function selected(systems: readonly string[], options: StudyOptions): string[] {
  return systems.filter((system) => options.systems?.includes(system) ?? true)
}

/** The beam widths that a user asks for, or the defaults: each once, the narrowest first. */
export function widthsOf({ beams }: StudyOptions, defaults: readonly number[]): number[] {
  return [...new Set(beams ?? defaults)].sort((a, b) => a - b)
}

/** A beam of 1 is greedy. */
export function isSearch(width: number): boolean {
  return width > 1
}
