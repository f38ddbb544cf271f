/** Solvers, by LIBLINEAR's numbers and names, and the options of a training. */

/** The solvers, by LIBLINEAR's numbers and names, with LIBLINEAR's tolerances. */
export const solvers = Object.freeze([
  Object.freeze({ solver: 0, name: 'L2R_LR', eps: 0.01 }),
  Object.freeze({ solver: 1, name: 'L2R_L2LOSS_SVC_DUAL', eps: 0.1 }),
  Object.freeze({ solver: 4, name: 'MCSVM_CS', eps: 0.1 }),
  Object.freeze({ solver: 7, name: 'L2R_LR_DUAL', eps: 0.1 }),
] as const)
export type Solver = (typeof solvers)[number]['solver']
export type SolverName = (typeof solvers)[number]['name']

/** Options of a training; each has a default. */
export interface TrainingOptions {
  /** LIBLINEAR's number or name; 1, as LIBLINEAR. */
  readonly solver?: Solver | SolverName
  /** Cost of errors against the size of the weights; 1. */
  readonly C?: number
  /** Tolerance of the stopping rule; 0.01 for solver 0, 0.1 for the others. */
  readonly eps?: number
  /** When not negative, every row has one more feature, the last, of this value; -1. */
  readonly bias?: number
  /** Seed of the order in which instances are visited; 1. */
  readonly seed?: number
  /**
   * Type of the weights. Single halves the memory; solver 4 then also computes in it.
   * Solver 4 with eps >= 0.001 and rows without values: single; otherwise double.
   */
  readonly precision?: 'single' | 'double'
}

/** Options with all defaults filled in. */
export interface SolverSettings extends Readonly<Required<TrainingOptions>> {
  readonly solver: Solver
}

/** The number of a solver. Throws RangeError if there is none. */
export function solverNumber(solver: number | string): Solver {
  const found = solvers.find((entry) => entry.solver === solver || entry.name === solver)
  if (found === undefined) {
    const known = solvers.map((entry) => `${entry.solver} (${entry.name})`).join(', ')
    throw new RangeError(`there is no solver ${solver}; there are ${known}`)
  }
  return found.solver
}

/** Fills in the defaults. Throws RangeError for an option out of range. @param valued whether rows have values */
export function settle(options: TrainingOptions, valued: boolean): SolverSettings {
  const solver = solverNumber(options.solver ?? 1)
  const { C = 1, bias = -1, seed = 1 } = options
  const eps = options.eps ?? solvers.find((entry) => entry.solver === solver)!.eps
  if (!(C > 0 && C < Infinity)) throw new RangeError(`C must be positive, got ${C}`)
  if (!(eps > 0 && eps < Infinity)) throw new RangeError(`eps must be positive, got ${eps}`)
  if (!Number.isFinite(bias)) throw new RangeError(`bias must be a finite number, got ${bias}`)
  if (!Number.isInteger(seed)) throw new RangeError(`seed must be an integer, got ${seed}`)
  const precision = options.precision ?? (solver === 4 && eps >= 1e-3 && !valued ? 'single' : 'double')
  return { solver, C, eps, bias, seed, precision }
}
