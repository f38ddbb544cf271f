/** The common parts of all solvers: memory with the problem, and training in slices. */
import { type Globals, type Machine, createMachine } from './machine.ts'
import type { SolverSettings } from './options.ts'
import type { Problem } from './problem.ts'
import { type ProblemStatistics, arrange } from './problem-statistics.ts'

/** The result of a slice of work. `slice`: continue; `pass`: a pass over the data has ended, continue; `solved`: done. */
const outcomes = ['slice', 'pass', 'solved'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeOf = (status: 0 | 1 | 2): Outcome => outcomes[status]

/** A running solver. It owns the memory of its training. */
export interface Engine {
  readonly step: () => Outcome
  /** The distance of the last complete pass from the optimum, in the unit of `eps`. */
  readonly violation: () => number
  /** Writes the weights of a feature, one for each vector, to `target` from `offset`. There, `target` must be 0 before. */
  readonly writeRow: (feature: number, target: Float32Array | Float64Array, offset: number) => void
  /** Whether all problems were solved within the tolerance. */
  readonly converged: () => boolean
  /** The value that LIBLINEAR prints: of the dual problem (solvers 1, 4 and 7) or of the primal problem (solver 0). */
  readonly objective: () => number
}

/**
 * Creates a machine with the rows and labels of the problem, and the settings.
 *
 * @param layout the parts that depend on the solver: the number of bytes of the weights of a feature, regions and numbers
 */
export function load<R extends Globals>(
  problem: Problem,
  found: ProblemStatistics,
  settings: SolverSettings,
  layout: { readonly rowBytes: number; readonly regions: R; readonly numbers: Globals },
): Machine<(keyof R & string) | 'weights' | 'labels'> {
  const { rowBytes, regions, numbers } = layout
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
  // Entries of solver 4 are addresses of weights; entries of other solvers are offsets in any vector over features.
  arrange(problem, found, solver === 4 ? at.weights : 0, rowBytes, {
    starts: new Uint32Array(buffer, at.starts, instances + 1),
    rows: new Uint32Array(buffer, at.rows, entries),
    values: valued ? new Float64Array(buffer, at.values, entries) : undefined,
    norms: new Float64Array(buffer, at.norms, instances),
  })
  exports.seedShuffle(settings.seed)
  return machine
}
