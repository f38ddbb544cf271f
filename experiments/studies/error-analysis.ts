/** The right-branching paper, Tables 4 and 5: precision and recall by the direction and the distance of heads. */
import { signed, type JudgedClaim } from '../reports/blocks.ts'
import * as column from '../reports/columns.ts'
import * as papers from '../reports/papers.ts'
import { dotPlot } from '../reports/plots.ts'
import { totalBins, type TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import {
  directions,
  distances,
  labelledRecall,
  precision,
  recall,
  type BinCounts,
} from '../statistics/bins.ts'
import type { Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb', 'rb-oracle']

const rates = [
  { name: 'recall', title: 'Recall', short: 'R', of: recall },
  { name: 'precision', title: 'Precision', short: 'P', of: precision },
] as const
const plotted = [...rates, { name: 'las', title: 'LAS', of: labelledRecall }]

const classes = [
  {
    by: 'direction',
    head: 'head',
    what: 'byDirection',
    bins: directions,
    printed: papers.byDirection,
    claim: 'The oracle parser is above arc-eager in recall and precision of every direction',
    judgedFrom: 0,
  },
  {
    by: 'distance',
    head: 'distance',
    what: 'byDistance',
    bins: distances,
    printed: papers.byDistance,
    claim: 'The oracle parser is above arc-eager in recall and precision of heads 2 words away or more',
    judgedFrom: 1,
  },
] as const

export const errorAnalysis: Study = {
  name: 'error-analysis',
  title: 'Errors by direction and distance',
  reproduces: 'right-branching paper, Tables 4 and 5',
  intro:
    'The parsers of the learning curve with the whole training set. Recall is the part of the gold arcs of a class that the parser finds; precision is the part of the parser’s arcs of a class that are right. Left and right say on which side of the word its head is.',
  conditions: (options) =>
    (options.systems ?? SYSTEMS).map((system) => ({
      title: system,
      settings: paperLearning(system, options),
    })),
  each: (results) => {
    const { treebank } = results
    return {
      blocks: [
        ...rates.flatMap((rate) => classes.map((by) => tableOf(results, rate, by))),
        ...plotted.map(({ name, title, of }) =>
          dotPlot(
            `error-analysis-${name}-${treebank}`,
            `${title} by distance: ${treebank}`,
            'percent',
            binsOf(results, 'byDistance').flatMap(({ name: series, bins }) =>
              distances.map((group, i) => ({ group, series, value: of(bins, i) })),
            ),
          ),
        ),
      ],
      claims: classes.map((by) => claimOf(results, by)),
    }
  },
}

interface SystemBins {
  readonly name: string
  readonly bins: BinCounts
}

function binsOf(results: TreebankResults, what: 'byDirection' | 'byDistance'): SystemBins[] {
  return results.systems.flatMap((name) => {
    const bins = totalBins(results.parser({ system: name, trees: 'original' }, 100), what)
    return bins ? [{ name, bins }] : []
  })
}

function tableOf(
  results: TreebankResults,
  { name, title, of }: (typeof rates)[number],
  { by, head, what, bins, printed }: (typeof classes)[number],
) {
  const systems = binsOf(results, what)
  const rows = systems.length === 0 ? [] : bins.map((bin, index) => ({ bin, index }))
  return table(rows, {
    title: `${title} by ${by}: ${results.treebank}`,
    columns: [
      column.names(head, ({ bin }) => bin),
      column.whole('gold arcs', ({ index }) => systems[0].bins.gold[index]),
      ...systems.map((system) =>
        column.figure<(typeof rows)[0]>(system.name, ({ index }) => of(system.bins, index)),
      ),
      column.paper('MaltParser', ({ bin }) => printed[bin].malt[name]),
      column.paper('oracle parser', ({ bin }) => printed[bin].oracle[name]),
    ],
  })
}

function claimOf(
  results: TreebankResults,
  { what, bins, claim, judgedFrom }: (typeof classes)[number],
): JudgedClaim {
  const systems = binsOf(results, what)
  const [base, oracle] = ['arc-eager', 'rb-oracle'].map(
    (name) => systems.find((system) => system.name === name)?.bins,
  )
  const gains = bins.slice(judgedFrom).flatMap((bin, i) =>
    rates.flatMap(({ short, of }) => {
      const [before, after] = [base, oracle].map((counts) => counts && of(counts, i + judgedFrom))
      if (before === undefined || after === undefined) return []
      return [{ text: `${bin} ${short} ${signed(after - before, 1)}`, gain: after - before }]
    }),
  )
  const better = gains.filter(({ gain }) => gain > 0).length
  return {
    claim,
    source: 'right-branching paper, section 5',
    verdict:
      gains.length === 0
        ? 'not measured'
        : better === gains.length
          ? 'held'
          : better > gains.length / 2
            ? 'partly held'
            : 'not held',
    evidence: gains.map(({ text }) => text).join(', '),
  }
}
