/** The right-branching paper, Tables 4 and 5: precision and recall by the direction and the distance of heads. */
import { signed, type ReportedClaim } from '../reports/blocks.ts'
import { holdsFor } from '../reports/claims.ts'
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
    claimedFrom: 0,
  },
  {
    by: 'distance',
    head: 'distance',
    what: 'byDistance',
    bins: distances,
    printed: papers.byDistance,
    claim: 'The oracle parser is above arc-eager in recall and precision of heads 2 words away or more',
    claimedFrom: 1,
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
  each: (on) => {
    const { treebank } = on
    const [byDirection, byDistance] = classes.map((by) => binsOf(on, by))
    return {
      blocks: [
        ...rates.flatMap((rate) =>
          [byDirection, byDistance].map((systems, i) => tableOf(treebank, rate, classes[i], systems)),
        ),
        ...plotted.map(({ name, title, of }) =>
          dotPlot(
            `error-analysis-${name}-${treebank}`,
            `${title} by distance: ${treebank}`,
            'percent',
            byDistance.flatMap(({ name: series, bins }) =>
              distances.map((group, i) => ({ group, series, value: of(bins, i) })),
            ),
          ),
        ),
      ],
      claims: [byDirection, byDistance].map((systems, i) => claimOf(classes[i], systems)),
    }
  },
}

type Rate = (typeof rates)[number]
type Class = (typeof classes)[number]

interface SystemBins {
  readonly name: string
  readonly bins: BinCounts
}

function binsOf(on: TreebankResults, { what }: Class): SystemBins[] {
  return on.systems.flatMap((name) => {
    const bins = totalBins(on.parser({ system: name, trees: 'original' }, 100), what)
    return bins ? [{ name, bins }] : []
  })
}

function tableOf(
  treebank: string,
  { name, title, of }: Rate,
  { by, head, bins, printed }: Class,
  systems: readonly SystemBins[],
) {
  const rows = systems.length === 0 ? [] : bins.map((bin, index) => ({ bin, index }))
  return table(rows, {
    title: `${title} by ${by}: ${treebank}`,
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

function claimOf({ bins, claim, claimedFrom }: Class, systems: readonly SystemBins[]): ReportedClaim {
  const [base, oracle] = ['arc-eager', 'rb-oracle'].map(
    (name) => systems.find((system) => system.name === name)?.bins,
  )
  const gains = bins.slice(claimedFrom).flatMap((bin, i) =>
    rates.flatMap(({ short, of }) => {
      const [before, after] = [base, oracle].map((counts) => counts && of(counts, i + claimedFrom))
      if (before === undefined || after === undefined) return []
      return [{ text: `${bin} ${short} ${signed(after - before, 1)}`, gain: after - before }]
    }),
  )
  const better = gains.filter(({ gain }) => gain > 0).length
  return {
    claim,
    source: 'right-branching paper, section 5',
    // It holds in part where most of the figures are better.
    verdict: holdsFor(better > gains.length / 2 ? better : 0, gains.length),
    evidence: gains.map(({ text }) => text).join(', '),
  }
}
