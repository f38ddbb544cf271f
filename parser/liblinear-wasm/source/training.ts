/** Training: a solver run in slices, to the end or step by step. */
import { crammerSinger } from './crammer-singer.ts'
import type { Engine, Outcome } from './engine.ts'
import { type Model, vectorsOf } from './model.ts'
import { oneVersusRest } from './one-vs-rest.ts'
import { type Progress, type Settings, type TrainingOptions, settle } from './options.ts'
import { type Problem, checkProblem } from './problem.ts'

/** A model and how it came about. */
export interface TrainedModel extends Model {
  /**
   * The value that LIBLINEAR prints, summed over classes that are trained one by one: of the dual problem for solvers 1, 4
   * and 7, of the primal one for solver 0.
   */
  readonly objective: number
  /** Passes over the data, summed over classes that are trained one by one. */
  readonly iterations: number
  /** False when some class, or the whole, was left before it came within eps, after very many passes. */
  readonly converged: boolean
}

/** Bytes that the weights of a model may take at most. */
const WEIGHT_LIMIT = 2 ** 32

/**
 * A training that the caller drives. It holds WebAssembly memory until it is no longer referred to. Trainings share nothing:
 * any number can run side by side or in workers.
 */
export class Training {
  readonly settings: Settings
  readonly classes: number
  readonly features: number
  /** Vectors of weights: the number of classes, or 1 for two classes with solvers 0, 1 and 7. */
  readonly vectors: number
  /** Rows of weights: the number of features, and one for the bias when there is one. */
  readonly rows: number
  readonly #engine: Engine
  #iterations = 0
  #solved = false

  /** @throws RangeError for a malformed problem or option, or one that needs more than 4 GiB. */
  constructor(problem: Problem, options: TrainingOptions = {}) {
    this.settings = settle(options, problem.rows.values !== undefined)
    checkProblem(problem)
    const { solver, bias } = this.settings
    this.classes = problem.classes
    this.features = problem.features
    this.vectors = vectorsOf(solver, problem.classes)
    this.rows = problem.features + (bias >= 0 ? 1 : 0)
    if (solver === 4) {
      this.#engine = crammerSinger(problem, this.settings)
    } else {
      this.#requireWeights()
      this.#engine = oneVersusRest(problem, this.settings, solver)
    }
  }

  #requireWeights(): void {
    const count = this.rows * this.vectors
    const { precision } = this.settings
    if (count * (precision === 'single' ? 4 : 8) <= WEIGHT_LIMIT) return
    throw new RangeError(`the model has ${count} weights of ${precision} precision, which is more than 4 GiB`)
  }

  /** Works for some milliseconds. 'slice': go on; 'pass': go on, a pass has ended; 'solved': done. */
  step(): Outcome {
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
   * Writes the weights of one feature (or, after the last, of the bias), one for each vector, to target from `offset`. For
   * models whose dense weights would be too large to hold.
   */
  writeRow(feature: number, target: Float32Array | Float64Array, offset = 0): void {
    if (!(feature >= 0 && feature < this.rows)) throw new RangeError(`there is no row ${feature}`)
    target.fill(0, offset, offset + this.vectors)
    this.#engine.writeRow(feature, target, offset)
  }

  /** The model as it stands. @throws RangeError when its dense weights do not fit in 4 GiB. */
  model(): TrainedModel {
    this.#requireWeights()
    const { classes, features, vectors, rows } = this
    const { solver, bias, precision } = this.settings
    const weights = new (precision === 'single' ? Float32Array : Float64Array)(rows * vectors)
    for (let feature = 0; feature < rows; feature++)
      this.#engine.writeRow(feature, weights, feature * vectors)
    return {
      solver,
      classes,
      features,
      vectors,
      bias,
      labels: Array.from({ length: classes }, (_, label) => label),
      weights,
      objective: this.#engine.objective(),
      iterations: this.#iterations,
      converged: this.#engine.converged(),
    }
  }
}

/**
 * Trains to the end.
 * @throws RangeError for a malformed problem or option, or one that needs more than 4 GiB.
 */
export function train(problem: Problem, options: TrainingOptions = {}): TrainedModel {
  const training = new Training(problem, options)
  while (training.step() !== 'solved');
  return training.model()
}
