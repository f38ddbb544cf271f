/** New: the transform to the right and to the left on every treebank, and what predicts the better direction. */
import { LEFT_ABOVE } from '../../src/index.ts'
import type { Comparison, JudgedClaim } from '../reports/blocks.ts'
import { areNotWorse, holds, OWN } from '../reports/claims.ts'
import { isMeasured, parserResults, type ParserResults } from '../reports/parser-results.ts'
import { dotPlot, scatterPlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { score } from '../reports/scores.ts'
import {
  countColumn,
  differenceColumn,
  figureColumn,
  plainColumn,
  scoreColumn,
  starred,
  table,
  textColumn,
} from '../reports/tables.ts'
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
    const rows = all.map(rowOf).filter(({ right }) => isMeasured(right))
    return { blocks: [tableOf(rows), ...plotsOf(rows)], claims: claimsOf(rows) }
  },
}

/** The parsers on one treebank. */
interface Row {
  readonly treebank: string
  readonly parsers: readonly ParserResults[]
  readonly right: ParserResults
  /** In LAS: left against right, and the better of them against arc-eager. */
  readonly sides: Comparison | undefined
  readonly rival: Comparison | undefined
}

function rowOf(results: TreebankResults): Row {
  const measured = parsers.map(({ name, system, direction: side }) =>
    parserResults(results, name, { system, direction: side, features: 'rich' }),
  )
  const [right, left, arcEager] = measured
  const sides = results.compare('rb left against right', left.final, right.final)
  const better = sides && sides.difference > 0 ? left : right
  const rival = results.compare('rb, the better direction, against arc-eager', better.final, arcEager.final)
  return { treebank: results.treebank, parsers: measured, right, sides, rival }
}

const isBetterLeft = ({ sides }: Row): boolean => sides !== undefined && sides.difference > 0
const lengthToLeft = ({ right }: Row): number => right.runs[0].shareOfLeftLength
const arcsToLeft = ({ right }: Row): number => right.runs[0].shareOfLeftArcs
const isLeftByLength = (row: Row): boolean => lengthToLeft(row) > LEFT_ABOVE
const isLeftByArcs = (row: Row): boolean => arcsToLeft(row) > HALF

function tableOf(rows: readonly Row[]) {
  const side = (head: string, isLeft: (row: Row) => boolean) =>
    plainColumn<Row>(head, (row) => (isLeft(row) ? 'left' : 'right'), 'better direction')
  const toLeft = { group: '% to the left', digits: 1 }
  return table(rows, {
    title: 'LAS and UAS in both directions',
    columns: [
      textColumn('treebank', ({ treebank }) => treebank),
      countColumn('trained on', ({ right }) => right.runs[0].trainSentences),
      figureColumn('arcs', (row) => 100 * arcsToLeft(row), toLeft),
      figureColumn('length', (row) => 100 * lengthToLeft(row), toLeft),
      ...(['LAS', 'UAS'] as const).flatMap((group) =>
        parsers.map(({ name: head }, i) =>
          scoreColumn<Row>(group, (row) => row.parsers[i].final, { head, group }),
        ),
      ),
      differenceColumn('left − right', ({ sides }) => sides, 'LAS difference'),
      differenceColumn('better − arc-eager', ({ rival }) => rival, 'LAS difference'),
      side('measured', isBetterLeft),
      side('by length', isLeftByLength),
      side('by arcs', isLeftByArcs),
    ],
    note: 'By length: what the share of arc length predicts, with the border of the introduction; by arcs: what the share of arcs predicts, with half of them as the border.',
  })
}

function plotsOf(rows: readonly Row[]) {
  const scatter = (what: string, share: (row: Row) => number, border: number) =>
    scatterPlot(
      { id: `direction-${what === 'arcs' ? what : 'length'}`, title: `What the share of ${what} predicts` },
      { x: `% of ${what} that points left`, y: 'LAS, left − right' },
      rows.flatMap((row) =>
        row.sides ? [{ name: languageOf(row), x: 100 * share(row), y: row.sides.difference }] : [],
      ),
      { x: 100 * border, y: 0 },
    )
  return [
    dotPlot(
      { id: 'direction-las', title: 'LAS in both directions' },
      'LAS',
      rows.flatMap((row) =>
        row.parsers.map(({ name, final }) => ({
          group: row.treebank,
          series: name,
          value: score(final, 'LAS'),
        })),
      ),
    ),
    ...(rows.length > 1
      ? [scatter('arc length', lengthToLeft, LEFT_ABOVE), scatter('arcs', arcsToLeft, HALF)]
      : []),
  ]
}

/** `en` of `en_ewt`, which is short enough for a plot. */
const languageOf = ({ treebank }: Row): string => treebank.split(/[_-]/)[0]

function claimsOf(rows: readonly Row[]): JudgedClaim[] {
  const clear = rows.filter(({ sides }) => sides?.significant)
  const predicted = (by: (row: Row) => boolean) => {
    const wrong = clear.filter((row) => by(row) !== isBetterLeft(row)).map(({ treebank }) => treebank)
    const evidence = `it predicts ${clear.length - wrong.length} of ${clear.length} significant differences${wrong.length > 0 ? `; not that of ${wrong.join(', ')}` : ''}`
    return { all: wrong.length === 0, evidence }
  }
  const verdict = (held: boolean) => (clear.length === 0 ? 'too little to judge' : holds(held))
  const [byLength, byArcs] = [predicted(isLeftByLength), predicted(isLeftByArcs)]
  const rivals = rows.flatMap(({ rival }) => rival ?? [])
  return [
    {
      claim: 'The share of arc length that points left tells the better direction',
      source: OWN,
      verdict: verdict(byLength.all),
      evidence: byLength.evidence,
    },
    {
      claim: 'The share of arcs that point left does not tell the better direction',
      source: OWN,
      verdict: verdict(!byArcs.all),
      evidence: byArcs.evidence,
    },
    {
      claim: 'In the better direction the RB parser’s LAS is not significantly below that of arc-eager',
      source: OWN,
      verdict: areNotWorse(rivals),
      evidence: rivals
        .map((one) => `${rivals.length > 1 ? `${one.treebank} ` : ''}${starred(one)}`)
        .join(', '),
    },
  ]
}
