/** Figures by name in what a measurement returns. */
import type { Measured } from './measurement.ts'

type Nested = Readonly<Record<string, unknown>>

/** What is at the end of a path into nested records; undefined if there is nothing. */
function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  )
}

function isRecord(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null
}

/** What is at the end of a path with dots. */
export function valueIn(root: object, path: string): unknown {
  return at(root, path.split('.'))
}

/** The figure or time of that name in a view or around it: a registered metric, `vestigialArcs` for `vestigial arcs`, `7+` in `recall`. */
export function numberIn({ figures, times }: Measured, view: string, metric: string): number | undefined {
  const [first, ...rest] = metric.split(' ')
  const joined = metric.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())
  const names = [['metrics', metric], [metric], [joined], [first, rest.join(' ')]]
  const keys = view.split('.')
  const depths = [...keys, ''].map((_, i) => keys.slice(0, keys.length - i))
  const found = [figures, times].flatMap((root) =>
    depths.flatMap((path) => names.map((name) => at(root, [...path, ...name]))),
  )
  return found.find((value) => typeof value === 'number')
}

/** The names of all figures that a view has itself. */
export function numbersIn({ figures, times }: Measured, view: string): string[] {
  const own = [figures, times].map((root) => valueIn(root, view)).filter(isRecord)
  return own.flatMap(Object.entries).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []))
}
