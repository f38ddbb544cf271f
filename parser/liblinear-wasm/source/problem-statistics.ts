/** Statistics of the rows of a problem, for planning its memory, and the arrangement of the rows in it. */
import { type Problem, rowCount } from './problem.ts'

export interface ProblemStatistics {
  readonly instances: number
  /** Number of features, the bias included when there is one. */
  readonly features: number
  /** Value of the bias, which is the last feature; 0 when there is none. */
  readonly bias: number
  /** For each feature its rank among those that occur, most frequent first; -1 when it does not occur. */
  readonly ranks: Int32Array
  /** Number of features that occur. */
  readonly ranked: number
  /** Entries of all rows, features that a row names twice counted once, values of 0 not at all. */
  readonly entries: number
  readonly valued: boolean
}

/** Two 32-bit numbers for each feature are held while the rows are counted; more than this would take over 2 GiB. */
const MOST_FEATURES = 2 ** 28

/** `biasOption`: the value of the bias, negative when there is none. */
export function statisticsOf(problem: Problem, biasOption: number): ProblemStatistics {
  const { starts, columns, values } = problem.rows
  const instances = rowCount(problem.rows)
  const bias = Math.max(0, biasOption)
  const features = problem.features + (biasOption >= 0 ? 1 : 0)
  if (features > MOST_FEATURES) {
    throw new RangeError(`there are ${features} features; ${MOST_FEATURES} is the most that can be trained`)
  }
  const counts = new Uint32Array(features)
  // "last row that named the feature" in this loop, then the rank
  const ranks = new Int32Array(features).fill(-1)
  let entries = 0
  let valued = bias !== 0 && bias !== 1
  for (let i = 0; i < instances; i++) {
    for (let entry = starts[i]; entry < starts[i + 1]; entry++) {
      const column = columns[entry]
      if (values?.[entry] === 0) continue
      if ((values !== undefined && values[entry] !== 1) || ranks[column] === i) valued = true
      if (ranks[column] === i) continue
      ranks[column] = i
      counts[column]++
      entries++
    }
  }
  if (bias !== 0) {
    counts[features - 1] = instances
    entries += instances
  }
  return { instances, features, bias, ranks, ranked: rank(counts, ranks, instances), entries, valued }
}

/** Writes each feature's rank to `ranks`, by counting sort, and returns how many features occur. */
function rank(counts: Uint32Array, ranks: Int32Array, most: number): number {
  const next = new Uint32Array(most + 1)
  for (const count of counts) next[count]++
  // next[c] becomes the next rank for a feature that occurs c times
  let ranked = 0
  for (let count = most; count >= 1; count--) {
    const same = next[count]
    next[count] = ranked
    ranked += same
  }
  counts.forEach((count, feature) => (ranks[feature] = count === 0 ? -1 : next[count]++))
  return ranked
}

/**
 * Writes the rows to views of memory; features that a row names twice are merged, values of 0 left out, and the bias comes
 * last. `rows` gets `base + step * rank` of each entry, `norms` the sum of the squared values of each instance; `values` is
 * absent if all are 1.
 */
export function arrange(
  problem: Problem,
  found: ProblemStatistics,
  base: number,
  step: number,
  target: Record<'starts' | 'rows', Uint32Array> & { values?: Float64Array; norms: Float64Array },
): void {
  const { starts, columns, values } = problem.rows
  const { instances, features, bias, ranks } = found
  // the entry of a feature in the current row, if not before the row's first
  const at = target.values === undefined ? undefined : new Int32Array(features).fill(-1)
  let end = 0
  for (let i = 0; i < instances; i++) {
    const first = end
    target.starts[i] = first
    const last = starts[i + 1]
    for (let entry = starts[i]; entry <= last; entry++) {
      const value = entry === last ? bias : (values?.[entry] ?? 1)
      if (value === 0) continue
      const feature = entry === last ? features - 1 : columns[entry]
      if (target.values !== undefined && at !== undefined) {
        if (at[feature] >= first) {
          target.values[at[feature]] += value
          continue
        }
        at[feature] = end
        target.values[end] = value
      }
      target.rows[end++] = base + step * ranks[feature]
    }
    let norm = 0
    if (target.values === undefined) norm = end - first
    else for (let entry = first; entry < end; entry++) norm += target.values[entry] ** 2
    target.norms[i] = norm
  }
  target.starts[instances] = end
}
