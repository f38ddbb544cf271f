/** A trained model and its decisions for rows. */
import type { Solver } from './options.ts'
import { type Rows, checkRows, rowCount } from './problem.ts'

export interface Model {
  readonly solver: Solver
  readonly classes: number
  /** The number of features, without the bias. */
  readonly features: number
  /** The number of weights of a feature: one for each class; 1 (positive for class 0) for two classes with solvers 0, 1 and 7. */
  readonly vectors: number
  /** The value of the bias feature, whose weights are the last row; negative if there is no bias. */
  readonly bias: number
  /** The label of each class in files: its number, or the label in the file from which the model was read. */
  readonly labels: readonly number[]
  /** `weights[feature * vectors + vector]`. */
  readonly weights: Float32Array | Float64Array
}

/** The number of weight vectors of a solver for a number of classes. */
export function vectorsOf(solver: Solver, classes: number): number {
  return classes === 2 && solver !== 4 ? 1 : classes
}

/** The scores, `vectors` for each row. Unknown features add nothing. Throws RangeError for malformed rows. */
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

/** The class of each row: the class with the highest score, the first of classes with equal scores. */
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
