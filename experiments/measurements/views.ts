/** Finds figures by name in the result of a measurement. */
import { isRuns, medianOf, type Runs } from '../statistics/runs.ts'
import { isTally, valueOf, type Tally } from '../statistics/tally.ts'
import type { Measured } from '../cells/store.ts'
import { isScore, isSentenceScores, scoreOf } from './scores.ts'

type Nested = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null
}

/** The value at a path of keys joined by dots; undefined if there is none. */
function valueIn(root: object, path: string): unknown {
  const step = (value: unknown, key: string): unknown =>
    isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return path.split('.').reduce<unknown>(step, root)
}

/** The data of a figure: a number, counts by sentence, or the values of several runs. */
export type Source = number | Tally | Runs

function isSource(value: unknown): value is Source {
  return typeof value === 'number' || isTally(value) || isRuns(value)
}

/** The name of the figure with this key, for example `vestigial arcs` for `vestigialArcs`. */
function nameOf(key: string): string {
  return key.replaceAll(/(?<=[a-z])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Finds a figure by name: the name of its key, or of the keys on its path (`recall left`). Registered metrics keep their names. */
function figureIn(root: unknown, metric: string): Source | undefined {
  if (!isRecord(root)) return undefined
  for (const [key, value] of Object.entries(root)) {
    const name = nameOf(key)
    if (name === metric && isSource(value)) return value
    if (isSource(value)) continue
    const rest = key === 'metrics' ? metric : metric.startsWith(`${name} `) && metric.slice(name.length + 1)
    const found = rest === false ? undefined : figureIn(value, rest)
    if (found !== undefined) return found
  }
  return undefined
}

/** Finds a score of a view, or a figure or time by name in the view or in one of its parents. */
export function sourceIn({ figures, times }: Measured, view: string, metric: string): Source | undefined {
  const scores = valueIn(figures, view)
  if (isScore(metric)) return isSentenceScores(scores) ? scoreOf(scores, metric) : undefined
  const keys = view.split('.')
  for (const root of [figures, times])
    for (let depth = keys.length; depth >= 0; depth--) {
      const found = figureIn(depth === 0 ? root : valueIn(root, keys.slice(0, depth).join('.')), metric)
      if (found !== undefined) return found
    }
  return undefined
}

/** The value of a source; undefined if there was nothing to count. */
export function numberOf(source: Source | undefined): number | undefined {
  if (isTally(source)) return valueOf(source)
  return isRuns(source) ? medianOf(source) : source
}

/** The names of all figures directly in a view. */
export function namesIn({ figures, times }: Measured, view: string): string[] {
  const viewRecords = [figures, times].map((root) => valueIn(root, view)).filter(isRecord)
  return viewRecords
    .flatMap(Object.entries)
    .flatMap(([name, value]) => (isSource(value) ? [nameOf(name)] : []))
}
