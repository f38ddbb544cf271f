/** The tables and plots of a study that does not declare any. */
import { metricsOf } from '../studies/expand.ts'
import type { PlotLayout, TableLayout } from '../study.ts'
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
