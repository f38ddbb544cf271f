/**
 * The first look at a problem's rows, before memory for them is taken: which features occur, how often, and what
 * each row comes to when features that it names twice are merged.
 */
import { type Problem, rowCount } from './problem.ts'

/** Where a feature's weights come from. */
export interface Survey {
  readonly instances: number
  /** Features, the bias included when there is one. */
  readonly features: number
  /** Value of the bias, which is the last feature; absent when there is none. */
  readonly bias: number | undefined
  /**
   * For each feature its rank among those that get a weight row, most frequent first; `absent` when it does not
   * occur; otherwise `owner - instance` of the one instance that it occurs in.
   */
  readonly place: Int32Array
  /** Number of weight rows. */
  readonly ranked: number
  /** Entries of ranked features in all rows. */
  readonly entries: number
  /** Whether some entry's value is not 1. */
  readonly valued: boolean
  /** For features of one instance the value there; absent when all are 1. */
  readonly ownValues: Float64Array | undefined
}

/** The place of a feature that occurs nowhere. */
export const absent = -1

/** The place of a feature that occurs in instance 0 only; `owner - i` stands for instance i. */
export const owner = -2

/** Two 32-bit numbers for each feature are held during the survey; more than this would take over 2 GiB. */
const MOST_FEATURES = 2 ** 28

/** Looks through the rows. Features of fewer instances than `leastRanked` (1 or 2) get no row. */
export function survey(problem: Problem, biasOption: number, leastRanked: 1 | 2): Survey {
  const { rows } = problem
  const { starts, columns, values } = rows
  const instances = rowCount(rows)
  const bias = biasOption >= 0 ? biasOption : undefined
  const features = problem.features + (bias === undefined ? 0 : 1)
  if (features > MOST_FEATURES) {
    throw new RangeError(`there are ${features} features; ${MOST_FEATURES} is the most that can be trained`)
  }
  const counts = new Uint32Array(features)
  const place = new Int32Array(features).fill(-1)
  let valued = bias !== undefined && bias !== 0 && bias !== 1

  // place serves as "last row that named the feature" during this pass
  for (let i = 0; i < instances; i++) {
    for (let entry = starts[i]!; entry < starts[i + 1]!; entry++) {
      if (values !== undefined) {
        if (values[entry] === 0) continue
        if (values[entry] !== 1) valued = true
      }
      const column = columns[entry]!
      if (place[column] === i) {
        valued = true
        continue
      }
      place[column] = i
      counts[column]!++
    }
  }
  if (bias !== undefined && bias !== 0) {
    counts[features - 1] = instances
    place[features - 1] = 0
  }

  let ranked = 0
  let entries = 0
  const ofCount = new Uint32Array(instances + 2)
  for (let feature = 0; feature < features; feature++) {
    const count = counts[feature]!
    if (count >= leastRanked) {
      ranked++
      entries += count
      ofCount[count]!++
    }
  }
  // ofCount[c] becomes the next rank to give to a feature that occurs c times
  let next = 0
  for (let count = instances; count >= 1; count--) {
    const same = ofCount[count]!
    ofCount[count] = next
    next += same
  }
  for (let feature = 0; feature < features; feature++) {
    const count = counts[feature]!
    if (count >= leastRanked) place[feature] = ofCount[count]!++
    else if (count > 0) place[feature] = owner - place[feature]!
    else place[feature] = absent
  }
  const ownValues = valued && leastRanked > 1 ? new Float64Array(features) : undefined
  return { instances, features, bias, place, ranked, entries, valued, ownValues }
}

/** The arrays that the rows of ranked features are written to, usually views of WebAssembly memory. */
export interface ArrangedRows {
  /** instances + 1. */
  readonly starts: Uint32Array
  /** One for each entry: `base + step * rank`. */
  readonly rows: Uint32Array
  /** One for each entry, when the survey is valued. */
  readonly values: Float64Array | undefined
  /** For each instance the sum of squared values of the features that it alone has. */
  readonly own: Float64Array
  /** For each instance the sum of all its squared values. */
  readonly norms: Float64Array
}

/** Writes the rows, duplicates merged and features of one instance left out. */
export function arrange(
  problem: Problem,
  found: Survey,
  base: number,
  step: number,
  target: ArrangedRows,
): void {
  const { starts, columns, values } = problem.rows
  const { instances, features, bias, place, ownValues } = found
  // where the current row has the feature, for rows that name it again
  const at = found.valued ? new Int32Array(features).fill(-1) : undefined
  let end = 0
  for (let i = 0; i < instances; i++) {
    const first = end
    target.starts[i] = first
    let own = 0
    const add = (feature: number, value: number): void => {
      const rank = place[feature]!
      if (rank < 0) {
        if (rank === absent) return
        const before = ownValues === undefined ? 0 : ownValues[feature]!
        if (ownValues !== undefined) ownValues[feature] = before + value
        own += value * (2 * before + value)
        return
      }
      if (at !== undefined) {
        if (at[feature]! >= first) {
          target.values![at[feature]!]! += value
          return
        }
        at[feature] = end
        target.values![end] = value
      }
      target.rows[end++] = base + step * rank
    }
    for (let entry = starts[i]!; entry < starts[i + 1]!; entry++) {
      const value = values === undefined ? 1 : values[entry]!
      if (value !== 0) add(columns[entry]!, value)
    }
    if (bias !== undefined && bias !== 0) add(features - 1, bias)

    let norm = own
    if (target.values === undefined) norm += end - first
    else for (let entry = first; entry < end; entry++) norm += target.values[entry]! ** 2
    target.own[i] = own
    target.norms[i] = norm
  }
  target.starts[instances] = end
}
