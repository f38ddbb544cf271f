/** Training sets: sparse rows with labels, and their checks. */

/**
 * Sparse instances. Row i has the features `columns[starts[i]..starts[i + 1])`, 0-based and in any order. The values of a
 * repeated feature are added.
 */
export interface Rows {
  /** The start of each row, and the end of the last row. */
  readonly starts: Int32Array | Uint32Array
  readonly columns: Int32Array | Uint32Array
  /** The value of each entry of `columns`; absent if all values are 1. */
  readonly values?: Float64Array | Float32Array
}

export interface Problem {
  readonly rows: Rows
  /** The class of each row, 0 to classes - 1. */
  readonly labels: ArrayLike<number>
  readonly classes: number
  /** The number of features, without the bias. */
  readonly features: number
}

export function rowCount(rows: Rows): number {
  return rows.starts.length - 1
}

function requireCount(name: string, count: number, least: number): void {
  if (Number.isInteger(count) && count >= least && count <= 0x7fffffff) return
  throw new RangeError(`${name} must be an integer from ${least} to 2147483647, got ${count}`)
}

/** Throws RangeError if the rows are malformed or have a feature from `features` on. */
export function checkRows(rows: Rows, features = Infinity): void {
  const { starts, columns, values } = rows
  if (starts.length === 0)
    throw new RangeError('starts must have one entry more than there are rows, got none')
  if (starts[0] !== 0) throw new RangeError(`starts must begin with 0, got ${starts[0]}`)
  for (let i = 1; i < starts.length; i++) {
    if (starts[i] < starts[i - 1]) throw new RangeError(`row ${i - 1} ends before it starts`)
  }
  const entries = starts[starts.length - 1]!
  if (entries !== columns.length)
    throw new RangeError(`rows end at entry ${entries}, but there are ${columns.length} columns`)
  if (values !== undefined && values.length !== entries)
    throw new RangeError(`there are ${entries} columns, but ${values.length} values`)
  for (let entry = 0; entry < entries; entry++) {
    const column = columns[entry]!
    if (column < 0 || column >= features)
      throw new RangeError(`entry ${entry} names feature ${column}; there are ${features} features`)
    if (values !== undefined && !Number.isFinite(values[entry]))
      throw new RangeError(`entry ${entry} has the value ${values[entry]}; values must be finite`)
  }
}

/** Throws RangeError if the problem is malformed or has no instance. */
export function checkProblem(problem: Problem): void {
  const { rows, labels, classes, features } = problem
  requireCount('features', features, 0)
  checkRows(rows, features)
  const instances = rowCount(rows)
  if (instances === 0) throw new RangeError('there are no instances to train on')
  requireCount('classes', classes, 1)
  if (labels.length !== instances)
    throw new RangeError(`there are ${instances} rows, but ${labels.length} labels`)
  for (let i = 0; i < instances; i++) {
    const label = labels[i]!
    if (!Number.isInteger(label) || label < 0 || label >= classes)
      throw new RangeError(`row ${i} has label ${label}; labels must be integers from 0 to ${classes - 1}`)
  }
}
