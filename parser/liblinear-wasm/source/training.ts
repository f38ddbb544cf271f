/** Training: a solver that runs in slices, to the end or step by step. */
import { crammerSinger } from './crammer-singer.ts'
import type { Engine, Outcome } from './engine.ts'
import { type Model, vectorsOf } from './model.ts'
import { oneVersusRest } from './one-vs-rest.ts'
import { type SolverSettings, type TrainingOptions, settle } from './options.ts'
import { type Problem, checkProblem } from './problem.ts'

/** A model and how it came about. */
export interface TrainedModel extends Model {
  /** The value that LIBLINEAR prints, of the dual problem (solvers 1, 4, 7) or the primal one (0), summed over problems. */
  readonly objective: number
  /** False if a problem was left, after very many passes, before it came within eps. */
  readonly converged: boolean
}

/** Bytes that the weights of a model may take at most. */
const WEIGHT_LIMIT = 2 ** 32

/** A training that the caller drives, with WebAssembly memory of its own. Trainings share nothing. */
export class Training {
  readonly settings: SolverSettings
  readonly classes: number
  readonly features: number
  /** Vectors of weights: the number of classes, or 1 for two classes with solvers 0, 1 and 7. */
  readonly vectors: number
  /** Rows of weights: the number of features, and one for the bias when there is one. */
  readonly rows: number
  readonly #engine: Engine
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
    if (solver !== 4) this.#requireWeights()
    this.#engine = (solver === 4 ? crammerSinger : oneVersusRest)(problem, this.settings)
  }

  #requireWeights(): void {
    const count = this.rows * this.vectors
    const { precision } = this.settings
    if (count * (precision === 'single' ? 4 : 8) <= WEIGHT_LIMIT) return
    throw new RangeError(`the model has ${count} weights of ${precision} precision, which is more than 4 GiB`)
  }

  /** Works for some milliseconds. `slice`: continue; `pass`: a pass has ended, continue; `solved`: done. */
  step(): Outcome {
    if (this.#solved) return 'solved'
    const outcome = this.#engine.step()
    this.#solved = outcome === 'solved'
    return outcome
  }

  /** How far the last whole pass was from the optimum, in the unit of `eps`. */
  get violation(): number {
    return this.#engine.violation()
  }

  /** Writes the weights of one feature (after the last, of the bias), one for each vector, to the start of target. */
  writeRow(feature: number, target: Float32Array | Float64Array): void {
    if (!(feature >= 0 && feature < this.rows)) throw new RangeError(`there is no row ${feature}`)
    target.fill(0, 0, this.vectors)
    this.#engine.writeRow(feature, target, 0)
  }

  /** The model as it is. @throws RangeError when its dense weights do not fit in 4 GiB. */
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

/** Trains to the end. Throws RangeError for a malformed problem or option, or one that needs more than 4 GiB. */
export function train(problem: Problem, options: TrainingOptions = {}): TrainedModel {
  const training = new Training(problem, options)
  while (training.step() !== 'solved');
  return training.model()
}
