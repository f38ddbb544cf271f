/** Training: a solver run in slices, to the end or step by step. */
import { crammerSinger } from './crammer-singer.ts'
import type { Engine } from './engine.ts'
import { type Variant, bestVariant } from './memory.ts'
import { dualSolver } from './dual.ts'
import { type Model, vectorsOf } from './model.ts'
import { newtonSolver } from './newton.ts'
import { oneVersusRest } from './one-vs-rest.ts'
import { type Progress, type Settings, type TrainingOptions, settle } from './options.ts'
import { type Problem, checkProblem } from './problem.ts'
import { survey } from './survey.ts'

/** A model and how it came about. */
export interface TrainedModel extends Model {
  /**
   * The value that LIBLINEAR prints, summed over classes that are trained one by one: of the dual problem for
   * solvers 1, 4 and 7, of the primal one for solver 0.
   */
  readonly objective: number
  /** Passes over the data, summed over classes that are trained one by one. */
  readonly iterations: number
  /** False when some class, or the whole, was left before it came within eps, after very many passes. */
  readonly converged: boolean
}

function engineFor(problem: Problem, settings: Settings, variant: Variant): Engine {
  const { solver, bias } = settings
  if (solver === 4) return crammerSinger(problem, survey(problem, bias, 2), settings, variant)
  requireWeights(vectorsOf(solver, problem.classes) * (problem.features + 1), settings)
  const found = survey(problem, bias, solver === 0 ? 1 : 2)
  const binary =
    solver === 0
      ? newtonSolver(problem, found, settings, variant)
      : dualSolver(problem, found, settings, solver, variant)
  return oneVersusRest(problem, found.features, settings, binary)
}

/** Bytes that weights of a model may take at most. */
const WEIGHT_LIMIT = 2 ** 32

function requireWeights(count: number, settings: Settings): void {
  if (count * (settings.precision === 'single' ? 4 : 8) <= WEIGHT_LIMIT) return
  throw new RangeError(
    `the model has ${count} weights of ${settings.precision} precision, which is more than 4 GiB`,
  )
}

/**
 * A training that the caller drives. It holds WebAssembly memory until it is no longer referred to.
 * Trainings share nothing, so that any number can run side by side or in workers.
 */
export class Training {
  readonly settings: Settings
  readonly classes: number
  readonly features: number
  readonly #engine: Engine
  #iterations = 0
  #solved = false

  /** @throws RangeError for a malformed problem or option, or one that needs more than 4 GiB. */
  constructor(problem: Problem, options: TrainingOptions = {}, variant: Variant = bestVariant()) {
    this.settings = settle(options, problem.rows.values !== undefined)
    checkProblem(problem)
    this.classes = problem.classes
    this.features = problem.features
    this.#engine = engineFor(problem, this.settings, variant)
  }

  /** Vectors of weights: the number of classes, or 1 for two classes with solvers 0, 1 and 7. */
  get vectors(): number {
    return vectorsOf(this.settings.solver, this.classes)
  }

  /** Rows of weights: the number of features, and one for the bias when there is one. */
  get rows(): number {
    return this.features + (this.settings.bias >= 0 ? 1 : 0)
  }

  /** Works for some milliseconds. 'slice': go on; 'pass': go on, a pass has ended; 'solved': done. */
  step(): 'slice' | 'pass' | 'solved' {
    if (this.#solved) return 'solved'
    const outcome = this.#engine.step()
    if (outcome !== 'slice') this.#iterations++
    this.#solved = outcome === 'solved'
    return outcome
  }

  progress(): Progress {
    return this.#engine.progress()
  }

  /**
   * Writes the weights of one feature (or, after the last, of the bias), one for each vector, to target from
   * `offset`. For models whose dense weights would be too large to hold.
   */
  writeRow(feature: number, target: Float32Array | Float64Array, offset = 0): void {
    if (!(feature >= 0 && feature < this.rows)) throw new RangeError(`there is no row ${feature}`)
    target.fill(0, offset, offset + this.vectors)
    this.#engine.writeRow(feature, target, offset)
  }

  /** The model as it stands. @throws RangeError when its dense weights do not fit in 4 GiB. */
  model(): TrainedModel {
    const { solver, bias } = this.settings
    requireWeights(this.rows * this.vectors, this.settings)
    return {
      solver,
      classes: this.classes,
      features: this.features,
      vectors: this.vectors,
      bias,
      labels: Array.from({ length: this.classes }, (_, label) => label),
      weights: this.#engine.weights(),
      objective: this.#engine.objective(),
      iterations: this.#iterations,
      converged: this.#engine.converged(),
    }
  }
}

/**
 * Trains to the end.
 * @throws RangeError for a malformed problem or option, or one that needs more than 4 GiB;
 *   the signal's reason when it is aborted, which onProgress can do.
 */
export function train(problem: Problem, options: TrainingOptions = {}): TrainedModel {
  options.signal?.throwIfAborted()
  const training = new Training(problem, options)
  for (;;) {
    const outcome = training.step()
    options.signal?.throwIfAborted()
    if (outcome === 'slice') continue
    options.onProgress?.(training.progress())
    options.signal?.throwIfAborted()
    if (outcome === 'solved') return training.model()
  }
}

/** Milliseconds of work between two returns to the event loop. */
const WORK = 40

/** The same, letting the event loop run every few dozen milliseconds. */
export async function trainAsync(problem: Problem, options: TrainingOptions = {}): Promise<TrainedModel> {
  options.signal?.throwIfAborted()
  const training = new Training(problem, options)
  let rested = performance.now()
  for (;;) {
    const outcome = training.step()
    options.signal?.throwIfAborted()
    if (outcome !== 'slice') {
      options.onProgress?.(training.progress())
      options.signal?.throwIfAborted()
      if (outcome === 'solved') return training.model()
    }
    if (performance.now() - rested > WORK) {
      await new Promise((resolve) => setTimeout(resolve))
      options.signal?.throwIfAborted()
      rested = performance.now()
    }
  }
}
