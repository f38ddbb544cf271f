/** New: what a beam gains on every treebank, and how the right-branching parser and arc-eager compare with one. */
import { beamLearning, cellsFor, greedyLearning, isSearch, widthsOf } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { Learning } from './measurements/training.ts'
import { attachmentsOf, totalText, type Attachments } from './reports/attachments.ts'
import {
  count,
  figure,
  joined,
  names,
  NONE,
  ours,
  signed,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import { average } from './reports/fragments.ts'
import { dotPlot } from './reports/plots.ts'
import type { AskedSettings, Results } from './reports/results.ts'
import { compare, score, starred } from './reports/scores.ts'

const RIVAL = 'arc-eager-unshift'
const SYSTEMS = ['rb', RIVAL]
const WIDTHS = [8]
/** As `rbparse train` does. */
const labels: Readonly<Record<string, Pick<Learning, 'labelling'>>> = { rb: { labelling: 'late' } }
const EPOCHS = 8
const QUICK_EPOCHS = 3
/** In LAS: what a beam is to gain on average, and by how much less than its rival the RB parser may have anywhere. */
const WANTED_GAIN = 1
const TIE = 0.3

export const search: Experiment = {
  name: 'search',
  title: 'Beams on every treebank',
  reproduces: 'new: what the right-branching paper hopes for in its last section, on other languages',
  intro: [
    `The RB parser as it is trained by default, greedy and with LIBLINEAR; the RB parser with a beam, and arc-eager with Unshift with the same beam, both learned by the perceptron in ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run). As they are trained by default, the RB parser with a beam chooses its labels late, when the tree is finished, and arc-eager with its transitions (the experiment labelling has both for both). The transform goes to the side that the training part asks for. Of several seeds the table has the mean; where a treebank has no test part, each seed sets another tenth of it apart.`,
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS, quick } = options
    const epochs = quick ? QUICK_EPOCHS : EPOCHS
    const chosen = SYSTEMS.filter((system) => systems.includes(system))
    const greedy = greedyLearning('rb', options)
    return [
      ...(chosen.includes('rb') ? cellsFor('attachment', 'rb, greedy', treebank, options, greedy) : []),
      ...chosen.flatMap((system) =>
        widthsOf(options, WIDTHS)
          .filter(isSearch)
          .flatMap((width) => {
            const learning = { ...beamLearning(system, width, epochs, options), ...labels[system] }
            return cellsFor('attachment', `${system}, beam ${width}`, treebank, options, learning)
          }),
      ),
    ]
  },
  reportAll: (results) => {
    const reports = results.widths.map((width) => reportOf(results, width))
    return joined(reports)
  },
}

interface Row {
  readonly treebank: string
  readonly greedy: Attachments
  readonly beam: Attachments
  readonly rival: Attachments
  /** The beam against greedy parsing, and against arc-eager with the same beam, in LAS. */
  readonly gain: Comparison | undefined
  readonly lead: Comparison | undefined
}

function reportOf(results: Results, width: number): Report {
  const rows = results.treebanks
    .map(({ name }) => rowOf(results, name, width))
    .filter(({ beam }) => beam.runs.length > 0)
  const comparisons = rows.flatMap(({ gain, lead }) => [gain, lead]).filter((one) => one !== undefined)
  const blocks = rows.length > 0 ? [tableOf(rows, width), plotOf(rows, width)] : []
  return { blocks, claims: rows.length > 0 ? judge(rows, width) : [], comparisons }
}

function rowOf(results: Results, treebank: string, width: number): Row {
  const of = (name: string, settings: AskedSettings): Attachments =>
    attachmentsOf(results, treebank, name, settings)
  const greedy = of('rb, greedy', { system: 'rb', direction: 'auto', beam: undefined })
  const beam = of(`rb, beam ${width}`, { system: 'rb', beam: width })
  const rival = of(`${RIVAL}, beam ${width}`, { system: RIVAL, beam: width })
  const { seed } = results
  const against = (other: Attachments, what: string): Comparison | undefined =>
    compare(beam.final, other.final, 'LAS', { what: `rb, beam ${width}, against ${what}`, treebank, seed })
  return { treebank, greedy, beam, rival, gain: against(greedy, 'greedy'), lead: against(rival, RIVAL) }
}

function tableOf(rows: readonly Row[], width: number): Block {
  const systems = ['rb, greedy', `rb, beam ${width}`, `${RIVAL}, beam ${width}`]
  const all = rows.map(({ greedy, beam, rival }) => [greedy, beam, rival])
  const scores = (one: readonly Attachments[]): string[] =>
    (['LAS', 'UAS'] as const).flatMap((name) => one.map(({ final }) => figure(score(final, name))))
  const mean = (values: readonly (number | undefined)[]): number | undefined => average(values)
  const means = (['LAS', 'UAS'] as const).flatMap((name) =>
    systems.map((_, i) => figure(mean(all.map((one) => score(one[i].final, name))))),
  )
  const differences = [
    mean(rows.map(({ gain }) => gain?.difference)),
    mean(rows.map(({ lead }) => lead?.difference)),
  ]
  return {
    kind: 'table',
    title: `Beam ${width} on every treebank`,
    columns: [
      names('treebank'),
      names('direction'),
      ours('trained on'),
      ...systems.map((name) => ours(name, 'LAS')),
      ...systems.map((name) => ours(name, 'UAS')),
      ours('rb: beam − greedy', 'LAS difference'),
      ours('rb − arc-eager', 'LAS difference'),
      ours('vestigial arcs'),
    ],
    rows: [
      ...rows.map(({ treebank, beam, gain, lead }, i) => [
        treebank,
        beam.runs[0].direction,
        count(beam.runs[0].trainSentences),
        ...scores(all[i]),
        starred(gain),
        starred(lead),
        totalText(beam, 'vestigialArcs'),
      ]),
      ...(rows.length > 1
        ? [['average', '', '', ...means, ...differences.map((one) => signed(one)), '']]
        : []),
    ],
    note: '* significant (p < .05).',
  }
}

function plotOf(rows: readonly Row[], width: number): Block {
  const values = rows.flatMap(({ treebank, greedy, beam, rival }) =>
    [greedy, beam, rival].flatMap(({ name, final }) => {
      const value = score(final, 'LAS')
      return value === undefined ? [] : [{ group: treebank, series: name, value }]
    }),
  )
  return dotPlot(`search-${width}`, `LAS with a beam of ${width}`, 'LAS', values)
}

function judge(rows: readonly Row[], width: number): Claim[] {
  const about = {
    source: 'this project',
    treebank: rows.length === 1 ? rows[0].treebank : `${rows.length} treebanks`,
  }
  const gains = rows.flatMap(({ gain }) => gain?.difference ?? [])
  const leads = rows.flatMap(({ treebank, lead }) => (lead ? [{ treebank, by: lead.difference }] : []))
  const below = leads.filter(({ by }) => by < -TIE)
  const gain = average(gains)
  return [
    {
      ...about,
      claim: `A beam of ${width} gains the RB parser ${WANTED_GAIN} LAS or more on average`,
      verdict: gain === undefined ? 'not measured' : gain >= WANTED_GAIN ? 'held' : 'not held',
      evidence:
        gain === undefined
          ? NONE
          : `${signed(gain)}, from ${signed(Math.min(...gains))} to ${signed(Math.max(...gains))}`,
    },
    {
      ...about,
      claim: `With a beam of ${width} the RB parser is nowhere below arc-eager with Unshift by more than ${TIE} LAS`,
      verdict:
        leads.length === 0
          ? 'not measured'
          : below.length === 0
            ? 'held'
            : below.length < leads.length
              ? 'partly held'
              : 'not held',
      evidence:
        leads.length === 0
          ? NONE
          : `${signed(average(leads.map(({ by }) => by)))} on average${below.map(({ treebank, by }) => `; ${treebank} ${signed(by)}`).join('')}`,
    },
  ]
}
