/** Statistics of the rows of a problem, which determine the size of its memory, and the copy of the rows to this memory. */
import { type Problem, rowCount } from './problem.ts'

export interface ProblemStatistics {
  readonly instances: number
  /** The number of features, including the bias if there is one. */
  readonly features: number
  /** The value of the bias, which is the last feature; 0 if there is none. */
  readonly bias: number
  /** By feature: the rank among all features that occur, the most frequent first; -1 if the feature does not occur. */
  readonly ranks: Int32Array
  /** The number of features that occur. */
  readonly ranked: number
  /** The number of entries of all rows, without repeated features of a row and values of 0. */
  readonly entries: number
  readonly valued: boolean
}

/** The maximum number of features. The statistics require two 32-bit numbers for each feature: at most 2 GiB. */
const MAX_FEATURE_COUNT = 2 ** 28

/** @param biasOption the value of the bias; negative if there is none */
export function statisticsOf(problem: Problem, biasOption: number): ProblemStatistics {
  const { starts, columns, values } = problem.rows
  const instances = rowCount(problem.rows)
  const bias = Math.max(0, biasOption)
  const features = problem.features + (biasOption >= 0 ? 1 : 0)
  if (features > MAX_FEATURE_COUNT) {
    throw new RangeError(
      `there are ${features} features; ${MAX_FEATURE_COUNT} is the most that can be trained`,
    )
  }
  const counts = new Uint32Array(features)
  // in this loop: the last row with the feature; after `rank`: the rank
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

/** Writes the ranks of features to `ranks` (counting sort); returns the number of features that occur. */
function rank(counts: Uint32Array, ranks: Int32Array, most: number): number {
  const next = new Uint32Array(most + 1)
  for (const count of counts) next[count]++
  // next[c] becomes the next free rank for features that occur c times
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
 * Writes the rows to views of memory. Merges repeated features of a row, leaves out values of 0, and adds the bias at the
 * end. `rows` gets `base + step * rank` for each entry, `norms` the sum of the squared values of each instance. `values` is
 * absent if all values are 1.
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
  // by feature: its last entry; an entry before the first one of the current row is of an earlier row
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
