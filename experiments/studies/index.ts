/** All studies, in the order of the command's help. A new study is one file in this folder and one line in the list. */
import { CallError } from '../../src/files/command-line.ts'
import type { Cell } from '../runs/cell.ts'
import type { Study } from '../study.ts'
import { beam } from './beam.ts'
import { studyFrom, type Declaration } from './declared.ts'
import { direction } from './direction.ts'
import { errorAnalysis } from './error-analysis.ts'
import { fragments } from './fragments.ts'
import { frontier } from './frontier.ts'
import { imperatives, spans } from './constraints.ts'
import { labelling } from './labelling.ts'
import { learnability } from './learnability.ts'
import { learningCurve } from './learning-curve.ts'
import { search } from './search.ts'
import { shape } from './shape.ts'
import { speed } from './speed.ts'

export const studies: readonly Study[] = Object.freeze([
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
  frontier,
])

/** The studies that need the cells, in the order of the list. */
export function studiesOf(cells: readonly Cell[]): Study[] {
  const uses = cells.flatMap((cell) => cell.uses)
  const declared = uses.find((use) => use.declared)?.declared
  const shipped = studies.filter(({ name }) => uses.some(({ study }) => study === name))
  return declared ? [studyFrom(declared as Declaration)] : shipped
}

/** The study of that name. Throws CallError if there is none. */
export function studyOf(name: string): Study {
  const found = studies.find((study) => study.name === name)
  if (found) return found
  const all = studies.map((study) => study.name).join(', ')
  throw new CallError(`unknown experiment '${name}', expected one of: ${all}, all`)
}
