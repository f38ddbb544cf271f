/** Figures by name in what a measurement returns. */
import { isRuns, medianOf, type Runs } from '../statistics/runs.ts'
import { isTally, valueOf, type Tally } from '../statistics/tally.ts'
import type { Measured } from '../cells/store.ts'
import { isScore, isSentenceScores, scoreOf } from './scores.ts'

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

/** What a figure is made of: a number, counts by sentence, or runs. */
export type Source = number | Tally | Runs

function isSource(value: unknown): value is Source {
  return typeof value === 'number' || isTally(value) || isRuns(value)
}

/**
 * A score of a view, or the figure or time of that name in a view or around it: a registered metric, `vestigialArcs` for `vestigial arcs`, `7+` in
 * `recall`, `left` in `binnedRecall` for `binned recall left`.
 */
export function sourceIn({ figures, times }: Measured, view: string, metric: string): Source | undefined {
  const scores = valueIn(figures, view)
  if (isScore(metric)) return isSentenceScores(scores) ? scoreOf(scores, metric) : undefined
  const words = metric.split(' ')
  const joined = (text: string): string =>
    text.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())
  const nested = words
    .slice(1)
    .map((_, i) => [joined(words.slice(0, i + 1).join(' ')), words.slice(i + 1).join(' ')])
  const names = [['metrics', metric], [metric], [joined(metric)], ...nested]
  const keys = view.split('.')
  const depths = [...keys, ''].map((_, i) => keys.slice(0, keys.length - i))
  const found = [figures, times].flatMap((root) =>
    depths.flatMap((path) => names.map((name) => at(root, [...path, ...name]))),
  )
  return found.find(isSource)
}

/** The number that a source stands for; undefined if there was nothing to count. */
export function numberOf(source: Source | undefined): number | undefined {
  if (isTally(source)) return valueOf(source)
  return isRuns(source) ? medianOf(source) : source
}

/** The names of all figures that a view has itself. */
export function namesIn({ figures, times }: Measured, view: string): string[] {
  const own = [figures, times].map((root) => valueIn(root, view)).filter(isRecord)
  return own.flatMap(Object.entries).flatMap(([name, value]) => (isSource(value) ? [name] : []))
}
