/** The solvers and the options of a training. */

/** The solvers, with the numbers, names and tolerances of LIBLINEAR. */
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
  /** The number or name of the solver in LIBLINEAR. Default: 1, as in LIBLINEAR. */
  readonly solver?: Solver | SolverName
  /** The cost of errors relative to the size of the weights. Default: 1. */
  readonly C?: number
  /** The tolerance of the stopping rule. Default: 0.01 for solver 0, 0.1 for the others. */
  readonly eps?: number
  /** If it is not negative, every row has one more feature (the last) with this value. Default: -1. */
  readonly bias?: number
  /** The seed of the order of instances. Default: 1. */
  readonly seed?: number
  /**
   * The type of the weights. `single` halves the memory; solver 4 then also computes in single precision. Default: `single`
   * for solver 4 with eps >= 0.001 and rows without values; otherwise `double`.
   */
  readonly precision?: 'single' | 'double'
}

/** Options with all defaults filled in. */
export interface SolverSettings extends Readonly<Required<TrainingOptions>> {
  readonly solver: Solver
}

/** The number of a solver. Throws RangeError if there is none. */
export function solverNumber(solver: number | string): Solver {
  const entryOfSolver = solvers.find((entry) => entry.solver === solver || entry.name === solver)
  if (entryOfSolver === undefined) {
    const known = solvers.map((entry) => `${entry.solver} (${entry.name})`).join(', ')
    throw new RangeError(`there is no solver ${solver}; there are ${known}`)
  }
  return entryOfSolver.solver
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
