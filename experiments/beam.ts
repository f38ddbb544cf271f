/** New: how much of what a wider search finds in transformed trees survives the reversal. */
import { beamLearning, cellsFor, widthsOf } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { DecodingFigures, DecodingTimes } from './measurements/decoding.ts'
import { attachmentsOf, total, totalText, type Attachments } from './reports/attachments.ts'
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
import { linePlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, listed, marked, score } from './reports/scores.ts'
import { median } from './statistics/summary.ts'

const ORACLE = 'rb-oracle'
const SYSTEMS = ['arc-eager-unshift', 'rb', ORACLE]
const WIDTHS = [1, 2, 4, 8, 16, 32]
const QUICK_WIDTHS = [1, 4]
/** The beam that most is said of. */
const USUAL = 8
const EPOCHS = 8
const QUICK_EPOCHS = 3
/** In LAS. */
const WANTED_GAIN = 1
/** Of what is gained before the reversal. */
const WANTED_SHARE = 0.5

export const beam: Experiment = {
  name: 'beam',
  title: 'Beyond greedy',
  reproduces: 'new: what the right-branching paper hopes for in its last section',
  intro: [
    `The paper ends with the hope that with a more global search the better predictability of transformed trees survives the reversal. Here each parser learns and parses with a beam of each width: a structured perceptron, averaged, with max-violation updates, ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run), the default features, gold tags. With a beam of 1 it is greedy and learns one transition at a time, of the same features. The oracle is told the gold true tokens. Words a second are the median of three runs over the test part on one thread.`,
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS, quick } = options
    const epochs = quick ? QUICK_EPOCHS : EPOCHS
    const chosen = SYSTEMS.filter((system) => systems.includes(system))
    const widths = widthsOf(options, quick ? QUICK_WIDTHS : WIDTHS)
    return chosen.flatMap((system) =>
      widths.flatMap((width) => {
        const learning = beamLearning(system, width, epochs, options)
        const title = `${system}, beam ${width}`
        const cells = cellsFor('attachment', title, treebank, options, learning)
        if (system === ORACLE) return cells // what it is told takes no time
        const alone = { alone: true }
        return [...cells, ...cellsFor('decoding', `speed of ${title}`, treebank, options, learning, alone)]
      }),
    )
  },
  report,
}

interface Row {
  readonly system: string
  readonly width: number
  readonly attachments: Attachments
  /** In words a second. */
  readonly speed: number | undefined
  /** Against the narrowest beam, in LAS, before the reversal and after it. */
  readonly transformed: Comparison | undefined
  readonly final: Comparison | undefined
}

function report(results: Results, treebank: string): Report {
  const rows = results.systems.flatMap((system) => rowsOf(results, treebank, system))
  if (rows.length === 0) return nothing
  const comparisons = rows.flatMap(({ transformed, final }) =>
    [transformed, final].filter((one) => one !== undefined),
  )
  return {
    blocks: [tableOf(treebank, rows), ...plotOf(treebank, rows)],
    claims: judge(treebank, rows, results.seed),
    comparisons,
  }
}

function rowsOf(results: Results, treebank: string, system: string): Row[] {
  const rows = results.widths.map((width) => {
    const settings = { system, beam: width }
    const attachments = attachmentsOf(results, treebank, `${system}, beam ${width}`, settings)
    const runs = results.find<DecodingFigures>({ measurement: 'decoding', treebank, settings })
    const speeds = runs.map(({ figures, result }) => figures.words / middle(result.times as DecodingTimes))
    return { system, width, attachments, speed: median(speeds) }
  })
  const measured = rows.filter(({ attachments }) => attachments.runs.length > 0)
  return measured.map((row) => {
    const [first] = measured
    const against = (part: 'transformed' | 'final'): Comparison | undefined =>
      row === first
        ? undefined
        : compare(row.attachments[part], first.attachments[part], 'LAS', {
            what: `${system}${part === 'transformed' ? ', transformed' : ''}: beam ${row.width} against ${first.width}`,
            treebank,
            seed: results.seed,
          })
    return { ...row, transformed: against('transformed'), final: against('final') }
  })
}

const middle = ({ runs }: DecodingTimes): number => median(runs) ?? NaN

function tableOf(treebank: string, rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: `Beams: ${treebank}`,
    columns: [
      names('parser'),
      names('beam'),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'transformed')),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'reversed')),
      ours('transformed', 'gain in LAS'),
      ours('reversed', 'gain in LAS'),
      ours('survives', '% of it'),
      ours('vestigial arcs'),
      ours('words a second'),
    ],
    rows: rows.map(({ system, width, attachments, speed, transformed, final }) => [
      system,
      String(width),
      figure(score(attachments.transformed, 'LAS')),
      figure(score(attachments.transformed, 'UAS')),
      marked(score(attachments.final, 'LAS'), final),
      figure(score(attachments.final, 'UAS')),
      signed(transformed?.difference),
      signed(final?.difference),
      shareText(transformed, final),
      totalText(attachments, 'vestigialArcs'),
      count(speed),
    ]),
    note: '* differs from the narrowest beam (p < .05). Arc-eager learns the trees as they are: there is nothing to reverse.',
  }
}

/** How much of a gain is left after the reversal, in percent; a dash where there was none. */
function shareText(transformed: Comparison | undefined, final: Comparison | undefined): string {
  if (!transformed || !final || !isGain(transformed)) return NONE
  return figure((100 * final.difference) / transformed.difference, 0)
}

function isGain({ difference, significant }: Comparison): boolean {
  return significant && difference > 0
}

function plotOf(treebank: string, rows: readonly Row[]): Block[] {
  if (new Set(rows.map(({ width }) => width)).size < 2) return []
  const points = rows.flatMap(({ system, width, attachments }) =>
    [
      { variant: 'reversed', y: score(attachments.final, 'LAS') },
      { variant: 'transformed', y: score(attachments.transformed, 'LAS') },
    ].flatMap(({ variant, y }) => (y === undefined ? [] : [{ series: system, x: width, y, variant }])),
  )
  return [linePlot(`beam-${treebank}`, `LAS by beam: ${treebank}`, { x: 'beam', y: 'LAS' }, points)]
}

function judge(treebank: string, rows: readonly Row[], seed: number): Claim[] {
  const ofRb = rows.filter(({ system }) => system === 'rb')
  const last = ofRb.find(({ width }) => width === USUAL) ?? ofRb.at(-1)
  const { transformed, final } = last ?? {}
  const rivals = ofRb.flatMap(({ width, attachments }) => {
    const rival = rows.find((row) => row.system === 'arc-eager-unshift' && row.width === width)
    const about = { what: `rb against arc-eager-unshift, beam ${width}`, treebank, seed }
    return compare(attachments.final, rival?.attachments.final, 'LAS', about) ?? []
  })
  const verdict = (held: boolean | undefined): Claim['verdict'] =>
    held === undefined ? 'not measured' : held ? 'held' : 'not held'
  const claim = (text: string, held: boolean | undefined, evidence: string): Claim => ({
    claim: text,
    source: 'this project',
    treebank,
    verdict: verdict(held),
    evidence,
  })
  return [
    claim(
      `With a beam of ${USUAL} the RB parser’s LAS is better by ${WANTED_GAIN} or more`,
      final && last?.width === USUAL ? final.difference >= WANTED_GAIN : undefined,
      listed([final]) || NONE,
    ),
    claim(
      `At least ${100 * WANTED_SHARE} % of what search gains on transformed trees survives the reversal`,
      transformed && final && isGain(transformed)
        ? final.difference >= WANTED_SHARE * transformed.difference
        : undefined,
      `transformed: ${listed([transformed]) || NONE}; reversed: ${listed([final]) || NONE}`,
    ),
    claim(
      'The RB parser is not significantly below arc-eager with Unshift of the same beam',
      rivals.length === 0 ? undefined : rivals.every((one) => !one.significant || one.difference > 0),
      rivals.map((one) => `${one.what.split(', ')[1]}: ${listed([one])}`).join('; ') || NONE,
    ),
    claim(
      'With exact preconditions there are no vestigial arcs, whatever the beam',
      ofRb.length === 0
        ? undefined
        : ofRb.every(({ attachments }) => total(attachments, 'vestigialArcs') === 0),
      ofRb
        .map(({ width, attachments }) => `beam ${width}: ${totalText(attachments, 'vestigialArcs')}`)
        .join(', ') || NONE,
    ),
  ]
}
