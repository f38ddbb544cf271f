/** New: the true tokens of the right-branching paper's section 5, hypothesized by a parser that is not told them. */
import { beamLearning, cellsFor, greedyLearning, widthsOf } from './cells.ts'
import type { Experiment, PlanOptions } from './experiment.ts'
import type { Learning } from './measurements/training.ts'
import type { TrueTokenFigures, TrueTokenTimes } from './measurements/true-tokens.ts'
import {
  count,
  figure,
  names,
  NONE,
  nothing,
  ours,
  signed,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import type { Results } from './reports/results.ts'
import { compare, listed, marked, pool, score, sum } from './reports/scores.ts'
import type { SentenceScores } from './measurements/scores.ts'
import { median } from './statistics/summary.ts'

const PLAIN = 'rb'
const SUPPOSING = 'rb-hypotheses'
const TOLD = 'rb-oracle'
const SYSTEMS = [PLAIN, SUPPOSING, TOLD]
const WIDTHS = [1, 8]
const QUICK_WIDTHS = [1, 4]
const EPOCHS = 4
const QUICK_EPOCHS = 2

export const trueTokens: Experiment = {
  name: 'true-tokens',
  title: 'Hypothesized true tokens',
  reproduces: 'new: right-branching paper, section 5, without gold true tokens',
  intro: [
    `The paper’s oracle parser is told the true token of each word when that is attached, and wins by it; the paper hopes that a parser that searches can suppose them instead. rb-hypotheses does: each word that has been attached expects as its true token itself, the next word, the second or a later one; that is scored like any transition, features read it, and what contradicts it is not allowed. Greedy parsers by LIBLINEAR, and by the perceptron with beams, ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run), rich features, gold tags, the direction that the training part asks for.`,
  ],
  wanted: (treebank, options) =>
    learnings(options).flatMap((learning) =>
      cellsFor('true-tokens', titleOf(learning), treebank, options, learning),
    ),
  report,
}

/** LIBLINEAR's first, then by beam. */
function learnings(options: PlanOptions): Learning[] {
  const { systems = SYSTEMS, quick } = options
  const chosen = SYSTEMS.filter((system) => systems.includes(system))
  const epochs = quick ? QUICK_EPOCHS : EPOCHS
  const widths = widthsOf(options, quick ? QUICK_WIDTHS : WIDTHS)
  return [
    ...chosen.map((system) => greedyLearning(system, options)),
    ...widths.flatMap((width) =>
      chosen
        // What it has to gain is seen without a beam.
        .filter((system) => system !== TOLD || width === 1)
        .map((system) => beamLearning(system, width, epochs, options)),
    ),
  ]
}

const titleOf = ({ system, beam }: Pick<Learning, 'system' | 'beam'>): string =>
  `${system}, ${beam === undefined ? 'LIBLINEAR' : `beam ${beam}`}`

interface Row {
  readonly system: string
  readonly width: number | undefined
  readonly runs: readonly TrueTokenFigures[]
  readonly final: SentenceScores | undefined
  readonly transformed: SentenceScores | undefined
  /** In words a second. */
  readonly speed: number | undefined
  /** Against rb that learned in the same way, in LAS. */
  readonly gain: Comparison | undefined
}

function report(results: Results, treebank: string): Report {
  const rows = [undefined, ...results.widths].flatMap((width) => rowsOf(results, treebank, width))
  if (rows.length === 0) return nothing
  return {
    blocks: [tableOf(treebank, rows)],
    claims: judge(treebank, rows),
    comparisons: rows.flatMap(({ gain }) => gain ?? []),
  }
}

function rowsOf(results: Results, treebank: string, width: number | undefined): Row[] {
  const rows = results.systems.flatMap((system) => {
    const settings = { system, beam: width, direction: 'auto' }
    const found = results.find<TrueTokenFigures>({ measurement: 'true-tokens', treebank, settings })
    if (found.length === 0) return []
    const runs = found.map(({ figures }) => figures)
    const speeds = found.map(
      ({ figures, result }) => figures.words / (result.times as TrueTokenTimes).secondsParsing,
    )
    const final = pool(runs.map((run) => run.final))
    const transformed = pool(runs.map((run) => run.transformed))
    return [{ system, width, runs, final, transformed, speed: median(speeds) }]
  })
  const plain = rows.find(({ system }) => system === PLAIN)
  return rows.map((row) => {
    const what = `${titleOf({ system: row.system, beam: width })} against ${PLAIN}`
    const gain =
      row === plain
        ? undefined
        : compare(row.final, plain?.final, 'LAS', { what, treebank, seed: results.seed })
    return { ...row, gain }
  })
}

function tableOf(treebank: string, rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: `Hypothesized true tokens: ${treebank}`,
    columns: [
      names('parser'),
      names('learned'),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'transformed')),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'reversed')),
      ours('gain in LAS', 'reversed'),
      ours('come true, %', 'true tokens'),
      ours('found, %', 'true tokens'),
      ours('words a second'),
    ],
    rows: rows.map(({ system, width, runs, final, transformed, speed, gain }) => [
      system,
      width === undefined ? 'LIBLINEAR' : `beam ${width}`,
      figure(score(transformed, 'LAS')),
      figure(score(transformed, 'UAS')),
      marked(score(final, 'LAS'), gain),
      figure(score(final, 'UAS')),
      signed(gain?.difference),
      percent(runs, 'supposed'),
      percent(runs, 'headed'),
      count(speed),
    ]),
    note: `* differs from ${PLAIN} that learned in the same way (p < .05). Come true: of the words whose true token is another in the tree that was derived, those whose true token in the gold tree is of the same class (itself, next, second, later); found: the same, of the words whose true token is another in the gold tree. Words a second: parsing, the reversal, and the encoding of the gold tree.`,
  }
}

function percent(runs: readonly TrueTokenFigures[], of: 'supposed' | 'headed'): string {
  const all = sum(runs.map((run) => run[of]))
  return all === 0 ? NONE : figure((100 * sum(runs.map(({ cameTrue }) => cameTrue))) / all, 1)
}

function judge(treebank: string, rows: readonly Row[]): Claim[] {
  const gains = (system: string, isWanted: (width: number | undefined) => boolean): Comparison[] =>
    rows.filter((row) => row.system === system && isWanted(row.width)).flatMap(({ gain }) => gain ?? [])
  const isBetter = ({ difference, significant }: Comparison): boolean => difference > 0 && significant
  const claim = (text: string, source: string, found: readonly Comparison[]): Claim => ({
    claim: text,
    source,
    treebank,
    verdict: found.length === 0 ? 'not measured' : found.every(isBetter) ? 'held' : 'not held',
    evidence: found.map((one) => `${one.what.split(' against')[0]}: ${listed([one])}`).join('; ') || NONE,
  })
  return [
    claim(
      'A parser that is told the gold true tokens is better',
      'right-branching paper, section 5',
      gains(TOLD, () => true),
    ),
    claim(
      'A parser that searches and supposes true tokens is better than one that only searches',
      'right-branching paper, section 5',
      gains(SUPPOSING, (width) => width !== undefined && width > 1),
    ),
  ]
}
