/** The right-branching paper, Tables 4 and 5: precision and recall by where heads stand and how far away they are. */
import { cellsFor, paperLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { attachmentsOf, totalBins } from './reports/attachments.ts'
import {
  figure,
  names,
  NONE,
  ours,
  paper,
  type Block,
  type Claim,
  type Report,
  type Table,
} from './reports/blocks.ts'
import * as papers from './reports/papers.ts'
import { dotPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import {
  directions,
  distances,
  labelledRecall,
  precision,
  recall,
  type BinCounts,
} from './statistics/bins.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb', 'rb-oracle']

export const errorAnalysis: Experiment = {
  name: 'error-analysis',
  title: 'Errors by direction and distance',
  reproduces: 'right-branching paper, Tables 4 and 5',
  intro: [
    'The parsers of the learning curve with the whole training set. Recall: how many of the gold arcs of a kind were found; precision: how many of the parser’s arcs of a kind are right. Left and right say where the head stands, seen from the word.',
  ],
  wanted: (treebank, options) =>
    (options.systems ?? SYSTEMS).flatMap((system) =>
      cellsFor('attachment', system, treebank, options, paperLearning(system, options)),
    ),
  report,
}

const rates = [
  { name: 'recall', title: 'Recall', of: recall },
  { name: 'precision', title: 'Precision', of: precision },
] as const

interface SystemBins {
  readonly name: string
  readonly bins: BinCounts
}

function report(results: Results, treebank: string): Report {
  const of = (what: 'byDirection' | 'byDistance'): SystemBins[] =>
    results.systems.flatMap((name) => {
      const bins = totalBins(
        attachmentsOf(results, treebank, name, { system: name, trees: 'original' }, 100),
        what,
      )
      return bins ? [{ name, bins }] : []
    })
  const [byDirection, byDistance] = [of('byDirection'), of('byDistance')]
  const blocks: Block[] = rates.flatMap((rate) => [
    tableOf(
      `${rate.title} by direction: ${treebank}`,
      'head',
      rate,
      directions,
      byDirection,
      papers.byDirection,
    ),
    tableOf(
      `${rate.title} by distance: ${treebank}`,
      'distance',
      rate,
      distances,
      byDistance,
      papers.byDistance,
    ),
  ])
  const plotted = [...rates, { name: 'las', title: 'LAS', of: labelledRecall }]
  for (const { name: rate, title, of: rateOf } of plotted) {
    const dots = byDistance.flatMap(({ name, bins }) =>
      distances.flatMap((group, i) => {
        const value = rateOf(bins, i)
        return value === undefined ? [] : [{ group, series: name, value }]
      }),
    )
    if (dots.length > 0)
      blocks.push(
        dotPlot(`error-analysis-${rate}-${treebank}`, `${title} by distance: ${treebank}`, 'percent', dots),
      )
  }
  return { blocks, claims: judge(treebank, byDirection, byDistance), comparisons: [] }
}

function tableOf(
  title: string,
  head: string,
  { name: rate, of }: (typeof rates)[number],
  bins: readonly string[],
  systems: readonly SystemBins[],
  printed: Readonly<Record<string, papers.Errors>>,
): Table {
  return {
    kind: 'table',
    title,
    columns: [
      names(head),
      ours('gold arcs'),
      ...systems.map(({ name }) => ours(name)),
      paper('MaltParser'),
      paper('oracle parser'),
    ],
    rows: bins.map((bin, i) => [
      bin,
      systems[0]?.bins.gold[i].toLocaleString('en-US') ?? NONE,
      ...systems.map((system) => figure(of(system.bins, i))),
      figure(printed[bin].malt[rate]),
      figure(printed[bin].oracle[rate]),
    ]),
  }
}

function judge(
  treebank: string,
  byDirection: readonly SystemBins[],
  byDistance: readonly SystemBins[],
): Claim[] {
  const gains = (
    systems: readonly SystemBins[],
    bins: readonly string[],
    skip: number,
  ): [string, number][] => {
    const [base, oracle] = ['arc-eager', 'rb-oracle'].map((name) =>
      systems.find((system) => system.name === name),
    )
    if (!base || !oracle) return []
    return bins.flatMap((bin, i) =>
      i < skip
        ? []
        : ([recall, precision] as const).flatMap((rate, j): [string, number][] => {
            const [before, after] = [rate(base.bins, i), rate(oracle.bins, i)]
            if (before === undefined || after === undefined) return []
            return [
              [
                `${bin} ${j === 0 ? 'R' : 'P'} ${after >= before ? '+' : '−'}${Math.abs(after - before).toFixed(1)}`,
                after - before,
              ],
            ]
          }),
    )
  }
  const claim = (text: string, found: readonly [string, number][]): Claim => {
    const better = found.filter(([, gain]) => gain > 0).length
    return {
      claim: text,
      source: 'right-branching paper, section 5',
      treebank,
      verdict:
        found.length === 0
          ? 'not measured'
          : better === found.length
            ? 'held'
            : better > found.length / 2
              ? 'partly held'
              : 'not held',
      evidence: found.map(([told]) => told).join(', '),
    }
  }
  return [
    claim(
      'The oracle parser is above arc-eager in recall and precision of every direction',
      gains(byDirection, directions, 0),
    ),
    claim(
      'The oracle parser is above arc-eager in recall and precision of heads 2 words away or more',
      gains(byDistance, distances, 1),
    ),
  ]
}
