/** What the solvers have in common, seen from outside: memory that holds the problem, and a training in slices. */
import { type Globals, type Machine, createMachine } from './machine.ts'
import type { Progress, Settings } from './options.ts'
import type { Problem } from './problem.ts'
import { type Survey, arrange } from './survey.ts'

/** What became of a slice of work. 'slice': go on; 'pass': go on, a pass has ended; 'solved': done. */
export type Outcome = 'slice' | 'pass' | 'solved'

/** A solver at work. It holds the memory of its training. */
export interface Engine {
  /** Works for some milliseconds. */
  readonly step: () => Outcome
  readonly progress: () => Progress
  /** Writes the feature's weights, one for each vector, to target from `offset`, which must be zero there. */
  readonly writeRow: (feature: number, target: Float32Array | Float64Array, offset: number) => void
  /** Whether all that is done came within the tolerance. */
  readonly converged: () => boolean
  /** The value that LIBLINEAR prints: of the dual problem (solvers 1, 4 and 7) or of the primal one (0). */
  readonly objective: () => number
}

/** A solver's own part of the memory. */
export interface Layout<R extends Globals> {
  /** Bytes of a feature's weights. */
  readonly rowBytes: number
  readonly regions: R
  readonly numbers: Globals
}

type SharedRegion = 'weights' | 'starts' | 'rows' | 'values' | 'labels' | 'norms'

/** A fresh machine that holds the problem's rows, its labels and the settings. */
export function load<R extends Globals>(
  problem: Problem,
  found: Survey,
  settings: Settings,
  { rowBytes, regions, numbers }: Layout<R>,
): Machine<(keyof R & string) | SharedRegion> {
  const { instances, ranked, entries, valued } = found
  const { solver, C: cost, eps: tolerance } = settings
  const shared = {
    weights: ranked * rowBytes,
    starts: (instances + 1) * 4,
    rows: entries * 4,
    values: valued ? entries * 8 : 0,
    labels: instances * 4,
    norms: instances * 8,
    order: instances * 4,
  }
  const machine = createMachine({ ...shared, ...regions }, { solver, instances, cost, tolerance, ...numbers })
  const { buffer, at, exports } = machine
  new Uint32Array(buffer, at.labels, instances).set(problem.labels)
  // entries of solver 4 are addresses of weights, those of the others are relative to any vector over features
  arrange(problem, found, solver === 4 ? at.weights : 0, rowBytes, {
    starts: new Uint32Array(buffer, at.starts, instances + 1),
    rows: new Uint32Array(buffer, at.rows, entries),
    values: valued ? new Float64Array(buffer, at.values, entries) : undefined,
    norms: new Float64Array(buffer, at.norms, instances),
  })
  exports.seedShuffle(settings.seed)
  return machine
}

const outcomes = ['slice', 'pass', 'solved'] as const

/** Visits up to `budget` instances. */
export function runSlice({ exports }: Machine<string>, budget: number): Outcome {
  return outcomes[exports.run(budget)]
}

/** How far the machine has come. */
export function progressOf({ exports }: Machine<string>): Omit<Progress, 'classesDone' | 'classesToDo'> {
  const { iteration, violation, active } = exports
  return { iteration: iteration.value, violation: violation.value, active: active.value }
}
