/** All studies, in the order of the command's help. A new study is one file in this folder and one line in the list. */
import { CallError } from '../../src/lab-node.ts'
import { stepKinds, use } from '../../src/lab.ts'
import type { Cell } from '../cells/cell.ts'
import { steps } from '../examples/conjunction-heads.js'
import type { Study } from '../study.ts'
import beam from './beam.json' with { type: 'json' }
import direction from './direction.json' with { type: 'json' }
import errorAnalysis from './error-analysis.json' with { type: 'json' }
import fragments from './fragments.json' with { type: 'json' }
import frontier from './frontier.json' with { type: 'json' }
import imperatives from './imperatives.json' with { type: 'json' }
import labelling from './labelling.json' with { type: 'json' }
import learnability from './learnability.json' with { type: 'json' }
import learningCurve from './learning-curve.json' with { type: 'json' }
import schemes from './schemes.json' with { type: 'json' }
import search from './search.json' with { type: 'json' }
import shape from './shape.json' with { type: 'json' }
import spans from './spans.json' with { type: 'json' }
import speed from './speed.json' with { type: 'json' }

const files: readonly object[] = [
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
  schemes,
  frontier,
]

// The study `schemes` uses a step that is not part of the package.
if (!stepKinds.some(({ name }) => name === steps[0].name)) use({ steps })

export const studies: readonly Study[] = Object.freeze(files.map((file) => file as Study))

/** The studies that use the cells, in the order of the list. */
export function studiesOf(cells: readonly Cell[]): Study[] {
  const uses = cells.flatMap((cell) => cell.uses)
  const declared = uses.find((use) => use.declared)?.declared
  return declared
    ? [declared as Study]
    : studies.filter(({ name }) => uses.some(({ study }) => study === name))
}

/** The study with this name. Throws CallError if there is none. */
export function studyOf(name: string): Study {
  const study = studies.find((study) => study.name === name)
  if (study) return study
  const names = studies.map((study) => study.name).join(', ')
  throw new CallError(`unknown experiment '${name}', expected one of: ${names}, all`)
}
