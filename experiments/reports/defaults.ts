/** The default tables and plots of a study, and the tables of its breakdowns. */
import { metricsOf } from '../studies/expand.ts'
import { directions, distances, lengths } from '../statistics/bins.ts'
import type { Breakdown, PlotLayout, TableLayout } from '../study.ts'
import type { StudyResults } from './study-results.ts'

export function defaultTables({ study, treebanks, seeds, parsers }: StudyResults): TableLayout[] {
  const rows = ['treebank', 'size', 'parser'] as const
  const byTreebank: TableLayout = {
    title: `${metricsOf(study)[0]} by treebank`,
    rows: ['treebank', 'size'],
    columns: ['parser'],
    metrics: metricsOf(study).slice(0, 1),
  }
  return [
    { title: 'Scores', rows, columns: ['metric'] },
    ...(treebanks.length > 1 && parsers.length > 1 ? [byTreebank] : []),
    ...(seeds.length > 1
      ? [{ title: 'Each seed', rows: [...rows, 'seed'], columns: ['metric'] } as const]
      : []),
  ]
}

export function defaultPlots({ study, sizes }: StudyResults): PlotLayout[] {
  const [metric] = metricsOf(study)
  if (sizes.length > 1)
    return [{ title: `${metric} by training sentences`, mark: 'line', x: 'train sentences' }]
  return [{ title: `${metric} by treebank`, mark: 'point', groups: 'treebank', series: 'parser' }]
}

/** The maximum number of relation pairs in a confusion table. */
const MAX_CONFUSION_ROWS = 20

export function breakdownTables(results: StudyResults): TableLayout[] {
  const lasMetrics = (names: readonly string[]): string[] => names.map((name) => `LAS ${name}`)
  const metrics: Readonly<Record<Breakdown, () => string[]>> = {
    relation: () => lasMetrics(results.kinds('relation')),
    tag: () => lasMetrics(results.kinds('tag')),
    direction: () => lasMetrics(directions),
    distance: () => lasMetrics(distances),
    length: () => lasMetrics(lengths),
    confusion: () =>
      results
        .kinds('confusion')
        .slice(0, MAX_CONFUSION_ROWS)
        .map((pair) => `confused ${pair}`),
  }
  return (results.study.breakdowns ?? []).map((by) => ({
    title: by === 'confusion' ? 'Words with another relation' : `LAS by ${by}`,
    rows: ['metric'],
    columns: ['parser'],
    metrics: metrics[by](),
    ...(by === 'confusion' && { note: 'Gold relation → that of the parser, without subtypes.' }),
  }))
}
