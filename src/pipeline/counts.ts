/** How often keys occur with values. */
export type Counts<Key, Value> = ReadonlyMap<Key, ReadonlyMap<Value, number>>

export function countPairs<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Counts<Key, Value> {
  const counts = new Map<Key, Map<Value, number>>()
  for (const [key, value] of pairs) {
    let values = counts.get(key)
    if (!values) counts.set(key, (values = new Map()))
    values.set(value, (values.get(value) ?? 0) + 1)
  }
  return counts
}

export function totalOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0)
}

/** The first of the most frequent values, with its frequency. There must be a value. */
export function mostFrequent<Value>(counts: ReadonlyMap<Value, number>): readonly [Value, number] {
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
}
