/** The experiments that there are, in the order in which they are listed to people. */
import { CallError } from '../src/files/failures.ts'
import { backtracking } from './backtracking.ts'
import { beam } from './beam.ts'
import { direction } from './direction.ts'
import { errorAnalysis } from './error-analysis.ts'
import type { Experiment } from './experiment.ts'
import { fragments } from './fragments.ts'
import { imperatives } from './imperatives.ts'
import { labelling } from './labelling.ts'
import { learnability } from './learnability.ts'
import { learningCurve } from './learning-curve.ts'
import { search } from './search.ts'
import { shape } from './shape.ts'
import { spans } from './spans.ts'
import { speed } from './speed.ts'

export const experiments: readonly Experiment[] = Object.freeze([
  learnability,
  learningCurve,
  errorAnalysis,
  speed,
  shape,
  fragments,
  imperatives,
  spans,
  direction,
  beam,
  search,
  labelling,
  backtracking,
])

/** The experiment of that name. Throws CallError, naming the ones that exist, where there is none. */
export function named(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name)
  if (found) return found
  const all = experiments.map((experiment) => experiment.name).join(', ')
  throw new CallError(`unknown experiment '${name}', expected one of: ${all}, all`)
}
