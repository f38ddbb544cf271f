/** The tables and plots of a study that does not declare any, and its breakdowns. */
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

/** The number of pairs of relations in a table of confusions. */
const MOST_CONFUSED = 20

export function breakdownTables(results: StudyResults): TableLayout[] {
  const las = (names: readonly string[]): string[] => names.map((name) => `LAS ${name}`)
  const metrics: Readonly<Record<Breakdown, () => string[]>> = {
    relation: () => las(results.kinds('relation')),
    tag: () => las(results.kinds('tag')),
    direction: () => las(directions),
    distance: () => las(distances),
    length: () => las(lengths),
    confusion: () =>
      results
        .kinds('confusion')
        .slice(0, MOST_CONFUSED)
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
