/** New: the transform to the right and to the left on every treebank, and what predicts the better direction. */
import { LEFT_ABOVE } from '../../src/index.ts'
import type { ReportedClaim } from '../reports/blocks.ts'
import { holds, holdsFor, isWorse, findingOf } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { dotPlot, scatterPlot } from '../reports/plots.ts'
import { isMeasured, lasOf, type ParserResults, type TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import type { Study } from '../study.ts'
import { defaultLearning, selected } from './parsers.ts'

const parsers = [
  { name: 'rb right', system: 'rb', direction: 'right' },
  { name: 'rb left', system: 'rb', direction: 'left' },
  { name: 'arc-eager', system: 'arc-eager', direction: 'right' },
] as const

/** As many arcs to the left as to the right. */
const HALF = 0.5

export const direction: Study = {
  name: 'direction',
  title: 'Right or left',
  reproduces: 'new: the mirror image of the transform',
  intro: `The paper is about English. Here the exact RB parser is trained on each treebank with all heads before their dependents (right) and with all of them after (left), and arc-eager is trained for comparison, all with the default features and learner. The training set alone should predict the better direction: left if more than ${100 * LEFT_ABOVE} % of the length of all arcs points left.`,
  conditions: (options) =>
    parsers
      .filter(({ system }) => selected([system], options).length > 0)
      .map(({ name, system, direction: side }) => ({
        title: name,
        settings: { ...defaultLearning(system, options), direction: side },
      })),
  overall: (all) => {
    const measured = all.filter((on) => isMeasured(right(on)))
    return { blocks: [tableOf(measured), ...plotsOf(measured)], claims: claimsOf(measured) }
  },
}

const [right, left, arcEager] = parsers.map(
  ({ system, direction: side }) =>
    (on: TreebankResults): ParserResults =>
      on.parser({ system, direction: side, features: 'rich' }),
)
const scoresByName = {
  'rb right': (on: TreebankResults) => right(on).final,
  'rb left': (on: TreebankResults) => left(on).final,
  'arc-eager': (on: TreebankResults) => arcEager(on).final,
}

/** Differences in LAS. */
const sides = (on: TreebankResults) => on.compare('rb left against right', left(on).final, right(on).final)
const isBetterLeft = (on: TreebankResults): boolean => (sides(on)?.difference ?? 0) > 0
const rival = (on: TreebankResults) =>
  on.compare(
    'rb, the better direction, against arc-eager',
    (isBetterLeft(on) ? left : right)(on).final,
    arcEager(on).final,
  )

const lengthToLeft = (on: TreebankResults): number => right(on).runs[0].shareOfLeftLength
const arcsToLeft = (on: TreebankResults): number => right(on).runs[0].shareOfLeftArcs
const isLeftByLength = (on: TreebankResults): boolean => lengthToLeft(on) > LEFT_ABOVE
const isLeftByArcs = (on: TreebankResults): boolean => arcsToLeft(on) > HALF

function tableOf(all: readonly TreebankResults[]) {
  const side = (head: string, isLeft: (on: TreebankResults) => boolean) =>
    column.text<TreebankResults>(head, (on) => (isLeft(on) ? 'left' : 'right'), 'better direction')
  return table(all, {
    title: 'LAS and UAS in both directions',
    columns: [
      column.names('treebank', ({ treebank }) => treebank),
      column.whole('trained on', (on) => right(on).runs[0].trainSentences),
      column.figure('arcs', (on) => 100 * arcsToLeft(on), '% to the left', 1),
      column.figure('length', (on) => 100 * lengthToLeft(on), '% to the left', 1),
      ...column.scoresOfParsers(['LAS', 'UAS'], scoresByName),
      column.difference('left − right', sides, 'LAS difference'),
      column.difference('better − arc-eager', rival, 'LAS difference'),
      side('measured', isBetterLeft),
      side('by length', isLeftByLength),
      side('by arcs', isLeftByArcs),
    ],
    note: 'By length: what the share of arc length predicts, with the border of the introduction; by arcs: what the share of arcs predicts, with half of them as the border.',
  })
}

function plotsOf(all: readonly TreebankResults[]) {
  const scatter = (what: string, share: (on: TreebankResults) => number, border: number) =>
    scatterPlot(
      `direction-${what.split(' ').at(-1)}`,
      `What the share of ${what} predicts`,
      { x: `% of ${what} that points left`, y: 'LAS, left − right' },
      all.flatMap((on) => {
        const y = sides(on)?.difference
        // `en` of `en_ewt` is short enough for a plot.
        return y === undefined ? [] : [{ name: on.treebank.split(/[_-]/)[0], x: 100 * share(on), y }]
      }),
      { x: 100 * border, y: 0 },
    )
  return [
    dotPlot('direction-las', 'LAS in both directions', 'LAS', lasOf(all, scoresByName)),
    ...(all.length > 1
      ? [scatter('arc length', lengthToLeft, LEFT_ABOVE), scatter('arcs', arcsToLeft, HALF)]
      : []),
  ]
}

function claimsOf(all: readonly TreebankResults[]): ReportedClaim[] {
  const clear = all.filter((on) => sides(on)?.significant)
  const predicts = (by: (on: TreebankResults) => boolean, expected: boolean) => {
    const wrong = clear.filter((on) => by(on) !== isBetterLeft(on)).map(({ treebank }) => treebank)
    const except = wrong.length > 0 ? `; not that of ${wrong.join(', ')}` : ''
    return {
      verdict: clear.length === 0 ? 'too little to judge' : holds((wrong.length === 0) === expected),
      evidence: `it predicts ${clear.length - wrong.length} of ${clear.length} significant differences${except}`,
    } as const
  }
  const rivals = all.flatMap((on) => rival(on) ?? [])
  return [
    {
      claim: 'The share of arc length that points left tells the better direction',
      ...predicts(isLeftByLength, true),
    },
    {
      claim: 'The share of arcs that point left does not tell the better direction',
      ...predicts(isLeftByArcs, false),
    },
    {
      claim: 'In the better direction the RB parser’s LAS is not significantly below that of arc-eager',
      ...findingOf(
        rivals,
        (large) => holdsFor(large.filter((one) => !isWorse(one)).length, large.length),
        rivals
          .map((one) => `${rivals.length > 1 ? `${one.treebank} ` : ''}${column.starred(one)}`)
          .join(', '),
      ),
    },
  ]
}
