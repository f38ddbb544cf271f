/** New: the gain from a beam on every treebank, and the RB parser against arc-eager with the same beam. */
import { NONE, signed, type Comparison, type JudgedClaim, type Report } from '../reports/blocks.ts'
import { holds, holdsFor, judge, OWN } from '../reports/claims.ts'
import { isMeasured, parserResults, total, type ParserResults } from '../reports/parser-results.ts'
import { dotPlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { score } from '../reports/scores.ts'
import { countColumn, differenceColumn, meanOf, scoreColumn, table, textColumn } from '../reports/tables.ts'
import type { Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const RIVAL = 'arc-eager-unshift'
const SYSTEMS = ['rb', RIVAL]
const WIDTHS = [8]
const EPOCHS = { full: 8, quick: 3 }
/** In LAS: the claimed average gain, and how far below its rival the RB parser may be. */
const GAIN = 1
const TIE = 0.3

export const search: Study = {
  name: 'search',
  title: 'Beams on every treebank',
  reproduces: 'new: what the right-branching paper hopes for in its last section, on other languages',
  intro: `The RB parser as it is trained by default, greedily and with LIBLINEAR; the RB parser and arc-eager with Unshift with the same beam, both trained as perceptrons in ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run). As by default, the RB parser with a beam chooses labels late, when the tree is finished, and arc-eager chooses them with its transitions (the experiment labelling has both for both). The direction of the transform depends on the training part. With several seeds the table has the mean; if a treebank has no test part, each seed sets another tenth of it apart.`,
  conditions: (options) => {
    const systems = selected(SYSTEMS, options)
    const widths = widthsOf(options, WIDTHS).filter(isSearch)
    return [
      ...(systems.includes('rb') ? [{ title: 'rb, greedy', settings: greedyLearning('rb', options) }] : []),
      ...systems.flatMap((system) =>
        widths.map((width) => ({
          title: `${system}, beam ${width}`,
          settings: {
            ...beamLearning(system, width, EPOCHS, options),
            // As `rbparse train` does.
            ...(system === 'rb' && { labelling: 'late' }),
          },
        })),
      ),
    ]
  },
  overall: (all) => {
    const reports = all[0].widths.map((width) => reportOn(all, width))
    return {
      blocks: reports.flatMap(({ blocks }) => blocks),
      claims: reports.flatMap(({ claims = [] }) => claims),
    }
  },
}

/** The parsers on one treebank. */
interface Row {
  readonly treebank: string
  readonly parsers: readonly ParserResults[]
  readonly beam: ParserResults
  /** The beam in LAS, against greedy parsing and against arc-eager with the same beam. */
  readonly gain: Comparison | undefined
  readonly ahead: Comparison | undefined
}

function rowOf(results: TreebankResults, width: number): Row {
  const greedy = parserResults(results, 'rb, greedy', { system: 'rb', direction: 'auto', beam: undefined })
  const beam = parserResults(results, `rb, beam ${width}`, { system: 'rb', beam: width })
  const rival = parserResults(results, `${RIVAL}, beam ${width}`, { system: RIVAL, beam: width })
  const against = (other: ParserResults, what: string): Comparison | undefined =>
    results.compare(`rb, beam ${width}, against ${what}`, beam.final, other.final)
  return {
    treebank: results.treebank,
    parsers: [greedy, beam, rival],
    beam,
    gain: against(greedy, 'greedy'),
    ahead: against(rival, RIVAL),
  }
}

function reportOn(all: readonly TreebankResults[], width: number): Report {
  const rows = all.map((results) => rowOf(results, width)).filter(({ beam }) => isMeasured(beam))
  return {
    blocks: [
      tableOf(rows, width),
      dotPlot(
        { id: `search-${width}`, title: `LAS with a beam of ${width}` },
        'LAS',
        rows.flatMap(({ treebank, parsers }) =>
          parsers.map(({ name, final }) => ({ group: treebank, series: name, value: score(final, 'LAS') })),
        ),
      ),
    ],
    claims: rows.length > 0 ? claimsOf(rows, width) : [],
  }
}

function tableOf(rows: readonly Row[], width: number) {
  const names = rows[0]?.parsers.map(({ name }) => name) ?? []
  return table(rows, {
    title: `Beam ${width} on every treebank`,
    columns: [
      textColumn('treebank', ({ treebank }) => treebank),
      textColumn('direction', ({ beam }) => beam.runs[0].direction),
      countColumn('trained on', ({ beam }) => beam.runs[0].trainSentences),
      ...(['LAS', 'UAS'] as const).flatMap((group) =>
        names.map((head, i) => scoreColumn<Row>(group, ({ parsers }) => parsers[i].final, { head, group })),
      ),
      differenceColumn('rb: beam − greedy', ({ gain }) => gain, 'LAS difference'),
      differenceColumn('rb − arc-eager', ({ ahead }) => ahead, 'LAS difference'),
      countColumn('vestigial arcs', ({ beam }) => total(beam, 'vestigialArcs')),
    ],
    average: true,
  })
}

function claimsOf(rows: readonly Row[], width: number): JudgedClaim[] {
  const gains = rows.flatMap(({ gain }) => gain ?? [])
  const ahead = rows.flatMap(({ ahead: one }) => one ?? [])
  const isBelow = ({ difference }: Comparison): boolean => difference < -TIE
  const mean = (all: readonly Comparison[]): number | undefined =>
    meanOf(all.map(({ difference }) => difference))
  const by = gains.map(({ difference }) => difference)
  const below = ahead.filter(isBelow).map((one) => `; ${one.treebank} ${signed(one.difference)}`)
  return [
    {
      claim: `A beam of ${width} gains the RB parser ${GAIN} LAS or more on average`,
      source: OWN,
      verdict: judge(gains, (all) => holds((mean(all) ?? 0) >= GAIN)),
      evidence:
        by.length === 0
          ? NONE
          : `${signed(mean(gains))}, from ${signed(Math.min(...by))} to ${signed(Math.max(...by))}`,
    },
    {
      claim: `With a beam of ${width} the RB parser is nowhere below arc-eager with Unshift by more than ${TIE} LAS`,
      source: OWN,
      verdict: judge(ahead, (all) => holdsFor(all.filter((one) => !isBelow(one)).length, all.length)),
      evidence: ahead.length === 0 ? NONE : `${signed(mean(ahead))} on average${below.join('')}`,
    },
  ]
}
