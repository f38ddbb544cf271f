/** A trained model and its decisions for rows. */
import type { Solver } from './options.ts'
import { type Rows, checkRows, rowCount } from './problem.ts'

export interface Model {
  readonly solver: Solver
  readonly classes: number
  /** Number of features, the bias not counted. */
  readonly features: number
  /** Weights of a feature: one a class; of two classes, with solvers 0, 1 and 7, one, positive for class 0. */
  readonly vectors: number
  /** Value of the bias feature, whose weights are the last row; negative when there is none. */
  readonly bias: number
  /** What each class is called in files: its own number, or the label it was read with. */
  readonly labels: readonly number[]
  /** `weights[feature * vectors + vector]`. */
  readonly weights: Float32Array | Float64Array
}

/** Vectors of weights that a solver needs for a number of classes. */
export function vectorsOf(solver: Solver, classes: number): number {
  return classes === 2 && solver !== 4 ? 1 : classes
}

/** `vectors` scores a row; unknown features count for nothing. Throws RangeError for malformed rows. */
export function decisionValues(model: Model, rows: Rows): Float64Array {
  checkRows(rows)
  const { vectors, features, weights, bias } = model
  const { starts, columns, values } = rows
  const scores = new Float64Array(rowCount(rows) * vectors)
  for (let i = 0; i < rowCount(rows); i++) {
    const add = (feature: number, value: number): void => {
      for (let v = 0; v < vectors; v++) scores[i * vectors + v] += value * weights[feature * vectors + v]
    }
    for (let entry = starts[i]; entry < starts[i + 1]; entry++) {
      if (columns[entry] < features) add(columns[entry], values?.[entry] ?? 1)
    }
    if (bias >= 0) add(features, bias)
  }
  return scores
}

/** The class of each row: the one with the highest score, the first of equals. */
export function predict(model: Model, rows: Rows): Int32Array {
  const { classes, vectors } = model
  const scores = decisionValues(model, rows)
  const predicted = new Int32Array(rowCount(rows))
  for (let i = 0; i < predicted.length; i++) {
    if (vectors === 1) {
      predicted[i] = classes === 1 || scores[i] > 0 ? 0 : 1
      continue
    }
    let best = 0
    for (let v = 1; v < vectors; v++) if (scores[i * vectors + v] > scores[i * vectors + best]) best = v
    predicted[i] = best
  }
  return predicted
}
