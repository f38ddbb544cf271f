/** Averages. */

/** The middle value, or the mean of the two middle values; undefined if there are no values. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The arithmetic mean of the values that are not undefined; undefined if there are none. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const all = values.filter((value) => value !== undefined)
  return all.length === 0 ? undefined : all.reduce((sum, value) => sum + value, 0) / all.length
}

/** The standard deviation of a sample; undefined if there are fewer than two values. */
export function deviationOf(values: readonly number[]): number | undefined {
  const mean = meanOf(values)
  if (mean === undefined || values.length < 2) return undefined
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
