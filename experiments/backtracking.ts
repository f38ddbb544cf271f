/** New: backtracking, as the right-branching paper's section 5 has it in mind, with models that are trained greedily. */
import { cellsFor, greedyLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type {
  BacktrackingFigures,
  BacktrackingTimes,
  Decoding,
  DecodingSettings,
} from './measurements/backtracking.ts'
import type { SentenceScores } from './measurements/scores.ts'
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
import { compare, listed, marked, pool, score } from './reports/scores.ts'
import { median } from './statistics/summary.ts'

const SYSTEMS = ['rb', 'arc-eager-unshift']
const BOUNDS = '1,2,4,8,16'
const QUICK_BOUNDS = '2,8'
/** The bound that is judged by. */
const USUAL = 8
const BEAM = '8'

export const backtracking: Experiment = {
  name: 'backtracking',
  title: 'Going back',
  reproduces: 'new: right-branching paper, section 5, its backtracking parser',
  intro: [
    `The paper thinks of a parser that goes back where a decision has led to difficulties. Here models as rbparse train makes them, greedy ones by LIBLINEAR, are decoded greedily, with backtracking over so many further configurations a word, and with a beam of ${BEAM}, for which they were not trained. Rich features, gold tags, the direction that the training part asks for. Words a second: parsing alone, on one thread.`,
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS, quick } = options
    const how: DecodingSettings = { bounds: quick ? QUICK_BOUNDS : BOUNDS, widths: BEAM }
    return SYSTEMS.filter((system) => systems.includes(system)).flatMap((system) => {
      const settings = { ...greedyLearning(system, options), ...how }
      return cellsFor('backtracking', `${system}, going back`, treebank, options, settings)
    })
  },
  report,
}

function nameOf({ backtrack, beam }: Decoding): string {
  if (beam > 1) return `beam ${beam}`
  return backtrack === 0 ? 'greedy' : `backtracking ${backtrack}`
}

interface Row {
  readonly system: string
  readonly decoding: Decoding
  readonly scores: SentenceScores | undefined
  /** In words a second. */
  readonly speed: number | undefined
  /** Against the greedy parser of the same model, in LAS. */
  readonly gain: Comparison | undefined
}

function report(results: Results, treebank: string): Report {
  const rows = results.systems.flatMap((system) => rowsOf(results, treebank, system))
  if (rows.length === 0) return nothing
  return {
    blocks: [tableOf(treebank, rows)],
    claims: judge(treebank, rows),
    comparisons: rows.flatMap(({ gain }) => gain ?? []),
  }
}

function rowsOf(results: Results, treebank: string, system: string): Row[] {
  const settings = { system }
  const runs = results.find<BacktrackingFigures>({ measurement: 'backtracking', treebank, settings })
  if (runs.length === 0) return []
  const scoresOf = (at: number): SentenceScores | undefined =>
    pool(runs.map(({ figures }) => figures.found[at].scores))
  return runs[0].figures.found.map(({ decoding }, at) => {
    const speeds = runs.map(
      ({ figures, result }) => figures.words / (result.times as BacktrackingTimes).secondsParsing[at],
    )
    const what = `${system}, ${nameOf(decoding)}, against greedy`
    const about = { what, treebank, seed: results.seed }
    const gain = at === 0 ? undefined : compare(scoresOf(at), scoresOf(0), 'LAS', about)
    return { system, decoding, scores: scoresOf(at), speed: median(speeds), gain }
  })
}

function tableOf(treebank: string, rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: `Going back: ${treebank}`,
    columns: [
      names('parser'),
      names('search'),
      ours('LAS'),
      ours('UAS'),
      ours('gain in LAS'),
      ours('words a second'),
    ],
    rows: rows.map(({ system, decoding, scores, speed, gain }) => [
      system,
      nameOf(decoding),
      marked(score(scores, 'LAS'), gain),
      figure(score(scores, 'UAS')),
      signed(gain?.difference),
      count(speed),
    ]),
    note: '* differs from the greedy parser with the same model (p < .05).',
  }
}

function judge(treebank: string, rows: readonly Row[]): Claim[] {
  const gainsOf = (isWanted: (decoding: Decoding) => boolean): Comparison[] =>
    rows.filter(({ decoding }) => isWanted(decoding)).flatMap(({ gain }) => gain ?? [])
  const isBetter = ({ difference, significant }: Comparison): boolean => difference > 0 && significant
  const gains = gainsOf(({ backtrack }) => backtrack === USUAL)
  const better = gains.filter(isBetter)
  return [
    {
      claim: `Backtracking over ${USUAL} configurations a word is better than greedy parsing with the same model`,
      source: 'right-branching paper, section 5',
      treebank,
      verdict:
        gains.length === 0
          ? 'not measured'
          : better.length === gains.length
            ? 'held'
            : better.length > 0
              ? 'partly held'
              : 'not held',
      evidence: gains.map((one) => `${one.what.split(',')[0]}: ${listed([one])}`).join('; ') || NONE,
    },
  ]
}
