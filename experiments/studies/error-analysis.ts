/** The right-branching paper, Tables 4 and 5: precision and recall by the direction and the distance of heads. */
import * as papers from '../reports/papers.ts'
import { directions, distances } from '../statistics/bins.ts'
import type { ClaimDeclaration, PlotLayout, Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb', 'rb-oracle']
const of = (rates: readonly string[], bins: readonly string[]): string[] =>
  rates.flatMap((rate) => bins.map((bin) => `${rate} ${bin}`))
const RATES = ['recall', 'precision']

export const errorAnalysis: Study = {
  name: 'error-analysis',
  title: 'Errors by direction and distance',
  reproduces: 'right-branching paper, Tables 4 and 5',
  intro:
    'The parsers of the learning curve with the whole training set. Recall is the part of the gold arcs of a class that the parser finds; precision is the part of the parser’s arcs of a class that are right. Left and right say on which side of the word its head is; distances are in words. The paper has MaltParser for arc-eager, and the Penn Treebank.',
  conditions: (options) =>
    (options.systems ?? SYSTEMS).map((system) => ({
      name: system,
      settings: paperLearning(system, options),
    })),
  metrics: of(RATES, [...directions, ...distances]),
  tables: [{ title: 'Recall and precision', rows: ['metric'], columns: ['parser'] }],
  plots: [...RATES, 'LAS'].map((rate): PlotLayout => ({
    title: `${rate} by distance`,
    mark: 'point',
    groups: 'metric',
    series: 'parser',
    metrics: of([rate], distances),
  })),
  claims: [
    claimOn('of every direction', directions),
    claimOn('of heads 2 words away or more', distances.slice(1)),
  ],
  printed: ({ parser, metric }) => papers.errors[parser]?.[metric],
}

function claimOn(what: string, bins: readonly string[]): ClaimDeclaration {
  return {
    claim: `The oracle parser is above arc-eager in recall and precision ${what}`,
    source: 'right-branching paper, section 5',
    compare: [['rb-oracle', 'arc-eager']],
    metrics: of(RATES, bins),
    expected: 'above',
  }
}
