/** New: the transform to the right and to the left, on every treebank, and what tells which of them is better. */
import { cellsFor, defaultLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { attachmentsOf, type Attachments } from './reports/attachments.ts'
import {
  count,
  figure,
  names,
  ours,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import { dotPlot, scatterPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, score, starred } from './reports/scores.ts'
import { LEFT_ABOVE } from '../src/index.ts'

const SYSTEMS = ['rb', 'arc-eager']
/** As many arcs to the left as to the right. */
const HALF = 0.5

export const direction: Experiment = {
  name: 'direction',
  title: 'Right or left',
  reproduces: 'new: the mirror image of the transform',
  intro: [
    `The paper looked at English. Here the exact RB parser is trained on each treebank with all heads before their dependents (right) and with all of them after (left), and arc-eager beside it, all with the default features and learner. Which direction is better should be told by the training set alone: left where more than ${100 * LEFT_ABOVE} % of the length of all arcs points left.`,
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS } = options
    return SYSTEMS.filter((system) => systems.includes(system)).flatMap((system) =>
      (system === 'rb' ? (['right', 'left'] as const) : (['right'] as const)).flatMap((side) =>
        cellsFor('attachment', system === 'rb' ? `${system} ${side}` : system, treebank, options, {
          ...defaultLearning(system, options),
          direction: side,
        }),
      ),
    )
  },
  reportAll,
}

interface Row {
  readonly treebank: string
  readonly right: Attachments
  readonly left: Attachments
  readonly arcEager: Attachments
  /** Left against right, and the better of them against arc-eager, in LAS. */
  readonly sides: Comparison | undefined
  readonly rival: Comparison | undefined
}

function reportAll(results: Results): Report {
  const rows = results.treebanks
    .map(({ name }) => rowOf(results, name))
    .filter((row) => row.right.runs.length > 0)
  const comparisons = rows.flatMap(({ sides, rival }) => [sides, rival]).filter((one) => one !== undefined)
  return {
    blocks: rows.length > 0 ? [tableOf(rows), ...plotsOf(rows)] : [],
    claims: judge(rows),
    comparisons,
  }
}

function rowOf(results: Results, treebank: string): Row {
  const of = (system: string, side: string): Attachments =>
    attachmentsOf(results, treebank, `${system} ${side}`, { system, direction: side, features: 'rich' })
  const [right, left, arcEager] = [of('rb', 'right'), of('rb', 'left'), of('arc-eager', 'right')]
  const about = (what: string): { what: string; treebank: string; seed: number } => ({
    what,
    treebank,
    seed: results.seed,
  })
  const sides = compare(left.final, right.final, 'LAS', about('rb left against right'))
  const better = sides && sides.difference > 0 ? left : right
  const rival = compare(
    better.final,
    arcEager.final,
    'LAS',
    about('rb, the better direction, against arc-eager'),
  )
  return { treebank, right, left, arcEager, sides, rival }
}

/** `en` of `en_ewt`, short enough for a plot. */
const languageOf = ({ treebank }: Row): string => treebank.split(/[_-]/)[0]
const isBetterLeft = ({ sides }: Row): boolean => sides !== undefined && sides.difference > 0
const isLeftByLength = ({ right }: Row): boolean => right.runs[0].shareOfLeftLength > LEFT_ABOVE
const isLeftByArcs = ({ right }: Row): boolean => right.runs[0].shareOfLeftArcs > HALF

function tableOf(rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: 'LAS and UAS in both directions',
    columns: [
      names('treebank'),
      ours('trained on'),
      ours('arcs', '% to the left'),
      ours('length', '% to the left'),
      ...['rb right', 'rb left', 'arc-eager'].map((name) => ours(name, 'LAS')),
      ...['rb right', 'rb left', 'arc-eager'].map((name) => ours(name, 'UAS')),
      ours('left − right', 'LAS difference'),
      ours('better − arc-eager', 'LAS difference'),
      ours('measured', 'better direction'),
      ours('by length', 'better direction'),
      ours('by arcs', 'better direction'),
    ],
    rows: rows.map((row) => {
      const { treebank, right, left, arcEager, sides, rival } = row
      const [run] = right.runs
      const side = (isLeft: boolean): string => (isLeft ? 'left' : 'right')
      return [
        treebank,
        count(run.trainSentences),
        figure(100 * run.shareOfLeftArcs, 1),
        figure(100 * run.shareOfLeftLength, 1),
        figure(score(right.final, 'LAS')),
        figure(score(left.final, 'LAS')),
        figure(score(arcEager.final, 'LAS')),
        ...[right, left, arcEager].map(({ final }) => figure(score(final, 'UAS'))),
        starred(sides),
        starred(rival),
        side(isBetterLeft(row)),
        side(isLeftByLength(row)),
        side(isLeftByArcs(row)),
      ]
    }),
    note: '* significant (p < .05). By length: what the share of arc length says; by arcs: what the share of arcs would say, half of them being the border.',
  }
}

function plotsOf(rows: readonly Row[]): Block[] {
  const dots = rows.flatMap(({ treebank, right, left, arcEager }) =>
    [
      { series: 'rb right', value: score(right.final, 'LAS') },
      { series: 'rb left', value: score(left.final, 'LAS') },
      { series: 'arc-eager', value: score(arcEager.final, 'LAS') },
    ].flatMap(({ series, value }) => (value === undefined ? [] : [{ group: treebank, series, value }])),
  )
  const plots: Block[] = [dotPlot('direction-las', 'LAS in both directions', 'LAS', dots)]
  const points = (x: (row: Row) => number): { name: string; x: number; y: number }[] =>
    rows.flatMap((row) =>
      row.sides ? [{ name: languageOf(row), x: 100 * x(row), y: row.sides.difference }] : [],
    )
  if (rows.length > 1)
    plots.push(
      scatterPlot(
        'direction-length',
        'What the share of arc length tells',
        { x: '% of arc length that points left', y: 'LAS, left − right' },
        points(({ right }) => right.runs[0].shareOfLeftLength),
        { x: 100 * LEFT_ABOVE, y: 0 },
      ),
      scatterPlot(
        'direction-arcs',
        'What the share of arcs tells',
        { x: '% of arcs that point left', y: 'LAS, left − right' },
        points(({ right }) => right.runs[0].shareOfLeftArcs),
        { x: 100 * HALF, y: 0 },
      ),
    )
  return plots
}

function judge(rows: readonly Row[]): Claim[] {
  const clear = rows.filter(({ sides }) => sides?.significant)
  const told = (by: (row: Row) => boolean): { right: number; wrong: string[] } => {
    const wrong = clear.filter((row) => by(row) !== isBetterLeft(row)).map(({ treebank }) => treebank)
    return { right: clear.length - wrong.length, wrong }
  }
  const evidence = ({ right, wrong }: { right: number; wrong: string[] }): string =>
    `it tells ${right} of ${clear.length} significant differences${wrong.length > 0 ? `; not that of ${wrong.join(', ')}` : ''}`
  const [byLength, byArcs] = [told(isLeftByLength), told(isLeftByArcs)]
  const treebank = rows.length === 1 ? rows[0].treebank : `${rows.length} treebanks`
  const claims: Claim[] = [
    {
      claim: 'The share of arc length that points left tells the better direction',
      source: 'this project',
      treebank,
      verdict: clear.length === 0 ? 'not measured' : byLength.wrong.length === 0 ? 'held' : 'not held',
      evidence: evidence(byLength),
    },
    {
      claim: 'The share of arcs that point left does not tell the better direction',
      source: 'this project',
      treebank,
      verdict: clear.length === 0 ? 'not measured' : byArcs.wrong.length > 0 ? 'held' : 'not held',
      evidence: evidence(byArcs),
    },
  ]
  const rivals = rows.flatMap(({ rival, treebank: name }) => (rival ? [{ name, rival }] : []))
  if (rivals.length > 0)
    claims.push({
      claim: 'In the better direction the RB parser’s LAS is not significantly below that of arc-eager',
      source: 'this project',
      treebank,
      verdict: rivals.some(({ rival }) => rival.significant && rival.difference < 0)
        ? rivals.every(({ rival }) => rival.significant && rival.difference < 0)
          ? 'not held'
          : 'partly held'
        : 'held',
      evidence: rivals
        .map(({ name, rival }) => `${rivals.length > 1 ? `${name} ` : ''}${starred(rival)}`)
        .join(', '),
    })
  return claims
}
