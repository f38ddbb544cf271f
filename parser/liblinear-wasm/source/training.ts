/** Training of a model, in one call or in slices. */
import { crammerSinger } from './crammer-singer.ts'
import type { Engine, Outcome } from './engine.ts'
import { type Model, vectorsOf } from './model.ts'
import { oneVersusRest } from './one-vs-rest.ts'
import { type SolverSettings, type TrainingOptions, settle } from './options.ts'
import { type Problem, checkProblem } from './problem.ts'

/** A model and the result of its training. */
export interface TrainedModel extends Model {
  /** The value that LIBLINEAR prints, of the dual problem (solvers 1, 4, 7) or the primal problem (0), summed over problems. */
  readonly objective: number
  /** False if the maximum number of passes ended a problem before the tolerance was reached. */
  readonly converged: boolean
}

/** The maximum number of bytes of the weights of a model. */
const WEIGHT_LIMIT = 2 ** 32

/** A training in slices, with its own WebAssembly memory. */
export class Training {
  readonly settings: SolverSettings
  readonly classes: number
  readonly features: number
  /** The number of weight vectors: the number of classes, or 1 for two classes with solvers 0, 1 and 7. */
  readonly vectors: number
  /** The number of rows of weights: the number of features, plus 1 if there is a bias. */
  readonly rows: number
  readonly #engine: Engine
  #solved = false

  /** @throws RangeError for a malformed problem or option, or a problem that requires more than 4 GiB. */
  constructor(problem: Problem, options: TrainingOptions = {}) {
    this.settings = settle(options, problem.rows.values !== undefined)
    checkProblem(problem)
    const { solver, bias } = this.settings
    this.classes = problem.classes
    this.features = problem.features
    this.vectors = vectorsOf(solver, problem.classes)
    this.rows = problem.features + (bias >= 0 ? 1 : 0)
    if (solver !== 4) this.#requireWeights()
    this.#engine = (solver === 4 ? crammerSinger : oneVersusRest)(problem, this.settings)
  }

  #requireWeights(): void {
    const count = this.rows * this.vectors
    const { precision } = this.settings
    if (count * (precision === 'single' ? 4 : 8) <= WEIGHT_LIMIT) return
    throw new RangeError(`the model has ${count} weights of ${precision} precision, which is more than 4 GiB`)
  }

  /** Works for a few milliseconds. `slice`: continue; `pass`: a pass has ended, continue; `solved`: done. */
  step(): Outcome {
    if (this.#solved) return 'solved'
    const outcome = this.#engine.step()
    this.#solved = outcome === 'solved'
    return outcome
  }

  /** The distance of the last complete pass from the optimum, in the unit of `eps`. */
  get violation(): number {
    return this.#engine.violation()
  }

  /** Writes the weights of one feature, one for each vector, to the start of `target`. The bias follows the last feature. */
  writeRow(feature: number, target: Float32Array | Float64Array): void {
    if (!(feature >= 0 && feature < this.rows)) throw new RangeError(`there is no row ${feature}`)
    target.fill(0, 0, this.vectors)
    this.#engine.writeRow(feature, target, 0)
  }

  /** The model with the present weights. @throws RangeError if its dense weights do not fit in 4 GiB. */
  model(): TrainedModel {
    this.#requireWeights()
    const { classes, features, vectors, rows } = this
    const { solver, bias, precision } = this.settings
    const weights = new (precision === 'single' ? Float32Array : Float64Array)(rows * vectors)
    for (let feature = 0; feature < rows; feature++)
      this.#engine.writeRow(feature, weights, feature * vectors)
    const labels = Array.from({ length: classes }, (_, label) => label)
    const trained = { objective: this.#engine.objective(), converged: this.#engine.converged() }
    return { solver, classes, features, vectors, bias, labels, weights, ...trained }
  }
}

/** Trains a model. Throws RangeError for a malformed problem or option, or a problem that requires more than 4 GiB. */
export function train(problem: Problem, options: TrainingOptions = {}): TrainedModel {
  const training = new Training(problem, options)
  while (training.step() !== 'solved');
  return training.model()
}
