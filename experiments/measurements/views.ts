/** Figures by name in what a measurement returns. */
import type { Measured } from './measurement.ts'

/** What a path with dots leads to in nested records: the records on the way, the innermost first. */
function recordsAlong(root: object, path: string): { readonly records: object[]; readonly value: unknown } {
  const records: object[] = [root]
  let value: unknown = root
  for (const key of path.split('.')) {
    value = isRecord(value) && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    if (isRecord(value)) records.unshift(value)
  }
  return { records, value }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What is at the end of a path with dots; undefined if there is nothing. */
export function valueIn(root: object, path: string): unknown {
  return recordsAlong(root, path).value
}

/**
 * The figure or time of that name in a view, or in what the view is a part of. `vestigial arcs` is also found as
 * `vestigialArcs`, and `recall 7+` as `7+` in `recall`.
 */
export function numberIn({ figures, times }: Measured, view: string, metric: string): number | undefined {
  const name = metric.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())
  for (const root of [figures, times])
    for (const record of recordsAlong(root, view).records)
      for (const path of [[metric], [name], metric.split(/(?<=^\S+) /)]) {
        const value = path.reduce<unknown>(
          (inner, key) => isRecord(inner) && (inner as Record<string, unknown>)[key],
          record,
        )
        if (typeof value === 'number') return value
      }
  return undefined
}

/** The names of all figures that a view has itself. */
export function numbersIn({ figures, times }: Measured, view: string): string[] {
  return [figures, times].flatMap((root) => {
    const value = valueIn(root, view)
    return isRecord(value)
      ? Object.entries(value).flatMap(([name, one]) => (typeof one === 'number' ? [name] : []))
      : []
  })
}
